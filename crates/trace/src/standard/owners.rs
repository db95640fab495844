//! Pointers that own something, callables, and locks.

use super::layout::{Object, find};
use super::{Found, Odd, Part, Place, Shape, WRONG};
use allways_program::debug::{Field, Type, TypeId};
use allways_program::holder;

impl Object<'_> {
    pub(super) fn unique_ptr(&mut self) -> Found {
        self.owner(None)
    }

    /// `shared_ptr`, and `weak_ptr`, which owns nothing but knows how many do.
    pub(super) fn shared_ptr(&mut self) -> Found {
        let (control, _) = self.pointer(&["__cntrl_"])?;
        if control == 0 {
            return self.owner(None);
        }
        // It counts from -1.
        let count = self.owners_of_control()?;
        let owners = self.number_at(control, &count)?.wrapping_add(1);
        if owners > u64::from(u32::MAX) {
            return Err(WRONG);
        }
        self.owner(Some(owners))
    }

    /// The counter in a control block. Programs mostly know no more than its name: its class has a table of virtual
    /// functions and then the counter, as the binary interface of libc++ has it.
    fn owners_of_control(&self) -> Result<Field, Odd> {
        if let Ok(class) = self.class("std::__shared_weak_count") {
            return find(self.types, class, &["__shared_owners_"]);
        }
        let word = |ty: &Type| matches!(ty, Type::Int { bits, signed: true, .. } if u64::from(*bits) == 8 * self.types.pointer_size());
        let ty = self.types.all().iter().position(word).ok_or(Odd::Unknown)? as TypeId;
        Ok(Field { name: String::new(), ty, bit: 8 * self.types.pointer_size(), bits: 0 })
    }

    fn owner(&mut self, owners: Option<u64>) -> Found {
        let field = self.find(&["__ptr_"])?;
        let (address, to) = self.pointer(&["__ptr_"])?;
        let pointer = field.bit / 8;
        let shape = Shape::Owner { pointer, to, owners };
        let size = self.types.size_of(to);
        // What has no owner any more may be destroyed, and what lies there says nothing.
        if address == 0 || size == 0 || owners == Some(0) || !self.is_there(address, size) {
            return Ok((shape, Vec::new(), 0));
        }
        Ok((shape, vec![Part::new(to, Place::At(address))], 1))
    }

    pub(super) fn function(&mut self) -> Found {
        let field = self.find(&["__f_", "__f_"])?;
        if !matches!(self.types.get(field.ty), Type::Pointer(_)) {
            return Err(Odd::Unknown);
        }
        match self.number(&["__f_", "__f_"])? {
            0 => Ok((Shape::Maybe, Vec::new(), 0)),
            _ => Ok((Shape::Many, Vec::new(), 1)),
        }
    }

    /// Laid out as glibc does, with the number of the holder plus one under a mark.
    pub(super) fn mutex(&mut self) -> Found {
        let owner = self.number(&["__m_", "__data", "__owner"])?;
        let holder = holder::number(owner as u32).checked_sub(1);
        Ok((Shape::Lock(holder), Vec::new(), 0))
    }
}
