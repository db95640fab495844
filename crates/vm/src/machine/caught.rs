//! Which handlers catch which types: the descriptions of types, as the Itanium C++ ABI lays them out,
//! and the rules of the language for them, as libc++abi has them.

use super::Machine;
use crate::fault::Halt;

/// Qualifiers of what a pointer points to.
const CONST: u64 = 1;
/// `const`, `volatile`, `restrict`: they may be added, and never removed.
const KEPT: u64 = 7;
/// Parts of function types: they may be removed, and never added.
const NOT_ADDED: u64 = 0x60;
/// A type that was not complete where it was described: only its name says which it is.
const INCOMPLETE: u64 = 0x18;

/// Flags of a base class.
const VIRTUAL: u64 = 1;
const PUBLIC: u64 = 2;

/// More bases than any class has: a description that goes round in circles is none.
const DEEPEST: u32 = 64;

#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum Shape {
    Fundamental,
    Class,
    Single,
    Several,
    Pointer,
    Member,
    Function,
    Other,
}

/// A place where a class has another as its base: which one, whether it can be named there, and where.
type Base = (u64, bool, u64);

impl Machine<'_> {
    /// Where a handler for one type finds an object of another; `None` when it does not catch it.
    pub(super) fn caught(
        &mut self,
        by: u64,
        thrown: u64,
        object: u64,
    ) -> Result<Option<u64>, Halt> {
        match self.shape(by)? {
            Shape::Class | Shape::Single | Shape::Several => {
                if self.is_same_type(by, thrown)? {
                    return Ok(Some(object));
                }
                if !self.is_class(thrown)? {
                    return Ok(None);
                }
                self.public_base(by, thrown, object)
            }
            Shape::Pointer | Shape::Member => self.caught_pointer(by, thrown, object),
            Shape::Function => Ok(None),
            Shape::Fundamental | Shape::Other => {
                Ok(self.is_same_type(by, thrown)?.then_some(object))
            }
        }
    }

    /// The same for handlers of pointers, which get the pointer itself.
    fn caught_pointer(&mut self, by: u64, thrown: u64, object: u64) -> Result<Option<u64>, Halt> {
        let member = self.shape(by)? == Shape::Member;
        if self.is_named(thrown, b"Dn")? && !member {
            return Ok(Some(0));
        }
        if self.is_same_type(by, thrown)? {
            return Ok(Some(if member { object } else { self.read_number(object, 8)? }));
        }
        if self.shape(thrown)? != self.shape(by)? || !self.adds_qualifiers(by, thrown)? {
            return Ok(None);
        }
        let (to, from) = (self.read_number(by + 24, 8)?, self.read_number(thrown + 24, 8)?);
        if member {
            let same_class = self.read_number(by + 32, 8)? == self.read_number(thrown + 32, 8)?;
            return Ok((same_class && self.is_same_type(to, from)?).then_some(object));
        }
        let pointer = self.read_number(object, 8)?;
        self.points_to(by, to, from, pointer)
    }

    fn points_to(
        &mut self,
        by: u64,
        to: u64,
        from: u64,
        pointer: u64,
    ) -> Result<Option<u64>, Halt> {
        if self.is_same_type(to, from)? {
            return Ok(Some(pointer));
        }
        if self.is_named(to, b"v")? {
            return Ok((self.shape(from)? != Shape::Function).then_some(pointer));
        }
        if self.shape(to)? == Shape::Pointer {
            return Ok(self.is_nested(by, to, from)?.then_some(pointer));
        }
        if !self.is_class(to)? || !self.is_class(from)? {
            return Ok(None);
        }
        self.public_base(to, from, pointer)
    }

    /// Pointers to pointers: what is in between must be constant.
    fn is_nested(&mut self, mut by: u64, mut to: u64, mut from: u64) -> Result<bool, Halt> {
        for _ in 0..DEEPEST {
            if self.read_number(by + 16, 4)? & CONST == 0 || self.shape(from)? != Shape::Pointer {
                return Ok(false);
            }
            let (flags, theirs) = (self.read_number(to + 16, 4)?, self.read_number(from + 16, 4)?);
            if theirs & !flags != 0 {
                return Ok(false);
            }
            let (inner, other) = (self.read_number(to + 24, 8)?, self.read_number(from + 24, 8)?);
            if self.is_same_type(inner, other)? {
                return Ok(true);
            }
            if self.shape(inner)? != Shape::Pointer {
                return Ok(false);
            }
            (by, to, from) = (to, inner, other);
        }
        Ok(false)
    }

    fn adds_qualifiers(&mut self, by: u64, thrown: u64) -> Result<bool, Halt> {
        let (flags, theirs) = (self.read_number(by + 16, 4)?, self.read_number(thrown + 16, 4)?);
        Ok(theirs & !flags & KEPT == 0 && flags & !theirs & NOT_ADDED == 0)
    }

    /// The one base of that type that an object has, if it is only one and can be named.
    fn public_base(&mut self, base: u64, class: u64, object: u64) -> Result<Option<u64>, Halt> {
        let mut found: Vec<Base> = Vec::new();
        self.bases(base, (object, true, object), class, 0, &mut found)?;
        let Some(&(key, _, address)) = found.first() else { return Ok(None) };
        let one = found.iter().all(|(other, _, _)| *other == key);
        let public = found.iter().any(|(_, public, _)| *public);
        Ok((one && public).then_some(address))
    }

    /// Finds all bases of a type. A null pointer has no object to look at: there a virtual base is known
    /// by its type.
    fn bases(
        &mut self,
        base: u64,
        (key, public, address): Base,
        class: u64,
        depth: u32,
        found: &mut Vec<Base>,
    ) -> Result<(), Halt> {
        if self.is_same_type(base, class)? {
            found.push((key, public, address));
            return Ok(());
        }
        let (first, count) = match self.shape(class)? {
            Shape::Single => {
                let next = self.read_number(class + 16, 8)?;
                return self.bases(base, (key, public, address), next, depth + 1, found);
            }
            Shape::Several if depth < DEEPEST => (class + 24, self.read_number(class + 20, 4)?),
            _ => return Ok(()),
        };
        for number in 0..count {
            let at = first + 16 * number;
            let next = self.read_number(at, 8)?;
            let flags = self.read_number(at + 8, 8)?;
            let distance = (flags as i64 >> 8) as u64;
            let public = public && flags & PUBLIC != 0;
            let place = match (address, flags & VIRTUAL != 0) {
                (0, true) => (next, public, 0),
                (0, false) => (key.wrapping_add(distance), public, 0),
                (_, true) => {
                    let table = self.read_number(address, 8)?;
                    let distance = self.read_number(table.wrapping_add(distance), 8)?;
                    let place = address.wrapping_add(distance);
                    (place, public, place)
                }
                (_, false) => {
                    let place = address.wrapping_add(distance);
                    (place, public, place)
                }
            };
            self.bases(base, place, next, depth + 1, found)?;
        }
        Ok(())
    }

    fn is_class(&mut self, of_type: u64) -> Result<bool, Halt> {
        Ok(matches!(self.shape(of_type)?, Shape::Class | Shape::Single | Shape::Several))
    }

    /// What kind of type a description describes: its virtual table says it.
    fn shape(&mut self, of_type: u64) -> Result<Shape, Halt> {
        let table = self.read_number(of_type, 8)?;
        let Some(global) = self.vm.global_at(table) else { return Ok(Shape::Other) };
        let name = self.vm.program.globals[global as usize].name.as_str();
        Ok(match name.strip_prefix("_ZTVN10__cxxabiv1").unwrap_or("") {
            "17__class_type_infoE" => Shape::Class,
            "20__si_class_type_infoE" => Shape::Single,
            "21__vmi_class_type_infoE" => Shape::Several,
            "19__pointer_type_infoE" => Shape::Pointer,
            "29__pointer_to_member_type_infoE" => Shape::Member,
            "20__function_type_infoE" => Shape::Function,
            "23__fundamental_type_infoE" => Shape::Fundamental,
            _ => Shape::Other,
        })
    }

    fn is_same_type(&mut self, one: u64, other: u64) -> Result<bool, Halt> {
        if one == other {
            return Ok(true);
        }
        let (name, theirs) = (self.read_number(one + 8, 8)?, self.read_number(other + 8, 8)?);
        if name == theirs {
            return Ok(true);
        }
        if !self.is_incomplete(one)? && !self.is_incomplete(other)? {
            return Ok(false);
        }
        Ok(self.read_string(name)? == self.read_string(theirs)?)
    }

    fn is_incomplete(&mut self, of_type: u64) -> Result<bool, Halt> {
        let pointer = matches!(self.shape(of_type)?, Shape::Pointer | Shape::Member);
        Ok(pointer && self.read_number(of_type + 16, 4)? & INCOMPLETE != 0)
    }

    fn is_named(&mut self, of_type: u64, name: &[u8]) -> Result<bool, Halt> {
        let at = self.read_number(of_type + 8, 8)?;
        Ok(self.shape(of_type)? == Shape::Fundamental && self.read_string(at)? == name)
    }
}
