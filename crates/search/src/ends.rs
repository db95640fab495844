//! How searches end: what engines say to the kernel and to whoever began them.

use crate::frontier::Frontier;
use crate::omitted::Omitted;
use allways_space::{Coverage, Reason, State, Target};
use std::collections::HashSet;

/// Why a search stops before everything is explored.
pub(crate) enum Stop<A> {
    /// The edge `action` out of the last state of the path leads to a target that ends the search.
    Found(Vec<State>, A, Target),
    /// A path to a cycle with every mark that was asked for.
    Cycle(FoundCycle),
    /// Something ran out.
    Limit(Reason),
    /// A guess of the system fell: nothing that was not found means anything.
    Demoted,
}

/// Where a cycle is.
pub(crate) struct FoundCycle {
    /// States from the beginning to one of the members, which is the last.
    pub(crate) path: Vec<State>,
    /// States among which the cycle runs.
    pub(crate) members: HashSet<u64>,
}

/// Why an expansion stops. The engine adds the path.
pub(crate) enum EarlyEnd<A> {
    At(A, Target),
    Limit(Reason),
    Demoted,
    /// Another worker ended the search.
    Over,
}

impl<A> EarlyEnd<A> {
    /// Adds the path of states that leads to the edge; nothing where somebody else stopped.
    pub(crate) fn on(self, path: impl FnOnce() -> Vec<State>) -> Option<Stop<A>> {
        match self {
            EarlyEnd::At(action, target) => Some(Stop::Found(path(), action, target)),
            EarlyEnd::Limit(reason) => Some(Stop::Limit(reason)),
            EarlyEnd::Demoted => Some(Stop::Demoted),
            EarlyEnd::Over => None,
        }
    }
}

impl<A> From<Reason> for EarlyEnd<A> {
    fn from(reason: Reason) -> EarlyEnd<A> {
        EarlyEnd::Limit(reason)
    }
}

/// What an engine came to.
pub(crate) struct Found<A> {
    /// Why it stopped before it was through.
    pub(crate) stop: Option<Stop<A>>,
    pub(crate) omitted: Omitted,
    /// One worker did it all: it comes out the same every time.
    pub(crate) alone: bool,
    pub(crate) coverage: Coverage,
    /// Where to go on, if somebody wants to and something ran out.
    pub(crate) frontier: Option<Frontier>,
}

impl<A> Found<A> {
    /// A search that could not begin.
    pub(crate) fn stopped(reason: Reason) -> Found<A> {
        let (omitted, coverage) = (Omitted::default(), Coverage::default());
        let stop = Some(Stop::Limit(reason));
        Found { stop, omitted, alone: true, coverage, frontier: None }
    }
}
