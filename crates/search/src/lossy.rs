//! Searches with stores that may take different states for one. What they find is real; that they
//! find nothing is never a proof, which the guarantee of the store sees to.
//!
//! A depth bound is kept, but no depths: a state that was first met too deep to be followed is not
//! followed on a shorter path either.

use crate::kernel::{Left, Stop};
use crate::options::{Order, Store};
use crate::{Asked, Found, How, bfs, dfs, slicing};
use allways_space::{Coverage, Reason, State, System};
use allways_store::{BitStore, CompactStore, Listed, StoreFull, VisitedSet};

/// What is done with a lossy store, whichever it is.
pub(crate) trait Search<A> {
    fn run<V: VisitedSet>(self, store: V) -> Found<A>;
}

/// Makes a lossy store and searches with it.
pub(crate) fn with_store<S: System>(
    system: &S,
    store: Store,
    search: impl Search<S::Action>,
) -> Found<S::Action> {
    let hash = |state: State| system.hash(state);
    let Store::Bitstate(bytes) = store else { return search.run(CompactStore::new(hash)) };
    match BitStore::new(bytes, hash) {
        Ok(store) => search.run(store),
        Err(StoreFull) => Found {
            stop: Some(Stop::Limit(Reason::Memory(bytes))),
            left: Left::default(),
            coverage: Coverage::default(),
        },
    }
}

/// A search for faults.
pub(crate) struct Safety<'a, S> {
    pub(crate) asked: Asked<'a, S>,
    pub(crate) how: How,
}

impl<S: System> Search<S::Action> for Safety<'_, S> {
    fn run<V: VisitedSet>(self, store: V) -> Found<S::Action> {
        let Safety { asked, how } = self;
        // The queue and the way back need roots and parents: 12 bytes a state.
        let listed = |store| Listed::new(store, asked.state_of());
        match (how.order, how.handoff) {
            (Order::Bfs, _) => bfs::search(&asked.crew(&listed(store))),
            (Order::Dfs, Some(most)) => slicing::search(&asked.crew(&listed(store)), most),
            (Order::Dfs, None) => dfs::search::<_, _, ()>(&asked.crew(&store), how.hunt_after),
        }
    }
}
