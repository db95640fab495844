//! What a step does.

use crate::finding::Finding;
use crate::name::Name;
use crate::value::Value;
use crate::wait::Wait;
use serde::{Deserialize, Serialize};

/// What a step does. Reports have the words for it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Event {
    /// Memory is read.
    Load {
        /// What.
        from: Name,
        /// What was there.
        value: Value,
    },
    /// Memory is written.
    Store {
        /// What.
        to: Name,
        /// What is there now.
        value: Value,
    },
    /// A compare-and-exchange finds another value.
    ExchangeFails {
        /// Where.
        at: Name,
    },
    /// An object comes to life on the heap.
    Alloc {
        /// Its address.
        address: u64,
        /// Its size.
        size: u64,
        /// Whose address it gets, where that was freed before.
        reused: Option<Reused>,
    },
    /// An object of the heap ends.
    Free {
        /// Which.
        object: Name,
    },
    /// A function is called.
    Call {
        /// Which.
        function: String,
    },
    /// A function returns.
    Return,
    /// The thread ends.
    End,
    /// A thread is created.
    Spawn {
        /// Its number.
        thread: u32,
        /// What it runs.
        function: String,
    },
    /// A thread is joined.
    Join {
        /// Its number.
        thread: u32,
    },
    /// A thread is asked to end.
    Cancel {
        /// Its number.
        thread: u32,
    },
    /// Threads synchronise.
    Sync {
        /// How.
        operation: Operation,
        /// The mutex, condition variable, semaphore, ...
        object: Name,
    },
    /// Something is said about a proposition of the formula.
    Proposition {
        /// The construct of `allways.h`, or what becomes of the proposition.
        verb: String,
        /// Its name.
        name: String,
    },
    /// Something that has no object.
    Act {
        /// What.
        act: Act,
    },
    /// The thread would do this next: it is one side of a race.
    AboutTo {
        /// Write, not only read.
        write: bool,
        /// What.
        to: Name,
    },
    /// The thread cannot go on.
    Blocked {
        /// What it waits for.
        wait: Wait,
    },
    /// The fault.
    Fault {
        /// What is wrong.
        finding: Finding,
    },
}

/// The address that a new object gets was another's.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reused {
    /// Whose.
    pub name: String,
    /// The thread that freed it, and the line, if known.
    pub freed: Option<(u32, u32)>,
}

/// An operation on a synchronisation object.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs, reason = "the names say it")]
pub enum Operation {
    Initialise,
    Initialised,
    Destroy,
    Lock,
    LockAgain,
    Unlock,
    UnlockOnce,
    ReadLock,
    WriteLock,
    ReadUnlock,
    WriteUnlock,
    WaitToWriteLock,
    TimeOut,
    /// `vlock`: any address is a lock.
    VLock,
    VUnlock,
    /// Begin to wait for a condition variable.
    Wait,
    /// The wait will end without a signal.
    WakeSpuriously,
    /// The wait ends because the thread is asked to end.
    StopWaiting,
    Signal,
    Broadcast,
    /// Take from a semaphore.
    Take,
    /// Give to it.
    Post,
    /// Begin to wait at a barrier.
    WaitAt,
    /// The last thread comes to a barrier.
    Open,
    SetJump,
}

impl Operation {
    /// Whether the thread holds a lock from now on.
    pub fn takes(self) -> bool {
        matches!(
            self,
            Operation::Lock | Operation::VLock | Operation::ReadLock | Operation::WriteLock
        )
    }

    /// Whether the thread does not hold a lock any more.
    pub fn gives_back(self) -> bool {
        matches!(
            self,
            Operation::Unlock | Operation::VUnlock | Operation::ReadUnlock | Operation::WriteUnlock
        )
    }

    /// Whether it works on an address, whatever lies there.
    pub fn is_on_any_address(self) -> bool {
        matches!(self, Operation::VLock | Operation::VUnlock)
    }
}

/// Something that a thread does and that has no object.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs, reason = "the names say it")]
pub enum Act {
    IsCancelled,
    BeginCleanup,
    PushCleanup,
    PopCleanup,
    JumpBack,
}
