//! The virtual machine as engines see it: states and their edges.

use crate::conflict;
use crate::fault::{Block, FaultKind, Gap};
use crate::machine::{Machine, Touch};
use crate::state::Control;
use crate::step::Step;
use crate::stuck;
use crate::vm::Vm;
use allways_program::Pc;
use allways_space::{
    Edge, Fault, Flow, Property, State, Stepper, System, Target, ThreadId, Unsupported,
};
use allways_store::{Id, travel};
use std::ops::ControlFlow;

/// Which edge of a state to take.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub struct Action {
    /// Who moves.
    pub thread: u32,
    /// The outcome of its operation, or one of the marks below.
    pub choice: u32,
}

impl Action {
    /// The only outcome.
    pub const ONLY: u32 = 0;
    /// Not a move: two threads are about to race.
    pub const RACE: u32 = u32::MAX;
    /// Not a move: threads are stuck.
    pub const STUCK: u32 = u32::MAX - 1;
}

/// A thread at a state: what it is about to do.
#[derive(Clone, Debug)]
pub(crate) struct Pending {
    pub thread: u32,
    /// The instruction it is stopped before.
    pub pc: Pc,
    /// What its next operation touches.
    pub touches: Vec<Touch>,
    /// It is in an atomic section.
    pub atomic: bool,
    /// What it waits for.
    pub block: Option<Block>,
    /// Another thread might end its wait by cancelling it.
    pub cancellable: bool,
}

/// Enumerates edges; one per worker.
pub struct VmStepper<'v> {
    machine: Machine<'v>,
    pending: Vec<Pending>,
    edges: Vec<Edge<Action>>,
}

impl System for Vm {
    type Action = Action;
    type Stepper<'a> = VmStepper<'a>;

    fn stepper(&self) -> VmStepper<'_> {
        VmStepper { machine: Machine::new(self), pending: Vec::new(), edges: Vec::new() }
    }

    fn state(&self, root: u64) -> State {
        State { root, hash: self.interner.hash(Id::from_index(root as u32)) }
    }

    fn bytes(&self) -> u64 {
        self.interner.bytes()
    }
}

