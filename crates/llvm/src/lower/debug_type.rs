//! Types of the source, as far as values of them are printed and compared. Names of types
//! (`typedef`) and qualifiers are looked through.

use crate::ir::{self, DiType, Metadata};
use allways_program::debug::{Debug, Field, Type, TypeId};
use allways_program::readable::readable;
use std::collections::{HashMap, HashSet};

/// Types that are already in the table.
#[derive(Default)]
pub(crate) struct Types {
    known: HashMap<Metadata, TypeId>,
    void: Option<TypeId>,
    named: HashSet<(String, TypeId)>,
}

/// DWARF's numbers.
mod dwarf {
    pub(super) const ARRAY: u32 = 0x01;
    pub(super) const CLASS: u32 = 0x02;
    pub(super) const ENUMERATION: u32 = 0x04;
    pub(super) const MEMBER: u32 = 0x0d;
    pub(super) const POINTER: u32 = 0x0f;
    pub(super) const REFERENCE: u32 = 0x10;
    pub(super) const STRUCTURE: u32 = 0x13;
    pub(super) const SUBROUTINE: u32 = 0x15;
    pub(super) const TYPEDEF: u32 = 0x16;
    pub(super) const UNION: u32 = 0x17;
    pub(super) const INHERITANCE: u32 = 0x1c;
    pub(super) const BASE: u32 = 0x24;
    pub(super) const CONST: u32 = 0x26;
    pub(super) const VOLATILE: u32 = 0x35;
    pub(super) const RESTRICT: u32 = 0x37;
    pub(super) const UNSPECIFIED: u32 = 0x3b;
    pub(super) const RVALUE_REFERENCE: u32 = 0x42;
    pub(super) const ATOMIC: u32 = 0x47;
    pub(super) const ENCODED_BOOLEAN: u32 = 0x02;
    pub(super) const ENCODED_FLOAT: u32 = 0x04;
    pub(super) const ENCODED_SIGNED: u32 = 0x05;
    pub(super) const ENCODED_SIGNED_CHAR: u32 = 0x06;
    pub(super) const ENCODED_UNSIGNED: u32 = 0x07;
    pub(super) const ENCODED_UNSIGNED_CHAR: u32 = 0x08;
    pub(super) const ENCODED_UTF: u32 = 0x10;
}

impl Types {
    /// The number of a type; no type is `void`.
    pub(crate) fn of(&mut self, debug: &mut Debug, md: Option<Metadata>) -> TypeId {
        let mut names = Vec::new();
        let found = md.and_then(|md| resolve(md, &mut names));
        let id = match found {
            Some((md, ty)) => self.resolved(debug, md, &ty),
            None => self.void(debug),
        };
        for name in names {
            if self.named.insert((name.clone(), id)) {
                debug.type_names.push((name, id));
            }
        }
        id
    }

    fn resolved(&mut self, debug: &mut Debug, md: Metadata, ty: &DiType) -> TypeId {
        if let Some(known) = self.known.get(&md) {
            return *known;
        }
        let id = debug.types.len() as TypeId;
        // In the table before its parts are: types may contain pointers to themselves.
        debug.types.push(Type::Opaque(ty.size_bits / 8));
        self.known.insert(md, id);
        let described = self.describe(debug, md, ty);
        debug.types[id as usize] = described;
        id
    }

    fn void(&mut self, debug: &mut Debug) -> TypeId {
        *self.void.get_or_insert_with(|| {
            debug.types.push(Type::Void);
            debug.types.len() as TypeId - 1
        })
    }

    fn describe(&mut self, debug: &mut Debug, md: Metadata, ty: &DiType) -> Type {
        match ty.tag {
            dwarf::BASE => basic(ty),
            dwarf::POINTER | dwarf::REFERENCE | dwarf::RVALUE_REFERENCE => {
                Type::Pointer(self.of(debug, ty.base))
            }
            dwarf::ARRAY => self.array(debug, md, ty),
            dwarf::STRUCTURE | dwarf::CLASS | dwarf::UNION => self.record(debug, md, ty),
            dwarf::ENUMERATION => Type::Enum {
                name: ty.name.clone(),
                bits: ty.size_bits as u16,
                signed: is_signed(ty.base),
                values: ir::type_elements(md).into_iter().filter_map(ir::enumerator).collect(),
            },
            dwarf::SUBROUTINE => Type::Function,
            dwarf::UNSPECIFIED => Type::Void,
            _ => Type::Opaque(ty.size_bits / 8),
        }
    }

