//! Types as sequences of scalar leaves.

use crate::ir::{Target, Type, TypeKind};
use crate::lower::Gap;
use allways_program::code::FloatKind;
use std::collections::HashMap;
use std::rc::Rc;

/// A scalar.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Scalar {
    /// An integer of that width.
    Int(u32),
    /// A pointer of that width.
    Pointer(u32),
    Float(FloatKind),
}

impl Scalar {
    pub(crate) fn bits(self) -> u32 {
        match self {
            Scalar::Int(bits) | Scalar::Pointer(bits) => bits,
            Scalar::Float(kind) => kind.bits(),
        }
    }

    /// Words in a frame.
    pub(crate) fn words(self) -> u32 {
        self.bits().div_ceil(64)
    }

    /// The width, if instructions can compute with it.
    pub(crate) fn computable(self) -> Result<u8, Gap> {
        match u8::try_from(self.bits()) {
            Ok(bits) if bits <= 128 => Ok(bits),
            _ => Err(Gap(format!("arithmetic on integers of {} bits", self.bits()))),
        }
    }

    pub(crate) fn float(self) -> Result<FloatKind, Gap> {
        match self {
            Scalar::Float(kind) => Ok(kind),
            _ => Err(Gap("floating-point arithmetic on integers".into())),
        }
    }
}

/// A scalar of a value, and where it is.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) struct Leaf {
    pub(crate) scalar: Scalar,
    /// First word in the value.
    pub(crate) word: u32,
    /// First bit in memory.
    pub(crate) bit: u64,
}

/// A type, taken apart.
#[derive(Debug)]
pub(crate) struct Shape {
    pub(crate) words: u16,
    pub(crate) leaves: Vec<Leaf>,
    /// Bytes that a load or store touches.
    pub(crate) size: u64,
}

/// Shapes of the types of a module.
pub(crate) struct Shapes {
    target: Target,
    known: HashMap<Type, Result<Rc<Shape>, Gap>>,
}

/// A value may have so many words: [`allways_program::Layout::words`] is a `u16`.
const MAX_WORDS: u32 = u16::MAX as u32;
/// And so many bytes: [`allways_program::Part::bit`] is a `u32`.
const MAX_BYTES: u64 = 1 << 28;

impl Shapes {
    pub(crate) fn new(target: Target) -> Shapes {
        Shapes { target, known: HashMap::new() }
    }

    /// The shape of a first-class type; `void` has no leaves.
    pub(crate) fn of(&mut self, ty: Type) -> Result<Rc<Shape>, Gap> {
        if let Some(known) = self.known.get(&ty) {
            return known.clone();
        }
        let shape = self.compute(ty).map(Rc::new);
        self.known.insert(ty, shape.clone());
        shape
    }

    fn compute(&self, ty: Type) -> Result<Shape, Gap> {
        let mut leaves = Vec::new();
        let mut words = 0;
        self.add(ty, 0, &mut words, &mut leaves)?;
        let size = if ty.is_void() || leaves.is_empty() { 0 } else { self.target.store_size(ty) };
        if size > MAX_BYTES {
            return Err(Gap(format!("a value of {size} bytes")));
        }
        Ok(Shape { words: words as u16, leaves, size })
    }

    fn add(&self, ty: Type, bit: u64, words: &mut u32, out: &mut Vec<Leaf>) -> Result<(), Gap> {
        let scalar = match ty.kind() {
            TypeKind::LLVMVoidTypeKind => return Ok(()),
            TypeKind::LLVMStructTypeKind
            | TypeKind::LLVMArrayTypeKind
            | TypeKind::LLVMVectorTypeKind => return self.add_elements(ty, bit, words, out),
            _ => self.scalar(ty)?,
        };
        out.push(Leaf { scalar, word: *words, bit });
        *words += scalar.words();
        if *words > MAX_WORDS {
            return Err(Gap("a value of more than 65535 words".into()));
        }
        Ok(())
    }

    fn add_elements(
        &self,
        ty: Type,
        bit: u64,
        words: &mut u32,
        out: &mut Vec<Leaf>,
    ) -> Result<(), Gap> {
        let count = ty.count();
        if count > u64::from(MAX_WORDS) {
            return Err(Gap(format!("a value of {count} elements")));
        }
        for index in 0..count {
            let element = ty.element(index);
            let offset = match ty.kind() {
                TypeKind::LLVMStructTypeKind => self.target.field_offset(ty, index) * 8,
                TypeKind::LLVMVectorTypeKind => self.target.bits(element) * index,
                _ => self.target.alloc_size(element) * 8 * index,
            };
            self.add(element, bit + offset, words, out)?;
        }
        Ok(())
    }

    fn scalar(&self, ty: Type) -> Result<Scalar, Gap> {
        Ok(match ty.kind() {
            TypeKind::LLVMIntegerTypeKind if ty.width() <= u32::from(u16::MAX) => {
                Scalar::Int(ty.width())
            }
            TypeKind::LLVMPointerTypeKind if ty.address_space() == 0 => {
                Scalar::Pointer(self.target.bits(ty) as u32)
            }
            TypeKind::LLVMHalfTypeKind => Scalar::Float(FloatKind::Half),
            TypeKind::LLVMBFloatTypeKind => Scalar::Float(FloatKind::BFloat),
            TypeKind::LLVMFloatTypeKind => Scalar::Float(FloatKind::Single),
            TypeKind::LLVMDoubleTypeKind => Scalar::Float(FloatKind::Double),
            TypeKind::LLVMX86_FP80TypeKind => Scalar::Float(FloatKind::X87),
            TypeKind::LLVMFP128TypeKind => Scalar::Float(FloatKind::Quad),
            _ => return Err(Gap(format!("values of type {}", ty.text()))),
        })
    }
}
