//! Tells an execution step by step.

use super::Event;
use super::follow::{machine_at, told_in};
use super::heap::Spot;
use super::names::Names;
use super::places::{place, place_near};
use super::record::Recorder;
use super::rows::{Noted, Row, rows};
use super::threads::Threads;
use super::told::{self, Told};
use super::touched::Touched;
use crate::fault::{FaultKind, Halt};
use crate::machine::{Machine, Position, Vm};
use crate::steps::{Actor, Step};
use allways_program::{Inst, Pc};
use allways_space::State;
use allways_trace::{Event as Done, Optimised, Place, Step as TraceStep, Trace};

/// How much is told of an execution.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Detail {
    /// Its steps.
    Steps,
    /// Also what can be seen at each of them.
    Moments,
}

pub(super) enum Taken {
    To(State),
    Told(Box<Told>, Place),
    Not(String),
}

pub(super) struct Teller<'v> {
    pub(super) machine: Machine<'v>,
    pub(super) names: Names<'v>,
    pub(super) steps: Vec<TraceStep>,
    /// Looks at states between two instructions.
    viewer: Machine<'v>,
    touched: Touched,
    threads: Threads,
    detail: Detail,
    /// Records what can be seen, once there is a state.
    pub(super) recorder: Option<Recorder<'v>>,
}

