//! A set of states that cannot give them back, and beside it a list that can.

use crate::column::Column;
use crate::visited::{Seen, StateId, StateStore, StoreFull, VisitedSet};
use allways_space::{Guarantee, State};
use std::sync::atomic::{AtomicU64, Ordering};

/// The numbers above are left for workers that pass the check at the same time, and so that a
/// parent plus one is a number too.
const MOST_STATES: u64 = u32::MAX as u64 - 4096;

/// Roots and parents by number: 4 bytes each, 8 where roots need more.
pub(crate) struct List {
    count: AtomicU64,
    /// Lower and higher halves of the roots; the latter is unused while roots are small.
    roots: [Column; 2],
    /// The number of the parent plus one.
    parents: Column,
}

impl List {
    pub(crate) fn new() -> List {
        List {
            count: AtomicU64::new(0),
            roots: [Column::new(), Column::new()],
            parents: Column::new(),
        }
    }

    pub(crate) fn push(&self, root: u64, parent: Option<StateId>) -> Result<u32, StoreFull> {
        if self.count.load(Ordering::Relaxed) >= MOST_STATES {
            return Err(StoreFull);
        }
        let number = self.count.fetch_add(1, Ordering::Relaxed) as u32;
        self.roots[0].set(number, root as u32);
        self.roots[1].set(number, (root >> 32) as u32);
        self.parents.set(number, parent.map_or(0, |p| p.0 + 1));
        Ok(number)
    }

    #[inline]
    pub(crate) fn root(&self, number: u32) -> u64 {
        u64::from(self.roots[0].get(number)) | u64::from(self.roots[1].get(number)) << 32
    }

    pub(crate) fn parent(&self, id: StateId) -> Option<StateId> {
        self.parents.get(id.0).checked_sub(1).map(StateId)
    }

    pub(crate) fn states(&self) -> u64 {
        self.count.load(Ordering::Relaxed)
    }

    pub(crate) fn bytes(&self) -> u64 {
        let states = self.states();
        let columns = self.roots.iter().chain([&self.parents]);
        columns.map(|column| column.bytes(states)).sum()
    }
}

/// A set and the list of its states. `F` gives the state with a root.
pub struct Listed<V, F> {
    set: V,
    list: List,
    state_of: F,
}

impl<V: VisitedSet, F: Fn(u64) -> State + Sync> Listed<V, F> {
    /// Lists the states that are added to an empty set.
    pub fn new(set: V, state_of: F) -> Listed<V, F> {
        Listed { set, list: List::new(), state_of }
    }
}

impl<V: VisitedSet, F: Fn(u64) -> State + Sync> VisitedSet for Listed<V, F> {
    fn insert(&self, state: State, parent: Option<StateId>, (): ()) -> Result<Seen<()>, StoreFull> {
        match self.set.insert(state, None, ())? {
            Seen::New(_) => Ok(Seen::New(StateId(self.list.push(state.root, parent)?))),
            seen => Ok(seen),
        }
    }

    fn covers(&self, state: State, (): ()) -> bool {
        self.set.covers(state, ())
    }

    fn guarantee(&self) -> Guarantee {
        self.set.guarantee()
    }

    fn states(&self) -> u64 {
        self.list.states()
    }

    fn bytes(&self) -> u64 {
        self.set.bytes() + self.list.bytes()
    }
}

impl<V: VisitedSet, F: Fn(u64) -> State + Sync> StateStore for Listed<V, F> {
    fn load(&self, id: StateId) -> State {
        (self.state_of)(self.list.root(id.0))
    }

    fn parent(&self, id: StateId) -> Option<StateId> {
        self.list.parent(id)
    }

    fn number(&self, _: State) -> Option<StateId> {
        None
    }
}