    /// An array of several dimensions is an array of arrays.
    fn array(&mut self, debug: &mut Debug, md: Metadata, ty: &DiType) -> Type {
        let mut element = self.of(debug, ty.base);
        let mut counts: Vec<u64> = ir::type_elements(md).into_iter().map(ir::dimension).collect();
        let outer = if counts.is_empty() { 0 } else { counts.remove(0) };
        for count in counts.into_iter().rev() {
            debug.types.push(Type::Array { element, count });
            element = debug.types.len() as TypeId - 1;
        }
        Type::Array { element, count: outer }
    }

    fn record(&mut self, debug: &mut Debug, md: Metadata, ty: &DiType) -> Type {
        let mut fields = Vec::new();
        for element in ir::type_elements(md) {
            let Some(member) = ir::type_of_metadata(element) else {
                continue;
            };
            if !matches!(member.tag, dwarf::MEMBER | dwarf::INHERITANCE) || member.is_static {
                continue;
            }
            fields.push(Field {
                ty: self.of(debug, member.base),
                bit: member.offset_bits,
                bits: if member.bit_field { member.size_bits as u16 } else { 0 },
                name: member.name,
            });
        }
        Type::Struct {
            name: record_name(md, &ty.name),
            size: ty.size_bits / 8,
            union: ty.tag == dwarf::UNION,
            fields,
        }
    }
}

/// The name of a class. Those of the C++ library have their namespace: what they contain is known.
fn record_name(md: Metadata, own: &str) -> String {
    let qualified = ir::qualified_name(md);
    if qualified.starts_with("std::") { qualified } else { readable(own) }
}

/// Looks through names and qualifiers, and collects the names. A struct without a tag takes the
/// name it was given.
fn resolve(md: Metadata, names: &mut Vec<String>) -> Option<(Metadata, DiType)> {
    let mut md = md;
    let mut given = String::new();
    loop {
        let mut ty = ir::type_of_metadata(md)?;
        match ty.tag {
            dwarf::TYPEDEF | dwarf::CONST | dwarf::VOLATILE | dwarf::RESTRICT | dwarf::ATOMIC => {
                if ty.tag == dwarf::TYPEDEF {
                    names.push(ty.name.clone());
                    if given.is_empty() {
                        given = ty.name;
                    }
                }
                md = ty.base?;
            }
            _ => {
                if ty.name.is_empty() {
                    ty.name = given;
                } else if ty.tag == dwarf::BASE {
                    names.push(ty.name.clone());
                }
                return Some((md, ty));
            }
        }
    }
}

/// Whether the type below an enumeration is signed; `int` is, which stands where none is given.
fn is_signed(base: Option<Metadata>) -> bool {
    base.and_then(|md| resolve(md, &mut Vec::new())).is_none_or(|(_, ty)| {
        matches!(ty.encoding, dwarf::ENCODED_SIGNED | dwarf::ENCODED_SIGNED_CHAR)
    })
}

fn basic(ty: &DiType) -> Type {
    let bits = ty.size_bits as u16;
    let int = |signed, char| Type::Int { bits, signed, char };
    match ty.encoding {
        dwarf::ENCODED_BOOLEAN => Type::Bool,
        dwarf::ENCODED_SIGNED => int(true, false),
        dwarf::ENCODED_UNSIGNED => int(false, false),
        dwarf::ENCODED_SIGNED_CHAR => int(true, true),
        dwarf::ENCODED_UNSIGNED_CHAR | dwarf::ENCODED_UTF => int(false, true),
        // The x87 format has 80 bits in 12 or 16 bytes.
        dwarf::ENCODED_FLOAT if ty.name.contains("long double") && bits > 64 => Type::Float(80),
        dwarf::ENCODED_FLOAT => Type::Float(bits),
        _ => Type::Opaque(ty.size_bits / 8),
    }
}
