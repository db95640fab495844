//! Which mutexes threads hold, while first guesses are made.

use super::facts::{Cell, Guard};
use std::collections::HashMap;

/// A mutex that is held.
#[derive(Copy, Clone, Debug)]
pub struct Taken {
    /// Its address.
    pub address: u64,
    /// The cell in which it begins.
    pub cell: Cell,
    /// Where the object begins that it lies in.
    pub base: u64,
}

/// The mutexes that threads hold while an execution is watched.
#[derive(Clone, Debug, Default)]
pub struct Held {
    by_thread: HashMap<u32, Vec<Taken>>,
}

impl Held {
    /// A thread took a mutex.
    pub fn take(&mut self, thread: u32, mutex: Taken) {
        self.by_thread.entry(thread).or_default().push(mutex);
    }

    /// A thread gave a mutex up.
    pub fn give(&mut self, thread: u32, mutex: u64) {
        self.by_thread.entry(thread).or_default().retain(|held| held.address != mutex);
    }

    /// The mutexes that a thread holds, as guards of an object's cells.
    pub fn guards(&self, thread: u32, base: u64) -> Vec<Guard> {
        let mut guards = Vec::new();
        for mutex in self.by_thread.get(&thread).into_iter().flatten() {
            guards.push(Guard::At(mutex.address, mutex.cell));
            if mutex.base == base {
                guards.push(Guard::Inside(mutex.address - base));
            }
        }
        guards
    }
}
