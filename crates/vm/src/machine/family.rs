//! What `new`, `new[]` and `malloc` made is freed by what belongs to them.

use super::Machine;
use crate::fault::{FaultKind, Halt};
use crate::state::is_native;
use allways_trace::Family;

/// The operators of the library call each other, up to this depth.
const LEVELS: usize = 8;

impl Machine<'_> {
    /// By what the running thread is making or freeing an object: the outermost of the operators that called each
    /// other for it. What an operator does besides, as making an exception, is none of it.
    pub(super) fn family(&mut self) -> Family {
        let vm = self.vm;
        if vm.operators.is_empty() {
            return Family::Malloc;
        }
        let positions = self.positions().into_iter().take(LEVELS).take_while(|&pc| !is_native(pc));
        let operators = positions.map_while(|pc| vm.operators[vm.function_at(pc) as usize]);
        operators.last().unwrap_or_default()
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
