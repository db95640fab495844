//! What a round of a search teaches: the lessons and the ledgers of all its workers.

use crate::audit::Ledger;
use crate::discipline::Lesson;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// What the workers of a round left so far.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Round {
    /// What did not fit what the round believes.
    pub lessons: BTreeSet<Lesson>,
    /// Whether one of the lessons broke a guess that was relied on.
    pub broken: bool,
    /// How many things only the audit found to be broken.
    pub audited: u64,
    /// All touches.
    pub ledger: Ledger,
}

impl Round {
    /// Takes in what a worker learned.
    pub fn take(&mut self, lessons: &mut BTreeSet<Lesson>, ledger: &mut Ledger, broken: bool) {
        self.lessons.append(lessons);
        self.ledger.join(std::mem::take(ledger));
        self.broken |= broken;
    }

    /// Takes in what the workers of another process left.
    pub fn join(&mut self, other: Round) {
        self.lessons.extend(other.lessons);
        self.ledger.join(other.ledger);
        self.broken |= other.broken;
    }
}
