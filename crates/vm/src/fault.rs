//! What can go wrong in the checked program, and why a thread cannot go on.

use allways_space::{Fault, Property, Unsupported};
pub use allways_trace::Misuse;
use allways_trace::{Family, Limitation};

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
    /// What one family of functions made is freed by one of another.
    WrongFree { address: u64, made: Family, freed: Family },
    /// `delete` of an object as one of another size.
    WrongSize { address: u64, room: u64, size: u64 },
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
    /// A floating-point number is converted to an integer that cannot hold it.
    Conversion { bits: u32, signed: bool },
    /// A function is called with other arguments than it takes, through a pointer of another type.
    WrongArguments { function: u32 },
    /// Bytes are copied to where some of them lie, by a function that must not be used for that.
    Overlap { to: u64, size: u64 },
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
            | WrongFree { .. }
            | WrongSize { .. }
            | DoubleFree { .. }
            | UndefinedBranch
            | UndefinedAddress
            | UndefinedDivisor
            | UndefinedSize
            | UndefinedArgument { .. }
            | UndefinedMemory { .. }
            | StackExhausted
            | StackTooLarge { .. } => Property::Memory,
            DivisionByZero
            | DivisionOverflow
            | Shift { .. }
            | Conversion { .. }
            | Overlap { .. }
            | WrongArguments { .. }
            | Unreachable
            | Misuse(_) => Property::Ub,
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
            Conversion { .. } => 31,
            Overlap { .. } => 32,
            WrongArguments { .. } => 33,
            WrongFree { .. } => 34,
            WrongSize { .. } => 35,
            Invariant { number, .. } | Proposition { number } => 64 + number,
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
    /// An option of a library function that the model does not have: which.
    Library(Limitation),
}

impl Gap {
    /// A conversion of `printf`.
    pub const CONVERSION: Gap = Gap::Library(Limitation::PrintfConversion);
    /// A mutex that raises its owner's priority to a ceiling.
    pub const PRIORITY_CEILING: Gap = Gap::Library(Limitation::PriorityCeiling);
    /// A landing pad that is none.
    pub const EXCEPTIONS: Gap = Gap::Library(Limitation::Exception);
    /// A thread ends in the middle of anything and has cleanup handlers.
    pub const ASYNCHRONOUS_CLEANUP: Gap = Gap::Library(Limitation::AsynchronousCleanup);
    /// A conversion of `scanf`.
    pub const SCAN: Gap = Gap::Library(Limitation::ScanfConversion);
    /// A conversion of `strftime`.
    pub const TIME_FORMAT: Gap = Gap::Library(Limitation::TimeConversion);
    /// A width or precision that makes too much text.
    pub const WIDE_FIELD: Gap = Gap::Library(Limitation::WideField);
    /// A character that has no byte of its own.
    pub const WIDE_CHARACTER: Gap = Gap::Library(Limitation::WideCharacter);
    /// A stream that is none of the three.
    pub const OTHER_FILE: Gap = Gap::Library(Limitation::OtherFile);
    /// A function that is evaluated cannot go on.
    pub const WAITING: Gap = Gap::Library(Limitation::Waiting);
    /// A function that is evaluated does not end.
    pub const ENDLESS: Gap = Gap::Library(Limitation::Endless);
    /// A function that is evaluated has an effect.
    pub const IMPURE: Gap = Gap::Library(Limitation::Impure);
    /// A parameter that no variable can be converted to.
    pub const ARGUMENT: Gap = Gap::Library(Limitation::Argument);
    /// More threads than there are marks of fairness.
    pub const FAIRNESS: Gap = Gap::Library(Limitation::Fairness);
    /// An expression of a formula has no value.
    pub const NO_VALUE: Gap = Gap::Library(Limitation::NoValue);
    /// The function of an abstraction faults.
    pub const ABSTRACTION: Gap = Gap::Library(Limitation::Abstraction);
    /// A function that is evaluated asks which thread runs it.
    pub const OWN: Gap = Gap::Library(Limitation::OwnThread);
    /// A descriptor is waited for.
    pub const DESCRIPTOR: Gap = Gap::Library(Limitation::Descriptor);
    /// Flags of floating-point operations are read.
    pub const FLOAT_FLAGS: Gap = Gap::Library(Limitation::FloatFlags);
    /// A mapping of a file, at a fixed address, or a part of one.
    pub const MAPPING: Gap = Gap::Library(Limitation::Mapping);
    /// Memory that may not be read or written.
    pub const PROTECTION: Gap = Gap::Library(Limitation::Protection);
    /// Rounding otherwise than to the nearest.
    pub const ROUNDING: Gap = Gap::Library(Limitation::Rounding);
    /// A system call.
    pub const SYSTEM_CALL: Gap = Gap::Library(Limitation::SystemCall);

    /// As two numbers that an edge can carry.
    pub fn code(self) -> u32 {
        match self {
            Gap::Instruction(i) => i << 3,
            Gap::Function(i) => i << 3 | 1,
            Gap::Global(i) => i << 3 | 2,
            Gap::Threads => 3,
            Gap::Objects => 4,
            Gap::Float => 5,
            Gap::Library(which) => (which as u32) << 3 | 6,
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
            _ => Gap::Library(Limitation::ALL[(code >> 3) as usize]),
        }
    }
}

/// Whether an execution cannot go on because no name is left for another object.
pub fn lacks_names(gap: Unsupported) -> bool {
    gap.what == Gap::Objects.code()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_edge_carries_every_limitation() {
        for limitation in Limitation::ALL {
            let gap = Gap::Library(limitation);
            assert_eq!(Gap::from_code(gap.code()), gap);
        }
    }
}
