//! A whole counterexample.

use crate::recording::Recording;
use crate::step::{Place, Step};
use allways_space::Property;
use serde::{Deserialize, Serialize};

/// Why a property is violated, and the execution that shows it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Trace {
    /// The property; `None` where the execution reaches something unsupported.
    #[serde(with = "by_name")]
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
    pub steps: Vec<Step>,
    /// For a lasso: the step at which the part that repeats begins.
    pub cycle_start: Option<usize>,
    /// What can be seen at every step, where somebody asked for it.
    #[serde(default)]
    pub recording: Option<Recording>,
}

/// A place that belongs to a fault, and how.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Related {
    /// "the other access", "allocated", "freed", "first lock".
    pub what: String,
    /// The thread it happened in.
    pub thread: u32,
    /// Where.
    pub place: Place,
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
