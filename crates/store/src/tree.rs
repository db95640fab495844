//! The exact store for systems that intern their states: a set of roots.
//!
//! The content lies in the system's interner. What is added per state is its root (4 bytes, 8
//! where roots need more), its parent (4), about a byte in a [`RootSet`], and where payloads are
//! kept these and a slot in a table (about 8) to find them again.

use crate::Full;
use crate::listed::List;
use crate::roots::RootSet;
use crate::table::{Held, Table, lock, spread};
use crate::visited::{Payload, Seen, StateId, StateStore, StoreFull, VisitedSet};
use allways_space::{Guarantee, State};
use std::sync::Mutex;

/// A set of states told apart by their roots. `F` gives the state with a root.
pub struct TreeStore<F, P = ()> {
    state_of: F,
    index: Index,
    list: List,
    payloads: Payloads<P>,
}

/// How a state is found again: not at all where that it was there is all there is to know, else
/// by its number.
enum Index {
    Set(Box<RootSet>),
    Table(Table),
}

impl<F: Fn(u64) -> State + Sync, P: Payload> TreeStore<F, P> {
    /// An empty store.
    pub fn new(state_of: F) -> TreeStore<F, P> {
        if size_of::<P>() == 0 {
            TreeStore::with_index(state_of, Index::Set(Box::default()))
        } else {
            TreeStore::numbered(state_of)
        }
    }

    /// An empty store that finds the number of a state whatever is kept with it.
    pub fn numbered(state_of: F) -> TreeStore<F, P> {
        TreeStore::with_index(state_of, Index::Table(Table::new()))
    }

    fn with_index(state_of: F, index: Index) -> TreeStore<F, P> {
        TreeStore { state_of, index, list: List::new(), payloads: Payloads::new() }
    }

    fn insert_numbered(
        &self,
        table: &Table,
        state: State,
        parent: Option<StateId>,
        payload: P,
    ) -> Result<Seen<P>, StoreFull> {
        let key = spread(state.root);
        let same = |number| self.list.root(number) == state.root;
        let mut new = false;
        let number = match table.find(key, same) {
            Some(number) => number,
            None => {
                let key_of = |held: Held| spread(self.list.root(held.item));
                let make = || {
                    new = true;
                    let id = self.push(state.root, parent, payload);
                    id.map(|id| id.0).map_err(|StoreFull| Full)
                };
                table.find_or_insert(key, same, (key_of, |_| ()), make).map_err(|Full| StoreFull)?
            }
        };
        let id = StateId(number);
        if new {
            return Ok(Seen::New(id));
        }
        let owed = self.payloads.join(number, payload);
        Ok(owed.map_or(Seen::Covered, |joined| Seen::Owes(id, joined)))
    }

    /// Appends a state to the list.
    fn push(&self, root: u64, parent: Option<StateId>, payload: P) -> Result<StateId, StoreFull> {
        let number = self.list.push(root, parent)?;
        self.payloads.set(number, payload);
        Ok(StateId(number))
    }
}

impl<F: Fn(u64) -> State + Sync, P: Payload> VisitedSet<P> for TreeStore<F, P> {
    fn insert(
        &self,
        state: State,
        parent: Option<StateId>,
        payload: P,
    ) -> Result<Seen<P>, StoreFull> {
        match &self.index {
            Index::Set(set) => match set.add(state.root) {
                None => Ok(Seen::Covered),
                Some(_) => self.push(state.root, parent, payload).map(Seen::New),
            },
            Index::Table(table) => self.insert_numbered(table, state, parent, payload),
        }
    }

    fn covers(&self, state: State, payload: P) -> bool {
        match &self.index {
            Index::Set(set) => set.covers(state, ()),
            Index::Table(table) => {
                let same = |number| self.list.root(number) == state.root;
                let number = table.find(spread(state.root), same);
                number.is_some_and(|number| !self.payloads.would_join(number, payload))
            }
        }
    }

    fn guarantee(&self) -> Guarantee {
        Guarantee::Exact
    }

    fn states(&self) -> u64 {
        self.list.states()
    }

    fn bytes(&self) -> u64 {
        let index = match &self.index {
            Index::Set(set) => set.bytes(),
            Index::Table(table) => table.bytes(),
        };
        index + self.list.bytes() + self.states() * size_of::<P>() as u64
    }
}

impl<F: Fn(u64) -> State + Sync, P: Payload> StateStore<P> for TreeStore<F, P> {
    fn load(&self, id: StateId) -> State {
        (self.state_of)(self.list.root(id.0))
    }

    fn parent(&self, id: StateId) -> Option<StateId> {
        self.list.parent(id)
    }

    fn number(&self, state: State) -> Option<StateId> {
        let Index::Table(table) = &self.index else { return None };
        let same = |number| self.list.root(number) == state.root;
        let key = spread(state.root);
        // Without the lock an item can be missed while its segment grows.
        let found = table.find(key, same).or_else(|| {
            let key_of = |held: Held| spread(self.list.root(held.item));
            table.find_or_insert(key, same, (key_of, |_| ()), || Err(Full)).ok()
        });
        found.map(StateId)
    }
}

/// One payload per state, behind a few locks; nothing and no lock where a payload is empty.
struct Payloads<P> {
    stripes: [Mutex<Vec<P>>; STRIPES as usize],
}

const STRIPES: u32 = 64;

impl<P: Payload> Payloads<P> {
    fn new() -> Payloads<P> {
        Payloads { stripes: [const { Mutex::new(Vec::new()) }; STRIPES as usize] }
    }

    fn set(&self, number: u32, payload: P) {
        if size_of::<P>() == 0 {
            return;
        }
        let mut stripe = lock(&self.stripes[(number % STRIPES) as usize]);
        let place = (number / STRIPES) as usize;
        if stripe.len() <= place {
            // States between here and the end are about to be set by other workers.
            stripe.resize(place + 1, payload);
        }
        stripe[place] = payload;
    }

    /// Whether something would be owed for a payload.
    fn would_join(&self, number: u32, payload: P) -> bool {
        if size_of::<P>() == 0 {
            return false;
        }
        let mut known =
            lock(&self.stripes[(number % STRIPES) as usize])[(number / STRIPES) as usize];
        known.join(payload)
    }

    /// The joined payload, if something is owed for it.
    fn join(&self, number: u32, payload: P) -> Option<P> {
        if size_of::<P>() == 0 {
            return None;
        }
        let mut stripe = lock(&self.stripes[(number % STRIPES) as usize]);
        let known = &mut stripe[(number / STRIPES) as usize];
        known.join(payload).then_some(*known)
    }
}
