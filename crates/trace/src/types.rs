//! Types: sizes, names, and the way from an object to a part of it.

use crate::bytes::Bytes;
use crate::name::Name;
use allways_program::debug::{Field, Type, TypeId};
use allways_program::readable::template;

/// The types of a program.
#[derive(Copy, Clone, Debug)]
pub struct Types<'t> {
    types: &'t [Type],
    pointer_bits: u8,
}

impl<'t> Types<'t> {
    /// The types in a list, for pointers of that width.
    pub fn new(types: &'t [Type], pointer_bits: u8) -> Types<'t> {
        Types { types, pointer_bits }
    }

    /// The type with that number.
    pub fn get(self, ty: TypeId) -> &'t Type {
        self.types.get(ty as usize).unwrap_or(&Type::Void)
    }

    /// All of them.
    pub(crate) fn all(self) -> &'t [Type] {
        self.types
    }

    /// The name of a class's template (`vector`), if it is one of the C++ library and nothing inside of it.
    pub(crate) fn standard_kind(self, ty: TypeId) -> Option<&'t str> {
        let Type::Struct { name, .. } = self.get(ty) else { return None };
        let (base, _) = template(name);
        let kind = base.strip_prefix("std::")?;
        (!kind.contains("::")).then_some(kind)
    }

    /// The bytes of a field, if they are all there.
    pub(crate) fn field_of(self, field: &Field, bytes: &Bytes) -> Option<Bytes> {
        let (start, size) = ((field.bit / 8) as usize, self.size_of(field.ty) as usize);
        if field.bits > 0 {
            let end = field.bit + u64::from(field.bits);
            let signed = self.is_signed(field.ty);
            return (end <= bytes.len() as u64 * 8)
                .then(|| bytes.bit_field(field.bit, field.bits, signed));
        }
        (start + size <= bytes.len()).then(|| bytes.slice(start, size))
    }

    /// Whether it is a class of the C++ library. What such a class consists of concerns nobody else.
    pub fn is_standard(self, ty: TypeId) -> bool {
        matches!(self.get(ty), Type::Struct { name, .. } if name.starts_with("std::"))
    }

    /// Whether it is a class of the C++ library whose accesses are told one by one.
    pub fn is_atomic(self, ty: TypeId) -> bool {
        matches!(self.standard_kind(ty), Some("atomic" | "atomic_flag"))
    }

    /// Whether it is a class of the C++ library that threads synchronise with.
    pub fn is_lock(self, ty: TypeId) -> bool {
        self.standard_kind(ty)
            .is_some_and(|k| k.ends_with("mutex") || k.starts_with("condition_variable"))
    }

    /// Whether a class of the C++ library has parts with names for everybody: `p.first`, `a[2]`.
    fn is_open(self, ty: TypeId) -> bool {
        matches!(self.standard_kind(ty), Some("pair" | "array"))
    }

    /// Bytes that a value of a type takes; 0 when unknown.
    pub fn size_of(self, ty: TypeId) -> u64 {
        match self.get(ty) {
            Type::Void | Type::Function => 0,
            Type::Bool => 1,
            Type::Int { bits, .. } | Type::Enum { bits, .. } => u64::from(*bits).div_ceil(8),
            Type::Float(80) => 16,
            Type::Float(bits) => u64::from(*bits) / 8,
            Type::Pointer(_) => self.pointer_size(),
            Type::Array { element, count } => self.size_of(*element) * count,
            Type::Struct { size, .. } | Type::Opaque(size) => *size,
        }
    }

    /// Bytes of a pointer.
    pub fn pointer_size(self) -> u64 {
        u64::from(self.pointer_bits) / 8
    }

    /// Whether it is a character.
    pub fn is_char(self, ty: TypeId) -> bool {
        matches!(self.get(ty), Type::Int { char: true, .. })
    }

    /// Whether numbers of it have a sign.
    pub fn is_signed(self, ty: TypeId) -> bool {
        matches!(self.get(ty), Type::Int { signed: true, .. } | Type::Enum { signed: true, .. })
    }

    /// Its name, as C writes it.
    pub fn name(self, ty: TypeId) -> String {
        let named = |name: &str, kind: &str| match name {
            "" => format!("{kind} {{…}}"),
            name => name.to_string(),
        };
        match self.get(ty) {
            Type::Void => "void".to_string(),
            Type::Bool => "_Bool".to_string(),
            Type::Int { bits, signed, char } => self.integer(*bits, *signed, *char),
            Type::Float(32) => "float".to_string(),
            Type::Float(64) => "double".to_string(),
            Type::Float(80) => "long double".to_string(),
            Type::Float(bits) => format!("_Float{bits}"),
            Type::Pointer(to) => self.pointer(*to),
            Type::Array { .. } => self.array(ty),
            Type::Struct { name, union: true, .. } => named(name, "union"),
            Type::Struct { name, .. } => named(name, "struct"),
            Type::Enum { name, .. } => named(name, "enum"),
            Type::Function => "function".to_string(),
            Type::Opaque(size) => format!("{size} bytes"),
        }
    }

    fn integer(self, bits: u16, signed: bool, char: bool) -> String {
        let name = match (bits, signed) {
            (8, true) if char => return "char".to_string(),
            (8, true) => return "signed char".to_string(),
            (8, false) => "char",
            (16, _) => "short",
            (32, _) => "int",
            (64, _) if self.pointer_bits == 64 => "long",
            (64, _) => "long long",
            (128, _) => "__int128",
            _ => return format!("{}_BitInt({bits})", if signed { "" } else { "unsigned " }),
        };
        if signed { name.to_string() } else { format!("unsigned {name}") }
    }

    fn pointer(self, to: TypeId) -> String {
        let name = self.name(to);
        let space = if name.ends_with('*') { "" } else { " " };
        format!("{name}{space}*")
    }

    fn array(self, ty: TypeId) -> String {
        let (mut innermost, mut counts) = (ty, String::new());
        while let Type::Array { element, count } = self.get(innermost) {
            counts += &format!("[{count}]");
            innermost = *element;
        }
        self.name(innermost) + &counts
    }

    /// Whether a class of the program begins with a lock of the C++ library: what is done there is done to the lock.
    fn begins_with_lock(self, ty: TypeId) -> bool {
        match self.get(ty) {
            Type::Struct { fields, .. } if !self.is_standard(ty) => {
                self.field_at(fields, 0).is_some_and(|field| self.is_lock(field.ty))
            }
            _ => false,
        }
    }

    fn is_closed(self, ty: TypeId) -> bool {
        self.is_standard(ty) && !self.is_open(ty)
    }

    /// Follows fields and indices down to what `size` bytes at `offset` are: the name, the type if it is known, and
    /// how far before `offset` it begins. The way ends at objects of the C++ library, which are named as a whole.
    pub fn descend(
        self,
        text: String,
        ty: TypeId,
        offset: u64,
        size: u64,
    ) -> (String, Option<TypeId>, u64) {
        let each = self.size_of(ty);
        match self.get(ty) {
            _ if offset == 0 && each <= size && !self.begins_with_lock(ty) => (text, Some(ty), 0),
            Type::Array { element, .. } if self.size_of(*element) > 0 => {
                self.element(text, *element, offset, size)
            }
            Type::Struct { .. } if self.is_closed(ty) && offset < each => (text, Some(ty), offset),
            Type::Struct { fields, .. } => match self.field_at(fields, offset) {
                Some(field) => {
                    let field = &self.innermost(field, size);
                    let text = match &field.name[..] {
                        "" => text,
                        "__elems_" if self.is_open(ty) => text,
                        name => format!("{text}.{name}"),
                    };
                    self.descend(text, field.ty, offset - field.bit / 8, size)
                }
                None => (format!("{text}+{offset}"), None, 0),
            },
            // A block for several elements, reached through a pointer to one of them.
            _ if offset > 0 && each > 0 && each <= offset => self.element(text, ty, offset, size),
            _ if offset == 0 => (text, Some(ty), 0),
            _ => (format!("{text}+{offset}"), None, 0),
        }
    }

    /// What is meant by a base class with a single field of `size` bytes: the field.
    fn innermost(self, field: &Field, size: u64) -> Field {
        let mut field = field.clone();
        while field.name.is_empty()
            && let Type::Struct { fields, union: false, .. } = self.get(field.ty)
            && let [only] = &fields[..]
            && self.size_of(only.ty) <= size
            && only.ty != field.ty
        {
            field = Field { bit: field.bit + only.bit, ..only.clone() };
        }
        field
    }

    fn element(
        self,
        text: String,
        ty: TypeId,
        offset: u64,
        size: u64,
    ) -> (String, Option<TypeId>, u64) {
        let each = self.size_of(ty);
        self.descend(format!("{text}[{}]", offset / each), ty, offset % each, size)
    }

    /// The field at an offset. A derived class may use what its base leaves free at the end, so the field that begins
    /// last is meant; and a class without fields takes no room in another.
    fn field_at(self, fields: &'t [Field], offset: u64) -> Option<&'t Field> {
        let holds =
            |f: &&Field| f.bit / 8 <= offset && offset < f.bit / 8 + self.size_of(f.ty).max(1);
        let nothing =
            |f: &Field| matches!(self.get(f.ty), Type::Struct { fields, .. } if fields.is_empty());
        let found = fields.iter().filter(holds);
        found.reduce(|best, f| {
            let later = f.bit / 8 > best.bit / 8 || nothing(best) && f.bit / 8 == best.bit / 8;
            if later && !nothing(f) { f } else { best }
        })
    }

    /// The name of `size` bytes at `offset` of an object that has a name and perhaps a type.
    pub fn part(
        self,
        object: (String, Option<TypeId>),
        address: u64,
        offset: u64,
        size: u64,
    ) -> (Name, Option<TypeId>, u64) {
        let (text, ty, start) = match object {
            (text, Some(ty)) => self.descend(text, ty, offset, size),
            (text, None) if offset == 0 => (text, None, 0),
            (text, None) => (format!("{text}+{offset}"), None, 0),
        };
        (Name { text, address }, ty, address - start)
    }
}
