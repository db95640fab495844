//! What is wrong with an execution.

use crate::family::Family;
use crate::gap::Gap;
use crate::misuse::Misuse;
use crate::name::Name;
use serde::{Deserialize, Serialize};

/// What is wrong with an execution. Reports have the words for it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Finding {
    /// An assertion fails.
    Assertion {
        /// What it asserts.
        text: String,
    },
    /// `reach_error` and the like are called.
    ErrorFunction,
    /// `abort` is called.
    Abort,
    /// The C++ library ends the program.
    LibraryEnds {
        /// What it says.
        said: String,
    },
    /// Nobody handles an exception.
    Uncaught {
        /// Its type.
        exception: String,
        /// What it says.
        message: Option<String>,
    },
    /// A trap instruction is reached.
    Trap,
    /// Something that has no value decides what happens.
    Uninitialised {
        /// What.
        used: Used,
    },
    /// Calls are nested too deeply.
    StackExhausted,
    /// A stack variable does not fit.
    StackTooLarge {
        /// Its size.
        size: i64,
    },
    /// Division by zero.
    DivisionByZero,
    /// The most negative number is divided by -1.
    DivisionOverflow,
    /// A shift by the width or more.
    Shift {
        /// The width.
        bits: u32,
        /// The count.
        count: i64,
    },
    /// A floating-point number is converted to an integer that cannot hold it.
    Conversion {
        /// Width of the integer.
        bits: u32,
        /// Whether it is signed.
        signed: bool,
    },
    /// Bytes are copied to where some of them lie, by a function that must not be used for that.
    Overlap {
        /// Where they are copied to.
        object: Name,
        /// How many.
        size: u64,
    },
    /// A function is called with other arguments than it takes, through a pointer of another type.
    WrongArguments {
        /// Its name.
        function: String,
    },
    /// Code is reached that the program declares unreachable.
    Unreachable,
    /// A lock, a thread or a jump is used as no standard allows.
    Misuse {
        /// How.
        misuse: Misuse,
    },
    /// Signed overflow.
    SignedOverflow,
    /// An access near address zero.
    Null {
        /// Where.
        address: u64,
        /// Write, not only read.
        write: bool,
    },
    /// There is no object at an address, and never was.
    NoObject {
        /// Where.
        address: u64,
        /// What was done there.
        deed: Deed,
    },
    /// The object has ended.
    Gone {
        /// Which.
        object: Name,
        /// It was on the heap, not a local variable.
        heap: bool,
        /// What was done to it.
        deed: Deed,
    },
    /// What is freed is not the beginning of a heap object.
    NotAllocated {
        /// What.
        object: Name,
    },
    /// What is freed was made by something else.
    WrongFree {
        /// What.
        object: Name,
        /// By what it was made.
        made: Family,
        /// By what it is freed.
        freed: Family,
    },
    /// An object is deleted as one of another size.
    WrongSize {
        /// What.
        object: Name,
        /// Bytes that it has.
        room: u64,
        /// Bytes of the type that it is deleted as.
        size: u64,
    },
    /// The scope of a local variable has ended.
    OutOfScope {
        /// Which.
        object: Name,
        /// Write, not only read.
        write: bool,
    },
    /// An access does not lie inside its object.
    OutOfBounds {
        /// Where.
        address: u64,
        /// How many bytes.
        size: u64,
        /// Write, not only read.
        write: bool,
        /// The object, where one is known.
        object: Option<Extent>,
    },
    /// More bytes are written than there is room for.
    Overrun {
        /// Where.
        object: Name,
        /// How many.
        size: u64,
        /// For how many there is room.
        room: u64,
    },
    /// A constant is written to.
    Constant {
        /// Which.
        object: Name,
    },
    /// A call or jump to where there is no code.
    NoCode {
        /// Where.
        address: u64,
    },
    /// Nothing points to an object when the program ends.
    Leak {
        /// Its size.
        size: u64,
    },
    /// Two threads touch something at the same time.
    Race {
        /// What.
        object: Name,
        /// The access that is shown first.
        one: Side,
        /// The other.
        other: Side,
    },
    /// Nobody can go on.
    Deadlock {
        /// How.
        deadlock: Deadlock,
    },
    /// An invariant does not hold, or has no value.
    Invariant {
        /// Its name.
        name: String,
        /// Why it has no value, where it has none.
        why: Option<NoValue>,
    },
    /// A proposition of the formula has no value.
    Proposition {
        /// Its name.
        name: String,
        /// Why.
        why: NoValue,
    },
    /// An endless execution violates a temporal property.
    Endless {
        /// Which.
        property: Temporal,
        /// The execution ends, and its last state is repeated.
        ends: bool,
    },
    /// The checker cannot execute this.
    Unsupported {
        /// What.
        missing: Gap,
    },
}

/// What was used without having a value.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "used", rename_all = "snake_case")]
pub enum Used {
    /// In a decision.
    Branch,
    /// As an address.
    Address,
    /// As a divisor.
    Divisor,
    /// As a size.
    Size,
    /// As an argument of a library function.
    Argument {
        /// Its number, from 1.
        number: u32,
    },
    /// Memory, by a library function.
    Memory {
        /// Which.
        object: Name,
    },
}

/// What was done to an object.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Deed {
    /// It was read.
    Read,
    /// It was written to.
    Write,
    /// It was freed.
    Free,
}

/// Bytes of an object that an access is measured against.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Extent {
    /// The object.
    pub name: Name,
    /// Where in it the access begins.
    pub offset: u64,
    /// How many bytes it has.
    pub length: u64,
}

/// One side of a race.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Side {
    /// Who.
    pub thread: u32,
    /// Write, not only read.
    pub write: bool,
    /// By an access that the program calls volatile.
    #[serde(default)]
    pub volatile: bool,
}

/// How threads cannot go on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "deadlock", rename_all = "snake_case")]
pub enum Deadlock {
    /// A thread waits for a lock that it holds.
    OwnLock,
    /// A thread waits for an initialisation that it runs.
    OwnInitialisation,
    /// Threads wait for each other.
    Cycle {
        /// Which.
        threads: Vec<u32>,
    },
    /// The only thread that is left waits.
    Alone {
        /// Which.
        thread: u32,
    },
    /// Nobody can move.
    Nobody,
    /// Threads wait in loops for what nobody changes.
    Loops {
        /// Each thread with the names of what it looks at.
        waiting: Vec<(u32, Vec<String>)>,
    },
}

/// Why something that is evaluated in every state has no value.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "why", rename_all = "snake_case")]
pub enum NoValue {
    /// It commits a fault.
    Fault {
        /// Which.
        finding: Box<Finding>,
    },
    /// It comes to its end and has none.
    Uninitialised,
}

/// A temporal property.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "temporal", rename_all = "snake_case")]
pub enum Temporal {
    /// A formula.
    Formula {
        /// Its name, where the source gives it one.
        name: Option<String>,
        /// As it was written.
        text: String,
    },
    /// An automaton that accepts what is wrong.
    Automaton {
        /// Where it is from.
        name: String,
    },
    /// The end of the program.
    Termination,
}
