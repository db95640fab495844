//! The pieces that JSON output and trace files share. Field names and order are the contract's.

use allways_space::{Change, Place, TraceStep};
use serde::{Deserialize, Serialize};

/// A place; what is unknown is null.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Location {
    pub file: Option<String>,
    pub line: Option<u32>,
    pub column: Option<u32>,
    pub function: Option<String>,
}

/// One entry of `trace`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Step {
    pub thread: u32,
    pub function: Option<String>,
    pub file: Option<String>,
    pub line: Option<u32>,
    pub column: Option<u32>,
    pub action: String,
    pub changed: Vec<Changed>,
    /// Propositions of a formula; absent where no formula is checked.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub holds: Vec<String>,
}

/// One entry of `changed`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Changed {
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

impl From<&TraceStep> for Step {
    fn from(step: &TraceStep) -> Step {
        let Location { file, line, column, function } = Location::from(&step.place);
        let changed = step.changed.iter().map(Changed::from).collect();
        let (action, holds) = (step.action.clone(), step.holds.clone());
        Step { thread: step.thread, function, file, line, column, action, changed, holds }
    }
}

impl Step {
    /// The step as it was, with what the program printed in it.
    pub(crate) fn with_output(self, output: String) -> TraceStep {
        let Step { thread, function, file, line, column, action, changed, holds } = self;
        let place = Place::from(Location { file, line, column, function });
        let changed = changed.into_iter().map(Change::from).collect();
        TraceStep { thread, place, action, changed, output, holds }
    }
}

impl From<&Change> for Changed {
    fn from(change: &Change) -> Changed {
        Changed { name: change.name.clone(), value: change.value.clone() }
    }
}

impl From<Changed> for Change {
    fn from(changed: Changed) -> Change {
        Change { name: changed.name, value: changed.value }
    }
}
