//! What `new`, `new[]` and `malloc` made is freed by what belongs to them, and as what it is.

use super::{Machine, Object};
use crate::fault::{FaultKind, Halt};
use crate::state::is_native;
use allways_program::{CallSite, FunctionId};
use allways_trace::Family;

/// The operators of the library call each other, up to this depth.
const LEVELS: usize = 8;

/// The operators `delete` and `delete[]` that are told the size of what was made.
const SIZED: [&str; 2] = ["_ZdlPvm", "_ZdaPvm"];

impl Machine<'_> {
    /// By what the running thread is making or freeing an object: the outermost of the operators that called each
    /// other for it. What an operator does besides, as making an exception, is none of it.
    pub(super) fn family(&mut self) -> Family {
        let vm = self.vm;
        if vm.operators.is_empty() {
            return Family::Malloc;
        }
        let positions = self.innermost_positions(LEVELS).into_iter();
        let positions = positions.take_while(|&pc| !is_native(pc));
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

    /// Refuses to delete an object as one of another size. The operators that are told an alignment are left out: what
    /// they free was made larger.
    pub(super) fn check_size(&mut self, function: FunctionId, call: &CallSite) -> Result<(), Halt> {
        let vm = self.vm;
        let Some(&Some(freed)) = vm.operators.get(function as usize) else { return Ok(()) };
        if !SIZED.contains(&&*vm.program.functions[function as usize].name) {
            return Ok(());
        }
        let [address, size] = [0, 1].map(|number| self.word(call.args[number].value).get());
        let (Some(address), Some(size)) = (address, size) else { return Ok(()) };
        // What is no object, or was made by something else, is noticed when it is freed.
        let Ok((position, 0)) = self.object_at(address, true) else { return Ok(()) };
        let Object { family, size: room, .. } = self.objects[position];
        if family != freed {
            return Ok(());
        }
        // The library makes objects of at least one byte.
        if room == size || (room == 1 && size == 0) {
            return Ok(());
        }
        Err(FaultKind::WrongSize { address, room, size }.into())
    }
}
