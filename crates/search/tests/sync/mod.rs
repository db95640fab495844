//! Shuttle's locks and atomics, where the sources expect the standard ones.

use shuttle::sync::atomic::AtomicU32;

pub use shuttle::hint::spin_loop as pause;
pub use shuttle::sync::{Condvar, Mutex, MutexGuard, atomic};
pub use std::sync::PoisonError;

/// A column of a few places.
pub struct Column {
    cells: Vec<AtomicU32>,
}

impl Column {
    pub fn cell(&self, place: u32) -> &AtomicU32 {
        &self.cells[place as usize]
    }

    pub fn bytes(&self, places: u64) -> u64 {
        4 * places
    }
}

impl Default for Column {
    fn default() -> Column {
        Column { cells: (0..64).map(|_| AtomicU32::new(0)).collect() }
    }
}
