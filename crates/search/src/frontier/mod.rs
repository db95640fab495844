//! Where a search stopped: enough to go on with it, in this process or in another.
//!
//! A frontier has every stored state and says which of them are not through. So a search that goes on from it
//! stores what an uninterrupted one would have stored after the same moment: it comes to the same verdict and to
//! the same number of states. Counterexamples are whole, because the ways to the open states are in it too.
//!
//! Depth-first search, breadth-first search and stack slicing have frontiers, with every exact store and any
//! number of workers. These have none: searches that keep more with a state than that it was visited (context
//! bounds, abstractions, symmetries, depth-first search within a depth bound), lossy stores, which cannot give
//! their states back, and searches for cycles, whose marks on states are not kept.
//!
//! What the system learned goes with the states: they were reached by what the round believed, and what was
//! relied on before the stop has to be audited in the end ([`allways_space::Rounds`]).

mod collect;
mod travel;

pub(crate) use collect::{Opens, frontier_of_list, frontier_of_set};

use crate::crew::Crew;
use crate::kernel::Omitted;
use allways_space::{Reason, State, System};
use allways_store::{Payload, Seen, StateId, VisitedSet};
use serde::{Deserialize, Serialize};

/// What a search that was stopped knows and still has to do.
#[derive(Clone, Debug)]
pub struct Frontier {
    pub(crate) engine: Engine,
    /// All stored states. A parent comes before its children.
    pub(crate) known: Vec<Known>,
    pub(crate) open: Vec<Open>,
    pub(crate) omitted: Omitted,
    pub(crate) transitions: u64,
    pub(crate) depth: u64,
}

/// Which engine stopped: they do not go on with each other's work.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Engine {
    DepthFirst,
    BreadthFirst,
    Slicing,
}

/// A stored state.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Known {
    pub(crate) root: u64,
    /// The state from which it was reached: of all states for engines that keep parents, else of those on the
    /// ways to open states.
    pub(crate) parent: Option<u32>,
}

/// What is not through: edges of it were not followed.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Open {
    /// The number of a stored state; `None` for the beginning.
    pub(crate) at: Option<u32>,
    /// All its edges were looked at and counted, and only the way along some of them is missing.
    pub(crate) expanded: bool,
}

impl Frontier {
    /// How many states are stored.
    pub fn states(&self) -> u64 {
        self.known.len() as u64
    }

    /// How many of them are not through.
    pub fn open_states(&self) -> u64 {
        self.open.iter().filter(|open| open.at.is_some()).count() as u64
    }

    /// The lengths of the ways to all states, for engines that keep parents.
    pub(crate) fn depths(&self) -> Vec<u32> {
        let mut depths: Vec<u32> = Vec::with_capacity(self.known.len());
        for known in &self.known {
            depths.push(1 + known.parent.map_or(0, |parent| depths[parent as usize]));
        }
        depths
    }

    /// The states that were stored and not expanded.
    pub(crate) fn unexpanded(&self) -> impl Iterator<Item = u32> {
        self.open.iter().filter(|open| !open.expanded).filter_map(|open| open.at)
    }
}

/// Stores the states of the frontier that a search begins with, except for those in `later`: they are stored when
/// they are expanded. Gives their numbers in the store.
pub(crate) fn fill<S, V, P>(
    crew: &Crew<'_, S, V>,
    payload: P,
    later: impl Iterator<Item = u32>,
) -> Result<Vec<Option<StateId>>, Reason>
where
    S: System,
    V: VisitedSet<P>,
    P: Payload,
{
    let Some(frontier) = crew.from else { return Ok(Vec::new()) };
    let mut later: Vec<u32> = later.collect();
    later.sort_unstable_by(|a, b| b.cmp(a));
    let mut numbers: Vec<Option<StateId>> = Vec::with_capacity(frontier.known.len());
    for (number, known) in frontier.known.iter().enumerate() {
        if later.last() == Some(&(number as u32)) {
            later.pop();
            numbers.push(None);
            continue;
        }
        let parent = known.parent.and_then(|parent| numbers[parent as usize]);
        match crew.store.insert(State { root: known.root }, parent, payload) {
            Ok(Seen::New(id) | Seen::Owes(id, _)) => numbers.push(Some(id)),
            Ok(Seen::Covered) => numbers.push(None),
            Err(_) => return Err(Reason::StoreFull(crew.weigh())),
        }
    }
    Ok(numbers)
}
