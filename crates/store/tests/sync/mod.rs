//! Shuttle's locks and atomics, where the sources expect the standard ones.

use shuttle::sync::atomic::{AtomicU32, Ordering};

pub use shuttle::sync::{Mutex, MutexGuard, atomic};
pub use shuttle::thread::yield_now;
pub use std::sync::PoisonError;

/// A column of a few places.
pub struct Column {
    cells: [AtomicU32; 4],
}

impl Column {
    pub fn new() -> Column {
        Column { cells: std::array::from_fn(|_| AtomicU32::new(0)) }
    }

    pub fn get(&self, place: u32) -> u32 {
        self.cell(place).load(Ordering::Relaxed)
    }

    pub fn cell(&self, place: u32) -> &AtomicU32 {
        &self.cells[place as usize]
    }

    pub fn bytes(&self, places: u64) -> u64 {
        4 * places
    }
}
