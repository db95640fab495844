//! Breadth-first search, level by level.
//!
//! The store numbers states in the order in which they are found, so the queue is the range of
//! numbers that were given and not yet expanded, and takes no memory. Workers take short ranges of
//! a level and wait for each other at its end: every state of a level is stored before the next
//! begins, so the first fault that is found ends a shortest path to any fault.

use crate::crew::{Crew, Gate};
use crate::dispatch::OnList;
use crate::ends::{EarlyEnd, Found};
use crate::frontier::{Engine, Frontier};
use crate::handover::{Opens, fill, frontier_of_list};
use crate::kernel::{Kernel, Standing};
use crate::path;
use allways_space::{State, System};
use allways_store::{StateId, StateStore};
use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

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
    if let Err(reason) = fill(crew, (), std::iter::empty()) {
        return Found::stopped(reason);
    }
    let levels = Levels::new(crew.workers, crew.from.and_then(Rest::of));
    let opens = Mutex::new(Opens::default());
    let mut found = crew.search(
        || levels.gate.close(),
        |kernel, number| {
            let mut worker = Worker { levels: &levels, taken: 0..0, current: None };
            let walked = worker.walk(kernel, number == 0);
            let store = kernel.account.store;
            if crew.keeps_frontier {
                let mut opens = opens.lock().unwrap_or_else(PoisonError::into_inner);
                levels.note(&mut opens, store, worker.taken.clone());
            }
            walked.err().and_then(|early| early.on(|| path::by_parents(store, worker.current)))
        },
    );
    if crew.keeps_frontier {
        let mut opens = opens.into_inner().unwrap_or_else(PoisonError::into_inner);
        levels.note_untaken(&mut opens, crew.store);
        frontier_of_list(crew, &mut found, Engine::BreadthFirst, opens);
    }
    found
}

/// What is left of a level that another search stopped in.
struct Rest {
    numbers: Vec<u32>,
    depth: u64,
    /// The first state of the next level.
    next_level: u64,
}

impl Rest {
    /// `None` where the search stopped before the first level.
    fn of(frontier: &Frontier) -> Option<Rest> {
        if frontier.open.iter().any(|open| open.at.is_none()) {
            return None;
        }
        let depths = frontier.depths();
        let depth = |number: u32| depths[number as usize];
        let open = || frontier.open.iter().filter_map(|open| open.at);
        // What is open lies in the level and in the next one, of which nothing is expanded.
        let level = open().map(depth).min().unwrap_or(0);
        let next_level = open().filter(|&number| depth(number) > level).min();
        Some(Rest {
            numbers: open().filter(|&number| depth(number) == level).collect(),
            depth: level.into(),
            next_level: next_level.map_or(frontier.states(), u64::from),
        })
    }
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
    /// What another search left of its level. While it is expanded, `next` and `end` are places in it.
    rest: Option<Rest>,
    in_rest: AtomicBool,
}

impl Levels {
    fn new(workers: usize, rest: Option<Rest>) -> Levels {
        let (end, depth) = rest.as_ref().map_or((0, 0), |r| (r.numbers.len() as u64, r.depth));
        Levels {
            gate: Gate::new(workers),
            next: AtomicU64::new(0),
            end: AtomicU64::new(end),
            depth: AtomicU64::new(depth),
            through: AtomicBool::new(false),
            in_rest: AtomicBool::new(rest.is_some()),
            rest,
        }
    }

    /// What another search left, while that is expanded.
    fn present_rest(&self) -> Option<&Rest> {
        self.rest.as_ref().filter(|_| self.in_rest.load(Ordering::Relaxed))
    }

    /// A state of the level by its place.
    fn id(&self, place: u64) -> StateId {
        StateId(self.present_rest().map_or(place as u32, |rest| rest.numbers[place as usize]))
    }

    /// The first state behind the level.
    fn next_level(&self) -> u64 {
        let end = self.end.load(Ordering::Relaxed);
        self.present_rest().map_or(end, |rest| rest.next_level)
    }

    /// Notes states that a worker took and did not expand.
    fn note<V: StateStore>(&self, opens: &mut Opens, store: &V, taken: Range<u64>) {
        taken.for_each(|place| opens.open(Some(store.load(self.id(place)).root), false));
    }

    /// Notes the rest of the level and the next one.
    fn note_untaken<V: StateStore>(&self, opens: &mut Opens, store: &V) {
        if self.depth.load(Ordering::Relaxed) == 0 {
            opens.open(None, false);
            return;
        }
        let (next, end) = (self.next.load(Ordering::Relaxed), self.end.load(Ordering::Relaxed));
        self.note(opens, store, next.min(end)..end);
        for number in self.next_level()..store.states() {
            opens.open(Some(store.load(StateId(number as u32)).root), false);
        }
    }

    /// Goes to the next level: all states that were found by now.
    fn advance(&self, states: u64) {
        let end = self.next_level();
        self.in_rest.store(false, Ordering::Relaxed);
        self.end.store(states, Ordering::Relaxed);
        self.next.store(end, Ordering::Relaxed);
        self.depth.fetch_add(1, Ordering::Relaxed);
        self.through.store(end == states, Ordering::Relaxed);
    }
}

struct Worker<'w> {
    levels: &'w Levels,
    /// Places of the level that it took and has not expanded.
    taken: Range<u64>,
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
        if levels.rest.is_some() {
            self.level(kernel)?;
        } else if begins {
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
            self.taken = first..end.min(first + RANGE);
            while let Some(place) = self.taken.clone().next() {
                let id = self.levels.id(place);
                let account = &mut kernel.account;
                let found = account.store.states();
                let queue = found.saturating_sub(id.0.into());
                account.tick(depth, || Standing { depth, queue, bytes: 0 })?;
                let state = account.store.load(id);
                if too_deep {
                    kernel.cut(state)?;
                } else {
                    self.current = Some(id);
                    self.expand(kernel, Some(state))?;
                }
                self.taken.start += 1;
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
