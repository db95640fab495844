//! What can go wrong in the checked program, and why a thread cannot go on.

use allways_space::{Fault, Property};

/// A fault of the checked program. Addresses are explained when the execution is replayed.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum FaultKind {
    /// `assert` and `vassert`; the text of the expression lies at that address.
    Assertion { text: u64 },
    /// `reach_error`, `__VERIFIER_error`.
    ReachError,
    /// `abort`.
    Abort,
    /// The C++ library ends the program: addresses of what it says, and of the type and the message of
    /// the exception that nobody handles; 0 where there is none.
    Terminate { text: u64, exception: u64, what: u64 },
    /// `__builtin_trap`.
    Trap,
    /// An access near address zero.
    Null { address: u64, write: bool },
    /// An access to an address that no object ever had or that lost its object.
    NoObject { address: u64, write: bool },
    /// An access to a stack object whose scope has ended.
    OutOfScope { address: u64, write: bool },
    /// More bytes are written than the compiler knows room for.
    Overrun { address: u64, size: u64, room: u64 },
    /// An access that does not lie inside its object.
    OutOfBounds { address: u64, size: u64, write: bool },
    /// A write to a constant.
    WriteToConstant { address: u64 },
    /// A call through a pointer that is no function.
    NotAFunction { address: u64 },
    /// `free` of something that is not the beginning of a live heap object.
    InvalidFree { address: u64 },
    /// `free` of something freed before.
    DoubleFree { address: u64 },
    /// A branch on an undefined value.
    UndefinedBranch,
    /// An access through an undefined address.
    UndefinedAddress,
    /// A division by an undefined value.
    UndefinedDivisor,
    /// An undefined size.
    UndefinedSize,
    /// An undefined value given to a library function: the argument's number, from 1.
    UndefinedArgument { number: u32 },
    /// Undefined memory read by a library function.
    UndefinedMemory { address: u64 },
    /// Calls nested too deeply.
    StackExhausted,
    /// A stack allocation of an impossible size.
    StackTooLarge { size: u64 },
    /// Division by zero.
    DivisionByZero,
    /// The most negative number divided by -1.
    DivisionOverflow,
    /// A shift by the width or more.
    Shift { count: u64, bits: u32 },
    /// Code that the program promised never to reach.
    Unreachable,
    /// A lock, thread or condition variable used as POSIX leaves undefined.
    Misuse(Misuse),
    /// Signed overflow.
    SignedOverflow,
    /// Memory that nothing points to at the end.
    Leak { address: u64 },
    /// Conflicting accesses.
    Race,
    /// Nobody can move, or threads wait in a cycle.
    Deadlock,
    /// An invariant does not hold any more, or commits a fault itself: its number.
    Invariant { number: u32, faults: bool },
    /// A proposition of the formula commits a fault when it is evaluated: its number.
    Proposition { number: u32 },
}

/// Uses of synchronisation objects, threads and jumps that POSIX and C leave undefined.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
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

impl Misuse {
    /// The fault in a sentence.
    pub fn text(self) -> &'static str {
        match self {
            Misuse::UnlockNotHeld => "a mutex is unlocked by a thread that does not hold it",
            Misuse::NotAMutex => "a mutex is used that was destroyed or never initialised",
            Misuse::DestroyLocked => "a mutex is destroyed while it is locked",
            Misuse::DestroyMutexInWait => {
                "a mutex is destroyed that a thread takes when its wait for a condition variable ends"
            }
            Misuse::NotACond => {
                "a condition variable is used that was destroyed or never initialised"
            }
            Misuse::DestroyWaited => "a condition variable is destroyed while threads wait for it",
            Misuse::WaitWithoutMutex => "a thread waits with a mutex that it does not hold",
            Misuse::WaitLockedTwice => "a thread waits with a mutex that it has locked twice",
            Misuse::TwoMutexes => "threads wait for one condition variable with different mutexes",
            Misuse::NotARwlock => {
                "a read-write lock is used that was destroyed or never initialised"
            }
            Misuse::RwlockNotHeld => {
                "a read-write lock is unlocked by a thread that does not hold it"
            }
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
}

impl From<Misuse> for Halt {
    fn from(misuse: Misuse) -> Halt {
        Halt::Fault(FaultKind::Misuse(misuse))
    }
}

impl FaultKind {
    /// The property it violates.
    pub fn property(self) -> Property {
        use FaultKind::*;
        match self {
            Assertion { .. } | ReachError | Abort | Trap | Terminate { .. } => Property::Assert,
            Null { .. }
            | NoObject { .. }
            | OutOfScope { .. }
            | OutOfBounds { .. }
            | Overrun { .. }
            | WriteToConstant { .. }
            | NotAFunction { .. }
            | InvalidFree { .. }
            | DoubleFree { .. }
            | UndefinedBranch
            | UndefinedAddress
            | UndefinedDivisor
            | UndefinedSize
            | UndefinedArgument { .. }
            | UndefinedMemory { .. }
            | StackExhausted
            | StackTooLarge { .. } => Property::Memory,
            DivisionByZero | DivisionOverflow | Shift { .. } | Unreachable | Misuse(_) => {
                Property::Ub
            }
            SignedOverflow => Property::Overflow,
            Leak { .. } => Property::Leak,
            Race => Property::Race,
            Deadlock => Property::Deadlock,
            Invariant { .. } => Property::Invariant,
            Proposition { .. } => Property::Ltl,
        }
    }

