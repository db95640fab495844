//! What is noted of a step while it is made.

use super::reads::Reads;
use super::{Machine, Part, Touch};
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
    pub(crate) reads: Reads,
    /// What the step wrote besides it.
    pub(crate) writes: Vec<(Part, Id)>,
    /// A sum over what was written: the same where as much was written back.
    pub(crate) written: u64,
    /// Chunks of large objects that were loaded.
    pub(crate) chunks: u32,
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
        self.written = 0;
        self.chunks = 0;
        self.whole = false;
        self.named = false;
        self.looked = false;
        self.sampled = false;
        self.choice = None;
    }
}

impl Machine<'_> {
    /// Something of an object was written.
    #[inline]
    pub(super) fn add_written(&mut self, object: usize, change: u64) {
        self.noted.written = self.noted.written.wrapping_add(change);
        let sum = &mut self.objects[object].written;
        *sum = sum.wrapping_add(change);
    }

    /// An object is gone, and with it what was written to it: a loop that makes and ends variables can come back to
    /// where it was.
    pub(super) fn forget_written(&mut self, object: usize) {
        let sum = std::mem::take(&mut self.objects[object].written);
        self.noted.written = self.noted.written.wrapping_sub(sum);
    }
}

/// What bits at an address add to the sum when they are replaced by others.
#[inline]
pub(super) fn change(address: u64, old: (u128, u128), new: (u128, u128)) -> u64 {
    mixed(address, new).wrapping_sub(mixed(address, old))
}

/// What is added where it is not told whether something is written back.
pub(super) const MUCH: u64 = MIX;

/// An odd number without a pattern.
const MIX: u64 = 0x9e37_79b9_7f4a_7c15;

/// Bits at an address, as a number that others seldom have.
#[inline]
fn mixed(address: u64, (value, defined): (u128, u128)) -> u64 {
    let fold = |wide: u128| wide as u64 ^ ((wide >> 64) as u64).rotate_left(29);
    let bits = fold(value).wrapping_mul(MIX) ^ fold(defined).rotate_left(17);
    (bits ^ address.rotate_left(32)).wrapping_mul(MIX)
}
