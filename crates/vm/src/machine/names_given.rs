//! The names that objects have had in any execution so far, as a box around them: what lies outside looks like
//! a name by chance. It decides nothing but whether somebody is thought to have seen a name.

use allways_program::address::ObjectName;
use std::sync::atomic::{AtomicU64, Ordering};

/// Size classes that there may be.
const CLASSES: usize = 16;

/// One more than the largest thread and the largest index of any name, for each size class.
#[derive(Debug, Default)]
pub struct NamesGiven {
    ends: [(AtomicU64, AtomicU64); CLASSES],
}

impl NamesGiven {
    /// An object gets a name.
    pub fn add(&self, name: ObjectName) {
        let (threads, indices) = &self.ends[name.class as usize];
        raise(threads, u64::from(name.thread) + 1);
        raise(indices, name.index + 1);
    }

    /// Whether an object may have had a name.
    pub fn may_contain(&self, name: ObjectName) -> bool {
        let (threads, indices) = &self.ends[name.class as usize];
        u64::from(name.thread) < threads.load(Ordering::Relaxed)
            && name.index < indices.load(Ordering::Relaxed)
    }
}

/// Most values are not new: looking does not take the cache line away from others.
fn raise(end: &AtomicU64, value: u64) {
    if end.load(Ordering::Relaxed) < value {
        end.fetch_max(value, Ordering::Relaxed);
    }
}
