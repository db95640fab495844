//! A virtual machine and its stepper under one owner, so that both can be thrown away together.

use crate::setup::Setup;
use allways_space::{Edge, Flow, Rounds, State, Stepper, System, Target};
use allways_vm::{Action, Vm, VmStepper};
use std::mem::ManuallyDrop;
use std::ops::ControlFlow;
use std::ptr::NonNull;

/// A running machine.
pub struct Engine {
    /// Borrows from what `vm` points to, and is dropped before it.
    stepper: ManuallyDrop<VmStepper<'static>>,
    vm: NonNull<Vm>,
    /// Where the program begins.
    pub initial: State,
}

impl Engine {
    /// Makes a program ready to run.
    pub fn start(setup: &Setup) -> Result<Engine, String> {
        let (program, options) = setup.parts();
        // Without anything learned in earlier rounds the first guesses are its own.
        let make = if setup.learned.is_empty() { Vm::new } else { Vm::without_guesses };
        let vm = make(program, options).map_err(|error| error.to_string())?;
        if !setup.learned.is_empty() && !vm.learn_from(&setup.learned) {
            return Err("what was learned in earlier rounds cannot be read".to_string());
        }
        let vm = NonNull::from(Box::leak(Box::new(vm)));
        // SAFETY: the box is freed only in `drop`, after the stepper that borrows from it.
        let stepper = unsafe { vm.as_ref() }.stepper();
        let initial = State { root: 0 };
        let mut engine = Engine { stepper: ManuallyDrop::new(stepper), vm, initial };
        engine.initial = engine.first_state()?;
        Ok(engine)
    }

    fn first_state(&mut self) -> Result<State, String> {
        let mut found = None;
        let flow = self.stepper.initial(&mut |edge: Edge<Action>| {
            found = Some(edge.to);
            ControlFlow::Break(())
        });
        match (flow, found) {
            (Flow::Stopped, Some(Target::State(state))) => Ok(state),
            _ => Err("the program has no initial state".to_string()),
        }
    }

    /// The machine.
    pub fn vm(&self) -> &Vm {
        // SAFETY: see `start`.
        unsafe { self.vm.as_ref() }
    }

    /// The stepper. It must not leave this engine.
    pub fn stepper(&mut self) -> &mut VmStepper<'static> {
        &mut self.stepper
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        // SAFETY: both were made in `start`, neither is used again, the borrower goes first.
        unsafe {
            ManuallyDrop::drop(&mut self.stepper);
            drop(Box::from_raw(self.vm.as_ptr()));
        }
    }
}
