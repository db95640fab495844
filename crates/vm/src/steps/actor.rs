//! Who moves.

/// Somebody who makes steps in his own time. Each is about to make at most one; who acts besides a thread in its name
/// is another actor.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Actor {
    /// A thread of the program.
    Thread(u32),
}

impl Actor {
    /// All who may act in the name of a thread.
    pub(crate) fn all_of(thread: u32) -> [Actor; 1] {
        [Actor::Thread(thread)]
    }

    /// The thread in whose name it acts: its record is the actor's memory.
    #[inline]
    pub fn thread(self) -> u32 {
        let Actor::Thread(number) = self;
        number
    }

    /// Its place in tables.
    #[inline]
    pub(crate) fn index(self) -> usize {
        let Actor::Thread(number) = self;
        number as usize
    }
}
