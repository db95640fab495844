//! The baseline store: every state is one string of bytes, hashed and compared whole.
//!
//! It finds equal states without trusting that a system gives them equal roots, at the price of writing
//! and holding each in full. Numbers, parents and payloads are kept as in the tree store.

use crate::table::lock;
use crate::tree::TreeStore;
use crate::visited::{Payload, Seen, StateId, StateStore, StoreFull, VisitedSet};
use allways_space::{Guarantee, State};
use std::collections::HashMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use xxhash_rust::xxh3::xxh3_64;

const SHARDS: usize = 64;
/// What the heap takes for a string beside its bytes, rounding included.
const HEAP: u64 = 16;

/// Content, and the root of the state that brought it.
type Shard = HashMap<Box<[u8]>, u64>;

/// A set of states told apart by their content. `W` writes the content of a state, `F` gives the
/// state with a root.
pub struct FlatStore<W, F, P = ()> {
    write: W,
    shards: [Mutex<Shard>; SHARDS],
    /// Bytes of the strings.
    content: AtomicU64,
    numbered: TreeStore<F, P>,
}

impl<W, F, P> FlatStore<W, F, P>
where
    W: Fn(State, &mut Vec<u8>) + Sync,
    F: Fn(u64) -> State + Sync,
    P: Payload,
{
    /// An empty store.
    pub fn new(write: W, state_of: F) -> FlatStore<W, F, P> {
        FlatStore::over(write, TreeStore::new(state_of))
    }

    /// An empty store that finds the number of a state whatever is kept with it.
    pub fn numbered(write: W, state_of: F) -> FlatStore<W, F, P> {
        FlatStore::over(write, TreeStore::numbered(state_of))
    }

    fn over(write: W, numbered: TreeStore<F, P>) -> FlatStore<W, F, P> {
        let shards = std::array::from_fn(|_| Mutex::default());
        FlatStore { write, shards, content: AtomicU64::new(0), numbered }
    }

    /// The content of a state, and the shard where it belongs.
    fn written(&self, state: State) -> (Vec<u8>, &Mutex<Shard>) {
        let mut content = Vec::new();
        (self.write)(state, &mut content);
        let shard = &self.shards[xxh3_64(&content) as usize % SHARDS];
        (content, shard)
    }

    /// What the tables take: a power of two of places, up to seven eighths of them in use.
    fn table_bytes(&self) -> u64 {
        let places = |shard: &Mutex<Shard>| match lock(shard).capacity() {
            0 => 0,
            capacity => (capacity * 8 / 7).next_power_of_two() as u64,
        };
        let places: u64 = self.shards.iter().map(places).sum();
        places * (size_of::<(Box<[u8]>, u64)>() as u64 + 1)
    }
}

impl<W, F, P> VisitedSet<P> for FlatStore<W, F, P>
where
    W: Fn(State, &mut Vec<u8>) + Sync,
    F: Fn(u64) -> State + Sync,
    P: Payload,
{
    fn insert(
        &self,
        state: State,
        parent: Option<StateId>,
        payload: P,
    ) -> Result<Seen<P>, StoreFull> {
        let (content, shard) = self.written(state);
        let mut shard = lock(shard);
        let root = match shard.get(&*content) {
            Some(&root) => root,
            None => {
                self.content.fetch_add(content.len() as u64 + HEAP, Ordering::Relaxed);
                // A copy of the exact size: a vector that is made shorter leaves gaps in the heap.
                shard.insert(Box::from(&*content), state.root);
                state.root
            }
        };
        // Under the lock, so that whoever finds the content finds the number too.
        self.numbered.insert(State { root }, parent, payload)
    }

    fn covers(&self, state: State, payload: P) -> bool {
        let (content, shard) = self.written(state);
        let root = lock(shard).get(&*content).copied();
        root.is_some_and(|root| self.numbered.covers(State { root }, payload))
    }

    fn guarantee(&self) -> Guarantee {
        Guarantee::Exact
    }

    fn states(&self) -> u64 {
        self.numbered.states()
    }

    fn bytes(&self) -> u64 {
        self.numbered.bytes() + self.content.load(Ordering::Relaxed) + self.table_bytes()
    }
}

impl<W, F, P> StateStore<P> for FlatStore<W, F, P>
where
    W: Fn(State, &mut Vec<u8>) + Sync,
    F: Fn(u64) -> State + Sync,
    P: Payload,
{
    fn load(&self, id: StateId) -> State {
        self.numbered.load(id)
    }

    fn parent(&self, id: StateId) -> Option<StateId> {
        self.numbered.parent(id)
    }

    fn number(&self, state: State) -> Option<StateId> {
        let (content, shard) = self.written(state);
        let root = *lock(shard).get(&*content)?;
        self.numbered.number(State { root })
    }
}
