//! Elements of containers by their names: `lines[2]`, `ages["eve"]`.
//!
//! Elements lie on the heap, where they have no name of their own. Which container they belong to is known of those that
//! were told. That may have changed since, so a container is looked at again before an element is called by its name.

use super::names::{Name, Names, Whole};
use super::values::Looking;
use crate::machine::Machine;
use allways_program::debug::TypeId;
use allways_trace::{Bytes, Element, Name as Named, elements_of};

impl<'v> Names<'v> {
    /// A container is told: remembers where its elements are.
    pub(super) fn learn_elements(
        &mut self,
        machine: &mut Machine<'v>,
        container: &Named,
        ty: TypeId,
    ) {
        let found = self.elements(machine, container.address, ty);
        let elements = &mut self.elements;
        elements.owners.retain(|_, (_, owner)| *owner != container.address);
        elements.containers.insert(container.address, (container.text.clone(), ty));
        let types = self.types();
        for element in found {
            let size = types.size_of(element.ty);
            self.elements.owners.insert(element.address, (size, container.address));
        }
    }

    fn elements(&mut self, machine: &mut Machine<'v>, address: u64, ty: TypeId) -> Vec<Element> {
        let size = self.types().size_of(ty);
        let bytes = machine.peek(address, size).map(Bytes::from);
        let Some(bytes) = bytes.filter(|b| b.len() as u64 == size) else { return Vec::new() };
        self.elements.looking = true;
        let found = elements_of(self.types(), ty, &bytes, &mut Looking { names: self, machine });
        self.elements.looking = false;
        found
    }

    /// The name of what lies in an element of a container.
    pub(super) fn element(
        &mut self,
        machine: &mut Machine<'v>,
        address: u64,
        size: u64,
    ) -> Option<Name> {
        if self.elements.looking {
            return None;
        }
        let (&start, &(length, owner)) = self.elements.owners.range(..=address).next_back()?;
        if address - start >= length {
            return None;
        }
        let (container, ty) = self.elements.containers.get(&owner)?.clone();
        let found = self.elements(machine, owner, ty);
        let element = found.into_iter().find(|element| element.address == start)?;
        let name = format!("{container}{}", element.name);
        let whole = Whole { name, ty: Some(element.ty), librarys: false };
        Some(self.part(whole, start, address, size))
    }
}
