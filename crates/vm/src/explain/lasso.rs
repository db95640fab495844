//! Endless executions: a way to a cycle, and the cycle.

use super::follow::told_in;
use super::places::place;
use super::replay::ExplainError;
use super::teller::{Detail, Taken, Teller};
use super::told::Told;
use crate::fault::Block;
use crate::machine::Vm;
use crate::steps::{Action, Pending};
use allways_space::{Property, State};
use allways_trace::{Finding, Idle, Place, Related, Relation, Temporal, Trace};

/// What is wrong with an endless execution.
pub struct Endless {
    /// The property it violates.
    pub property: Temporal,
    /// It ends, and its last state is repeated.
    pub ends: bool,
}

/// An endless execution, told, and the word that it reads.
pub struct ToldLasso {
    /// For people.
    pub trace: Trace,
    /// The letters up to the cycle.
    pub prefix: Vec<u64>,
    /// The letters of the cycle; never empty.
    pub cycle: Vec<u64>,
}

/// Replays an endless execution: `actions` as [`super::refine`] makes them, of which those from
/// `cycle_start` on repeat. An empty cycle repeats the last state. The cycle is taken twice and must
/// end where it began each time.
pub fn explain_lasso(
    vm: &Vm,
    actions: &[Action],
    cycle_start: usize,
    endless: Endless,
    detail: Detail,
) -> Result<ToldLasso, ExplainError> {
    let error = |step: usize, what: &str| ExplainError { step, what: what.to_string() };
    let mut walk = Walk::begin(vm, detail).ok_or_else(|| error(0, "no initial state"))?;
    let (prefix, cycle) = actions.split_at(cycle_start.clamp(1, actions.len()));
    for (step, &action) in prefix.iter().enumerate().skip(1) {
        walk.take(action).map_err(|what| error(step, &what))?;
    }
    let (rows, letters, head) = (walk.teller.steps.len(), walk.word.len(), walk.state);
    let mut around = vec![head];
    for (step, &action) in cycle.iter().enumerate() {
        walk.take(action).map_err(|what| error(cycle_start + step, &what))?;
        around.push(walk.state);
    }
    if walk.state != head {
        return Err(error(actions.len(), "the cycle does not end where it began"));
    }
    let once = walk.word.len();
    if cycle.is_empty() {
        walk.repeat();
    } else {
        walk.check_again(cycle).map_err(|what| error(actions.len(), &what))?;
    }
    let mut word = std::mem::take(&mut walk.word);
    word.truncate(once.max(letters + 1));
    let cycle_word = word.split_off(letters);
    let trace = walk.finish(rows, &around, cycle, endless);
    Ok(ToldLasso { trace, prefix: word, cycle: cycle_word })
}

struct Walk<'v> {
    vm: &'v Vm,
    teller: Teller<'v>,
    state: State,
    word: Vec<u64>,
}

