//! What threads wait for.

use crate::name::Name;
use serde::{Deserialize, Serialize};

/// Bytes of the largest synchronisation object (`pthread_rwlock_t`): names stop at the whole of it.
pub const LARGEST_SYNC: u64 = 56;

/// What a thread is doing between two steps.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Status {
    /// It can move.
    Ready,
    /// It cannot.
    Waiting(Wait),
    /// It has ended.
    Ended,
}

/// Why a thread cannot go on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "for", rename_all = "snake_case")]
pub enum Wait {
    /// A lock.
    Lock {
        /// Which.
        lock: Name,
        /// The thread that holds it.
        holder: u32,
        /// That is the waiting thread itself.
        own: bool,
    },
    /// A read-write lock that readers hold.
    Readers {
        /// Which.
        lock: Name,
    },
    /// A read-write lock that lets a waiting writer in first.
    Writers {
        /// Which.
        lock: Name,
    },
    /// An initialisation that is under way.
    Once {
        /// Its control.
        control: Name,
        /// The thread that runs it.
        runner: u32,
        /// That is the waiting thread itself.
        own: bool,
    },
    /// The end of a thread.
    Join {
        /// Its number.
        thread: u32,
    },
    /// A signal.
    Condition {
        /// The condition variable.
        condition: Name,
    },
    /// A post.
    Semaphore {
        /// Which.
        semaphore: Name,
    },
    /// Somebody who wakes those that wait at a word.
    Futex {
        /// The word.
        word: Name,
    },
    /// The initialisation of a static variable.
    Static {
        /// Its guard.
        guard: Name,
    },
    /// Other threads.
    Barrier {
        /// Where.
        barrier: Name,
    },
    /// Something to change that it looks at in a loop.
    Change {
        /// What it looks at; may be empty.
        watched: Vec<String>,
    },
    /// Nothing: it assumed what is not so, and has no future.
    Nothing,
}

impl Wait {
    /// The name of what it waits for, and how many bytes that takes at most.
    pub fn name_mut(&mut self) -> Option<(&mut Name, u64)> {
        match self {
            Wait::Lock { lock, .. } | Wait::Readers { lock } | Wait::Writers { lock } => {
                Some((lock, LARGEST_SYNC))
            }
            Wait::Condition { condition } => Some((condition, LARGEST_SYNC)),
            Wait::Once { control, .. } => Some((control, 4)),
            Wait::Semaphore { semaphore } => Some((semaphore, 32)),
            Wait::Futex { word } => Some((word, 4)),
            Wait::Static { guard } => Some((guard, 8)),
            Wait::Barrier { barrier } => Some((barrier, 32)),
            Wait::Join { .. } | Wait::Change { .. } | Wait::Nothing => None,
        }
    }
}