    /// A number for the kind without its details, by which engines compare faults.
    pub fn code(self) -> u32 {
        use FaultKind::*;
        match self {
            Assertion { .. } => 0,
            ReachError => 1,
            Abort => 2,
            Trap => 3,
            Null { .. } => 4,
            NoObject { .. } => 5,
            OutOfScope { .. } => 6,
            OutOfBounds { .. } => 7,
            WriteToConstant { .. } => 8,
            NotAFunction { .. } => 9,
            InvalidFree { .. } => 10,
            DoubleFree { .. } => 11,
            UndefinedBranch => 12,
            UndefinedAddress => 13,
            UndefinedDivisor => 14,
            UndefinedSize => 15,
            UndefinedArgument { .. } => 16,
            UndefinedMemory { .. } => 17,
            StackExhausted => 18,
            StackTooLarge { .. } => 19,
            DivisionByZero => 20,
            DivisionOverflow => 21,
            Shift { .. } => 22,
            Unreachable => 23,
            Misuse(_) => 24,
            SignedOverflow => 25,
            Leak { .. } => 26,
            Race => 27,
            Deadlock => 28,
            Overrun { .. } => 29,
            Terminate { .. } => 30,
            Invariant { number, .. } | Proposition { number } => 31 + number,
        }
    }
}

/// Whether a fault of an execution is a use of an uninitialised value.
pub fn is_uninitialised(fault: Fault) -> bool {
    use FaultKind::*;
    let kinds = [
        UndefinedBranch,
        UndefinedAddress,
        UndefinedDivisor,
        UndefinedSize,
        UndefinedArgument { number: 0 },
        UndefinedMemory { address: 0 },
    ];
    fault.property == Property::Memory && kinds.iter().any(|kind| kind.code() == fault.what)
}

/// Why the running thread stopped in the middle of things.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Halt {
    /// The program is wrong.
    Fault(FaultKind),
    /// The thread cannot go on now.
    Block(Block),
    /// The operation has that many outcomes and none was chosen.
    Choose(u32),
    /// The checker cannot do it.
    Unsupported(Gap),
    /// No room for another state.
    Full,
    /// Somebody else could notice the operation, so that it must not stand in the middle of a step.
    Noticed,
}

impl From<FaultKind> for Halt {
    fn from(kind: FaultKind) -> Halt {
        Halt::Fault(kind)
    }
}

impl From<allways_store::Full> for Halt {
    fn from(_: allways_store::Full) -> Halt {
        Halt::Full
    }
}

/// What a thread waits for.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Block {
    /// A lock held by another thread (or by itself).
    Lock { address: u64, owner: u32 },
    /// A read-write lock held by readers, who are not known.
    Readers { address: u64 },
    /// A read-write lock that lets writers in first, and one waits.
    Writers { address: u64 },
    /// An initialisation that another thread runs (or itself).
    Once { address: u64, owner: u32 },
    /// The initialisation of a static variable, which some thread runs.
    Static { guard: u64 },
    /// The end of a thread.
    Join { thread: u32 },
    /// A signal.
    Cond { address: u64 },
    /// A post.
    Semaphore { address: u64 },
    /// Other threads at a barrier.
    Barrier { address: u64 },
    /// A word that somebody wakes those who wait at it.
    Futex { address: u64 },
    /// A failed assumption: for good, and not a deadlock.
    Assume,
}

