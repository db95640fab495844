//! One step of an execution: who did what, where.

use crate::event::Event;
use crate::value::Value;
use serde::{Deserialize, Serialize};

/// A place in the source.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Place {
    /// Path as the compiler was given it; empty when unknown.
    pub file: String,
    /// Line, from 1; 0 when unknown.
    pub line: u32,
    /// Column, from 1; 0 when unknown.
    pub column: u32,
    /// The function.
    pub function: String,
    /// The function of the C++ library that was called there and did it; empty if it was the program itself.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub by: String,
}

/// One operation of one thread.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Step {
    /// Who.
    pub thread: u32,
    /// Where.
    pub place: Place,
    /// What; nothing where only variables that live in registers changed, or something was printed.
    pub event: Option<Event>,
    /// The variables that it changed.
    pub changed: Vec<Changed>,
    /// What the program printed in this step.
    pub output: String,
    /// The propositions of a formula that hold after it, where one is checked.
    pub holds: Vec<String>,
}

impl Step {
    /// Whether there is anything to tell.
    pub fn says_something(&self) -> bool {
        self.event.is_some() || !self.changed.is_empty() || !self.output.is_empty()
    }
}

/// A variable and its new value.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Changed {
    /// As the source names it.
    pub name: String,
    /// What it is now.
    pub value: Value,
}
