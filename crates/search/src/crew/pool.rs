//! Work that goes from busy workers to idle ones, and how a search knows that it is through.
//!
//! Workers keep their work to themselves. One that has nothing left says so and waits here; a busy
//! one that sees that puts a part of its own work on the shelf (work stealing with private deques,
//! after Acar, Charguéraud and Rainey: the one who is stolen from does it himself, so his stack
//! needs no synchronisation).
//!
//! The end: idle workers are counted under the lock of the shelf, and only a worker that is not idle
//! puts work there. So when all are idle and the shelf is empty, both under the lock, no work is
//! left and none can come. A worker that takes work stops being idle under the same lock.

use crate::sync::atomic::{AtomicUsize, Ordering};
use crate::sync::{Condvar, Mutex, MutexGuard, PoisonError};

/// Looks for work this often before going to sleep: waking up takes longer than most waits.
const LOOKS: u32 = 2_000;

/// Where work is handed over.
pub(crate) struct Pool<T> {
    shelf: Mutex<Shelf<T>>,
    changed: Condvar,
    /// Workers that wait for work for which there is none on the shelf.
    hungry: AtomicUsize,
}

struct Shelf<T> {
    work: Vec<T>,
    workers: usize,
    idle: usize,
    closed: bool,
    used: bool,
}

impl<T> Pool<T> {
    /// A pool for that many workers, all of them busy.
    pub(crate) fn new(workers: usize) -> Pool<T> {
        Pool {
            shelf: Mutex::new(Shelf {
                work: Vec::new(),
                workers,
                idle: 0,
                closed: false,
                used: false,
            }),
            changed: Condvar::new(),
            hungry: AtomicUsize::new(0),
        }
    }

    /// Whether somebody waits for work.
    #[inline]
    pub(crate) fn is_wanted(&self) -> bool {
        self.hungry.load(Ordering::Relaxed) > 0
    }

    /// Puts work on the shelf.
    pub(crate) fn give(&self, work: T) {
        let mut shelf = self.shelf();
        shelf.work.push(work);
        shelf.used = true;
        self.count_hungry(&shelf);
        drop(shelf);
        self.changed.notify_one();
    }

    /// There are that many workers from now on, the new ones busy.
    pub(crate) fn admit(&self, workers: usize) {
        self.shelf().workers = workers;
    }

    /// Whether work was ever handed over.
    pub(crate) fn was_used(&self) -> bool {
        self.shelf().used
    }

    /// Waits for work; `None` when all of it is done, or the pool was closed.
    pub(crate) fn take(&self) -> Option<T> {
        let mut shelf = self.shelf();
        shelf.idle += 1;
        self.count_hungry(&shelf);
        let mut looks = 0;
        loop {
            if shelf.closed {
                return None;
            }
            if let Some(work) = shelf.work.pop() {
                shelf.idle -= 1;
                self.count_hungry(&shelf);
                return Some(work);
            }
            if shelf.idle == shelf.workers {
                shelf.closed = true;
                drop(shelf);
                self.changed.notify_all();
                return None;
            }
            shelf = if looks < LOOKS {
                looks += 1;
                drop(shelf);
                crate::sync::pause();
                self.shelf()
            } else {
                self.changed.wait(shelf).unwrap_or_else(PoisonError::into_inner)
            };
        }
    }

    /// Sends everybody home, whatever is on the shelf.
    pub(crate) fn close(&self) {
        self.shelf().closed = true;
        self.changed.notify_all();
    }

    /// What is still on the shelf of a closed pool.
    pub(crate) fn into_rest(self) -> Vec<T> {
        self.shelf.into_inner().unwrap_or_else(PoisonError::into_inner).work
    }

    fn count_hungry(&self, shelf: &Shelf<T>) {
        self.hungry.store(shelf.idle.saturating_sub(shelf.work.len()), Ordering::Relaxed);
    }

    fn shelf(&self) -> MutexGuard<'_, Shelf<T>> {
        self.shelf.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
