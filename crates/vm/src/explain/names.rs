//! Addresses as the source names them: `flag[0]`, `queue.head`, `node#2.next`.

use super::heap::Objects;
use crate::machine::{Home, Machine};
use allways_program::Program;
use allways_program::debug::{Type, TypeId};

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
        let (text, ty) = self.whole(machine, home, base);
        match ty {
            Some(ty) => self.descend(text, ty, address - base, size),
            None if address == base => Name { text, ty: None },
            None => Name { text: format!("{text}+{}", address - base), ty: None },
        }
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
                let (text, ty) = self.whole(machine, home, base);
                match ty {
                    Some(ty) => self.descend(text, ty, address - base, 1),
                    None => Name { text, ty: None },
                }
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
        let heap = self.objects.get(base).is_some_and(|k| k.heap);
        let name = match ty.map(|t| self.ty(t)) {
            Some(Type::Struct { name, .. }) if !name.is_empty() => name.clone(),
            _ => if heap { "heap" } else { "local" }.to_string(),
        };
        let number = self.objects.number(base, &name);
        (format!("{name}#{number}"), ty)
    }

    /// The type with that number.
    pub fn ty(&self, ty: TypeId) -> &'v Type {
        self.program.debug.types.get(ty as usize).unwrap_or(&Type::Void)
    }

    /// Bytes that a value of a type takes; 0 when unknown.
    pub fn size_of(&self, ty: TypeId) -> u64 {
        match self.ty(ty) {
            Type::Void | Type::Function => 0,
            Type::Bool => 1,
            Type::Int { bits, .. } | Type::Enum { bits, .. } => u64::from(*bits).div_ceil(8),
            Type::Float(80) => 16,
            Type::Float(bits) => u64::from(*bits) / 8,
            Type::Pointer(_) => u64::from(self.program.pointer_bits) / 8,
            Type::Array { element, count } => self.size_of(*element) * count,
            Type::Struct { size, .. } | Type::Opaque(size) => *size,
        }
    }

    /// Follows fields and indices down to what `size` bytes at `offset` are.
    fn descend(&self, text: String, ty: TypeId, offset: u64, size: u64) -> Name {
        match self.ty(ty) {
            _ if offset == 0 && self.size_of(ty) <= size => Name { text, ty: Some(ty) },
            Type::Array { element, .. } if self.size_of(*element) > 0 => {
                let each = self.size_of(*element);
                let text = format!("{text}[{}]", offset / each);
                self.descend(text, *element, offset % each, size)
            }
            Type::Struct { fields, .. } => {
                let holds = |f: &&allways_program::debug::Field| {
                    f.bit / 8 <= offset && offset < f.bit / 8 + self.size_of(f.ty).max(1)
                };
                match fields.iter().find(holds) {
                    Some(field) => {
                        let separator = if field.name.is_empty() { "" } else { "." };
                        let text = format!("{text}{separator}{}", field.name);
                        self.descend(text, field.ty, offset - field.bit / 8, size)
                    }
                    None => Name { text: format!("{text}+{offset}"), ty: None },
                }
            }
            // A block for several elements, reached through a pointer to one of them.
            _ if offset > 0 && self.size_of(ty) > 0 && self.size_of(ty) <= offset => {
                let each = self.size_of(ty);
                let text = format!("{text}[{}]", offset / each);
                self.descend(text, ty, offset % each, size)
            }
            _ if offset == 0 => Name { text, ty: Some(ty) },
            _ => Name { text: format!("{text}+{offset}"), ty: None },
        }
    }
}
