//! Random walks beside a long search: many faults that lie deep in a depth-first search are a few
//! lucky steps from the beginning.
//!
//! They begin when a depth-first search has not ended after some thousand states (see
//! [`crate::Options::alone`]) or [`FIRST_TRANSITIONS`] edges, each goes from the beginning to its end, and each
//! step is chosen by a generator with a fixed seed. What they find is a counterexample like any other; that
//! they find nothing means nothing.
//!
//! They take a tenth of the work, counted and never timed: expansions, edges, and above all steps that had to be
//! run. A walk is where the search was not, so its steps are seldom remembered ones; counted as expansions alone,
//! walks took more than twice the time of the search where steps allocate.

use crate::ends::EarlyEnd;
use crate::kernel::Kernel;
use allways_space::{State, System, Target, ThreadId};
use allways_store::{Payload, VisitedSet};
use std::collections::HashMap;
use std::ops::ControlFlow;

/// Walks also begin after so many edges (see [`crate::Options::alone`]): states may have many.
pub(crate) const FIRST_TRANSITIONS: u64 = 400_000;
/// The work of all walks together, in expansions.
const MOST: u64 = 60_000;
/// The work of the search for one unit of work of a walk.
const SHARE: u64 = 10;
/// Work of walks at a time: the search looks at its limits in between.
const AT_ONCE: u64 = 64;
/// So many edges of a state count as one more expansion: there may be thousands of choices.
const EDGES: u64 = 16;
/// A step that is run counts as so many expansions in which all steps are remembered.
const RUN: u64 = 8;
/// States expanded by one walk: longer ones are in a loop, or too long to tell.
const LONGEST: u64 = 5_000;

/// Walks, one after the other.
pub(crate) struct Walks {
    initial: Vec<u64>,
    /// Walks begin after so many expansions of the search.
    first: u64,
    has_begun: bool,
    expanded: u64,
    /// How many have begun.
    begun: u64,
    walk: Walk,
    /// Edges that walks have looked at, and steps that were run for them.
    edges: u64,
    ran: u64,
    random: Random,
}

impl Walks {
    /// Begins after so many expansions of the search.
    pub(crate) fn after(expansions: u64) -> Walks {
        Walks {
            initial: Vec::new(),
            first: expansions,
            has_begun: false,
            expanded: 0,
            begun: 0,
            walk: Walk::default(),
            edges: 0,
            ran: 0,
            random: Random(0x9e37_79b9_7f4a_7c15),
        }
    }

    /// All walks begin with one of these: what the program does before may take long.
    pub(crate) fn begin(&mut self, initial: impl Iterator<Item = u64>) {
        self.initial.extend(initial);
    }

    /// Makes the steps that are due after so many expansions of the search.
    pub(crate) fn turn<S, V, P>(
        &mut self,
        kernel: &mut Kernel<'_, S, V, P>,
        expansions: u64,
    ) -> Result<(), EarlyEnd<S::Action>>
    where
        S: System,
        V: VisitedSet<P>,
        P: Payload,
    {
        if !self.has_begun {
            if expansions < self.first && kernel.account.transitions() < FIRST_TRANSITIONS {
                return Ok(());
            }
            self.has_begun = true;
        }
        let before = kernel.ran();
        let searched =
            expansions + kernel.account.transitions() / EDGES + (before - self.ran) * RUN;
        let allowed = (searched / SHARE).min(MOST);
        let end = allowed.min(self.spent() + AT_ONCE);
        let mine = self.ran;
        while self.spent() < end {
            self.expanded += 1;
            let step = self.step(kernel);
            self.ran = mine + (kernel.ran() - before);
            step?;
        }
        Ok(())
    }

    /// The work of walks so far, in expansions.
    fn spent(&self) -> u64 {
        self.expanded + self.edges / EDGES + self.ran * RUN
    }

