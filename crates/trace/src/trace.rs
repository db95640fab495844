//! A whole counterexample.

use crate::finding::Finding;
use crate::recording::Recording;
use crate::step::{Place, Step};
use crate::wait::Wait;
use allways_space::Property;
use serde::{Deserialize, Serialize};

/// Why a property is violated, and the execution that shows it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Trace {
    /// The property; `None` where the execution reaches something unsupported.
    #[serde(with = "by_name")]
    pub property: Option<Property>,
    /// What is wrong with it.
    pub finding: Finding,
    /// Whether only optimised code has the fault.
    #[serde(default)]
    pub optimised: Optimised,
    /// Where it happened.
    pub place: Place,
    /// Where the functions were called that the thread was in, the innermost first.
    #[serde(default)]
    pub stack: Vec<Place>,
    /// Other places that belong to it: the other access of a race, the allocation, the free.
    pub related: Vec<Related>,
    /// The threads that take part.
    pub threads: Vec<ThreadName>,
    /// The schedule.
    pub steps: Vec<Step>,
    /// For a lasso: the step at which the part that repeats begins.
    pub cycle_start: Option<usize>,
    /// No execution with the same end has fewer context switches, nor as many and fewer steps.
    #[serde(default)]
    pub shortest: bool,
    /// What can be seen at every step, where somebody asked for it.
    #[serde(default)]
    pub recording: Option<Recording>,
}

/// A place that belongs to a fault, and how.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Related {
    /// How.
    #[serde(flatten)]
    pub what: Relation,
    /// The thread it happened in.
    pub thread: u32,
    /// Where.
    pub place: Place,
    /// Where the functions were called that the thread was in, the innermost first.
    #[serde(default)]
    pub stack: Vec<Place>,
}

/// How a place belongs to a fault.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "what", rename_all = "snake_case")]
pub enum Relation {
    /// The other access of a race is there.
    OtherAccess,
    /// The object was allocated there.
    Allocated,
    /// The object was freed there.
    Freed,
    /// The lock or the like was destroyed there.
    Destroyed,
    /// The lock was taken there.
    FirstLock,
    /// The thread waits there.
    Waits {
        /// For what.
        wait: Wait,
    },
    /// The thread stands there while others go round a cycle.
    Stands {
        /// Why.
        idle: Idle,
    },
    /// What is evaluated in every state commits its fault there.
    Evaluated,
}

/// Why a thread makes no step in a cycle.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Idle {
    /// It has failed an assumption.
    Assumes,
    /// It cannot move in any state of the cycle.
    Blocked,
    /// It could move in every state of the cycle.
    CouldMove,
    /// It could move in some of them.
    CouldSometimes,
}

/// Whether a fault is one of the program as written, too.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Optimised {
    /// It is, or nothing was optimised.
    #[default]
    No,
    /// It is not: only optimised code has it.
    Only,
    /// That was not found out in the time that there was.
    Perhaps,
}

/// A thread and the function it was started with.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ThreadName {
    /// Its number.
    pub thread: u32,
    /// The function it runs.
    pub function: String,
}

/// Properties by their names: the crate that they belong to knows no format.
mod by_name {
    use allways_space::Property;
    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    pub fn serialize<S: Serializer>(property: &Option<Property>, to: S) -> Result<S::Ok, S::Error> {
        property.map(Property::name).serialize(to)
    }

    pub fn deserialize<'d, D: Deserializer<'d>>(from: D) -> Result<Option<Property>, D::Error> {
        let Some(name) = Option::<String>::deserialize(from)? else { return Ok(None) };
        let unknown = || D::Error::custom(format!("there is no property `{name}`"));
        Property::from_name(&name).map(Some).ok_or_else(unknown)
    }
}
