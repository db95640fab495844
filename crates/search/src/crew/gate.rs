//! Where workers wait for each other between the levels of a search.
//!
//! All arrive, one of them prepares the next level while the others wait, and all go on. What a
//! worker wrote before it arrived is seen by everybody who comes through: arrivals and the opening
//! are under one lock.

use crate::sync::atomic::{AtomicU64, Ordering};
use crate::sync::{Condvar, Mutex, MutexGuard, PoisonError};

/// Looks this often before going to sleep: most levels are short.
const LOOKS: u32 = 5_000;

/// A gate that opens when all have arrived.
pub(crate) struct Gate {
    waiting: Mutex<Waiting>,
    opened: Condvar,
    /// How often it has opened; [`CLOSED`] when nobody is to wait any more.
    passed: AtomicU64,
    workers: usize,
}

struct Waiting {
    arrived: usize,
}

const CLOSED: u64 = u64::MAX;

impl Gate {
    /// A gate for that many workers.
    pub(crate) fn new(workers: usize) -> Gate {
        Gate {
            waiting: Mutex::new(Waiting { arrived: 0 }),
            opened: Condvar::new(),
            passed: AtomicU64::new(0),
            workers,
        }
    }

    /// Waits until all are here; the last one runs `prepare` before anybody goes on. `false` when
    /// the gate was closed: then nothing was waited for.
    pub(crate) fn arrive(&self, prepare: impl FnOnce()) -> bool {
        let mut waiting = self.waiting();
        let before = self.passed.load(Ordering::Relaxed);
        if before == CLOSED {
            return false;
        }
        waiting.arrived += 1;
        if waiting.arrived == self.workers {
            prepare();
            waiting.arrived = 0;
            self.passed.store(before + 1, Ordering::Release);
            drop(waiting);
            self.opened.notify_all();
            return true;
        }
        drop(waiting);
        for _ in 0..LOOKS {
            if self.passed.load(Ordering::Acquire) != before {
                return self.is_open();
            }
            crate::sync::pause();
        }
        let mut waiting = self.waiting();
        while self.passed.load(Ordering::Acquire) == before {
            waiting = self.opened.wait(waiting).unwrap_or_else(PoisonError::into_inner);
        }
        drop(waiting);
        self.is_open()
    }

    /// Lets everybody go, now and later.
    pub(crate) fn close(&self) {
        let waiting = self.waiting();
        self.passed.store(CLOSED, Ordering::Release);
        drop(waiting);
        self.opened.notify_all();
    }

    fn is_open(&self) -> bool {
        self.passed.load(Ordering::Relaxed) != CLOSED
    }

    fn waiting(&self) -> MutexGuard<'_, Waiting> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
