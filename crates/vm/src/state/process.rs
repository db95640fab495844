//! What belongs to no thread: whether the process has ended, who is in an atomic section, what the C
//! library remembers, locked resources.

use super::library::LibraryState;
use super::wire::{Reader, write_number};

/// The process piece.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Process {
    /// Exit status once it has ended.
    pub ended: Option<u32>,
    /// The thread that was last to move and is in an atomic section.
    pub holder: Option<u32>,
    /// What the C library remembers.
    pub library: LibraryState,
    /// Addresses locked with `vlock`, sorted, each with its owner.
    pub locks: Vec<(u64, u32)>,
}

impl Process {
    /// Appends the encoding.
    pub fn encode(&self, out: &mut Vec<u8>) {
        let optional = |out: &mut Vec<u8>, n: Option<u32>| {
            write_number(out, n.map_or(0, |n| u64::from(n) + 1));
        };
        optional(out, self.ended);
        optional(out, self.holder);
        self.library.encode(out);
        for &(address, owner) in &self.locks {
            write_number(out, address);
            write_number(out, u64::from(owner));
        }
    }

    /// Reads an encoding.
    pub fn decode(bytes: &[u8]) -> Process {
        let mut reader = Reader::new(bytes);
        let ended = reader.number().checked_sub(1).map(|n| n as u32);
        let holder = reader.number().checked_sub(1).map(|n| n as u32);
        let library = LibraryState::decode(&mut reader);
        let mut locks = Vec::new();
        while !reader.rest().is_empty() {
            locks.push((reader.number(), reader.number() as u32));
        }
        Process { ended, holder, library, locks }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_process_comes_back() {
        let process = Process {
            ended: Some(u32::MAX),
            holder: Some(3),
            library: LibraryState { quick_handlers: vec![1, 1 << 33], ..LibraryState::default() },
            locks: vec![(5, 0), (1 << 46, 2)],
        };
        let mut bytes = Vec::new();
        process.encode(&mut bytes);
        assert_eq!(Process::decode(&bytes), process);
        assert_eq!(Process::decode(&[0, 0, 0]), Process::default());
    }
}
