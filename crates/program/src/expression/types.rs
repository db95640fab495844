//! Types of expressions, and C's conversions between them.

use crate::Program;
use crate::code::FloatKind;
use crate::debug::{Field, Type, TypeId};

/// The type of an expression.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Ty {
    Void,
    Scalar(Scalar),
    Pointer(Target),
    Array {
        element: TypeId,
        /// 0 when unknown.
        count: u64,
    },
    /// A struct, class or union.
    Struct(TypeId),
    Function,
    /// Something of which values cannot be computed.
    Opaque,
}

/// What a pointer points to. Types of the program are looked up when they are needed: they may
/// contain pointers to themselves.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Target {
    Known(TypeId),
    Made(Box<Ty>),
}

/// A type whose values are single numbers.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Scalar {
    /// Truth values: 0 and 1.
    Bool,
    /// Integers and enumerations.
    Int {
        /// Width.
        bits: u16,
        /// Signed.
        signed: bool,
    },
    /// Floating point.
    Float(FloatKind),
    /// Addresses, of that many bits.
    Pointer(u16),
}

/// C's `int`.
pub(super) const INT: Scalar = Scalar::Int { bits: 32, signed: true };

impl Scalar {
    /// Width of a value.
    pub fn bits(self) -> u16 {
        match self {
            Scalar::Bool => 8,
            Scalar::Int { bits, .. } | Scalar::Pointer(bits) => bits,
            Scalar::Float(kind) => kind.bits() as u16,
        }
    }

    pub(super) fn is_signed(self) -> bool {
        matches!(self, Scalar::Int { signed: true, .. })
    }

    /// C's integer promotions. A value narrower than `int` always fits in one.
    pub(super) fn promoted(self) -> Scalar {
        match self {
            Scalar::Bool => INT,
            Scalar::Int { bits, .. } if bits < 32 => INT,
            other => other,
        }
    }

    /// The type in which two numbers are added: C's usual arithmetic conversions. Types of one
    /// width differ in rank at most, which does not matter for values.
    pub(super) fn common(self, other: Scalar) -> Scalar {
        match (self.promoted(), other.promoted()) {
            (Scalar::Float(a), Scalar::Float(b)) => {
                Scalar::Float(if a.bits() >= b.bits() { a } else { b })
            }
            (float @ Scalar::Float(_), _) | (_, float @ Scalar::Float(_)) => float,
            (a, b) if a.bits() > b.bits() => a,
            (a, b) if a.bits() < b.bits() => b,
            (a, b) => Scalar::Int { bits: a.bits(), signed: a.is_signed() && b.is_signed() },
        }
    }
}

impl Ty {
    pub(super) fn pointer_to(ty: Ty) -> Ty {
        Ty::Pointer(Target::Made(Box::new(ty)))
    }

    pub(super) fn int() -> Ty {
        Ty::Scalar(INT)
    }
}

impl Program {
    /// Bytes that a value of a type takes; none where that is not known.
    pub fn size_of_type(&self, ty: TypeId) -> Option<u64> {
        let (mut ty, mut times) = (ty, 1u64);
        // A table with a circle of arrays in it is damaged; the bound ends the walk through it.
        for _ in 0..=self.debug.types.len() {
            let size = match self.debug.types.get(ty as usize)? {
                Type::Void | Type::Function => return None,
                Type::Bool => 1,
                Type::Int { bits, .. } | Type::Enum { bits, .. } => u64::from(*bits).div_ceil(8),
                Type::Float(80) => self.extended_size(),
                Type::Float(bits) => u64::from(*bits) / 8,
                Type::Pointer(_) => u64::from(self.pointer_bits) / 8,
                Type::Struct { size, .. } | Type::Opaque(size) => *size,
                Type::Array { element, count } => {
                    times = times.checked_mul(*count)?;
                    ty = *element;
                    continue;
                }
            };
            return size.checked_mul(times);
        }
        None
    }

    /// Bytes of x87's format: 80 bits and what fills them up to a multiple of the alignment.
    fn extended_size(&self) -> u64 {
        if self.pointer_bits == 64 { 16 } else { 12 }
    }

