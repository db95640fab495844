//! The smallest exact set of states: one bit for every root there may be.
//!
//! Roots are names of pairs in an interner, which counts them, and a state takes a few new ones. So two
//! bits for each pair are about a byte for each state, which is less than any table
//! and mostly in the cache. Roots above 2^32 are no such names and go to a hash set.

use crate::column::Column;
use crate::table::lock;
use crate::visited::{Seen, StateId, StoreFull, VisitedSet};
use allways_space::{Guarantee, State};
use std::collections::HashSet;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

const SHARDS: usize = 64;
/// What a hash set takes for a root, on average: 9 bytes for a slot of which two thirds are full.
const FAR_BYTES: u64 = 14;

/// A set of states told apart by their roots. It cannot give them back.
pub struct RootSet {
    /// Bit `root % 32` of word `root / 32`.
    near: Column,
    /// Words up to the largest root so far.
    words: AtomicU64,
    far: [Mutex<HashSet<u64>>; SHARDS],
    far_states: AtomicU64,
    states: AtomicU64,
}

impl RootSet {
    /// An empty set.
    pub fn new() -> RootSet {
        RootSet {
            near: Column::new(),
            words: AtomicU64::new(0),
            far: std::array::from_fn(|_| Mutex::new(HashSet::new())),
            far_states: AtomicU64::new(0),
            states: AtomicU64::new(0),
        }
    }

    /// Adds a root. Gives the number of roots before it when it is new.
    #[inline]
    pub(crate) fn add(&self, root: u64) -> Option<u64> {
        let new = match u32::try_from(root) {
            Ok(near) => self.add_near(near),
            Err(_) => self.add_far(root),
        };
        new.then(|| self.states.fetch_add(1, Ordering::Relaxed))
    }

    #[inline]
    fn add_near(&self, root: u32) -> bool {
        let (word, bit) = (root / 32, 1 << (root % 32));
        // Most roots that are added were added before, and looking does not take the cache line
        // away from others.
        if self.near.get(word) & bit != 0 || self.near.set_bits(word, bit) & bit != 0 {
            return false;
        }
        let words = u64::from(word) + 1;
        if self.words.load(Ordering::Relaxed) < words {
            self.words.fetch_max(words, Ordering::Relaxed);
        }
        true
    }

    fn add_far(&self, root: u64) -> bool {
        let new = lock(self.shard(root)).insert(root);
        if new {
            self.far_states.fetch_add(1, Ordering::Relaxed);
        }
        new
    }

    fn shard(&self, root: u64) -> &Mutex<HashSet<u64>> {
        &self.far[root as usize % SHARDS]
    }
}

impl Default for RootSet {
    fn default() -> Self {
        RootSet::new()
    }
}

impl VisitedSet for RootSet {
    fn insert(&self, state: State, _: Option<StateId>, (): ()) -> Result<Seen<()>, StoreFull> {
        Ok(match self.add(state.root) {
            None => Seen::Covered,
            Some(number) => Seen::New(StateId(u32::try_from(number).map_err(|_| StoreFull)?)),
        })
    }

    #[inline]
    fn covers(&self, state: State, (): ()) -> bool {
        match u32::try_from(state.root) {
            Ok(near) => self.near.get(near / 32) >> (near % 32) & 1 != 0,
            Err(_) => lock(self.shard(state.root)).contains(&state.root),
        }
    }

    fn guarantee(&self) -> Guarantee {
        Guarantee::Exact
    }

    fn states(&self) -> u64 {
        self.states.load(Ordering::Relaxed)
    }

    fn bytes(&self) -> u64 {
        self.near.bytes(self.words.load(Ordering::Relaxed))
            + FAR_BYTES * self.far_states.load(Ordering::Relaxed)
    }

    fn each_root(&self, visit: &mut dyn FnMut(u64)) -> bool {
        for word in 0..self.words.load(Ordering::Relaxed) {
            let mut bits = self.near.get(word as u32);
            while bits != 0 {
                visit(word * 32 + u64::from(bits.trailing_zeros()));
                bits &= bits - 1;
            }
        }
        self.far.iter().for_each(|shard| lock(shard).iter().for_each(|&root| visit(root)));
        true
    }
}
