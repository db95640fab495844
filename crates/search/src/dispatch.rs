//! Where engines and stores meet. An engine says what it asks of a store by the trait it has; which store that
//! is gets decided here, once for each of the traits.

use crate::crew::Crew;
use crate::ends::Found;
use crate::frontier::Frontier;
use crate::options::{Control, Limits, Store};
use allways_space::{Reason, State, System};
use allways_store::{
    BitStore, CompactStore, FlatStore, Listed, Payload, RootSet, StateStore, StoreFull, TreeStore,
    VisitedSet,
};

/// An engine that only asks whether a state is known.
pub(crate) trait OnSet<S: System> {
    fn run<V: VisitedSet>(self, crew: &Crew<'_, S, V>) -> Found<S::Action>;
}

/// An engine that keeps something with every state.
pub(crate) trait OnPayloads<S: System> {
    type Kept: Payload;
    fn run<V: VisitedSet<Self::Kept>>(self, crew: &Crew<'_, S, V>) -> Found<S::Action>;
}

/// An engine that goes through the states by number.
pub(crate) trait OnList<S: System> {
    /// Whether it also asks for the number of a state.
    const NUMBERED: bool = false;
    fn run<V: StateStore>(self, crew: &Crew<'_, S, V>) -> Found<S::Action>;
}

/// What a search is about, whatever the engine and the store.
pub(crate) struct Task<'a, S> {
    pub(crate) system: &'a S,
    pub(crate) limits: &'a Limits,
    pub(crate) control: &'a Control<'a>,
    pub(crate) threads: usize,
    /// Where to go on, and whether somebody wants to go on where this search stops.
    pub(crate) from: Option<&'a Frontier>,
    pub(crate) keeps_frontier: bool,
}

impl<'a, S: System> Task<'a, S> {
    /// Searches with a set of states.
    pub(crate) fn with_set(&self, store: Store, engine: impl OnSet<S>) -> Found<S::Action> {
        match store {
            Store::Tree => engine.run(&self.crew(&RootSet::new())),
            Store::Flat => {
                let store = FlatStore::<_, _, ()>::new(self.content(), self.state_of());
                engine.run(&self.crew(&store))
            }
            Store::Compact => engine.run(&self.crew(&CompactStore::new(self.hash()))),
            Store::Bitstate(bytes) => match BitStore::new(bytes, self.hash()) {
                Ok(store) => engine.run(&self.crew(&store)),
                Err(StoreFull) => Found::stopped(Reason::Memory(bytes)),
            },
        }
    }

    /// Searches with what is kept with states. Lossy stores keep nothing: these states have roots.
    pub(crate) fn with_payloads<E: OnPayloads<S>>(
        &self,
        store: Store,
        engine: E,
    ) -> Found<S::Action> {
        match store {
            Store::Tree | Store::Compact | Store::Bitstate(_) => {
                engine.run(&self.crew(&TreeStore::<_, E::Kept>::new(self.state_of())))
            }
            Store::Flat => {
                let store = FlatStore::<_, _, E::Kept>::new(self.content(), self.state_of());
                engine.run(&self.crew(&store))
            }
        }
    }

    /// Searches with a list of states. A lossy store gets one: 12 bytes a state, for the root and the parent.
    pub(crate) fn with_list<E: OnList<S>>(&self, store: Store, engine: E) -> Found<S::Action> {
        let (content, state_of) = (self.content(), self.state_of());
        match store {
            Store::Tree if E::NUMBERED => {
                engine.run(&self.crew(&TreeStore::<_, ()>::numbered(state_of)))
            }
            Store::Tree => engine.run(&self.crew(&TreeStore::<_, ()>::new(state_of))),
            Store::Flat if E::NUMBERED => {
                engine.run(&self.crew(&FlatStore::<_, _, ()>::numbered(content, state_of)))
            }
            Store::Flat => engine.run(&self.crew(&FlatStore::<_, _, ()>::new(content, state_of))),
            Store::Compact => {
                let store = Listed::new(CompactStore::new(self.hash()), state_of);
                engine.run(&self.crew(&store))
            }
            Store::Bitstate(bytes) => match BitStore::new(bytes, self.hash()) {
                Ok(store) => engine.run(&self.crew(&Listed::new(store, state_of))),
                Err(StoreFull) => Found::stopped(Reason::Memory(bytes)),
            },
        }
    }

    pub(crate) fn crew<V>(&self, store: &'a V) -> Crew<'a, S, V> {
        Crew::new(self.system, store, self.limits, self.control, self.threads)
            .in_part(self.from, self.keeps_frontier)
    }

    /// The state with a root.
    fn state_of(&self) -> impl Fn(u64) -> State + Sync + 'a {
        let system = self.system;
        move |root| system.state(root)
    }

    /// Writes the content of a state.
    fn content(&self) -> impl Fn(State, &mut Vec<u8>) + Sync + 'a {
        let system = self.system;
        move |state, out| system.content(state, out)
    }

    /// The hash of a state's content.
    fn hash(&self) -> impl Fn(State) -> u64 + Sync + 'a {
        let system = self.system;
        move |state| system.hash(state)
    }
}
