//! Edges: one step of one thread and where it leads.

use crate::state::State;
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
    /// The thread makes a step. Not so where the fault is one of the state itself: two threads are
    /// about to race, or nobody can move.
    pub moves: bool,
    /// What a temporal property reads on the way.
    pub letters: Letters,
    /// The acceptance and fairness sets that the edge is in, as bits.
    pub marks: u128,
    /// The edge stands for more choices than were enumerated (a wide nondeterministic value of
    /// which only a few were tried), so a search that finds nothing is not exhaustive.
    pub sampled: bool,
}

/// The letters that an edge adds to the word of a run. A letter is a set of propositions, as bits.
///
/// Nearly every edge has one letter: what holds in the state it leads to. An edge on which
/// propositions hold for a moment only has two: with them, and then without.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Letters {
    /// What holds at the end of the edge.
    pub last: u64,
    /// What holds for one letter before that, besides what holds at the end.
    pub pulse: u64,
}

impl Letters {
    /// The letters in their order.
    pub fn iter(self) -> impl Iterator<Item = u64> {
        let pulse = (self.pulse != 0).then_some(self.last | self.pulse);
        pulse.into_iter().chain([self.last])
    }
}

/// Fairness marks of threads stand above this many bits for acceptance sets.
pub const FIRST_THREAD_MARK: u32 = 32;

impl<A> Edge<A> {
    /// An edge without letters and marks, for which every choice is enumerated.
    pub fn plain(action: A, thread: ThreadId, to: Target) -> Edge<A> {
        let letters = Letters::default();
        Edge { action, thread, to, moves: true, letters, marks: 0, sampled: false }
    }
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
