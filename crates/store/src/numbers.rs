//! The number of every root: a word for every root there may be.
//!
//! As in [`crate::RootSet`], roots are places in an interner's arena and lie close together. A word for
//! each is about twice what a table would take and needs neither hashing nor growth, and states that
//! were found one after the other lie side by side.

use crate::sync::atomic::{AtomicU64, Ordering};
use crate::sync::{Column, Mutex, yield_now};
use crate::table::lock;
use std::collections::HashMap;

const SHARDS: usize = 64;
/// What a hash map takes for an entry, on average: 17 bytes for a slot of which two thirds are full.
const FAR_BYTES: u64 = 26;
/// Somebody is about to give this root its number.
const BUSY: u32 = u32::MAX;

/// Numbers by root.
pub(crate) struct Numbers {
    /// The number plus one, [`BUSY`], or 0.
    near: Column,
    /// Words up to the largest root so far.
    words: AtomicU64,
    /// Roots above 2^32 are not places in an arena.
    far: [Mutex<HashMap<u64, u32>>; SHARDS],
    far_roots: AtomicU64,
}

impl Numbers {
    pub(crate) fn new() -> Numbers {
        Numbers {
            near: Column::new(),
            words: AtomicU64::new(0),
            far: std::array::from_fn(|_| Mutex::new(HashMap::new())),
            far_roots: AtomicU64::new(0),
        }
    }

    /// The number of a root. One that is being made is waited for.
    #[inline]
    pub(crate) fn find(&self, root: u64) -> Option<u32> {
        let Ok(near) = u32::try_from(root) else {
            return lock(self.shard(root)).get(&root).copied();
        };
        // A column has no memory where nobody has been, and looking must not bring it any.
        if self.near.get(near) == 0 {
            return None;
        }
        let cell = self.near.cell(near);
        loop {
            match cell.load(Ordering::Acquire) {
                0 => return None,
                BUSY => yield_now(),
                number => return Some(number - 1),
            }
        }
    }

    /// The number of a root, which is made if it has none: of several threads that ask at the same
    /// time, one makes it. Tells also whether it is new.
    #[inline]
    pub(crate) fn find_or_make<E: Copy>(
        &self,
        root: u64,
        make: impl FnOnce() -> Result<u32, E>,
    ) -> Result<(u32, bool), E> {
        let Ok(near) = u32::try_from(root) else { return self.find_or_make_far(root, make) };
        let cell = self.near.cell(near);
        loop {
            if let Some(number) = self.find(root) {
                return Ok((number, false));
            }
            if cell.compare_exchange(0, BUSY, Ordering::Acquire, Ordering::Relaxed).is_ok() {
                break;
            }
        }
        let made = make();
        cell.store(made.map_or(0, |number| number + 1), Ordering::Release);
        let words = u64::from(near) + 1;
        if self.words.load(Ordering::Relaxed) < words {
            self.words.fetch_max(words, Ordering::Relaxed);
        }
        made.map(|number| (number, true))
    }

    fn find_or_make_far<E>(
        &self,
        root: u64,
        make: impl FnOnce() -> Result<u32, E>,
    ) -> Result<(u32, bool), E> {
        let mut shard = lock(self.shard(root));
        if let Some(&number) = shard.get(&root) {
            return Ok((number, false));
        }
        let number = make()?;
        shard.insert(root, number);
        self.far_roots.fetch_add(1, Ordering::Relaxed);
        Ok((number, true))
    }

    fn shard(&self, root: u64) -> &Mutex<HashMap<u64, u32>> {
        &self.far[root as usize % SHARDS]
    }

    pub(crate) fn bytes(&self) -> u64 {
        self.near.bytes(self.words.load(Ordering::Relaxed))
            + FAR_BYTES * self.far_roots.load(Ordering::Relaxed)
    }
}
