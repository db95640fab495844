//! Fields by name, and what they hold.

use super::{GONE, Odd, UNINITIALISED};
use crate::around::Around;
use crate::bytes::Bytes;
use crate::types::Types;
use allways_program::debug::{Field, Type, TypeId};

/// Classes within classes that are searched for a field.
const DEEPEST: u32 = 16;

/// An object of a class of the library.
pub(super) struct Object<'a> {
    pub(super) types: Types<'a>,
    pub(super) ty: TypeId,
    pub(super) bytes: &'a Bytes,
    pub(super) around: &'a mut dyn Around,
    /// Parts that are wanted.
    pub(super) most: u64,
}

impl<'a> Object<'a> {
    /// A field of the object by the names that lead there.
    pub(super) fn find(&self, path: &[&str]) -> Result<Field, Odd> {
        find(self.types, self.ty, path)
    }

    /// The number that a field holds.
    pub(super) fn number(&self, path: &[&str]) -> Result<u64, Odd> {
        number(self.types, &self.find(path)?, self.bytes)
    }

    /// The address that a field holds, and the type of what is there.
    pub(super) fn pointer(&self, path: &[&str]) -> Result<(u64, TypeId), Odd> {
        let field = self.find(path)?;
        let Type::Pointer(to) = self.types.get(field.ty) else { return Err(Odd::Unknown) };
        Ok((number(self.types, &field, self.bytes)?, *to))
    }

    /// All of that many bytes at an address.
    pub(super) fn read(&mut self, address: u64, size: u64) -> Result<Bytes, Odd> {
        let bytes = self.around.read(address, size).filter(|b| b.len() as u64 == size);
        bytes.ok_or(GONE)
    }

    /// The number in a field of an object that lies elsewhere.
    pub(super) fn number_at(&mut self, address: u64, field: &Field) -> Result<u64, Odd> {
        let size = self.types.size_of(field.ty);
        let bytes = self.read(address.wrapping_add(field.bit / 8), size)?;
        number(self.types, &Field { bit: field.bit % 8, ..field.clone() }, &bytes)
    }

    /// Whether there are that many bytes at an address.
    pub(super) fn is_there(&mut self, address: u64, size: u64) -> bool {
        self.around.room(address) >= size
    }

    /// The class with a name whose fields are known. Classes of the same name in several files must be of the same
    /// size.
    pub(super) fn class(&self, name: &str) -> Result<TypeId, Odd> {
        let mut found = None;
        for (id, ty) in self.types.all().iter().enumerate() {
            let Type::Struct { name: own, fields, size, .. } = ty else { continue };
            if own != name || fields.is_empty() {
                continue;
            }
            match found {
                None => found = Some((id as TypeId, *size)),
                Some((_, other)) if other != *size => return Err(Odd::Unknown),
                Some(_) => {}
            }
        }
        found.map(|(id, _)| id).ok_or(Odd::Unknown)
    }
}

/// A field of a class by the names that lead there; its first bit is counted from the beginning of the class.
pub(super) fn find(types: Types<'_>, ty: TypeId, path: &[&str]) -> Result<Field, Odd> {
    let Some((first, rest)) = path.split_first() else { return Err(Odd::Unknown) };
    let field = search(types, ty, first, DEEPEST).ok_or(Odd::Unknown)?;
    if rest.is_empty() {
        return Ok(field);
    }
    let inner = find(types, field.ty, rest)?;
    Ok(Field { bit: field.bit + inner.bit, ..inner })
}

/// Searches a class, its bases, and what has no name in it.
fn search(types: Types<'_>, ty: TypeId, name: &str, depth: u32) -> Option<Field> {
    let Type::Struct { fields, .. } = types.get(ty) else { return None };
    if let Some(field) = fields.iter().find(|f| f.name == name) {
        return Some(field.clone());
    }
    let depth = depth.checked_sub(1)?;
    fields.iter().filter(|f| f.name.is_empty()).find_map(|base| {
        let inner = search(types, base.ty, name, depth)?;
        Some(Field { bit: base.bit + inner.bit, ..inner })
    })
}

/// The number in a field, if all its bits have a value.
fn number(types: Types<'_>, field: &Field, bytes: &Bytes) -> Result<u64, Odd> {
    let part = types.field_of(field, bytes).ok_or(Odd::Unknown)?;
    if part.is_empty() || part.len() > 8 {
        return Err(Odd::Unknown);
    }
    if part.defined.iter().any(|&d| d != 0xff) {
        return Err(UNINITIALISED);
    }
    Ok(part.bits(0, part.len()).0 as u64)
}
