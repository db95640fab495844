//! Uses of the library that its standards leave undefined.

use serde::{Deserialize, Serialize};

/// Uses of synchronisation objects, threads and jumps that POSIX and C leave undefined.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Misuse {
    /// A mutex is unlocked by a thread that does not hold it.
    UnlockNotHeld,
    /// A mutex that was destroyed or never initialised is used.
    NotAMutex,
    /// A mutex is destroyed while it is locked.
    DestroyLocked,
    /// A mutex is destroyed while a thread that waits for a condition variable will take it.
    DestroyMutexInWait,
    /// A condition variable that was destroyed or never initialised is used.
    NotACond,
    /// A condition variable is destroyed while threads wait for it.
    DestroyWaited,
    /// Waiting without holding the mutex.
    WaitWithoutMutex,
    /// Waiting with a mutex that is locked more than once.
    WaitLockedTwice,
    /// Threads wait for one condition variable with different mutexes.
    TwoMutexes,
    /// A read-write lock that was destroyed or never initialised is used.
    NotARwlock,
    /// A read-write lock is unlocked that the thread does not hold.
    RwlockNotHeld,
    /// A read-write lock is destroyed while it is held.
    DestroyRwlock,
    /// A barrier that was destroyed or never initialised is used.
    NotABarrier,
    /// A barrier is destroyed while threads wait at it.
    DestroyBarrier,
    /// A spin lock that was destroyed or never initialised is used.
    NotASpinLock,
    /// A spin lock is unlocked by a thread that does not hold it.
    SpinNotHeld,
    /// A spin lock is destroyed while it is locked.
    DestroySpinLock,
    /// A semaphore that was destroyed or never initialised is used.
    NotASemaphore,
    /// A once control with a value that no initialiser gave it.
    NotAOnce,
    /// A key that does not exist.
    NotAKey,
    /// A handle that is no joinable thread.
    NotAThread,
    /// A thread that is joined by two, or detached and joined.
    JoinedTwice,
    /// `pthread_exit` in a cleanup handler or destructor of a thread that ends already.
    ExitTwice,
    /// A cleanup handler whose function has returned.
    CleanupGone,
    /// A jump through a buffer that no `setjmp` filled.
    NotAJumpBuffer,
    /// A jump to a function that has returned.
    JumpToReturned,
    /// A jump into another thread, or out of an exit handler.
    JumpOut,
    /// An atomic section is ended that was not begun.
    NotInAtomicSection,
    /// `vunlock` of something that this thread has not locked.
    NotVLocked,
}