    /// Makes one step of the present walk, and begins another where that ends.
    fn step<S, V, P>(&mut self, kernel: &mut Kernel<'_, S, V, P>) -> Result<(), EarlyEnd<S::Action>>
    where
        S: System,
        V: VisitedSet<P>,
        P: Payload,
    {
        let account = &kernel.account;
        let most = account.crew.limits.depth.map_or(LONGEST, |most| most.min(LONGEST));
        if self.walk.path.is_empty() {
            let chosen = self.random.below(self.initial.len() as u64) as usize;
            let state = account.system.state(self.initial[chosen]);
            self.walk = Walk::of(Manner::nth(self.begun));
            self.walk.go(ThreadId(0), state);
            self.begun += 1;
        }
        let next = self.walk.step(kernel, &mut self.random, &mut self.edges)?;
        match next.filter(|_| (self.walk.path.len() as u64) < most) {
            Some((thread, state)) => self.walk.go(thread, state),
            None => self.walk.path.clear(),
        }
        Ok(())
    }

    /// The roots of the states on the present walk.
    pub(crate) fn path(&self) -> Vec<u64> {
        self.walk.path.iter().map(|state| state.root).collect()
    }
}

/// How a walk chooses. Different faults are likely in different manners: deadlocks where all
/// threads are equally far, lost updates where one runs long and another breaks in.
#[derive(Copy, Clone, Default)]
enum Manner {
    /// Every edge is as likely as the others.
    #[default]
    Even,
    /// The first thread as far as it gets, then whoever has made the fewest steps.
    Lockstep,
    /// The first thread as far as it gets, then evenly.
    FirstThenEven,
    /// Mostly the thread that moved last.
    Sticky,
}

impl Manner {
    fn nth(walk: u64) -> Manner {
        [Manner::Lockstep, Manner::Even, Manner::Sticky, Manner::FirstThenEven][walk as usize % 4]
    }
}

#[derive(Default)]
struct Walk {
    manner: Manner,
    path: Vec<State>,
    last: Option<ThreadId>,
    /// Steps that each thread has made.
    steps: HashMap<ThreadId, u64>,
}

impl Walk {
    fn of(manner: Manner) -> Walk {
        Walk { manner, ..Walk::default() }
    }

    fn go(&mut self, thread: ThreadId, state: State) {
        *self.steps.entry(thread).or_default() += 1;
        self.last = Some(thread);
        self.path.push(state);
    }

    /// One of the edges that the manner prefers, unless one of them leads to a fault; `None` at the end.
    fn step<S, V, P>(
        &self,
        kernel: &mut Kernel<'_, S, V, P>,
        random: &mut Random,
        edges: &mut u64,
    ) -> Result<Option<(ThreadId, State)>, EarlyEnd<S::Action>>
    where
        S: System,
        V: VisitedSet<P>,
        P: Payload,
    {
        let sticks = random.below(8) > 0;
        let (mut next, mut found) = (None, None);
        let (mut best, mut seen) = (u64::MAX, 0);
        kernel.glance(self.path.last().copied(), |edge| {
            *edges += 1;
            match edge.to {
                Target::State(state) => {
                    let rank = self.rank(edge.thread, sticks);
                    if rank < best {
                        (best, seen) = (rank, 0);
                    }
                    if rank == best {
                        seen += 1;
                        if random.below(seen) == 0 {
                            next = Some((edge.thread, state));
                        }
                    }
                }
                Target::Ended(_) => {}
                target => {
                    found = Some(EarlyEnd::At(edge.action, target));
                    return ControlFlow::Break(());
                }
            }
            ControlFlow::Continue(())
        })?;
        found.map_or(Ok(next), Err)
    }

    /// Edges of the lowest rank are the ones to choose from.
    fn rank(&self, thread: ThreadId, sticks: bool) -> u64 {
        let first = thread == ThreadId(0);
        match self.manner {
            Manner::Even => 0,
            Manner::Lockstep if first => 0,
            Manner::Lockstep => 1 + self.steps.get(&thread).copied().unwrap_or(0),
            Manner::FirstThenEven => u64::from(!first),
            Manner::Sticky => u64::from(sticks && self.last != Some(thread)),
        }
    }
}

/// A xorshift generator: the walks must be the same on every machine, and good enough.
struct Random(u64);

impl Random {
    fn below(&mut self, end: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) % end
    }
}
