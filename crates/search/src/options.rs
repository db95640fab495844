//! What a search is asked to do, and how it can be watched and stopped meanwhile.

use allways_space::Coverage;
use serde::{Deserialize, Serialize};
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// Smaller searches are over before other workers or a random walk would pay.
const FIRST_STATES: u64 = 20_000;

/// How to search.
#[derive(Clone, Debug)]
pub struct Options {
    /// The order in which states are visited.
    pub order: Order,
    /// How visited states are kept.
    pub store: Store,
    /// How many workers search.
    pub threads: usize,
    /// How many states one worker explores before the others join and a depth-first search is
    /// accompanied by random walks: a small search ends sooner alone, and always in the same way. With 0
    /// all begin together and nobody walks.
    pub alone: u64,
    /// Stack slicing: a depth-first search hands states on to the next worker when it is that deep.
    pub handoff: Option<u32>,
    /// Liveness with one mark as multi-core SPIN does it, on two cores: to compare with.
    pub two_core_baseline: bool,
    /// When to give up.
    pub limits: Limits,
    /// How many context switches executions may have.
    pub context_bound: Option<ContextBound>,
    /// Whether to look for a shorter counterexample once one is found.
    pub shorten: bool,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            order: Order::Dfs,
            store: Store::Tree,
            threads: 1,
            alone: FIRST_STATES,
            handoff: None,
            two_core_baseline: false,
            limits: Limits::default(),
            context_bound: None,
            shorten: true,
        }
    }
}

/// How many context switches executions may have. Only switches away from a thread that could still
/// move count.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ContextBound {
    /// That many.
    AtMost(u32),
    /// None, then one more and one more, until something is found or everything was explored.
    Auto,
}

/// The order in which states are visited.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Order {
    /// Depth-first: little memory besides the store, quick to find deep faults.
    Dfs,
    /// Breadth-first: a fault is found on a shortest path.
    Bfs,
}

/// How visited states are kept.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Store {
    /// As roots of the system's trees.
    Tree,
    /// Whole, hashed and compared byte by byte: the baseline.
    Flat,
    /// As 40 bits of a hash. Different states may be taken for one.
    Compact,
    /// As three bits in a field of so many bytes. Different states may be taken for one.
    Bitstate(u64),
}

impl Store {
    /// Whether different states may be taken for one.
    pub fn is_lossy(self) -> bool {
        matches!(self, Store::Compact | Store::Bitstate(_))
    }
}

/// When to give up. A limit that is reached makes the verdict `Unknown`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Limits {
    /// States stored.
    pub states: Option<u64>,
    /// Time since the search began.
    pub time: Option<Duration>,
    /// Bytes held by the system, the store and the engine.
    pub memory: Option<u64>,
    /// Actions on a path; longer ones are not followed.
    pub depth: Option<u64>,
    /// Edges followed: where a state has many, they and not the states take the time. It counts as
    /// a limit of the states.
    pub transitions: Option<u64>,
}

/// How much to spend on a shorter counterexample. The first two make the result the same on every
/// machine that is quick enough for the third.
#[derive(Clone, Debug, PartialEq)]
pub struct Shortening {
    /// Visit at most this many states again.
    pub states: u64,
    /// Expand at most this many states while trying changed schedules.
    pub expansions: u64,
    /// Time for each of the two.
    pub time: Duration,
}

impl Shortening {
    /// Time for what the other two allow, on machines that are slow or with steps that take long.
    const TIME: Duration = Duration::from_secs(10);

    /// In proportion to the search that found the counterexample.
    pub fn after(coverage: &Coverage) -> Shortening {
        let states = 4 * coverage.states + 100_000;
        Shortening { states, expansions: 1_000_000, time: Self::TIME }
    }

    /// The same in half of what such a search left of a time for all.
    #[must_use]
    pub fn within(self, all: Duration, coverage: &Coverage) -> Shortening {
        let rest = all.saturating_sub(Duration::from_secs_f64(coverage.seconds));
        Shortening { time: self.time.min(rest / 2), ..self }
    }
}

/// How a search is watched and stopped from outside.
#[derive(Copy, Clone)]
pub struct Control<'a> {
    /// When this becomes true, the search ends soon.
    pub stop: &'a AtomicBool,
    /// Called about every tenth of a second.
    pub progress: &'a (dyn Fn(&Progress) + Sync),
}

impl Control<'static> {
    /// Nobody watches, nobody stops.
    pub fn none() -> Control<'static> {
        static NEVER: AtomicBool = AtomicBool::new(false);
        Control { stop: &NEVER, progress: &|_| {} }
    }
}

/// How far a search has come.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct Progress {
    /// States stored.
    pub states: u64,
    /// Edges followed.
    pub transitions: u64,
    /// Actions on the present path.
    pub depth: u64,
    /// States waiting to be expanded (breadth-first) or edges waiting to be followed
    /// (depth-first).
    pub queue: u64,
    /// Bytes held by the system, the store and the engine.
    pub bytes: u64,
    /// Seconds since the search began.
    pub seconds: f64,
}
