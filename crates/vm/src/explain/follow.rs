//! The machine that follows an execution which is told.

use crate::machine::{Machine, Vm};
use crate::options::Granularity;

/// The size of the steps in which executions are told: small enough to see what happens.
pub(super) fn told_in(vm: &Vm) -> Granularity {
    if vm.is_told_by_instructions() { Granularity::Instruction } else { Granularity::Tau }
}

pub(super) fn machine_at(vm: &Vm, granularity: Granularity) -> Machine<'_> {
    let mut machine = Machine::new(vm);
    machine.granularity = granularity;
    machine.watch.watching = false;
    machine
}
