//! Where a step that nobody could notice is cut: a thread that runs for long goes on in the same step, but one
//! that goes round in it comes to an end, and is found to go round by the search.
//!
//! Cutting anywhere is sound. That a thread comes back to where it was is told by what is at hand (Brent's
//! algorithm, on the running frame and a sum over what was written): a mistake cuts a step too early.

use crate::machine::Machine;
use crate::value::word::Word;
use allways_program::Pc;

/// A step of so many instructions is short: it is not cut, whatever it does.
pub(crate) const SHORT: u32 = 500;

/// Objects, chunks of large objects and touches that a long step may hold: all of them are looked through again
/// and again.
const MOST_OBJECTS: usize = 128;
const MOST_CHUNKS: u32 = 1024;
const MOST_TOUCHES: usize = 128;

/// Where a thread was in its step.
struct Lap {
    pc: Pc,
    depth: usize,
    slots: Vec<Word>,
    written: u64,
}

/// Tells that a thread goes round.
pub(super) struct Laps {
    known: Option<Lap>,
    /// After so many instructions it is noted anew where the thread is.
    next: u32,
}

impl Default for Laps {
    fn default() -> Laps {
        Laps { known: None, next: SHORT }
    }
}

impl Laps {
    /// Whether the thread has come back to where it was, after so many instructions.
    #[inline]
    pub fn is_round(&mut self, machine: &mut Machine<'_>, instructions: u32) -> bool {
        let last = machine.noted.last_pc;
        let written = machine.noted.written;
        let frames = &machine.thread().frames;
        match frames.last() {
            // Who goes round jumps back.
            Some(frame) if frame.pc <= last => {
                let lap = (frame.pc, frames.len(), &frame.slots[..], written);
                self.compare(lap, instructions)
            }
            _ => false,
        }
    }

    fn compare(
        &mut self,
        (pc, depth, slots, written): (Pc, usize, &[Word], u64),
        instructions: u32,
    ) -> bool {
        let same = |lap: &Lap| {
            (lap.pc, lap.depth, lap.written) == (pc, depth, written) && lap.slots == slots
        };
        if self.known.as_ref().is_some_and(same) {
            return true;
        }
        if instructions >= self.next {
            self.next *= 2;
            self.known = Some(Lap { pc, depth, slots: slots.to_vec(), written });
        }
        false
    }
}

impl Machine<'_> {
    /// Whether the step holds so much that it is better to begin another.
    #[inline]
    pub(super) fn holds_much(&self) -> bool {
        self.loaded_objects() > MOST_OBJECTS
            || self.noted.chunks > MOST_CHUNKS
            || self.noted.touches.len() > MOST_TOUCHES
    }
}