/// Something the checker cannot execute yet.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Gap {
    /// An instruction that the front end could not lower: index in the program's texts.
    Instruction(u32),
    /// A function that no model defines: its index.
    Function(u32),
    /// A variable that is declared and defined nowhere: its index.
    Global(u32),
    /// More threads than can be named.
    Threads,
    /// More or larger objects than can be named.
    Objects,
    /// A mathematical function that the host does not have.
    Float,
    /// An option of a library function that the model does not have: index in [`GAPS`].
    Library(u32),
}

/// Texts of [`Gap::Library`].
pub const GAPS: [&str; 19] = [
    "a conversion of printf that the model does not know",
    "a mutex with a priority ceiling",
    "this use of an exception",
    "this use of variable arguments",
    "asynchronous cancellation of a thread that has cleanup handlers",
    "a conversion of scanf that the model does not know",
    "a conversion of strftime that the model does not know",
    "a field of more than a million characters",
    "a wide character outside ASCII",
    "a FILE other than stdin, stdout and stderr",
    "a function of a proposition or invariant that waits, chooses or ends the program",
    "a function of a proposition or invariant that runs for a million instructions",
    "a function of a proposition or invariant that changes a variable",
    "a proposition function with an argument that is neither a number nor a pointer",
    "weak fairness between more than 95 threads",
    "an expression of the formula without a value: an index outside of its array, or a conversion",
    "an abstraction that commits a fault",
    "a proposition or invariant that reads thread-local data",
    "a system call other than gettid and the common operations of futexes",
];

impl Gap {
    /// A conversion of `printf`.
    pub const CONVERSION: Gap = Gap::Library(0);
    /// A mutex that raises its owner's priority to a ceiling.
    pub const PRIORITY_CEILING: Gap = Gap::Library(1);
    /// A landing pad that is none.
    pub const EXCEPTIONS: Gap = Gap::Library(2);
    /// A thread ends in the middle of anything and has cleanup handlers.
    pub const ASYNCHRONOUS_CLEANUP: Gap = Gap::Library(4);
    /// A conversion of `scanf`.
    pub const SCAN: Gap = Gap::Library(5);
    /// A conversion of `strftime`.
    pub const TIME_FORMAT: Gap = Gap::Library(6);
    /// A width or precision that makes too much text.
    pub const WIDE_FIELD: Gap = Gap::Library(7);
    /// A character that has no byte of its own.
    pub const WIDE_CHARACTER: Gap = Gap::Library(8);
    /// A stream that is none of the three.
    pub const OTHER_FILE: Gap = Gap::Library(9);
    /// A function that is evaluated cannot go on.
    pub const WAITING: Gap = Gap::Library(10);
    /// A function that is evaluated does not end.
    pub const ENDLESS: Gap = Gap::Library(11);
    /// A function that is evaluated has an effect.
    pub const IMPURE: Gap = Gap::Library(12);
    /// A parameter that no variable can be converted to.
    pub const ARGUMENT: Gap = Gap::Library(13);
    /// More threads than there are marks of fairness.
    pub const FAIRNESS: Gap = Gap::Library(14);
    /// An expression of a formula has no value.
    pub const NO_VALUE: Gap = Gap::Library(15);
    /// The function of an abstraction faults.
    pub const ABSTRACTION: Gap = Gap::Library(16);
    /// A function that is evaluated asks which thread runs it.
    pub const OWN: Gap = Gap::Library(17);

    /// A system call.
    pub const SYSTEM_CALL: Gap = Gap::Library(18);

    /// As two numbers that an edge can carry.
    pub fn code(self) -> u32 {
        match self {
            Gap::Instruction(i) => i << 3,
            Gap::Function(i) => i << 3 | 1,
            Gap::Global(i) => i << 3 | 2,
            Gap::Threads => 3,
            Gap::Objects => 4,
            Gap::Float => 5,
            Gap::Library(i) => i << 3 | 6,
        }
    }

    /// The gap with that code.
    pub fn from_code(code: u32) -> Gap {
        match code & 7 {
            0 => Gap::Instruction(code >> 3),
            1 => Gap::Function(code >> 3),
            2 => Gap::Global(code >> 3),
            3 => Gap::Threads,
            4 => Gap::Objects,
            5 => Gap::Float,
            _ => Gap::Library(code >> 3),
        }
    }
}
