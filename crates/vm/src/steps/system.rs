//! The virtual machine as engines see it: states and their edges.

use super::action::Action;
use super::stepper::{VmStepper, unsupported};
use crate::fault::Halt;
use crate::machine::Vm;
use allways_space::{Edge, Flow, Letters, Rounds, State, Stepper, System, Target, ThreadId};
use allways_store::row::Top;
use allways_store::travel;
use std::ops::ControlFlow;
use std::sync::atomic::Ordering;

impl System for Vm {
    type Action = Action;
    type Stepper<'a> = VmStepper<'a>;

    fn stepper(&self) -> VmStepper<'_> {
        self.stepper_at(self.options.granularity)
    }

    fn follower(&self) -> VmStepper<'_> {
        self.follower_at(self.options.granularity)
    }

    fn rounds(&self) -> &dyn Rounds {
        self
    }

    fn hash(&self, state: State) -> u64 {
        self.top(state).hash(&self.interner)
    }

    fn content(&self, state: State, out: &mut Vec<u8>) {
        if self.options.packed_roots {
            out.extend_from_slice(&state.root.to_le_bytes());
        } else {
            travel::export(&self.interner, self.top(state), out);
        }
    }

    fn is_abstract(&self) -> bool {
        self.abstraction.is_some()
    }

    fn is_symmetric(&self) -> bool {
        self.options.symmetry
    }

    fn bytes(&self) -> u64 {
        self.interner.bytes() + self.worker_bytes.load(Ordering::Relaxed)
    }
}

impl Stepper for VmStepper<'_> {
    type Action = Action;

    fn initial(&mut self, visit: &mut dyn FnMut(Edge<Action>) -> ControlFlow<()>) -> Flow {
        let to = match self.machine.begin() {
            Ok(state) => Target::State(state),
            Err(Halt::Fault(kind)) => self.fault(kind, self.vm().place_at_start(kind)),
            Err(Halt::Unsupported(gap)) => unsupported(gap, 0),
            Err(_) => return Flow::Full,
        };
        let letters = Letters { last: self.machine.process.propositions.letter, pulse: 0 };
        let action = Action::of_thread(0, Action::ONLY);
        match visit(Edge { letters, marks: u128::MAX, ..Edge::plain(action, ThreadId(0), to) }) {
            ControlFlow::Continue(()) => Flow::Done,
            ControlFlow::Break(()) => Flow::Stopped,
        }
    }

    fn successors(
        &mut self,
        state: State,
        visit: &mut dyn FnMut(Edge<Action>) -> ControlFlow<()>,
    ) -> Flow {
        if let Err(flow) = self.expand(state) {
            return flow;
        }
        for &edge in &self.edges {
            if visit(edge).is_break() {
                return Flow::Stopped;
            }
        }
        Flow::Done
    }

    fn matched(&mut self, state: State) -> u64 {
        let root = self.abstract_root(state).or_else(|| self.interchanged_root(state));
        root.unwrap_or(state.root)
    }

    fn letter(&mut self, state: State) -> u64 {
        self.machine.load(state);
        self.machine.process.propositions.letter
    }

    fn ran(&self) -> u64 {
        self.ran
    }

    fn toil(&self) -> u64 {
        self.machine.toil
    }

    fn encode(&mut self, state: State, out: &mut Vec<u8>) {
        let vm = self.machine.vm;
        travel::export(&vm.interner, vm.top(state), out);
    }

    fn decode(&mut self, bytes: &[u8]) -> Option<State> {
        let vm = self.machine.vm;
        let root = travel::import(&vm.interner, bytes)?;
        vm.state_with(Top::Root(root)).ok()
    }
}
