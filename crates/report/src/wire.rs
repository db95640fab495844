//! The pieces that JSON output and trace files share. Field names and order are the contract's.

use crate::action::action;
use allways_trace::{Changed, Place, Step};
use serde::{Deserialize, Serialize};

/// A place; what is unknown is null.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Location {
    pub file: Option<String>,
    pub line: Option<u32>,
    pub column: Option<u32>,
    pub function: Option<String>,
    /// The function of the C++ library that was called there and did it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<String>,
}

/// One entry of `trace`.
#[derive(Serialize)]
pub(crate) struct Entry {
    pub thread: u32,
    pub function: Option<String>,
    pub file: Option<String>,
    pub line: Option<u32>,
    pub column: Option<u32>,
    pub action: String,
    pub changed: Vec<NewValue>,
    /// Propositions of a formula; absent where no formula is checked.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub holds: Vec<String>,
    /// What the program prints in this step; absent where it prints nothing.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub output: String,
}

/// A function call on a stack.
#[derive(Serialize)]
pub(crate) struct Call {
    pub function: Option<String>,
    pub file: Option<String>,
    pub line: Option<u32>,
    pub column: Option<u32>,
}

impl From<&Place> for Call {
    fn from(place: &Place) -> Call {
        let Location { file, line, column, function, .. } = Location::from(place);
        Call { function, file, line, column }
    }
}

/// One entry of `changed`.
#[derive(Serialize)]
pub(crate) struct NewValue {
    pub name: String,
    pub value: String,
}

/// Null for an empty text.
pub(crate) fn known_text(text: &str) -> Option<String> {
    (!text.is_empty()).then(|| text.to_string())
}

/// Null for 0, which stands for "unknown".
pub(crate) fn known_number(number: u32) -> Option<u32> {
    (number != 0).then_some(number)
}

impl From<&Place> for Location {
    fn from(place: &Place) -> Location {
        Location {
            file: known_text(&place.file),
            line: known_number(place.line),
            column: known_number(place.column),
            function: known_text(&place.function),
            by: known_text(&place.by),
        }
    }
}

impl From<Location> for Place {
    fn from(location: Location) -> Place {
        Place {
            file: location.file.unwrap_or_default(),
            line: location.line.unwrap_or(0),
            column: location.column.unwrap_or(0),
            function: location.function.unwrap_or_default(),
            by: location.by.unwrap_or_default(),
        }
    }
}

impl Location {
    /// The location, or nothing where neither file nor function is known.
    pub(crate) fn known(place: &Place) -> Option<Location> {
        let nowhere = place.file.is_empty() && place.function.is_empty();
        (!nowhere).then(|| Location::from(place))
    }
}

impl From<&Step> for Entry {
    fn from(step: &Step) -> Entry {
        let Location { file, line, column, function, .. } = Location::from(&step.place);
        let changed = step.changed.iter().map(NewValue::from).collect();
        let (action, holds, output) = (action(step), step.holds.clone(), step.output.clone());
        Entry { thread: step.thread, function, file, line, column, action, changed, holds, output }
    }
}

impl From<&Changed> for NewValue {
    fn from(change: &Changed) -> NewValue {
        NewValue { name: change.name.clone(), value: change.value.to_string() }
    }
}
