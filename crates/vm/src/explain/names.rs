//! Addresses as the source names them: `flag[0]`, `queue.head`, `node#2.next`.

use super::heap::Objects;
use crate::machine::{Home, Machine};
use allways_program::Program;
use allways_program::debug::{Type, TypeId};
use allways_trace::{Name as Named, Types};

/// Finds names for addresses.
pub struct Names<'v> {
    /// The program.
    pub program: &'v Program,
    /// What is known of heap objects.
    pub objects: Objects,
}

/// A name, and the type of what it names, if known.
pub struct Name {
    /// As the source would write it.
    pub text: String,
    /// The type.
    pub ty: Option<TypeId>,
}

impl<'v> Names<'v> {
    /// Knows nothing yet.
    pub fn new(program: &'v Program) -> Names<'v> {
        Names { program, objects: Objects::default() }
    }

    /// The name of `size` bytes at an address.
    pub fn of(&mut self, machine: &mut Machine<'v>, address: u64, size: u64) -> Name {
        let Some((home, base, _)) = machine.object_info(address) else {
            return self.of_missing(machine, address);
        };
        let whole = self.whole(machine, home, base);
        let (Named { text, .. }, ty) = self.types().part(whole, address, address - base, size);
        Name { text, ty }
    }

    /// The same with the address and without the type.
    pub fn named(&mut self, machine: &mut Machine<'v>, address: u64, size: u64) -> Named {
        Named { text: self.of(machine, address, size).text, address }
    }

    /// The name of an address that has no object any more.
    fn of_missing(&mut self, machine: &Machine<'v>, address: u64) -> Name {
        if let Some(function) = machine.vm.space.function_at(address)
            && let Some(function) = self.program.functions.get(function as usize)
        {
            return Name { text: function.display.clone(), ty: None };
        }
        let object = machine.vm.space.object_at(address);
        let object = object.map(|(name, offset)| (name, address - offset));
        match object.filter(|(_, base)| self.objects.get(*base).is_some()) {
            Some((name, base)) => {
                let key = machine.vm.space.key(name);
                let home = Home::Thread { thread: name.thread, key };
                let (text, ty) = match self.whole(machine, home, base) {
                    (text, Some(ty)) => self.types().descend(text, ty, address - base, 1),
                    untyped => untyped,
                };
                Name { text, ty }
            }
            None => Name { text: format!("{address:#x}"), ty: None },
        }
    }

    /// The name and type of a whole object.
    fn whole(&mut self, machine: &Machine<'v>, home: Home, base: u64) -> (String, Option<TypeId>) {
        let variable = match home {
            Home::Global(number) | Home::Constant(number) => {
                let global = &self.program.globals[number as usize];
                match global.variable {
                    Some(variable) => variable,
                    None => return (global.name.clone(), None),
                }
            }
            Home::Thread { key, .. } => {
                let (site, _) = machine.vm.space.site_and_index(key);
                match self.program.sites.get(site as usize).and_then(|s| s.variable) {
                    Some(variable) => variable,
                    None => return self.heap_object(base),
                }
            }
        };
        let variable = &self.program.debug.variables[variable as usize];
        (variable.name.clone(), Some(variable.ty))
    }

    /// The name and type of a whole object of the heap.
    pub(super) fn heap_object(&mut self, base: u64) -> (String, Option<TypeId>) {
        let ty = self.objects.get(base).and_then(|k| k.ty);
        let name = self.family(base);
        let number = self.objects.number(base, &name);
        (format!("{name}#{number}"), ty)
    }

    /// The same for an object that was named already.
    pub(super) fn known_object(&self, base: u64) -> Option<(String, Option<TypeId>)> {
        let known = self.objects.get(base).filter(|known| known.number > 0)?;
        Some((format!("{}#{}", self.family(base), known.number), known.ty))
    }

    /// What objects like the one at an address are called.
    fn family(&self, base: u64) -> String {
        let known = self.objects.get(base);
        match known.and_then(|k| k.ty).map(|t| self.types().get(t)) {
            Some(Type::Struct { name, .. }) if !name.is_empty() => name.clone(),
            _ if known.is_some_and(|k| k.heap) => "heap".to_string(),
            _ => "local".to_string(),
        }
    }

    /// The types.
    pub fn types(&self) -> Types<'v> {
        Types::new(&self.program.debug.types, self.program.pointer_bits)
    }
}
