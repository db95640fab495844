//! A thin view of LLVM's data structures: handles with queries, all `unsafe` in one place.
//!
//! # Invariant
//! A handle is valid while the [`Module`] it came from lives; lowering borrows the module for its
//! whole run. Modules are verified before anything is asked of them, so that an operand, type or
//! opcode is what LLVM's rules say it is.

mod debug;
mod module;
mod promote;
mod ty;
mod value;

pub(crate) use debug::{
    DiType, Metadata, Record, dimension, enumerator, file_path, global_variable, location,
    qualified_name, records, source_symbol, subprogram, type_elements, type_of_metadata,
    variable_of,
};
pub(crate) use llvm_sys::{LLVMOpcode as Opcode, LLVMTypeKind as TypeKind};
pub(crate) use module::{Context, Module};
pub(crate) use ty::{Target, Type};
pub(crate) use value::{Block, Value, demangled};

/// A `(start, length)` string that LLVM owns.
#[repr(C)]
#[derive(Copy, Clone)]
pub(crate) struct Text {
    start: *const u8,
    length: usize,
}

impl Text {
    /// The bytes, copied. Callers pass texts that LLVM keeps alive during the call.
    fn bytes(self) -> Vec<u8> {
        if self.start.is_null() {
            return Vec::new();
        }
        // SAFETY: LLVM owns `length` bytes at `start` and does not change them meanwhile.
        unsafe { std::slice::from_raw_parts(self.start, self.length) }.to_vec()
    }

    fn string(self) -> String {
        String::from_utf8_lossy(&self.bytes()).into_owned()
    }
}

/// Takes a message that LLVM allocated.
///
/// # Safety
/// `message` is null or a string from LLVM that nobody else frees.
unsafe fn owned(message: *mut std::ffi::c_char) -> String {
    if message.is_null() {
        return String::new();
    }
    unsafe {
        let text = std::ffi::CStr::from_ptr(message).to_string_lossy().into_owned();
        llvm_sys::core::LLVMDisposeMessage(message);
        text
    }
}
