//! What was learned, for another process that runs the same program.

use crate::discipline::History;
use crate::machine::Vm;
use crate::round::Round;

impl Vm {
    /// What was learned so far, lessons of the present round included, as bytes for [`Vm::learn_from`].
    pub fn learned(&self) -> Vec<u8> {
        postcard::to_stdvec(&self.history_with_lessons())
            .expect("what was learned can always be written to memory")
    }

    /// Goes on from what another process learned about the same program: its guesses are the next.
    /// False when the bytes are not what [`Vm::learned`] wrote; then nothing changes.
    pub fn learn_from(&self, bytes: &[u8]) -> bool {
        let Ok(history) = postcard::from_bytes::<History>(bytes) else { return false };
        self.believe(history);
        true
    }

    /// What the present round taught so far, as bytes for [`Vm::join_round`].
    pub fn round(&self) -> Vec<u8> {
        self.with_round(|round| postcard::to_stdvec(round))
            .expect("what a round taught can always be written to memory")
    }

    /// Adds what another process learned in the same round. False when the bytes are not what
    /// [`Vm::round`] wrote; then nothing changes.
    pub fn join_round(&self, bytes: &[u8]) -> bool {
        let Ok(other) = postcard::from_bytes::<Round>(bytes) else { return false };
        self.with_round(|round| round.join(other));
        true
    }
}
