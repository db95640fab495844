//! Modules: reading, linking, verifying, and the one pass that is run on them.

use super::owned;
use super::{Metadata, Target, Value};
use llvm_sys::analysis::{LLVMVerifierFailureAction, LLVMVerifyModule};
use llvm_sys::comdat::LLVMSetComdat;
use llvm_sys::core::*;
use llvm_sys::error::{LLVMDisposeErrorMessage, LLVMGetErrorMessage};
use llvm_sys::ir_reader::LLVMParseIRInContext2;
use llvm_sys::linker::LLVMLinkModules2;
use llvm_sys::prelude::*;
use llvm_sys::target::LLVMGetModuleDataLayout;
use llvm_sys::transforms::pass_builder::*;
use llvm_sys::{LLVMDiagnosticSeverity, LLVMLinkage, LLVMVisibility};
use std::cell::RefCell;
use std::collections::BTreeSet;
use std::ffi::{CStr, CString, c_void};
use std::rc::Rc;

unsafe extern "C" {
    fn aw_is_optimised(module: LLVMModuleRef) -> bool;
}

/// Owns everything LLVM makes for one program. LLVM's messages are kept, not printed.
pub(crate) struct Context {
    raw: LLVMContextRef,
    /// Boxed: LLVM holds its address.
    messages: Box<RefCell<Vec<String>>>,
}

impl Context {
    pub(crate) fn new() -> Rc<Context> {
        let messages = Box::new(RefCell::new(Vec::new()));
        // SAFETY: the handler gets the address of `messages`, which lives as long as the context.
        unsafe {
            let raw = LLVMContextCreate();
            let place: *const RefCell<Vec<String>> = &*messages;
            LLVMContextSetDiagnosticHandler(raw, Some(keep_message), place as *mut c_void);
            Rc::new(Context { raw, messages })
        }
    }

    fn take_messages(&self) -> String {
        self.messages.take().join("; ")
    }
}

impl Drop for Context {
    fn drop(&mut self) {
        // SAFETY: modules hold the context through `Rc`, so none is left.
        unsafe { LLVMContextDispose(self.raw) }
    }
}

extern "C" fn keep_message(info: LLVMDiagnosticInfoRef, place: *mut c_void) {
    // SAFETY: LLVM passes back what `Context::new` gave it.
    unsafe {
        if matches!(LLVMGetDiagInfoSeverity(info), LLVMDiagnosticSeverity::LLVMDSError) {
            let messages = &*(place as *const RefCell<Vec<String>>);
            messages.borrow_mut().push(owned(LLVMGetDiagInfoDescription(info)));
        }
    }
}

/// A verified module.
pub(crate) struct Module {
    raw: LLVMModuleRef,
    context: Rc<Context>,
}

impl Drop for Module {
    fn drop(&mut self) {
        // SAFETY: a module that was linked into another has a null handle.
        if !self.raw.is_null() {
            unsafe { LLVMDisposeModule(self.raw) }
        }
    }
}

impl Module {
    /// Reads bitcode or textual IR.
    pub(crate) fn parse(context: &Rc<Context>, name: &str, bytes: &[u8]) -> Result<Module, String> {
        let name = CString::new(name.replace('\0', "")).expect("no zero bytes are left");
        let mut raw = std::ptr::null_mut();
        let mut message = std::ptr::null_mut();
        // SAFETY: the buffer is a copy with the terminating zero that LLVM's reader wants.
        let failed = unsafe {
            let buffer = LLVMCreateMemoryBufferWithMemoryRangeCopy(
                bytes.as_ptr().cast(),
                bytes.len(),
                name.as_ptr(),
            );
            let failed = LLVMParseIRInContext2(context.raw, buffer, &mut raw, &mut message);
            LLVMDisposeMemoryBuffer(buffer);
            failed != 0
        };
        let message = unsafe { owned(message) };
        if failed {
            return Err(join(&message, &context.take_messages()));
        }
        let module = Module { raw, context: Rc::clone(context) };
        module.verify()?;
        Ok(module)
    }

