//! What was learned, for another process that runs the same program.

use super::learned::Learned;
use crate::vm::Vm;

impl Vm {
    /// What was learned so far about accesses, as bytes for [`Vm::learn_from`].
    pub fn learned(&self) -> Vec<u8> {
        self.learn(|learned| postcard::to_stdvec(learned))
            .expect("what was learned can always be written to memory")
    }

    /// Goes on from what another process learned about the same program: its guesses are the next.
    /// False when the bytes are not what [`Vm::learned`] wrote; then nothing changes.
    pub fn learn_from(&self, bytes: &[u8]) -> bool {
        let Ok(read) = postcard::from_bytes::<Learned>(bytes) else { return false };
        self.learn(|learned| *learned = read);
        self.next_guesses();
        true
    }
}
