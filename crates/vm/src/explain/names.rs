//! Addresses as the source names them: `flag[0]`, `queue.head`, `node#2.next`.

use super::heap::{Elements, Objects};
use crate::machine::{Home, Machine};
use allways_program::Program;
use allways_program::debug::{LIBRARY, Type, TypeId};
use allways_trace::{Name as Named, Types};

/// Finds names for addresses.
pub struct Names<'v> {
    /// The program.
    pub program: &'v Program,
    /// What is known of heap objects.
    pub objects: Objects,
    /// The program uses the C++ library: its objects are told as they are after each instruction.
    pub look_at_states: bool,
    /// Containers and their elements.
    pub(super) elements: Elements,
}

/// A name, and the type of what it names, if known.
pub struct Name {
    /// As the source would write it.
    pub text: String,
    /// Where what it names begins.
    pub address: u64,
    /// The type.
    pub ty: Option<TypeId>,
    /// It is the C++ library's own, or nobody's.
    pub librarys: bool,
}

/// A whole object.
pub(super) struct Whole {
    pub(super) name: String,
    pub(super) ty: Option<TypeId>,
    pub(super) librarys: bool,
}

impl<'v> Names<'v> {
    /// Knows nothing yet.
    pub fn new(program: &'v Program) -> Names<'v> {
        let look_at_states = program.debug.uses_library();
        let (objects, elements) = (Objects::default(), Elements::default());
        Names { program, objects, look_at_states, elements }
    }

    /// The name of `size` bytes at an address.
    pub fn of(&mut self, machine: &mut Machine<'v>, address: u64, size: u64) -> Name {
        let Some((home, base, _)) = machine.object_info(address) else {
            return self.of_missing(machine, address, size);
        };
        if let Home::Thread { .. } = home
            && let Some(name) =
                self.inner(base, address, size).or_else(|| self.element(machine, address, size))
        {
            return name;
        }
        let whole = self.whole(machine, home, base);
        self.part(whole, base, address, size)
    }

    pub(super) fn part(&self, whole: Whole, base: u64, address: u64, size: u64) -> Name {
        let Whole { name, ty, librarys } = whole;
        let (name, ty, start) = self.types().part((name, ty), address, address - base, size);
        Name { text: name.text, address: start, ty, librarys }
    }

    /// The name of a part of an object of the C++ library that holds one of the program's: a node, a control block.
    fn inner(&mut self, base: u64, address: u64, size: u64) -> Option<Name> {
        let (offset, ty) = self.objects.get(base)?.inner?;
        let start = base + offset;
        if address < start || address >= start + self.types().size_of(ty) {
            return None;
        }
        let Type::Struct { name, .. } = self.types().get(ty) else { return None };
        let number = self.objects.number(start, name);
        let whole = Whole { name: format!("{name}#{number}"), ty: Some(ty), librarys: false };
        Some(self.part(whole, start, address, size))
    }

    /// Whether a variable is one of the C++ library's functions or its own.
    pub(super) fn is_librarys(&self, variable: u32) -> bool {
        let debug = &self.program.debug;
        let variable = &debug.variables[variable as usize];
        // Tables of virtual functions and texts have no name in the source, `this` has no place.
        if variable.name.is_empty() || variable.name == "_vtable$" {
            return self.look_at_states;
        }
        let location = debug.locations.get(variable.declared as usize);
        variable.scope.starts_with("std::")
            || location.is_some_and(|location| debug.file(location).contains(LIBRARY))
    }

    /// The same with the address and without the type.
    pub fn named(&mut self, machine: &mut Machine<'v>, address: u64, size: u64) -> Named {
        Named { text: self.of(machine, address, size).text, address }
    }

    /// The name of an address that has no object any more.
    fn of_missing(&mut self, machine: &Machine<'v>, address: u64, size: u64) -> Name {
        let unknown = |text: String| Name { text, address, ty: None, librarys: true };
        if let Some(function) = machine.vm.space.function_at(address)
            && let Some(function) = self.program.functions.get(function as usize)
        {
            return unknown(function.display.clone());
        }
        let object = machine.vm.space.object_at(address);
        let object = object.map(|(name, offset)| (name, address - offset));
        match object.filter(|(_, base)| self.objects.get(*base).is_some()) {
            Some((name, base)) => {
                if let Some(name) = self.inner(base, address, size) {
                    return name;
                }
                let key = machine.vm.space.key(name);
                let home = Home::Thread { thread: name.thread, key };
                let whole = self.whole(machine, home, base);
                match whole.ty {
                    Some(_) => self.part(whole, base, address, size),
                    None => unknown(whole.name),
                }
            }
            None => unknown(format!("{address:#x}")),
        }
    }

    /// The name and type of a whole object.
    fn whole(&mut self, machine: &Machine<'v>, home: Home, base: u64) -> Whole {
        let variable = match home {
            Home::Global(number) | Home::Constant(number) => {
                let global = &self.program.globals[number as usize];
                match global.variable {
                    Some(variable) => variable,
                    None => return Whole { name: global.name.clone(), ty: None, librarys: true },
                }
            }
            Home::Thread { key, .. } => {
                let (site, _) = machine.vm.space.site_and_index(key);
                match self.program.sites.get(site as usize).and_then(|s| s.variable) {
                    Some(variable) => variable,
                    None => {
                        let (name, ty) = self.heap_object(base);
                        return Whole { name, ty, librarys: !self.is_programs(base, ty) };
                    }
                }
            }
        };
        let librarys = self.is_librarys(variable);
        let variable = &self.program.debug.variables[variable as usize];
        Whole { name: variable.name.clone(), ty: Some(variable.ty), librarys }
    }

    /// Whether an object of the heap is of a class of the program.
    fn is_programs(&self, base: u64, ty: Option<TypeId>) -> bool {
        let types = self.types();
        let class = |ty| matches!(types.get(ty), Type::Struct { .. }) && !types.is_standard(ty);
        self.objects.get(base).is_some_and(|known| known.heap) && ty.is_some_and(class)
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
            Some(Type::Struct { name, .. }) if !name.is_empty() && !name.starts_with("std::__") => {
                name.clone()
            }
            _ if known.is_some_and(|k| k.heap) => "heap".to_string(),
            _ => "local".to_string(),
        }
    }

    /// The types.
    pub fn types(&self) -> Types<'v> {
        Types::new(&self.program.debug.types, self.program.pointer_bits)
    }
}
