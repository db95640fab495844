//! The depth at which a state was reached, for searches within a depth bound.

use allways_store::Payload;

/// What depth-first search keeps with a state.
pub(crate) trait AtDepth: Payload {
    /// For a state that is reached at that depth.
    fn at(depth: u64) -> Self;
}

impl AtDepth for () {
    fn at(_: u64) {}
}

/// The least depth at which a state was reached.
#[derive(Copy, Clone)]
pub(crate) struct Depth(u32);

impl Payload for Depth {
    fn join(&mut self, other: Depth) -> bool {
        let sooner = other.0 < self.0;
        self.0 = self.0.min(other.0);
        sooner
    }
}

impl AtDepth for Depth {
    fn at(depth: u64) -> Depth {
        Depth(u32::try_from(depth).unwrap_or(u32::MAX))
    }
}
