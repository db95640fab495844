//! Breadth-first search, level by level.
//!
//! The store numbers states in the order in which they are found, so the queue is the range of
//! numbers that were given and not yet expanded, and takes no memory. Workers take short ranges of
//! a level and wait for each other at its end: every state of a level is stored before the next
//! begins, so the first fault that is found ends a shortest path to any fault.

use crate::Found;
use crate::crew::{Crew, Gate};
use crate::dispatch::OnList;
use crate::kernel::{EarlyEnd, Kernel, Standing};
use crate::path;
use allways_space::{State, System};
use allways_store::{StateId, StateStore};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// States that a worker takes at once.
const RANGE: u64 = 64;

/// Breadth-first search: level by level.
pub(crate) struct BreadthFirst;

impl<S: System> OnList<S> for BreadthFirst {
    fn run<V: StateStore>(self, crew: &Crew<'_, S, V>) -> Found<S::Action> {
        search(crew)
    }
}

/// Explores everything, or stops where something is found or runs out.
fn search<S, V>(crew: &Crew<'_, S, V>) -> Found<S::Action>
where
    S: System,
    V: StateStore,
{
    let levels = Levels {
        gate: Gate::new(crew.workers),
        next: AtomicU64::new(0),
        end: AtomicU64::new(0),
        depth: AtomicU64::new(0),
        through: AtomicBool::new(false),
    };
    crew.search(
        || levels.gate.close(),
        |kernel, number| {
            let mut worker = Worker { levels: &levels, current: None };
            let walked = worker.walk(kernel, number == 0);
            let store = kernel.account.store;
            walked.err().and_then(|early| early.on(|| path::by_parents(store, worker.current)))
        },
    )
}

/// The level that is being expanded. `end` and `depth` change at the gate only.
struct Levels {
    gate: Gate,
    /// The first state that nobody took.
    next: AtomicU64,
    /// The states of the level end here.
    end: AtomicU64,
    depth: AtomicU64,
    /// The level is empty: there is no further one.
    through: AtomicBool,
}

impl Levels {
    /// Goes to the next level: all states that were found by now.
    fn advance(&self, states: u64) {
        let end = self.end.swap(states, Ordering::Relaxed);
        self.next.store(end, Ordering::Relaxed);
        self.depth.fetch_add(1, Ordering::Relaxed);
        self.through.store(end == states, Ordering::Relaxed);
    }
}

struct Worker<'w> {
    levels: &'w Levels,
    /// The state that is being expanded.
    current: Option<StateId>,
}

impl Worker<'_> {
    fn walk<S, V>(
        &mut self,
        kernel: &mut Kernel<'_, S, V, ()>,
        begins: bool,
    ) -> Result<(), EarlyEnd<S::Action>>
    where
        S: System,
        V: StateStore,
    {
        let levels = self.levels;
        if begins {
            self.expand(kernel, None)?;
        }
        loop {
            let store = kernel.account.store;
            if !levels.gate.arrive(|| levels.advance(store.states())) {
                return Err(EarlyEnd::Over);
            }
            if levels.through.load(Ordering::Relaxed) {
                return Ok(());
            }
            self.level(kernel)?;
        }
    }

    /// Takes a part in expanding a level.
    fn level<S, V>(&mut self, kernel: &mut Kernel<'_, S, V, ()>) -> Result<(), EarlyEnd<S::Action>>
    where
        S: System,
        V: StateStore,
    {
        let end = self.levels.end.load(Ordering::Relaxed);
        let depth = self.levels.depth.load(Ordering::Relaxed);
        let too_deep = kernel.account.too_deep(depth);
        loop {
            let first = self.levels.next.fetch_add(RANGE, Ordering::Relaxed);
            if first >= end {
                return Ok(());
            }
            for number in first..end.min(first + RANGE) {
                let account = &mut kernel.account;
                let found = account.store.states();
                let queue = found.saturating_sub(number);
                account.tick(depth, || Standing { depth, queue, bytes: 0 })?;
                let id = StateId(number as u32);
                let state = account.store.load(id);
                if too_deep {
                    kernel.cut(state)?;
                } else {
                    self.current = Some(id);
                    self.expand(kernel, Some(state))?;
                }
            }
        }
    }

    fn expand<S, V>(
        &mut self,
        kernel: &mut Kernel<'_, S, V, ()>,
        from: Option<State>,
    ) -> Result<(), EarlyEnd<S::Action>>
    where
        S: System,
        V: StateStore,
    {
        let parent = self.current;
        kernel.expand(from, |account, _, state| account.insert(state, parent, ()).map(drop))
    }
}
