//! Replays a counterexample and tells it.

use super::Event;
use super::message::{self, Message};
use super::names::Names;
use super::rows::{LARGEST_SYNC, place, place_near, rows};
use crate::fault::{Block, FaultKind, Gap, Halt};
use crate::machine::{Machine, Touch};
use crate::options::Granularity;
use crate::step::Step;
use crate::stepper::{Action, Pending};
use crate::vm::Vm;
use crate::{conflict, stuck};
use allways_program::{Inst, Pc};
use allways_space::{
    Explanation, Place, Property, Related, State, ThreadId, ThreadName, TraceStep,
};
use std::fmt;

/// A counterexample that does not replay: a bug of ours.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReplayError {
    /// The step that could not be taken.
    pub step: usize,
    /// What happened instead.
    pub what: String,
}

impl fmt::Display for ReplayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the execution does not replay: step {}: {}", self.step, self.what)
    }
}

impl std::error::Error for ReplayError {}

/// The size of the steps in which executions are told: small enough to see what happens.
pub(super) fn told_in(vm: &Vm) -> Granularity {
    if vm.is_told_by_instructions() { Granularity::Instruction } else { Granularity::Tau }
}

pub(super) fn machine_at(vm: &Vm, granularity: Granularity) -> Machine<'_> {
    let mut machine = Machine::new(vm);
    machine.granularity = granularity;
    machine.watching = false;
    machine
}

/// Replays `actions` from the beginning and tells what they lead to. They are steps as [`refine`]
/// makes them.
pub fn explain(vm: &Vm, actions: &[Action]) -> Result<Explanation, ReplayError> {
    let error = |step: usize, what: &str| ReplayError { step, what: what.to_string() };
    let mut teller = Teller::new(vm);
    let mut state = match teller.begin() {
        Ok(state) => state,
        Err(Halt::Fault(kind)) if actions.len() == 1 => {
            let (told, place) = teller.tell_beginning(kind);
            return Ok(teller.finish(told, place));
        }
        Err(Halt::Unsupported(gap)) if actions.len() == 1 => {
            let told = message::tell_gap(&teller.machine, gap);
            let place = place(vm, vm.program.functions[vm.entry as usize].code.start);
            return Ok(teller.finish((None, told), place));
        }
        Err(_) => return Err(error(0, "no initial state")),
    };
    // The first action only chooses the initial state.
    for (number, &action) in actions.iter().enumerate().skip(1) {
        let last = number + 1 == actions.len();
        match teller.take(state, action) {
            Taken::To(next) if !last => state = next,
            Taken::Told(told, place) if last => return Ok(teller.finish(*told, place)),
            Taken::To(_) => return Err(error(number, "no fault at the end")),
            Taken::Told(told, _) => return Err(error(number, &told.1.text)),
            Taken::Not(what) => return Err(error(number, &what)),
        }
    }
    Err(error(actions.len(), "no fault at the end"))
}

/// The property and the message of the end.
pub(super) type Told = (Option<Property>, Message);

pub(super) enum Taken {
    To(State),
    Told(Box<Told>, Place),
    Not(String),
}

pub(super) struct Teller<'v> {
    pub(super) machine: Machine<'v>,
    pub(super) names: Names<'v>,
    pub(super) steps: Vec<TraceStep>,
    threads: Vec<ThreadName>,
}

