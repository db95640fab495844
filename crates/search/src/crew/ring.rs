//! A bounded queue between two neighbours: one writes, one reads, nobody waits.
//!
//! `head` is written by the reader only and `tail` by the writer only. A place belongs to the writer
//! until `tail` passes it (release) and to the reader until `head` does, so the values themselves
//! need no further order.

use crate::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

/// A queue of numbers with one writer and one reader.
pub(crate) struct Ring {
    places: Box<[AtomicU64]>,
    head: Padded,
    tail: Padded,
}

/// On a cache line of its own: the two ends are used by different processors.
#[repr(align(128))]
struct Padded(AtomicUsize);

impl Ring {
    /// A queue for that many numbers.
    pub(crate) fn new(places: usize) -> Ring {
        Ring {
            places: (0..places).map(|_| AtomicU64::new(0)).collect(),
            head: Padded(AtomicUsize::new(0)),
            tail: Padded(AtomicUsize::new(0)),
        }
    }

    /// Appends a number; `false` when there is no room. For the writer alone.
    pub(crate) fn push(&self, number: u64) -> bool {
        let tail = self.tail.0.load(Ordering::Relaxed);
        if tail - self.head.0.load(Ordering::Acquire) == self.places.len() {
            return false;
        }
        self.places[tail % self.places.len()].store(number, Ordering::Relaxed);
        self.tail.0.store(tail + 1, Ordering::Release);
        true
    }

    /// Takes the first number. For the reader alone.
    pub(crate) fn pop(&self) -> Option<u64> {
        let head = self.head.0.load(Ordering::Relaxed);
        if head == self.tail.0.load(Ordering::Acquire) {
            return None;
        }
        let number = self.places[head % self.places.len()].load(Ordering::Relaxed);
        self.head.0.store(head + 1, Ordering::Release);
        Some(number)
    }

    /// Bytes of memory in use.
    pub(crate) fn bytes(&self) -> u64 {
        size_of_val(&*self.places) as u64
    }
}
