//! What engines ask of a store, whatever it is made of.

use allways_space::{Guarantee, State};
use std::fmt;

/// A stored state: the number of those that were inserted before it.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct StateId(pub u32);

/// What a search keeps with a state beyond its having been visited: the depth at which it was
/// reached, the context switches it took.
pub trait Payload: Copy + Send {
    /// Takes in what another visit brought. True when the state has to be explored again for it.
    fn join(&mut self, other: Self) -> bool;
}

/// Nothing is kept: one visit is enough.
impl Payload for () {
    fn join(&mut self, (): ()) -> bool {
        false
    }
}

/// What an insertion found.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Seen<P> {
    /// The state was not there before.
    New(StateId),
    /// The state was there, but this visit brings something that was not explored yet: the joined
    /// payload.
    Owes(StateId, P),
    /// The state was there, and nothing is owed.
    Covered,
}

/// The store cannot hold another state.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct StoreFull;

impl fmt::Display for StoreFull {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the store cannot hold another state")
    }
}

impl std::error::Error for StoreFull {}

/// A set of visited states, shared by all workers.
pub trait VisitedSet<P: Payload = ()>: Sync {
    /// Adds a state that was reached from `parent`. The parent of a state that is new is kept if
    /// the set keeps parents at all; `None` stands for the beginning, or for an engine that knows
    /// its paths without them, and costs nothing.
    fn insert(
        &self,
        state: State,
        parent: Option<StateId>,
        payload: P,
    ) -> Result<Seen<P>, StoreFull>;

    /// Whether an insertion would find that nothing is owed. Quicker than the insertion.
    fn covers(&self, state: State, payload: P) -> bool;

    /// Whether every state is told from every other.
    fn guarantee(&self) -> Guarantee;

    /// Number of states in the set.
    fn states(&self) -> u64;

    /// Bytes of memory in use.
    fn bytes(&self) -> u64;

    /// Visits the root of every state in the set, while nobody adds one. False, and nothing is visited, where
    /// the set cannot give its states back.
    fn each_root(&self, visit: &mut dyn FnMut(u64)) -> bool {
        let _ = visit;
        false
    }
}

/// A set that also gives its states back.
pub trait StateStore<P: Payload = ()>: VisitedSet<P> {
    /// A state that was inserted.
    fn load(&self, id: StateId) -> State;

    /// The parent with which a state was inserted.
    fn parent(&self, id: StateId) -> Option<StateId>;

    /// A state that was inserted, by its root. Only for stores that were made to find it, and once
    /// the insertion that found it new has returned.
    fn number(&self, state: State) -> Option<StateId>;
}
