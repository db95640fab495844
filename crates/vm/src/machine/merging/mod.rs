//! What may stand in the middle of a step, and whether it does what is believed.

mod guards;
mod judge;
mod merge;
mod watch;

use crate::effects::Merges;

/// An operation that is tried in the middle of a step.
#[derive(Debug, Default)]
pub struct Merge {
    /// The operation stands in the middle of a step: what others could notice does not pass the gate.
    pub on: bool,
    /// The operation stands behind the first of its step, tried or known to stay.
    pub behind: bool,
    /// How often the operation has passed the gate.
    pub passed: u32,
    /// When the library function that is being called may be merged.
    pub calling: Option<Merges>,
}
