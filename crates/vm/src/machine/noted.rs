//! What is noted of a step while it is made.

use super::{Part, Touch};
use allways_program::Pc;
use allways_store::Id;

/// What is noted of the step that is made.
#[derive(Debug, Default)]
pub struct Noted {
    /// The outcome chosen for the operation that starts the step.
    pub choice: Option<u32>,
    /// Not all outcomes of the operation are enumerated.
    pub sampled: bool,
    /// What the step touched so far.
    pub touches: Vec<Touch>,
    /// Propositions that hold for a moment in the step.
    pub pulse: u64,
    /// What the step read of the state besides the thread's own record, in that order.
    pub(crate) reads: Vec<(Part, Id)>,
    /// What the step wrote besides it.
    pub(crate) writes: Vec<(Part, Id)>,
    /// The instruction executed last.
    pub(crate) last_pc: Pc,
    /// The step named an object, and the name depends on what others mention.
    pub(crate) named: bool,
    /// The step looked at the record of another thread.
    pub(crate) looked: bool,
    /// The step looked at the whole state, or changed other threads: it cannot be remembered.
    pub(crate) whole: bool,
    /// The step began with a join that can be put off until the next one.
    pub(crate) joining: bool,
    /// A join stored a result.
    pub(crate) takes_result: bool,
}

impl Noted {
    /// Nothing was done yet from another state.
    pub fn forget(&mut self) {
        self.touches.clear();
        self.reads.clear();
        self.writes.clear();
        self.whole = false;
        self.named = false;
        self.looked = false;
        self.sampled = false;
        self.choice = None;
    }
}