    fn verify(&self) -> Result<(), String> {
        let mut message = std::ptr::null_mut();
        unsafe {
            let action = LLVMVerifierFailureAction::LLVMReturnStatusAction;
            let broken = LLVMVerifyModule(self.raw, action, &mut message) != 0;
            let message = owned(message);
            if broken { Err(join(&message, &self.context.take_messages())) } else { Ok(()) }
        }
    }

    /// Links `other` into this module.
    pub(crate) fn link(&mut self, mut other: Module) -> Result<(), String> {
        let raw = std::mem::replace(&mut other.raw, std::ptr::null_mut());
        // SAFETY: LLVM takes `other` over, whatever the outcome.
        let failed = unsafe { LLVMLinkModules2(self.raw, raw) != 0 };
        if failed {
            return Err(self.context.take_messages());
        }
        Ok(())
    }

    /// The global variables and the enumerations of the source, even those nothing is left of.
    pub(crate) fn source_globals(&self) -> Vec<Metadata> {
        super::debug::source_globals(self.raw)
    }

    /// Runs passes by their names in LLVM.
    pub(crate) fn run_passes(&mut self, passes: &CStr) -> Result<(), String> {
        unsafe {
            let options = LLVMCreatePassBuilderOptions();
            let error = LLVMRunPasses(self.raw, passes.as_ptr(), std::ptr::null_mut(), options);
            LLVMDisposePassBuilderOptions(options);
            if error.is_null() {
                return Ok(());
            }
            let message = LLVMGetErrorMessage(error);
            let text = CStr::from_ptr(message).to_string_lossy().into_owned();
            LLVMDisposeErrorMessage(message);
            Err(text)
        }
    }

    /// Makes coroutines functions that go on where they stopped, as clang does at every level.
    pub(crate) fn split_coroutines(&mut self) -> Result<(), String> {
        if !self.functions().iter().any(|f| f.name() == "llvm.coro.begin") {
            return Ok(());
        }
        self.run_passes(c"coro-early,cgscc(coro-split),coro-cleanup")
    }

    /// Compiled with optimisation, as its debug information says.
    pub(crate) fn is_optimised(&self) -> bool {
        unsafe { aw_is_optimised(self.raw) }
    }

    /// Whether there is assembly outside of functions.
    pub(crate) fn has_assembly(&self) -> bool {
        let mut length = 0;
        unsafe { LLVMGetModuleInlineAsm(self.raw, &mut length) };
        length > 0
    }

    pub(crate) fn target(&self) -> Target {
        unsafe { Target(LLVMGetModuleDataLayout(self.raw)) }
    }

    /// Target triple and data layout, to compare modules by.
    pub(crate) fn layout_text(&self) -> String {
        unsafe { CStr::from_ptr(LLVMGetDataLayoutStr(self.raw)) }.to_string_lossy().into_owned()
    }

    pub(crate) fn triple(&self) -> String {
        unsafe { CStr::from_ptr(LLVMGetTarget(self.raw)) }.to_string_lossy().into_owned()
    }

    pub(crate) fn functions(&self) -> Vec<Value> {
        unsafe { list(LLVMGetFirstFunction(self.raw), LLVMGetNextFunction) }
    }

    pub(crate) fn globals(&self) -> Vec<Value> {
        unsafe { list(LLVMGetFirstGlobal(self.raw), LLVMGetNextGlobal) }
    }

    pub(crate) fn aliases(&self) -> Vec<Value> {
        unsafe { list(LLVMGetFirstGlobalAlias(self.raw), LLVMGetNextGlobalAlias) }
    }

    pub(crate) fn ifuncs(&self) -> Vec<Value> {
        unsafe { list(LLVMGetFirstGlobalIFunc(self.raw), LLVMGetNextGlobalIFunc) }
    }

