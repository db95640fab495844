//! Edges: one step of one thread and where it leads.

use crate::system::State;
use std::fmt;

/// A thread of the checked program, numbered from 0 (the thread that runs `main`).
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ThreadId(pub u32);

impl fmt::Display for ThreadId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

/// One step: `action` taken by `thread` leads `to` somewhere.
#[derive(Copy, Clone, Debug)]
pub struct Edge<A> {
    /// Distinguishes this edge from the others of its source.
    pub action: A,
    /// Who moves. For an edge that reports a deadlock, one of the threads that are stuck.
    pub thread: ThreadId,
    /// Where it leads.
    pub to: Target,
    /// The edge stands for more choices than were enumerated (a wide nondeterministic value of
    /// which only a few were tried), so a search that finds nothing is not exhaustive.
    pub sampled: bool,
}

/// Where an edge leads.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Target {
    /// To another state.
    State(State),
    /// To a violation of a selected property: the search is over.
    Fault(Fault),
    /// To a fault whose property was not selected. The execution cannot go on, nothing is
    /// reported, but what lies behind it stays unexplored.
    Ended(Fault),
    /// To something the checker cannot execute: the request cannot be answered.
    Unsupported(Unsupported),
}

/// A fault, as engines carry it: which property, and two codes by which the system that made it
/// can explain it. Engines compare faults and never read them.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub struct Fault {
    /// The property that is violated.
    pub property: Property,
    /// What happened, in the system's own numbering.
    pub what: u32,
    /// Where, in the system's own numbering.
    pub place: u32,
}

/// Something the checker cannot execute, in the system's own numbering.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub struct Unsupported {
    /// What is missing.
    pub what: u32,
    /// Where it is needed.
    pub place: u32,
}

/// The properties of the contract.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Property {
    /// A failed assertion, an error function, `abort`, an uncaught exception.
    Assert,
    /// Nobody can move, or threads wait for locks in a cycle.
    Deadlock,
    /// Null, wild, dangling and out-of-bounds accesses, bad frees, decisions on uninitialised memory.
    Memory,
    /// Conflicting accesses that can be executed next to each other.
    Race,
    /// Division by zero, oversized shifts, misuse of locks and the like.
    Ub,
    /// Signed overflow.
    Overflow,
    /// Memory that nothing points to when the program ends.
    Leak,
    /// An endless execution.
    Termination,
    /// A temporal formula or automaton.
    Ltl,
    /// A named function that must always return true.
    Invariant,
}

impl Property {
    /// All properties, in the contract's order.
    pub const ALL: [Property; 10] = [
        Property::Assert,
        Property::Deadlock,
        Property::Memory,
        Property::Race,
        Property::Ub,
        Property::Overflow,
        Property::Leak,
        Property::Termination,
        Property::Ltl,
        Property::Invariant,
    ];

    /// The name used on the command line and in JSON.
    pub fn name(self) -> &'static str {
        match self {
            Property::Assert => "assert",
            Property::Deadlock => "deadlock",
            Property::Memory => "memory",
            Property::Race => "race",
            Property::Ub => "ub",
            Property::Overflow => "overflow",
            Property::Leak => "leak",
            Property::Termination => "termination",
            Property::Ltl => "ltl",
            Property::Invariant => "invariant",
        }
    }

    /// The property with that name.
    pub fn from_name(name: &str) -> Option<Property> {
        Property::ALL.into_iter().find(|p| p.name() == name)
    }
}

impl fmt::Display for Property {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
