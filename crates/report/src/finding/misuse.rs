//! Misuse of locks, threads and jumps, in words.

use allways_trace::Misuse;

/// The fault in a sentence.
pub(super) fn sentence(misuse: Misuse) -> &'static str {
    match misuse {
        Misuse::UnlockNotHeld => "a mutex is unlocked by a thread that does not hold it",
        Misuse::NotAMutex => "a mutex is used that was destroyed or never initialised",
        Misuse::DestroyLocked => "a mutex is destroyed while it is locked",
        Misuse::DestroyMutexInWait => {
            "a mutex is destroyed that a thread takes when its wait for a condition variable ends"
        }
        Misuse::NotACond => "a condition variable is used that was destroyed or never initialised",
        Misuse::DestroyWaited => "a condition variable is destroyed while threads wait for it",
        Misuse::WaitWithoutMutex => "a thread waits with a mutex that it does not hold",
        Misuse::WaitLockedTwice => "a thread waits with a mutex that it has locked twice",
        Misuse::TwoMutexes => "threads wait for one condition variable with different mutexes",
        Misuse::NotARwlock => "a read-write lock is used that was destroyed or never initialised",
        Misuse::RwlockNotHeld => "a read-write lock is unlocked by a thread that does not hold it",
        Misuse::DestroyRwlock => "a read-write lock is destroyed while it is held",
        Misuse::NotABarrier => "a barrier is used that was destroyed or never initialised",
        Misuse::DestroyBarrier => "a barrier is destroyed while threads wait at it",
        Misuse::NotASpinLock => "a spin lock is used that was destroyed or never initialised",
        Misuse::SpinNotHeld => "a spin lock is unlocked by a thread that does not hold it",
        Misuse::DestroySpinLock => "a spin lock is destroyed while it is locked",
        Misuse::NotASemaphore => "a semaphore is used that was destroyed or never initialised",
        Misuse::NotAOnce => "a once control is used that was never initialised",
        Misuse::NotAKey => "a key of thread-specific values is used that does not exist",
        Misuse::NotAThread => "a thread handle is used that belongs to no joinable thread",
        Misuse::JoinedTwice => "a thread is joined twice, or joined after it was detached",
        Misuse::ExitTwice => "a thread exits again in a handler that runs because it exits",
        Misuse::CleanupGone => {
            "a thread ends with a cleanup handler of a function that has returned"
        }
        Misuse::NotAJumpBuffer => "a jump through a buffer that `setjmp` never filled",
        Misuse::JumpToReturned => "a jump to a function that has returned",
        Misuse::JumpOut => "a jump into another thread or out of an exit handler",
        Misuse::NotInAtomicSection => "an atomic section ends that was never begun",
        Misuse::NotVLocked => "`vunlock` of something that this thread has not locked",
    }
}
