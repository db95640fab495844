//! A counterexample as a person reads it. The system that made the fault writes it while
//! replaying; reports print it and know nothing else.

use crate::edge::{Property, ThreadId};

/// A place in the source.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Place {
    /// Path as the compiler was given it; empty when unknown.
    pub file: String,
    /// Line, from 1; 0 when unknown.
    pub line: u32,
    /// Column, from 1; 0 when unknown.
    pub column: u32,
    /// The function.
    pub function: String,
}

/// Why a property is violated, and the execution that shows it.
#[derive(Clone, Debug, PartialEq)]
pub struct Explanation {
    /// The property; `None` where the execution reaches something unsupported.
    pub property: Option<Property>,
    /// The fault in one sentence, without place.
    pub message: String,
    /// Where it happened.
    pub place: Place,
    /// Other places that belong to it: the other access of a race, the allocation, the free.
    pub related: Vec<Related>,
    /// What to do next; may be empty.
    pub help: String,
    /// The threads that take part.
    pub threads: Vec<ThreadName>,
    /// The schedule.
    pub steps: Vec<TraceStep>,
    /// For a lasso: the step at which the part that repeats begins.
    pub cycle_start: Option<usize>,
}

/// A place that belongs to a fault, and how.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Related {
    /// "the other access", "allocated", "freed", "first lock".
    pub what: String,
    /// The thread it happened in.
    pub thread: ThreadId,
    /// Where.
    pub place: Place,
}

/// A thread and the function it was started with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ThreadName {
    /// Its number.
    pub id: ThreadId,
    /// The function it runs.
    pub function: String,
}

/// One line of a schedule: one operation of one thread.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TraceStep {
    /// Who.
    pub thread: u32,
    /// Where.
    pub place: Place,
    /// What, in words: `store flag[0] = 1`, `lock m`, `call worker`.
    pub action: String,
    /// What it changed.
    pub changed: Vec<Change>,
    /// What the program printed in this step.
    pub output: String,
    /// The propositions of a formula that hold after it, where one is checked.
    pub holds: Vec<String>,
}

/// A variable and its new value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// As the source names it.
    pub name: String,
    /// As the source would write it.
    pub value: String,
}