    /// A global variable by name.
    pub(crate) fn global(&self, name: &str) -> Option<Value> {
        let found =
            unsafe { LLVMGetNamedGlobalWithLength(self.raw, name.as_ptr().cast(), name.len()) };
        (!found.is_null()).then_some(Value(found))
    }

    /// Functions and variables that are used but not defined.
    pub(crate) fn undefined_names(&self) -> BTreeSet<String> {
        self.objects().filter(|v| v.is_declaration()).map(Value::name).collect()
    }

    /// What archives are searched for: what is used and not defined, unless it may be missing.
    pub(crate) fn needed_names(&self) -> BTreeSet<String> {
        let may_be_missing = |v: &Value| v.linkage() == LLVMLinkage::LLVMExternalWeakLinkage;
        let undefined = self.objects().filter(|v| v.is_declaration() && !may_be_missing(v));
        undefined.map(Value::name).collect()
    }

    /// Functions and variables that are defined, and visible to other modules.
    pub(crate) fn defined_names(&self) -> BTreeSet<String> {
        self.objects()
            .chain(self.aliases())
            .filter(|v| !v.is_declaration() && !is_private(*v))
            .map(Value::name)
            .collect()
    }

    /// What this module offers as a member of an archive: definitions that others can use, other
    /// than those that everybody who uses them has a copy of.
    pub(crate) fn archive_names(&self) -> BTreeSet<String> {
        use LLVMLinkage::{LLVMExternalLinkage, LLVMWeakAnyLinkage, LLVMWeakODRLinkage};
        let offered = [LLVMExternalLinkage, LLVMWeakAnyLinkage, LLVMWeakODRLinkage];
        self.objects()
            .chain(self.aliases())
            .filter(|v| !v.is_declaration() && offered.contains(&v.linkage()))
            .map(Value::name)
            .collect()
    }

    /// Makes all definitions private to the module, except those that `keeps` names and those that
    /// LLVM has an own use for.
    pub(crate) fn internalise(&mut self, keeps: impl Fn(&str) -> bool) {
        for value in self.objects().chain(self.aliases()) {
            let name = value.name();
            if value.is_declaration() || name.starts_with("llvm.") || keeps(&name) {
                continue;
            }
            // SAFETY: it is a definition; one that nobody outside sees needs no group.
            unsafe {
                if !value.is_alias() {
                    LLVMSetComdat(value.0, std::ptr::null_mut());
                }
                LLVMSetVisibility(value.0, LLVMVisibility::LLVMDefaultVisibility);
                LLVMSetLinkage(value.0, LLVMLinkage::LLVMInternalLinkage);
            }
        }
    }

    /// How many constructors the module lists.
    pub(crate) fn constructors(&self) -> u64 {
        let list = self.global("llvm.global_ctors").and_then(Value::initializer);
        list.map_or(0, |list| list.ty().count())
    }

    fn objects(&self) -> impl Iterator<Item = Value> {
        self.functions().into_iter().chain(self.globals())
    }

    pub(super) fn raw(&self) -> LLVMModuleRef {
        self.raw
    }

    pub(super) fn context(&self) -> LLVMContextRef {
        self.context.raw
    }
}

fn is_private(value: Value) -> bool {
    matches!(value.linkage(), LLVMLinkage::LLVMInternalLinkage | LLVMLinkage::LLVMPrivateLinkage)
}

fn list(
    first: LLVMValueRef,
    next: unsafe extern "C" fn(LLVMValueRef) -> LLVMValueRef,
) -> Vec<Value> {
    let mut found = Vec::new();
    let mut at = first;
    while !at.is_null() {
        found.push(Value(at));
        at = unsafe { next(at) };
    }
    found
}

fn join(first: &str, second: &str) -> String {
    match (first.trim(), second.trim()) {
        ("", text) | (text, "") => text.to_owned(),
        (a, b) => format!("{a}; {b}"),
    }
}
