//! Types: sizes, names, and the way from an object to a part of it.

use crate::name::Name;
use allways_program::debug::{Field, Type, TypeId};

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

    /// Follows fields and indices down to what `size` bytes at `offset` are: the name, and the type if
    /// it is known.
    pub fn descend(
        self,
        text: String,
        ty: TypeId,
        offset: u64,
        size: u64,
    ) -> (String, Option<TypeId>) {
        let each = self.size_of(ty);
        match self.get(ty) {
            _ if offset == 0 && each <= size => (text, Some(ty)),
            Type::Array { element, .. } if self.size_of(*element) > 0 => {
                self.element(text, *element, offset, size)
            }
            Type::Struct { fields, .. } => match self.field_at(fields, offset) {
                Some(field) => {
                    let separator = if field.name.is_empty() { "" } else { "." };
                    let text = format!("{text}{separator}{}", field.name);
                    self.descend(text, field.ty, offset - field.bit / 8, size)
                }
                None => (format!("{text}+{offset}"), None),
            },
            // A block for several elements, reached through a pointer to one of them.
            _ if offset > 0 && each > 0 && each <= offset => self.element(text, ty, offset, size),
            _ if offset == 0 => (text, Some(ty)),
            _ => (format!("{text}+{offset}"), None),
        }
    }

    fn element(self, text: String, ty: TypeId, offset: u64, size: u64) -> (String, Option<TypeId>) {
        let each = self.size_of(ty);
        self.descend(format!("{text}[{}]", offset / each), ty, offset % each, size)
    }

    fn field_at(self, fields: &'t [Field], offset: u64) -> Option<&'t Field> {
        let holds =
            |f: &&Field| f.bit / 8 <= offset && offset < f.bit / 8 + self.size_of(f.ty).max(1);
        fields.iter().find(holds)
    }

    /// The name of `size` bytes at `offset` of an object that has a name and perhaps a type.
    pub fn part(
        self,
        object: (String, Option<TypeId>),
        address: u64,
        offset: u64,
        size: u64,
    ) -> (Name, Option<TypeId>) {
        let (text, ty) = match object {
            (text, Some(ty)) => self.descend(text, ty, offset, size),
            (text, None) if offset == 0 => (text, None),
            (text, None) => (format!("{text}+{offset}"), None),
        };
        (Name { text, address }, ty)
    }
}