    /// The type of an expression of a type of the source.
    pub(super) fn ty_of(&self, id: TypeId) -> Ty {
        match self.debug.types.get(id as usize) {
            None | Some(Type::Void) => Ty::Void,
            Some(Type::Bool) => Ty::Scalar(Scalar::Bool),
            Some(Type::Int { bits, signed, .. } | Type::Enum { bits, signed, .. })
                if (1..=128).contains(bits) =>
            {
                Ty::Scalar(Scalar::Int { bits: *bits, signed: *signed })
            }
            Some(Type::Float(bits)) => {
                // Two formats have 16 bits, and which one is not known.
                let kind = match bits {
                    32 => FloatKind::Single,
                    64 => FloatKind::Double,
                    80 => FloatKind::X87,
                    128 => FloatKind::Quad,
                    _ => return Ty::Opaque,
                };
                Ty::Scalar(Scalar::Float(kind))
            }
            Some(Type::Pointer(to)) => Ty::Pointer(Target::Known(*to)),
            Some(Type::Array { element, count }) => Ty::Array { element: *element, count: *count },
            Some(Type::Struct { .. }) => Ty::Struct(self.completed(id)),
            Some(Type::Function) => Ty::Function,
            Some(_) => Ty::Opaque,
        }
    }

    /// A struct that one file only declares is the one of that name that another file defines, if
    /// all that do agree.
    fn completed(&self, id: TypeId) -> TypeId {
        let Some(Type::Struct { name, size: 0, union, fields }) = self.debug.types.get(id as usize)
        else {
            return id;
        };
        if name.is_empty() || !fields.is_empty() {
            return id;
        }
        let is_definition = |ty: &Type| matches!(ty, Type::Struct { name: n, size: 1.., union: u, .. } if n == name && u == union);
        let types = self.debug.types.iter().enumerate();
        let mut found = types.filter(|(_, ty)| is_definition(ty)).map(|(id, _)| id as TypeId);
        match found.next() {
            Some(first) if found.all(|other| self.is_same_type(first, other)) => first,
            _ => id,
        }
    }

    /// Whether two types are laid out alike: every file describes its own copy.
    pub(super) fn is_same_type(&self, a: TypeId, b: TypeId) -> bool {
        let types = &self.debug.types;
        match (types.get(a as usize), types.get(b as usize)) {
            (
                Some(Type::Struct { size: s, union: u, fields: f, .. }),
                Some(Type::Struct { size: t, union: v, fields: g, .. }),
            ) => {
                let like = |(x, y): (&Field, &Field)| {
                    x.name == y.name && x.bit == y.bit && x.bits == y.bits
                };
                s == t && u == v && f.len() == g.len() && f.iter().zip(g).all(like)
            }
            _ => self.ty_of(a) == self.ty_of(b),
        }
    }

    /// What a pointer points to.
    pub(super) fn target(&self, target: &Target) -> Ty {
        match target {
            Target::Known(id) => self.ty_of(*id),
            Target::Made(ty) => (**ty).clone(),
        }
    }

    /// Bytes that a value takes; none where that is not known.
    pub(super) fn size_of(&self, ty: &Ty) -> Option<u64> {
        match ty {
            Ty::Void | Ty::Function | Ty::Opaque => None,
            Ty::Scalar(Scalar::Float(FloatKind::X87)) => Some(self.extended_size()),
            Ty::Scalar(scalar) => Some(u64::from(scalar.bits()).div_ceil(8)),
            Ty::Pointer(_) => Some(u64::from(self.pointer_bits) / 8),
            Ty::Struct(id) => self.size_of_type(*id).filter(|size| *size > 0),
            Ty::Array { count: 0, .. } => None,
            Ty::Array { element, count } => self.size_of_type(*element)?.checked_mul(*count),
        }
    }

    /// C's `size_t`.
    pub(super) fn size_type(&self) -> Scalar {
        Scalar::Int { bits: self.pointer_bits.into(), signed: false }
    }

    /// The name of a type in messages.
    pub(super) fn type_text(&self, ty: &Ty) -> String {
        match ty {
            Ty::Void => "void".into(),
            Ty::Scalar(Scalar::Float(_)) => "a floating-point number".into(),
            Ty::Scalar(_) => "an integer".into(),
            Ty::Pointer(_) => "a pointer".into(),
            Ty::Array { .. } => "an array".into(),
            Ty::Function => "a function".into(),
            Ty::Opaque => "of an unknown type".into(),
            Ty::Struct(id) => match self.debug.types.get(*id as usize) {
                Some(Type::Struct { name, union, .. }) => {
                    let word = if *union { "union" } else { "struct" };
                    if name.is_empty() { format!("a {word}") } else { format!("a `{word} {name}`") }
                }
                _ => "a struct".into(),
            },
        }
    }
}
