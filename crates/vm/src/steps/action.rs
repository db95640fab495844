//! Which edge of a state is taken.

use super::actor::Actor;

/// Which edge of a state to take.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub struct Action {
    /// Who moves.
    pub actor: Actor,
    /// The outcome of its operation, or one of the marks below.
    pub choice: u32,
}

impl Action {
    /// A thread moves: the outcome of its operation, or one of the marks below.
    pub fn of_thread(thread: u32, choice: u32) -> Action {
        Action { actor: Actor::Thread(thread), choice }
    }

    /// The thread in whose name it is taken.
    pub fn thread(self) -> u32 {
        self.actor.thread()
    }

    /// The only outcome.
    pub const ONLY: u32 = 0;
    /// Not a move: two threads are about to race.
    pub const RACE: u32 = u32::MAX;
    /// Not a move: threads are stuck.
    pub const STUCK: u32 = u32::MAX - 1;
    /// Not a move: the abstract state cannot be computed.
    pub const ABSTRACTION: u32 = u32::MAX - 2;
}
