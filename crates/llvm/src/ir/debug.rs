//! Debug information.

use super::{Text, Value};
use allways_program::debug::LIBRARY;
use allways_program::readable::readable;
use llvm_sys::core::{LLVMGetFirstDbgRecord, LLVMGetNextDbgRecord};
use llvm_sys::prelude::*;
use std::ffi::{CString, c_char, c_void};

/// A metadata node.
#[derive(Copy, Clone, PartialEq, Eq, Hash)]
pub(crate) struct Metadata(LLVMMetadataRef);

impl Metadata {
    fn some(raw: LLVMMetadataRef) -> Option<Metadata> {
        (!raw.is_null()).then_some(Metadata(raw))
    }
}

#[repr(C)]
struct RawType {
    tag: u32,
    encoding: u32,
    size_bits: u64,
    offset_bits: u64,
    bit_field: bool,
    is_static: bool,
    name: Text,
    base: LLVMMetadataRef,
}

#[repr(C)]
struct RawVariable {
    name: Text,
    ty: LLVMMetadataRef,
    file: LLVMMetadataRef,
    line: u32,
    scope: LLVMMetadataRef,
    global: bool,
}

#[repr(C)]
struct RawRecord {
    kind: i32,
    variable: LLVMMetadataRef,
    value: LLVMValueRef,
    plain: bool,
}

#[repr(C)]
struct RawLocation {
    line: u32,
    column: u32,
    file: LLVMMetadataRef,
}

unsafe extern "C" {
    fn aw_location(
        instruction: LLVMValueRef,
        library: *const c_char,
        out: *mut RawLocation,
    ) -> bool;
    fn aw_source_symbol(instruction: LLVMValueRef) -> Text;
    fn aw_closure(md: LLVMMetadataRef, out: *mut RawLocation) -> bool;
    fn aw_file_name(file: LLVMMetadataRef) -> Text;
    fn aw_file_directory(file: LLVMMetadataRef) -> Text;
    fn aw_subprogram(function: LLVMValueRef) -> LLVMMetadataRef;
    fn aw_scope(md: LLVMMetadataRef) -> LLVMMetadataRef;
    fn aw_scope_name(md: LLVMMetadataRef) -> Text;
    fn aw_record(record: LLVMDbgRecordRef, out: *mut RawRecord) -> bool;
    fn aw_global_variable(global: LLVMValueRef) -> LLVMMetadataRef;
    fn aw_source_globals(
        module: LLVMModuleRef,
        context: *mut c_void,
        each: extern "C" fn(*mut c_void, LLVMMetadataRef),
    );
    fn aw_variable(md: LLVMMetadataRef, out: *mut RawVariable) -> bool;
    fn aw_type(md: LLVMMetadataRef, out: *mut RawType) -> bool;
    fn aw_type_elements(md: LLVMMetadataRef) -> usize;
    fn aw_type_element(md: LLVMMetadataRef, index: usize) -> LLVMMetadataRef;
    fn aw_subrange(md: LLVMMetadataRef) -> u64;
    fn aw_enumerator(md: LLVMMetadataRef, value: *mut i64, name: *mut Text) -> bool;
}

/// Where an instruction comes from: the innermost place for inlined code, outside of the C++ library if there is one.
#[derive(Copy, Clone)]
pub(crate) struct DiLocation {
    pub(crate) line: u32,
    pub(crate) column: u32,
    pub(crate) file: Option<Metadata>,
}

/// A variable of the source.
pub(crate) struct DiVariable {
    pub(crate) name: String,
    pub(crate) ty: Option<Metadata>,
    pub(crate) file: Option<Metadata>,
    pub(crate) line: u32,
    /// The function, namespace or class around it; none at file level.
    pub(crate) scope: Option<Metadata>,
    /// Not a variable of a function's frame.
    pub(crate) global: bool,
}

/// A type of the source, one layer of it.
pub(crate) struct DiType {
    /// DWARF's tag.
    pub(crate) tag: u32,
    /// DWARF's encoding, of a basic type.
    pub(crate) encoding: u32,
    pub(crate) size_bits: u64,
    pub(crate) offset_bits: u64,
    pub(crate) bit_field: bool,
    pub(crate) is_static: bool,
    pub(crate) name: String,
    pub(crate) base: Option<Metadata>,
}

/// A record says where a variable is or what it is, from its place on.
pub(crate) struct Record {
    pub(crate) variable: Metadata,
    /// `value` is the address of the variable, not its value.
    pub(crate) is_address: bool,
    pub(crate) value: Option<Value>,
    /// Nothing is computed from `value`.
    pub(crate) plain: bool,
}

/// The place of an instruction.
pub(crate) fn location(instruction: Value) -> Option<DiLocation> {
    let mut raw = RawLocation { line: 0, column: 0, file: std::ptr::null_mut() };
    // SAFETY: the shim fills `raw` exactly when it returns true; the same holds below.
    let library = CString::new(LIBRARY).unwrap_or_default();
    unsafe { aw_location(instruction.0, library.as_ptr(), &mut raw) }.then(|| DiLocation {
        line: raw.line,
        column: raw.column,
        file: Metadata::some(raw.file),
    })
}

/// The symbol of the function in whose source an instruction stands, also where that was inlined; empty where the
/// program does not say.
pub(crate) fn source_symbol(instruction: Value) -> String {
    unsafe { aw_source_symbol(instruction.0).string() }
}

