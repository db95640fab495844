//! The machine that follows an execution which is told, and the system of all executions in such steps.

use crate::machine::{Machine, Vm};
use crate::options::Granularity;
use crate::steps::{Action, VmStepper};
use allways_space::{State, System};

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

/// All executions of a program in steps that take nothing for granted: up to what another thread could notice in some
/// program, or as they are told where that is smaller for a reason.
pub struct PlainSteps<'v>(pub &'v Vm);

impl PlainSteps<'_> {
    pub(super) fn granularity(&self) -> Granularity {
        match told_in(self.0) {
            Granularity::Tau => Granularity::Global,
            told => told,
        }
    }
}

impl System for PlainSteps<'_> {
    type Action = Action;
    type Stepper<'a>
        = VmStepper<'a>
    where
        Self: 'a;

    fn stepper(&self) -> VmStepper<'_> {
        self.0.follower_at(self.granularity())
    }

    fn hash(&self, state: State) -> u64 {
        self.0.hash(state)
    }

    fn bytes(&self) -> u64 {
        self.0.bytes()
    }
}

/// All executions in the steps in which they are told.
pub struct ToldSteps<'v>(pub &'v Vm);

impl System for ToldSteps<'_> {
    type Action = Action;
    type Stepper<'a>
        = VmStepper<'a>
    where
        Self: 'a;

    fn stepper(&self) -> VmStepper<'_> {
        self.0.follower_at(told_in(self.0))
    }

    fn hash(&self, state: State) -> u64 {
        self.0.hash(state)
    }

    fn bytes(&self) -> u64 {
        self.0.bytes()
    }
}