impl VmStepper<'_> {
    fn vm(&self) -> &Vm {
        self.machine.vm
    }

    fn selected(&self, property: Property) -> bool {
        self.vm().options.properties.contains(property)
    }

    /// Fills `pending` and `edges` for a state.
    fn expand(&mut self, state: State) -> Flow {
        self.pending.clear();
        self.edges.clear();
        self.machine.load(state);
        if self.machine.process.ended.is_some() {
            return Flow::Done;
        }
        let holder = self.machine.process.holder;
        let mut threads = self.machine.thread_numbers();
        threads.retain(|&n| self.machine.control_of(n).is_some_and(|c| c.ended.is_none()));
        // The thread in an atomic section goes first; if it can move, nobody else may.
        threads.sort_by_key(|&n| (Some(n) != holder, n));
        for thread in threads {
            let alone =
                self.pending.first().is_some_and(|p| Some(p.thread) == holder && p.block.is_none());
            if alone && !self.selected(Property::Race) {
                break;
            }
            let before = self.edges.len();
            if self.expand_thread(state, thread) == Flow::Full {
                return Flow::Full;
            }
            if alone {
                self.edges.truncate(before);
            }
        }
        self.report_races();
        self.report_stuck();
        Flow::Done
    }

    fn expand_thread(&mut self, state: State, thread: u32) -> Flow {
        self.machine.load(state);
        let control = self.machine.control_of(thread);
        let pc = if self.machine.enter(thread) { self.machine.frame().pc } else { 0 };
        let (step, first) = self.machine.step(thread, None);
        let block = if let Step::Blocked(block) = step { Some(block) } else { None };
        let cancellable = self.vm().cancels()
            && control.is_some_and(|c| block.is_some_and(|b| is_cancellable(c, b)));
        self.pending.push(Pending {
            thread,
            pc,
            touches: self.machine.touches[..first].to_vec(),
            atomic: control.is_some_and(|c| c.atomic > 0),
            block,
            cancellable,
        });
        let Step::Choices(count) = step else {
            return self.edge(thread, Action::ONLY, step);
        };
        for choice in 0..count {
            self.machine.load(state);
            let (step, first) = self.machine.step(thread, Some(choice));
            if let Some(pending) = self.pending.last_mut() {
                let new = self.machine.touches[..first].iter();
                let new: Vec<_> = new.filter(|t| !pending.touches.contains(t)).copied().collect();
                pending.touches.extend(new);
            }
            if self.edge(thread, choice, step) == Flow::Full {
                return Flow::Full;
            }
        }
        Flow::Done
    }

    fn edge(&mut self, thread: u32, choice: u32, step: Step) -> Flow {
        let to = match step {
            Step::To(state) => Target::State(state),
            Step::Blocked(_) => return Flow::Done,
            Step::Choices(_) => unreachable!("an operation chooses once"),
            Step::Fault(kind, pc) => self.fault(kind, pc),
            Step::Unsupported(gap, pc) => unsupported(gap, pc),
            Step::Full => return Flow::Full,
        };
        let action = Action { thread, choice };
        let sampled = self.machine.sampled;
        self.edges.push(Edge { action, thread: ThreadId(thread), to, sampled });
        Flow::Done
    }

    fn fault(&self, kind: FaultKind, pc: Pc) -> Target {
        let fault = Fault { property: kind.property(), what: kind.code(), place: pc };
        if self.selected(fault.property) { Target::Fault(fault) } else { Target::Ended(fault) }
    }

    fn report_races(&mut self) {
        if !self.selected(Property::Race) {
            return;
        }
        if let Some((one, _)) = conflict::find(&self.pending) {
            self.report(one.thread, one.pc, FaultKind::Race, Action::RACE);
        }
    }

    fn report_stuck(&mut self) {
        if !self.selected(Property::Deadlock) {
            return;
        }
        if let Some(thread) = stuck::find(&self.pending, self.edges.is_empty()) {
            let pc = self.pending.iter().find(|p| p.thread == thread).map_or(0, |p| p.pc);
            self.report(thread, pc, FaultKind::Deadlock, Action::STUCK);
        }
    }

    /// Puts a fault of the state itself in front of its edges.
    fn report(&mut self, thread: u32, pc: Pc, kind: FaultKind, mark: u32) {
        let to = self.fault(kind, pc);
        let action = Action { thread, choice: mark };
        self.edges.insert(0, Edge { action, thread: ThreadId(thread), to, sampled: false });
    }

    /// What every thread is about to do in a state.
    pub(crate) fn pending_at(&mut self, state: State) -> &[Pending] {
        let _ = self.expand(state);
        &self.pending
    }
}

/// Whether a thread that is blocked could be cancelled, if somebody asked.
fn is_cancellable(control: Control, block: Block) -> bool {
    let point = matches!(block, Block::Join { .. } | Block::Cond { .. } | Block::Semaphore { .. });
    !control.cancel.disabled && control.exiting.is_none() && (control.cancel.anywhere || point)
}

fn unsupported(gap: Gap, pc: Pc) -> Target {
    Target::Unsupported(Unsupported { what: gap.code(), place: pc })
}

impl Stepper for VmStepper<'_> {
    type Action = Action;

    fn initial(&mut self, visit: &mut dyn FnMut(Edge<Action>) -> ControlFlow<()>) -> Flow {
        if self.machine.load_initial().is_err() {
            return Flow::Full;
        }
        let started = self.machine.start_main();
        let to = match started.map_err(|_| ()).and_then(|()| self.machine.commit().map_err(|_| ()))
        {
            Ok(state) => Target::State(state),
            Err(()) => return Flow::Full,
        };
        let action = Action { thread: 0, choice: Action::ONLY };
        match visit(Edge { action, thread: ThreadId(0), to, sampled: false }) {
            ControlFlow::Continue(()) => Flow::Done,
            ControlFlow::Break(()) => Flow::Stopped,
        }
    }

    fn successors(
        &mut self,
        state: State,
        visit: &mut dyn FnMut(Edge<Action>) -> ControlFlow<()>,
    ) -> Flow {
        if self.expand(state) == Flow::Full {
            return Flow::Full;
        }
        for &edge in &self.edges {
            if visit(edge).is_break() {
                return Flow::Stopped;
            }
        }
        Flow::Done
    }

    fn encode(&mut self, state: State, out: &mut Vec<u8>) {
        travel::export(&self.machine.vm.interner, Id::from_index(state.root as u32), out);
    }

    fn decode(&mut self, bytes: &[u8]) -> Option<State> {
        let interner = &self.machine.vm.interner;
        let root = travel::import(interner, bytes)?;
        Some(State { root: root.index().into(), hash: interner.hash(root) })
    }
}