impl<'v> Walk<'v> {
    fn begin(vm: &'v Vm, detail: Detail) -> Option<Walk<'v>> {
        let mut teller = Teller::new(vm, detail);
        let state = teller.begin().ok()?;
        let word = vec![teller.machine.process.propositions.letter];
        Some(Walk { vm, teller, state, word })
    }

    fn take(&mut self, action: Action) -> Result<(), String> {
        let before = self.teller.steps.len();
        match self.teller.take(self.state, action) {
            Taken::To(next) => {
                self.state = next;
                self.read(before);
                Ok(())
            }
            // Nobody can move any more, and that is how it stays.
            Taken::Told(..) if action.choice == Action::STUCK => {
                self.word.extend(self.word.last().copied());
                Ok(())
            }
            Taken::Told(told, _) => Err(format!("{:?}", told.finding)),
            Taken::Not(what) => Err(what),
        }
    }

    /// Notes the letters of the step just taken, and names them on its rows.
    fn read(&mut self, first_row: usize) {
        let (letter, pulse) =
            (self.teller.machine.process.propositions.letter, self.teller.machine.noted.pulse);
        if pulse != 0 {
            self.word.push(letter | pulse);
        }
        self.word.push(letter);
        if self.vm.options.propositions.is_empty() || self.teller.steps.len() == first_row {
            return;
        }
        let names = self.names(letter | pulse);
        for row in &mut self.teller.steps[first_row..] {
            row.holds = names.clone();
        }
    }

    fn names(&self, letter: u64) -> Vec<String> {
        let all = self.vm.options.propositions.iter().enumerate();
        all.filter(|(bit, _)| letter >> bit & 1 == 1).map(|(_, name)| name.clone()).collect()
    }

    /// The last state is repeated.
    fn repeat(&mut self) {
        self.word.extend(self.word.last().copied());
    }

    /// Takes the cycle once more, without telling it.
    fn check_again(&mut self, cycle: &[Action]) -> Result<(), String> {
        let (head, rows) = (self.state, self.teller.steps.len());
        let recorder = self.teller.recorder.take();
        for &action in cycle {
            self.take(action)?;
        }
        self.teller.steps.truncate(rows);
        self.teller.recorder = recorder;
        if self.state == head { Ok(()) } else { Err("the cycle does not repeat".to_string()) }
    }

    fn finish(
        self,
        cycle_row: usize,
        around: &[State],
        cycle: &[Action],
        endless: Endless,
    ) -> Trace {
        let waiting = waiting(self.vm, around, cycle);
        let Walk { teller, vm, .. } = self;
        let at = teller.steps.get(cycle_row).or(teller.steps.last());
        let at = at.map_or(Place::default(), |row| row.place.clone());
        let stands = |thread: Waiting| Related {
            what: Relation::Stands { idle: thread.idle() },
            thread: thread.number,
            place: place(vm, thread.pc),
            stack: Vec::new(),
        };
        let related = waiting.into_iter().map(stands).collect();
        let Endless { property, ends } = endless;
        let violated = match &property {
            Temporal::Termination => Property::Termination,
            Temporal::Formula { .. } | Temporal::Automaton { .. } => Property::Ltl,
        };
        let finding = Finding::Endless { property, ends };
        let mut told = teller.finish(Told::new(Some(violated), finding, related), at);
        told.cycle_start = Some(cycle_row);
        told
    }
}

/// A thread that makes no step in the cycle.
struct Waiting {
    number: u32,
    pc: u32,
    /// States of the cycle in which it could move, and how many there are.
    enabled: usize,
    states: usize,
    assumes: bool,
}

impl Waiting {
    fn idle(&self) -> Idle {
        match self.enabled {
            _ if self.assumes => Idle::Assumes,
            0 => Idle::Blocked,
            n if n == self.states => Idle::CouldMove,
            _ => Idle::CouldSometimes,
        }
    }
}

/// The threads that make no step in the cycle.
fn waiting(vm: &Vm, around: &[State], cycle: &[Action]) -> Vec<Waiting> {
    let mut stepper = vm.follower_at(told_in(vm));
    let mut all: Vec<Waiting> = Vec::new();
    // The last state is the first one again.
    let states = &around[..around.len().saturating_sub(1).max(1)];
    for (number, &state) in states.iter().enumerate() {
        let can_move = stepper.threads_that_move(state);
        for pending in stepper.pending_at(state) {
            let moves = can_move.contains(&pending.thread());
            note(&mut all, pending, moves, number == 0);
        }
    }
    all.retain(|w| !cycle.iter().any(|a| a.thread() == w.number && a.choice != Action::STUCK));
    all.iter_mut().for_each(|w| w.states = states.len());
    all
}

fn note(all: &mut Vec<Waiting>, pending: &Pending, moves: bool, first: bool) {
    match all.iter_mut().find(|w| w.number == pending.thread()) {
        Some(known) => known.enabled += usize::from(moves),
        None if first => all.push(Waiting {
            number: pending.thread(),
            pc: pending.pc(),
            enabled: usize::from(moves),
            states: 0,
            assumes: matches!(pending.block(), Some(Block::Assume)),
        }),
        None => {}
    }
}
