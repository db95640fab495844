//! Types and their layout.

use llvm_sys::LLVMTypeKind as TypeKind;
use llvm_sys::core::*;
use llvm_sys::prelude::LLVMTypeRef;
use llvm_sys::target::*;

/// An LLVM type.
#[derive(Copy, Clone, PartialEq, Eq, Hash)]
pub(crate) struct Type(pub(super) LLVMTypeRef);

impl Type {
    pub(crate) fn kind(self) -> TypeKind {
        // SAFETY: see the module's invariant; the same holds for every call below.
        unsafe { LLVMGetTypeKind(self.0) }
    }

    pub(crate) fn is_void(self) -> bool {
        matches!(self.kind(), TypeKind::LLVMVoidTypeKind)
    }

    pub(crate) fn is_vector(self) -> bool {
        matches!(self.kind(), TypeKind::LLVMVectorTypeKind)
    }

    pub(crate) fn is_struct(self) -> bool {
        matches!(self.kind(), TypeKind::LLVMStructTypeKind)
    }

    pub(crate) fn is_array(self) -> bool {
        matches!(self.kind(), TypeKind::LLVMArrayTypeKind)
    }

    pub(crate) fn is_metadata(self) -> bool {
        matches!(self.kind(), TypeKind::LLVMMetadataTypeKind)
    }

    pub(crate) fn is_sized(self) -> bool {
        // A scalable vector is sized, but by the machine.
        unsafe { LLVMTypeIsSized(self.0) != 0 }
    }

    /// Width of an integer type.
    pub(crate) fn width(self) -> u32 {
        unsafe { LLVMGetIntTypeWidth(self.0) }
    }

    /// Number of fields, elements or lanes.
    pub(crate) fn count(self) -> u64 {
        unsafe {
            match self.kind() {
                TypeKind::LLVMStructTypeKind => u64::from(LLVMCountStructElementTypes(self.0)),
                TypeKind::LLVMArrayTypeKind => LLVMGetArrayLength2(self.0),
                TypeKind::LLVMVectorTypeKind => u64::from(LLVMGetVectorSize(self.0)),
                _ => 0,
            }
        }
    }

    /// The type of a field, an element or a lane.
    pub(crate) fn element(self, index: u64) -> Type {
        unsafe {
            if self.is_struct() {
                Type(LLVMStructGetTypeAtIndex(self.0, index as u32))
            } else {
                Type(LLVMGetElementType(self.0))
            }
        }
    }

    /// The result type of a function type.
    pub(crate) fn result(self) -> Type {
        unsafe { Type(LLVMGetReturnType(self.0)) }
    }

    /// The parameter types of a function type.
    pub(crate) fn params(self) -> Vec<Type> {
        unsafe {
            let mut params = vec![std::ptr::null_mut(); LLVMCountParamTypes(self.0) as usize];
            LLVMGetParamTypes(self.0, params.as_mut_ptr());
            params.into_iter().map(Type).collect()
        }
    }

    /// Whether a function type takes further arguments.
    pub(crate) fn is_variadic(self) -> bool {
        unsafe { LLVMIsFunctionVarArg(self.0) != 0 }
    }

    /// The address space of a pointer type: 0 is memory, others are relative to a segment.
    pub(crate) fn address_space(self) -> u32 {
        unsafe { LLVMGetPointerAddressSpace(self.0) }
    }

    /// The type as text.
    pub(crate) fn text(self) -> String {
        unsafe { super::owned(LLVMPrintTypeToString(self.0)) }
    }
}

/// The data layout of a module.
#[derive(Copy, Clone)]
pub(crate) struct Target(pub(super) LLVMTargetDataRef);

impl Target {
    pub(crate) fn is_little_endian(self) -> bool {
        unsafe { matches!(LLVMByteOrder(self.0), LLVMByteOrdering::LLVMLittleEndian) }
    }

    /// Bytes of a pointer.
    pub(crate) fn pointer_bytes(self) -> u32 {
        unsafe { LLVMPointerSize(self.0) }
    }

    /// Distance of two array elements of this type.
    pub(crate) fn alloc_size(self, ty: Type) -> u64 {
        unsafe { LLVMABISizeOfType(self.0, ty.0) }
    }

    /// Bytes that a load or store touches.
    pub(crate) fn store_size(self, ty: Type) -> u64 {
        unsafe { LLVMStoreSizeOfType(self.0, ty.0) }
    }

    /// Width in bits, without padding at the end.
    pub(crate) fn bits(self, ty: Type) -> u64 {
        unsafe { LLVMSizeOfTypeInBits(self.0, ty.0) }
    }

    pub(crate) fn align(self, ty: Type) -> u32 {
        unsafe { LLVMABIAlignmentOfType(self.0, ty.0) }
    }

    /// Offset of a struct's field in bytes.
    pub(crate) fn field_offset(self, ty: Type, index: u64) -> u64 {
        unsafe { LLVMOffsetOfElement(self.0, ty.0, index as u32) }
    }
}
