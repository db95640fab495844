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

mod division;
mod share;
mod travel;

pub use division::JoinError;
pub(crate) use share::Share;

use crate::omitted::Omitted;
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
    /// What the round believes that it belongs to.
    pub(crate) beliefs: Vec<u8>,
    /// Which part of what is left to do is in it.
    pub(crate) share: Share,
    /// It was divided since the search began: ways to states are then no longer the shortest.
    pub(crate) divided: bool,
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

    /// Whether all that is left to do is in it. A piece of a frontier becomes whole when it is joined with all others.
    pub fn is_whole(&self) -> bool {
        self.share.is_whole()
    }

    /// The lengths of the ways to all states, for engines that keep parents.
    pub(crate) fn depths(&self) -> Vec<u32> {
        let mut depths: Vec<u32> = Vec::with_capacity(self.known.len());
        for known in &self.known {
            depths.push(1 + known.parent.map_or(0, |parent| depths[parent as usize]));
        }
        depths
    }

    /// The roots on the way to a state, and its own.
    pub(crate) fn way_to(&self, number: u32) -> Vec<u64> {
        let known = |number: u32| self.known[number as usize];
        let back = std::iter::successors(Some(known(number)), |at| at.parent.map(known));
        let mut way: Vec<u64> = back.map(|known| known.root).collect();
        way.reverse();
        way
    }

    /// The states that were stored and not expanded.
    pub(crate) fn unexpanded(&self) -> impl Iterator<Item = u32> {
        self.open.iter().filter(|open| !open.expanded).filter_map(|open| open.at)
    }
}
