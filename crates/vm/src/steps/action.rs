//! Which edge of a state is taken.

/// Which edge of a state to take.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub struct Action {
    /// Who moves.
    pub thread: u32,
    /// The outcome of its operation, or one of the marks below.
    pub choice: u32,
}

impl Action {
    /// The only outcome.
    pub const ONLY: u32 = 0;
    /// Not a move: two threads are about to race.
    pub const RACE: u32 = u32::MAX;
    /// Not a move: threads are stuck.
    pub const STUCK: u32 = u32::MAX - 1;
    /// Not a move: the abstract state cannot be computed.
    pub const ABSTRACTION: u32 = u32::MAX - 2;
}
