//! The exact store for systems that intern their states: a set of roots.
//!
//! The content lies in the system's interner. What is added per state is its root (4 bytes, 8
//! where roots need more), a slot in the table (about 8), its parent (4) where the engine wants
//! one, and the payload.

use crate::Full;
use crate::column::Column;
use crate::table::{Table, lock};
use crate::visited::{Payload, Seen, StateId, StateStore, StoreFull, VisitedSet};
use allways_space::{Guarantee, State};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

/// The numbers above are left for workers that pass the check at the same time, and so that a
/// parent plus one is a number too.
const MOST_STATES: u64 = u32::MAX as u64 - 4096;

/// A set of states told apart by their roots. `F` gives the state with a root.
pub struct TreeStore<F, P = ()> {
    state_of: F,
    table: Table,
    count: AtomicU64,
    /// Lower and higher halves of the roots; the latter is unused while roots are small.
    roots: [Column; 2],
    /// The number of the parent plus one.
    parents: Column,
    payloads: Payloads<P>,
}

impl<F: Fn(u64) -> State + Sync, P: Payload> TreeStore<F, P> {
    /// An empty store.
    pub fn new(state_of: F) -> TreeStore<F, P> {
        TreeStore {
            state_of,
            table: Table::new(),
            count: AtomicU64::new(0),
            roots: [Column::new(), Column::new()],
            parents: Column::new(),
            payloads: Payloads::new(),
        }
    }

    #[inline]
    fn root(&self, number: u32) -> u64 {
        u64::from(self.roots[0].get(number)) | u64::from(self.roots[1].get(number)) << 32
    }

    /// Appends a state to the columns; nobody sees it before it is in the table.
    fn push(&self, root: u64, parent: Option<StateId>, payload: P) -> Result<u32, Full> {
        if self.count.load(Ordering::Relaxed) >= MOST_STATES {
            return Err(Full);
        }
        let number = self.count.fetch_add(1, Ordering::Relaxed) as u32;
        self.roots[0].set(number, root as u32);
        self.roots[1].set(number, (root >> 32) as u32);
        self.parents.set(number, parent.map_or(0, |p| p.0 + 1));
        self.payloads.set(number, payload);
        Ok(number)
    }
}

impl<F: Fn(u64) -> State + Sync, P: Payload> VisitedSet<P> for TreeStore<F, P> {
    fn insert(
        &self,
        state: State,
        parent: Option<StateId>,
        payload: P,
    ) -> Result<Seen<P>, StoreFull> {
        let key = spread(state.root);
        let same = |number| self.root(number) == state.root;
        let mut new = false;
        let number = match self.table.find(key, same) {
            Some(number) => number,
            None => self
                .table
                .find_or_insert(
                    key,
                    same,
                    |number| spread(self.root(number)),
                    || {
                        new = true;
                        self.push(state.root, parent, payload)
                    },
                )
                .map_err(|Full| StoreFull)?,
        };
        let id = StateId(number);
        if new {
            return Ok(Seen::New(id));
        }
        Ok(match self.payloads.join(number, payload) {
            Some(joined) => Seen::Owes(id, joined),
            None => Seen::Covered(id),
        })
    }

    fn guarantee(&self) -> Guarantee {
        Guarantee::Exact
    }

    fn states(&self) -> u64 {
        self.count.load(Ordering::Relaxed)
    }

    fn bytes(&self) -> u64 {
        let states = self.states();
        let columns = self.roots.iter().chain([&self.parents]);
        let columns: u64 = columns.map(|column| column.bytes(states)).sum();
        self.table.bytes() + columns + states * size_of::<P>() as u64
    }
}

impl<F: Fn(u64) -> State + Sync, P: Payload> StateStore<P> for TreeStore<F, P> {
    fn load(&self, id: StateId) -> State {
        (self.state_of)(self.root(id.0))
    }

    fn parent(&self, id: StateId) -> Option<StateId> {
        self.parents.get(id.0).checked_sub(1).map(StateId)
    }
}

/// Spreads roots, which are close to each other, over all keys.
#[inline]
fn spread(root: u64) -> u64 {
    let product = u128::from(root ^ 0x9e37_79b9_7f4a_7c15) * 0xd6e8_feb8_6659_fd93_u128;
    let folded = (product as u64) ^ (product >> 64) as u64;
    folded.wrapping_mul(0x9fb2_1c65_1e98_df25) ^ folded >> 32
}

/// One payload per state, behind a few locks; no lock is taken where a payload holds nothing.
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
