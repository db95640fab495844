//! Large steps as the small ones they are made of.

use super::follow::{PlainSteps, machine_at, told_in};
use super::replay::ExplainError;
use crate::fault::Block;
use crate::machine::{Machine, Touch, Vm};
use crate::options::Granularity;
use crate::steps::Step;
use crate::steps::conflict;
use crate::steps::{Action, Actor, Pending};
use allways_space::{State, System, Target};
use std::collections::hash_map::Entry;
use std::collections::{HashMap, VecDeque};
use std::iter::successors;

/// Small steps that a large one is made of, at most.
const LONGEST: usize = 2_000_000;

/// A counterexample in the small steps in which it is told and saved: each large step is followed by
/// small steps of the same thread to the same state.
pub fn refine(vm: &Vm, actions: &[Action]) -> Result<Vec<Action>, ExplainError> {
    refine_from(vm, vm.options.granularity, actions)
}

/// The same for a counterexample in the steps of [`PlainSteps`].
pub fn refine_plain(vm: &Vm, actions: &[Action]) -> Result<Vec<Action>, ExplainError> {
    refine_from(vm, PlainSteps(vm).granularity(), actions)
}

fn refine_from(
    vm: &Vm,
    granularity: Granularity,
    actions: &[Action],
) -> Result<Vec<Action>, ExplainError> {
    if told_in(vm) == granularity || actions.len() == 1 {
        return Ok(actions.to_vec());
    }
    let mut large = vm.follower_at(granularity);
    let mut small = Refiner { vm, machine: machine_at(vm, told_in(vm)), actions: Vec::new() };
    let no_beginning = |_| ExplainError { step: 0, what: "no initial state".to_string() };
    let mut state = machine_at(vm, granularity).begin().map_err(no_beginning)?;
    small.actions.extend(actions.first());
    for (step, &action) in actions.iter().enumerate().skip(1) {
        let error = |what: String| ExplainError { step, what };
        if action.choice == Action::RACE {
            small.follow_to_race(state).map_err(error)?;
            continue;
        }
        if action.choice == Action::STUCK {
            let putting_off = large.pending_at(state).iter().find(|p| puts_off(p));
            small.follow_to_stuck(state, putting_off.map(|p| p.thread()));
            small.actions.push(action);
            continue;
        }
        match large.target_of(state, action) {
            Some(Target::State(next)) => {
                small.follow(state, next, action).map_err(error)?;
                state = next;
            }
            _ => small.actions.push(action),
        }
    }
    Ok(small.actions)
}

/// Whether a thread may have put a join off until it can make the next one: only the first one does.
fn puts_off(pending: &Pending) -> bool {
    pending.thread() == 0 && matches!(pending.block(), Some(Block::Join { .. }))
}

/// A state, and who moved last.
type Arrival = (u64, u32);

struct Refiner<'v> {
    vm: &'v Vm,
    machine: Machine<'v>,
    actions: Vec<Action>,
}

impl Refiner<'_> {
    fn step(&mut self, at: State, action: Action) -> Result<State, String> {
        self.machine.load(at);
        let step = self.machine.step(action.actor, Some(action.choice));
        self.actions.push(action);
        match step {
            Step::To(next) => Ok(next),
            other => Err(format!("thread {} inside a step: {other:?}", action.thread())),
        }
    }

    /// Small steps from one state to another.
    fn follow(&mut self, from: State, to: State, action: Action) -> Result<(), String> {
        let mut at = self.step(from, action)?;
        for _ in 0..LONGEST {
            if at == to {
                return Ok(());
            }
            at = self.step(at, Action { choice: Action::ONLY, ..action })?;
        }
        Err(format!("a step of thread {} does not end", action.thread()))
    }

    /// A thread makes the joins that it has put off, so that it is stuck in small steps too.
    fn follow_to_stuck(&mut self, state: State, thread: Option<u32>) {
        let Some(thread) = thread else { return };
        let action = Action::of_thread(thread, Action::ONLY);
        let mut at = state;
        for _ in 0..LONGEST {
            self.machine.load(at);
            let Step::To(next) = self.machine.step(Actor::Thread(thread), Some(Action::ONLY))
            else {
                return;
            };
            self.actions.push(action);
            at = next;
        }
    }

    /// Two threads race now, or while one of them goes on with its step.
    fn follow_to_race(&mut self, state: State) -> Result<(), String> {
        let mut large = self.vm.follower();
        let Some((one, other)) = conflict::find(large.pending_at(state)) else {
            return Err("no race".to_string());
        };
        let threads = [one.thread(), other.thread()];
        let Some((_, theirs)) = conflict::conflicting(one, other) else {
            return Err("no race".to_string());
        };
        let made = self.actions.len();
        if self.run_to_race(state, threads, theirs).is_some() {
            return Ok(());
        }
        self.actions.truncate(made);
        self.search_race(state, threads)
    }

    /// The first of two threads goes on until it touches what the second does, then that one.
    fn run_to_race(&mut self, state: State, threads: [u32; 2], theirs: Touch) -> Option<()> {
        let [first, second] = threads;
        let mut at = state;
        let mut small = self.vm.follower_at(told_in(self.vm));
        for _ in 0..LONGEST {
            let pending = small.pending_at(at);
            if let Some((one, _)) = conflict::find(pending) {
                self.actions.push(Action::of_thread(one.thread(), Action::RACE));
                return Some(());
            }
            let there = |p: &Pending| {
                p.thread() == first && p.touches().iter().any(|t| t.conflicts(theirs))
            };
            let thread = if pending.iter().any(there) { second } else { first };
            at = self.step(at, Action::of_thread(thread, Action::ONLY)).ok()?;
        }
        None
    }

    /// Tries all ways in which two threads can go on, with all choices, until they race: those with few changes of
    /// thread first.
    fn search_race(&mut self, state: State, threads: [u32; 2]) -> Result<(), String> {
        let mut small = self.vm.follower_at(told_in(self.vm));
        let begin = (state.root, self.actions.last().map_or(u32::MAX, |last| last.thread()));
        let mut came: HashMap<Arrival, Option<(Arrival, Action)>> = HashMap::from([(begin, None)]);
        let mut waiting = VecDeque::from([(state, begin)]);
        let mut changed = VecDeque::new();
        while came.len() < LONGEST {
            let Some((at, visit)) = waiting.pop_front() else {
                std::mem::swap(&mut waiting, &mut changed);
                if waiting.is_empty() {
                    break;
                }
                continue;
            };
            if let Some((one, _)) = conflict::find(small.pending_at(at)) {
                let race = Action::of_thread(one.thread(), Action::RACE);
                let back = |&(from, _): &(Arrival, Action)| came[&from];
                let mut way: Vec<Action> =
                    successors(came[&visit], back).map(|(_, action)| action).collect();
                way.reverse();
                self.actions.extend(way);
                self.actions.push(race);
                return Ok(());
            }
            for (action, next) in small.moves(at, threads) {
                let arrival = (next.root, action.thread());
                if let Entry::Vacant(place) = came.entry(arrival) {
                    place.insert(Some((visit, action)));
                    let same = action.thread() == visit.1;
                    if same { &mut waiting } else { &mut changed }.push_back((next, arrival));
                }
            }
        }
        Err("the race is not found again".to_string())
    }
}
