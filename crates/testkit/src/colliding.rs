//! Systems whose states hash alike.

use allways_space::{State, System};

/// A system of whose hashes there are only so many.
pub struct Colliding<'s, S> {
    /// The system.
    pub system: &'s S,
    /// The number of different hashes.
    pub hashes: u64,
}

impl<S: System> System for Colliding<'_, S> {
    type Action = S::Action;
    type Stepper<'a>
        = S::Stepper<'a>
    where
        Self: 'a;

    fn stepper(&self) -> S::Stepper<'_> {
        self.system.stepper()
    }

    fn hash(&self, state: State) -> u64 {
        self.system.hash(state) % self.hashes
    }
}
