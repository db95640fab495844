//! What `new`, `new[]` and `malloc` made is freed by what belongs to them.

use super::Machine;
use crate::fault::{FaultKind, Halt};
use crate::state::is_native;
use allways_trace::Family;

/// The operators of the library call each other, up to this depth.
const LEVELS: usize = 8;

impl Machine<'_> {
    /// By what the running thread is making or freeing an object: the outermost operator that the library
    /// function which does it was called for.
    pub(super) fn family(&mut self) -> Family {
        let vm = self.vm;
        let mut found = Family::Malloc;
        if vm.operators.is_empty() {
            return found;
        }
        for pc in self.positions().into_iter().take(LEVELS).take_while(|&pc| !is_native(pc)) {
            let function = vm.function_at(pc);
            match vm.operators[function as usize] {
                Some(family) => found = family,
                None if found == Family::Malloc && vm.is_library_function(function) => {}
                None => break,
            }
        }
        found
    }

    /// Refuses to free an object by what does not belong to what made it.
    pub(super) fn check_family(&mut self, position: usize) -> Result<(), Halt> {
        let (made, freed) = (self.objects[position].family, self.family());
        let address = self.objects[position].base;
        if made == freed {
            Ok(())
        } else {
            Err(FaultKind::WrongFree { address, made, freed }.into())
        }
    }
}