/// Directory and name of a file.
pub(crate) fn file_path(file: Metadata) -> (String, String) {
    unsafe { (aw_file_directory(file.0).string(), aw_file_name(file.0).string()) }
}

/// The subprogram of a function.
pub(crate) fn subprogram(function: Value) -> Option<Metadata> {
    unsafe { Metadata::some(aw_subprogram(function.0)) }
}

/// The name of a scope, with the namespaces and classes around it, as people write it. A closure has the name of its
/// place.
pub(crate) fn qualified_name(scope: Metadata) -> String {
    let mut name = unsafe { aw_scope_name(scope.0) }.string();
    let mut outer = unsafe { aw_scope(scope.0) };
    while !outer.is_null() {
        let outer_name = unsafe { aw_scope_name(outer) }.string();
        if !outer_name.is_empty() {
            name = format!("{outer_name}::{name}");
        } else if let Some(closure) = closure(outer) {
            return if name.starts_with("operator()") {
                closure
            } else {
                format!("{closure}::{}", readable(&name))
            };
        }
        outer = unsafe { aw_scope(outer) };
    }
    readable(&name)
}

/// What a closure is called: the place where it is written.
fn closure(class: LLVMMetadataRef) -> Option<String> {
    let mut raw = RawLocation { line: 0, column: 0, file: std::ptr::null_mut() };
    if !unsafe { aw_closure(class, &mut raw) } {
        return None;
    }
    let (_, name) = file_path(Metadata::some(raw.file)?);
    let name = name.rsplit('/').next().unwrap_or_default();
    Some(format!("lambda at {name}:{}", raw.line))
}

/// The records before an instruction.
pub(crate) fn records(instruction: Value) -> Vec<Record> {
    let mut found = Vec::new();
    unsafe {
        let mut at = LLVMGetFirstDbgRecord(instruction.0);
        while !at.is_null() {
            let mut raw = RawRecord {
                kind: 0,
                variable: std::ptr::null_mut(),
                value: std::ptr::null_mut(),
                plain: false,
            };
            if aw_record(at, &mut raw) {
                found.push(Record {
                    variable: Metadata(raw.variable),
                    is_address: raw.kind == 2,
                    value: (!raw.value.is_null()).then_some(Value(raw.value)),
                    plain: raw.plain,
                });
            }
            at = LLVMGetNextDbgRecord(at);
        }
    }
    found
}

/// The variable that a global is.
pub(crate) fn global_variable(global: Value) -> Option<Metadata> {
    unsafe { Metadata::some(aw_global_variable(global.0)) }
}

/// The global variables and the enumerations of the source, even those nothing is left of.
pub(super) fn source_globals(module: LLVMModuleRef) -> Vec<Metadata> {
    extern "C" fn push(found: *mut c_void, md: LLVMMetadataRef) {
        // SAFETY: `found` is the vector below, which nothing else uses during the call.
        unsafe { (*found.cast::<Vec<Metadata>>()).extend(Metadata::some(md)) }
    }
    let mut found: Vec<Metadata> = Vec::new();
    unsafe { aw_source_globals(module, (&raw mut found).cast(), push) };
    found
}

/// What is known of a variable.
pub(crate) fn variable_of(md: Metadata) -> Option<DiVariable> {
    let mut raw = std::mem::MaybeUninit::<RawVariable>::zeroed();
    unsafe {
        if !aw_variable(md.0, raw.as_mut_ptr()) {
            return None;
        }
        let raw = raw.assume_init();
        Some(DiVariable {
            name: raw.name.string(),
            ty: Metadata::some(raw.ty),
            file: Metadata::some(raw.file),
            line: raw.line,
            scope: Metadata::some(raw.scope),
            global: raw.global,
        })
    }
}

/// One layer of a type.
pub(crate) fn type_of_metadata(md: Metadata) -> Option<DiType> {
    let mut raw = std::mem::MaybeUninit::<RawType>::zeroed();
    unsafe {
        if !aw_type(md.0, raw.as_mut_ptr()) {
            return None;
        }
        let raw = raw.assume_init();
        Some(DiType {
            tag: raw.tag,
            encoding: raw.encoding,
            size_bits: raw.size_bits,
            offset_bits: raw.offset_bits,
            bit_field: raw.bit_field,
            is_static: raw.is_static,
            name: raw.name.string(),
            base: Metadata::some(raw.base),
        })
    }
}

/// Fields, enumerators or dimensions of a composite type.
pub(crate) fn type_elements(md: Metadata) -> Vec<Metadata> {
    unsafe {
        (0..aw_type_elements(md.0))
            .filter_map(|i| Metadata::some(aw_type_element(md.0, i)))
            .collect()
    }
}

/// Number of elements of a dimension; 0 when unknown.
pub(crate) fn dimension(md: Metadata) -> u64 {
    unsafe { aw_subrange(md.0) }
}

/// Value and name of an enumerator.
pub(crate) fn enumerator(md: Metadata) -> Option<(i64, String)> {
    let mut value = 0;
    let mut name = Text { start: std::ptr::null(), length: 0 };
    unsafe { aw_enumerator(md.0, &mut value, &mut name) }.then(|| (value, name.string()))
}