impl<'v> Teller<'v> {
    pub(super) fn new(vm: &'v Vm) -> Teller<'v> {
        Teller {
            machine: machine_at(vm, told_in(vm)),
            names: Names::new(&vm.program),
            steps: Vec::new(),
            threads: Vec::new(),
        }
    }

    pub(super) fn begin(&mut self) -> Result<State, Halt> {
        self.thread(0, self.machine.vm.entry);
        self.machine.begin()
    }

    /// A fault that is there from the beginning.
    fn tell_beginning(&mut self, kind: FaultKind) -> (Told, Place) {
        let pc = self.machine.vm.place_at_start(kind);
        let told = message::tell(&mut self.names, &mut self.machine, kind);
        self.last_row(0, pc, &told.text);
        ((Some(kind.property()), told), place(self.machine.vm, pc))
    }

    fn thread(&mut self, number: u32, function: u32) {
        let function = self.machine.vm.program.functions[function as usize].display.clone();
        self.threads.retain(|t| t.id != ThreadId(number));
        self.threads.push(ThreadName { id: ThreadId(number), function });
    }

    pub(super) fn take(&mut self, state: State, action: Action) -> Taken {
        match action.choice {
            Action::RACE => self.tell_race(state),
            Action::STUCK => self.tell_stuck(state),
            Action::ABSTRACTION => {
                let told = message::tell_gap(&self.machine, Gap::ABSTRACTION);
                let pc = self.machine.vm.abstraction.map_or(0, |(function, _)| {
                    self.machine.vm.program.functions[function as usize].code.start
                });
                self.told(None, told, pc)
            }
            choice => self.run(state, action.thread, choice),
        }
    }

    fn run(&mut self, state: State, thread: u32, choice: u32) -> Taken {
        self.machine.load(state);
        self.machine.events = Some(Vec::new());
        let step = self.machine.step(thread, Some(choice));
        let events = self.machine.events.take().unwrap_or_default();
        for event in &events {
            if let Event::Created { thread, function } = event {
                self.thread(*thread, *function);
            }
        }
        let rows = rows(&mut self.names, &mut self.machine, thread, &events);
        self.steps.extend(rows);
        match step {
            Step::To(next) => Taken::To(next),
            Step::Fault(kind, pc) => {
                let mut told = message::tell(&mut self.names, &mut self.machine, kind);
                if let FaultKind::Misuse(_) = kind
                    && let Some(address) = self.machine.first_argument(pc)
                {
                    told = message::with_lock(&self.names, &mut self.machine, address, told);
                }
                self.last_row(thread, pc, &told.text);
                self.told(Some(kind.property()), told, pc)
            }
            Step::Unsupported(gap, pc) => {
                let told = message::tell_gap(&self.machine, gap);
                self.told(None, told, pc)
            }
            other => Taken::Not(format!("thread {thread}: {other:?}")),
        }
    }

    pub(super) fn told(&self, property: Option<Property>, message: Message, pc: Pc) -> Taken {
        Taken::Told(Box::new((property, message)), self.near(None, pc))
    }

    /// The place of an instruction. What the compiler put there by itself (a trap behind a check) has no line: then
    /// it is the line of the function that was executed last. Local variables come to life before the first line.
    fn near(&self, thread: Option<u32>, pc: Pc) -> Place {
        let at = place(self.machine.vm, pc);
        let vm = self.machine.vm;
        if at.line != 0 || !vm.is_code(pc) {
            return at;
        }
        if let Inst::StackAlloc { .. } = vm.program.code[pc as usize] {
            return place_near(vm, pc);
        }
        let is_near = |step: &&TraceStep| {
            let mine = thread.is_none_or(|thread| step.thread == thread);
            mine && step.place.line != 0 && step.place.function == at.function
        };
        let last = self.steps.iter().rev().find(is_near).map(|step| step.place.clone());
        last.unwrap_or(at)
    }

    /// The row in which it happens.
    pub(super) fn last_row(&mut self, thread: u32, pc: Pc, text: &str) {
        let place = self.near(Some(thread), pc);
        let action = text.to_string();
        self.steps.push(TraceStep { thread, place, action, ..TraceStep::default() });
    }

    fn tell_race(&mut self, state: State) -> Taken {
        let vm = self.machine.vm;
        let mut stepper = vm.follower_at(told_in(vm));
        let Some((one, other)) = conflict::find(stepper.pending_at(state)) else {
            return Taken::Not("no race".to_string());
        };
        self.machine.load(state);
        let Some((mine, theirs)) = conflict::conflicting(one, other) else {
            return Taken::Not("no race".to_string());
        };
        let at = mine.address.max(theirs.address);
        let end = (mine.address + mine.size).min(theirs.address + theirs.size);
        let name = self.names.of(&mut self.machine, at, end - at).text;
        let text = format!(
            "data race on `{name}`: thread {} {} it while thread {} {} it",
            one.thread,
            does(mine),
            other.thread,
            does(theirs)
        );
        let help = "protect both accesses with one mutex, or make them atomic";
        let related = vec![Related {
            what: "the other access".to_string(),
            thread: ThreadId(other.thread),
            place: place(vm, other.pc()),
        }];
        for (pending, touch) in [(other, theirs), (one, mine)] {
            let action = format!("about to {} {name}", if touch.write { "write" } else { "read" });
            self.last_row(pending.thread, pending.pc(), &action);
        }
        let message = Message { text, help: help.to_string(), related };
        self.told(Some(Property::Race), message, one.pc())
    }

    fn tell_stuck(&mut self, state: State) -> Taken {
        let vm = self.machine.vm;
        let mut stepper = vm.follower_at(told_in(vm));
        let pending = stepper.pending_at(state).to_vec();
        let nobody = pending.iter().all(|p| p.block().is_some());
        let Some(first) = stuck::find(&pending, nobody) else {
            return self.tell_spinning(state, &pending);
        };
        self.machine.load(state);
        let cycle = stuck::cycle(&pending);
        let members = cycle.clone().unwrap_or_else(|| pending.iter().map(|p| p.thread).collect());
        let stuck: Vec<&Pending> = pending.iter().filter(|p| members.contains(&p.thread)).collect();
        let mut related = Vec::new();
        for p in &stuck {
            let what = self.waits(p);
            self.last_row(p.thread, p.pc(), &what);
            related.push(Related {
                what: format!("thread {} {what}", p.thread),
                thread: ThreadId(p.thread),
                place: place(vm, p.pc()),
            });
            related.extend(self.first_lock(p));
        }
        let text = deadlock_text(cycle.as_deref(), &stuck);
        let pc = pending.iter().find(|p| p.thread == first).map_or(Pc::MAX, Pending::pc);
        let help = "take locks in one order everywhere, or make sure that somebody wakes the waiting thread";
        let message = Message { text, help: help.to_string(), related };
        self.told(Some(Property::Deadlock), message, pc)
    }

    /// Where the lock that a thread waits for was taken.
    pub(super) fn first_lock(&self, pending: &Pending) -> Option<Related> {
        let Some(Block::Lock { address, owner }) = pending.block() else { return None };
        let spot = self.names.objects.first_lock(address)?;
        let what = "first lock".to_string();
        let place = place(self.machine.vm, spot.pc);
        Some(Related { what, thread: ThreadId(owner), place })
    }

    pub(super) fn waits(&mut self, pending: &Pending) -> String {
        let by = |owner: u32, itself: &str, other: &str| {
            if owner == pending.thread { itself.to_string() } else { format!("{other} {owner}") }
        };
        let mut name =
            |address: u64, size: u64| self.names.of(&mut self.machine, address, size).text;
        match pending.block() {
            Some(Block::Lock { address, owner }) => {
                let holder = by(owner, "which it holds itself", "held by thread");
                format!("waits for lock {}, {holder}", name(address, LARGEST_SYNC))
            }
            Some(Block::Readers { address }) => {
                format!("waits for the readers of {}", name(address, 56))
            }
            Some(Block::Writers { address }) => {
                format!("waits for {}, which lets writers in first", name(address, 56))
            }
            Some(Block::Once { address, owner }) => {
                let runner = by(owner, "which it runs itself", "run by thread");
                format!("waits for the initialisation {}, {runner}", name(address, 4))
            }
            Some(Block::Join { thread }) => format!("waits for the end of thread {thread}"),
            Some(Block::Cond { address }) => {
                format!("waits for a signal on {}", name(address, LARGEST_SYNC))
            }
            Some(Block::Semaphore { address }) => {
                format!("waits for a post of {}", name(address, 32))
            }
            Some(Block::Barrier { address }) => {
                format!("waits for other threads at {}", name(address, 32))
            }
            Some(Block::Assume) | None => "waits".to_string(),
        }
    }

    pub(super) fn finish(self, (property, message): Told, place: Place) -> Explanation {
        Explanation {
            property,
            message: message.text,
            place,
            related: message.related,
            help: message.help,
            threads: self.threads,
            steps: self.steps,
            cycle_start: None,
        }
    }
}

fn does(touch: Touch) -> &'static str {
    if touch.write { "writes" } else { "reads" }
}

fn deadlock_text(cycle: Option<&[u32]>, stuck: &[&Pending]) -> String {
    match cycle {
        Some([_]) if matches!(stuck[0].block(), Some(Block::Once { .. })) => {
            "deadlock: a thread waits for an initialisation that it runs itself".to_string()
        }
        Some([_]) => "deadlock: a thread waits for a lock that it holds itself".to_string(),
        Some(threads) => {
            let list: Vec<String> = threads.iter().map(u32::to_string).collect();
            format!("deadlock: threads {} wait for each other in a cycle", list.join(", "))
        }
        None if stuck.len() == 1 => {
            format!("deadlock: thread {} waits forever", stuck[0].thread)
        }
        None => "deadlock: no thread can move".to_string(),
    }
}