impl<'v> Teller<'v> {
    pub(super) fn new(vm: &'v Vm, detail: Detail) -> Teller<'v> {
        Teller {
            machine: machine_at(vm, told_in(vm)),
            names: Names::new(&vm.program),
            viewer: machine_at(vm, told_in(vm)),
            steps: Vec::new(),
            touched: Touched::default(),
            threads: Threads::default(),
            detail,
            recorder: None,
        }
    }

    pub(super) fn begin(&mut self) -> Result<State, Halt> {
        self.threads.begin(self.machine.vm, 0, self.machine.vm.entry);
        let state = self.machine.begin()?;
        if self.detail == Detail::Moments {
            self.recorder = Some(Recorder::new(self.machine.vm, state, &self.names));
        }
        Ok(state)
    }

    /// A fault that is there from the beginning.
    pub(super) fn tell_beginning(&mut self, kind: FaultKind) -> (Told, Place) {
        let told = told::tell(&mut self.names, &mut self.machine, kind);
        let inside = told::evaluated_at(&self.machine, kind);
        let pc = inside.unwrap_or_else(|| self.machine.vm.place_at_start(kind));
        self.last_row(0, pc, Done::Fault { finding: told.finding.clone() });
        (told, place(self.machine.vm, pc))
    }

    pub(super) fn run(&mut self, state: State, actor: Actor, choice: u32) -> Taken {
        let thread = actor.thread();
        self.machine.load(state);
        self.machine.events = Some(Vec::new());
        self.machine.recording = self.recorder.is_some() || self.names.look_at_states;
        let step = self.machine.step(actor, Some(choice));
        let events = self.machine.events.take().unwrap_or_default();
        self.threads.heed(self.machine.vm, thread, &events);
        let end = if let Step::To(next) = step { Some(next) } else { None };
        let noted = Noted { thread, start: state, events: &events, end };
        let (names, touched) = (&mut self.names, &mut self.touched);
        let rows = rows(names, &mut self.machine, &mut self.viewer, touched, noted);
        self.keep(thread, rows, &events, end);
        match step {
            Step::To(next) => Taken::To(next),
            Step::Fault(kind, pc) => {
                let at = self.machine.users_position(pc);
                let mut told = told::tell(&mut self.names, &mut self.machine, kind);
                if let FaultKind::Misuse(_) = kind
                    && let Some(address) = self.machine.first_argument(pc)
                {
                    told::with_lock(&self.names, &mut self.machine, address, &mut told);
                }
                told::with_evaluation(&mut self.machine, kind, &mut told);
                let before = self.touched.tell(&mut self.names, &mut self.machine);
                self.push(before);
                self.last_row(thread, at, Done::Fault { finding: told.finding.clone() });
                self.told(told, Some(thread), at)
            }
            Step::Unsupported(gap, pc) => {
                let told = told::tell_gap(&self.machine, gap);
                self.told(told, None, pc)
            }
            other => Taken::Not(format!("thread {thread}: {other:?}")),
        }
    }

    /// What a thread has changed in objects of the C++ library is told before another one does something.
    pub(super) fn tell_touched(&mut self, state: State, next: Option<u32>) {
        if self.touched.is_anothers(next) {
            self.viewer.load(state);
            let step = self.touched.tell(&mut self.names, &mut self.viewer);
            self.push(step);
        }
    }

    /// Keeps a step in which the state does not change.
    fn push(&mut self, step: Option<TraceStep>) {
        if let Some(step) = step {
            self.steps.push(step);
            if let Some(recorder) = &mut self.recorder {
                recorder.begin_step();
            }
        }
    }

    /// Keeps the rows that say something, and records what led from each to the next. What an instruction changed
    /// that says nothing is told with what was said before: its thread comes to where it goes on.
    fn keep(&mut self, thread: u32, rows: Vec<Row>, events: &[Event], end: Option<State>) {
        let mut pc = Pc::MAX;
        let last = rows.len() - 1;
        let groups = events.split_inclusive(|event| matches!(event, Event::At(_)));
        let groups = groups.map(Some).chain(std::iter::repeat(None));
        for ((number, row), group) in rows.into_iter().enumerate().zip(groups) {
            self.push(row.before);
            let says = row.step.says_something();
            if says {
                self.steps.push(row.step);
            }
            let Some(recorder) = &mut self.recorder else { continue };
            if says {
                recorder.begin_step();
            }
            let group = group.unwrap_or_default();
            let called = group.iter().find_map(|event| match event {
                Event::CalledFrom(position) => Some(*position),
                _ => None,
            });
            let reached = group.iter().rev().find_map(|event| match event {
                Event::Reached(state) => Some(*state),
                _ => None,
            });
            if let Some(state) = reached.or(end.filter(|_| number == last)) {
                let at = called.unwrap_or(pc.into());
                recorder.arrive(state, Spot { thread, at }, group, &self.names);
            }
            if let Some(Event::At(next)) = group.last() {
                pc = *next;
            }
        }
    }

    /// The end, at an instruction of a thread, if it is one's.
    pub(super) fn told(
        &mut self,
        mut told: Told,
        thread: Option<u32>,
        at: impl Into<Position>,
    ) -> Taken {
        let at = at.into();
        told.stack = thread.map_or_else(Vec::new, |thread| self.callers(thread, at));
        Taken::Told(Box::new(told), self.near(None, at))
    }

    /// The place of an instruction. What the compiler put there by itself (a trap behind a check) has no line: then
    /// it is the line of the function that was executed last. Local variables come to life before the first line.
    fn near(&self, thread: Option<u32>, position: Position) -> Place {
        let at = place(self.machine.vm, position);
        let (vm, pc) = (self.machine.vm, position.pc);
        if at.line != 0 || !vm.is_code(pc) {
            return at;
        }
        if let Inst::StackAlloc { .. } = vm.program.code[pc as usize] {
            return place_near(vm, position);
        }
        let is_near = |step: &&TraceStep| {
            let mine = thread.is_none_or(|thread| step.thread == thread);
            mine && step.place.line != 0 && step.place.function == at.function
        };
        let last = self.steps.iter().rev().find(is_near).map(|step| step.place.clone());
        last.unwrap_or(at)
    }

    /// The row in which it happens.
    pub(super) fn last_row(&mut self, thread: u32, at: impl Into<Position>, event: Done) {
        let place = self.near(Some(thread), at.into());
        self.steps.push(TraceStep { thread, place, event: Some(event), ..TraceStep::default() });
    }

    pub(super) fn finish(mut self, told: Told, place: Place) -> Trace {
        let (names, steps) = (&mut self.names, self.steps.len());
        let recording = self.recorder.map(|recorder| recorder.finish(names, steps));
        Trace {
            property: told.property,
            finding: told.finding,
            optimised: Optimised::No,
            place,
            stack: told.stack,
            related: told.related,
            threads: self.threads.name_in(&mut self.steps),
            steps: self.steps,
            cycle_start: None,
            shortest: false,
            recording,
        }
    }
}
