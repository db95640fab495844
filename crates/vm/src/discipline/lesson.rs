//! What a round teaches: entries of a log that nothing reads before the round is over.

use super::facts::{Cell, Guard};
use serde::{Deserialize, Serialize};

/// Something that does not fit what the round believes, or, before anything is believed, that was seen.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Lesson {
    /// A cell is touched.
    Access {
        /// The cell.
        cell: Cell,
        /// By whom.
        thread: u32,
        /// Whether it is written.
        write: bool,
        /// Which of the mutexes that may guard it the thread holds.
        guards: Vec<Guard>,
    },
    /// Somebody can see whether the mutex at a cell is held, without waiting for it.
    Watched(Cell),
    /// A cell of a mutex is written to otherwise than by its operations.
    Overwritten(Cell),
    /// The object of a mutex ends.
    Ended(Cell),
    /// An object of the site is touched or let out by a thread that did not make it, before it is out.
    Unowned(u32),
    /// The names of objects or threads can be noticed and depend on others.
    NamesMatter,
    /// A proposition or invariant reads a cell.
    Evaluated(Cell),
    /// A thread other than the first starts one.
    Nested,
    /// A thread waits in an atomic section, or would if it had to.
    WaitsInside,
    /// Somebody tells a thread that is about to end from one that has ended.
    EndSeen,
    /// A thread that runs the function does something that depends on which thread it is.
    Named(u32),
    /// Somebody looks who holds a mutex.
    OwnerSeen,
    /// The audit found something that no other lesson explains.
    Audit,
}
