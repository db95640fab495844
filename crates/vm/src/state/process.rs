//! What belongs to no thread: whether the process has ended, who is in an atomic section, what the C
//! library remembers, locked resources, keys of thread-specific values.

use super::library::LibraryState;
use super::proposition::Propositions;
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
    /// Mutexes that are held, sorted, each with its owner. Only kept where threads may be
    /// interchangeable.
    pub held: Vec<(u64, u32)>,
    /// For each key of thread-specific values that exists its destructor, 0 when it has none.
    pub keys: Vec<Option<u64>>,
    /// What `pthread_setconcurrency` was told.
    pub concurrency: u32,
    /// More than one thread may exist. Only kept where exclusive access is looked for.
    pub shared: bool,
    /// A thread was detached, so that nobody knows when it is gone. Kept likewise.
    pub detached: bool,
    /// What the propositions of the formula are about, and which hold.
    pub propositions: Propositions,
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
        write_owned(out, &self.locks);
        write_number(out, u64::from(self.concurrency));
        let holds = !self.held.is_empty();
        out.push(u8::from(self.shared) | u8::from(self.detached) << 1 | u8::from(holds) << 2);
        if holds {
            write_owned(out, &self.held);
        }
        self.propositions.encode(out);
        for key in &self.keys {
            write_number(out, key.map_or(0, |destructor| destructor + 1));
        }
    }

    /// Reads an encoding.
    pub fn decode(bytes: &[u8]) -> Process {
        let mut reader = Reader::new(bytes);
        let ended = reader.number().checked_sub(1).map(|n| n as u32);
        let holder = reader.number().checked_sub(1).map(|n| n as u32);
        let library = LibraryState::decode(&mut reader);
        let locks = read_owned(&mut reader);
        let concurrency = reader.number() as u32;
        let flags = reader.byte();
        let (shared, detached) = (flags & 1 != 0, flags & 2 != 0);
        let held = if flags & 4 != 0 { read_owned(&mut reader) } else { Vec::new() };
        let propositions = Propositions::decode(&mut reader);
        let mut keys = Vec::new();
        while !reader.rest().is_empty() {
            keys.push(reader.number().checked_sub(1));
        }
        Process {
            ended,
            holder,
            library,
            locks,
            held,
            keys,
            concurrency,
            shared,
            detached,
            propositions,
        }
    }
}

fn write_owned(out: &mut Vec<u8>, owned: &[(u64, u32)]) {
    write_number(out, owned.len() as u64);
    for &(address, owner) in owned {
        write_number(out, address);
        write_number(out, u64::from(owner));
    }
}

fn read_owned(reader: &mut Reader<'_>) -> Vec<(u64, u32)> {
    let count = reader.number();
    (0..count).map(|_| (reader.number(), reader.number() as u32)).collect()
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
            held: vec![(7, 1)],
            keys: vec![Some(0), None, Some(1 << 28)],
            concurrency: 4,
            shared: true,
            detached: true,
            propositions: Propositions { letter: 5, set: 4, bindings: Vec::new() },
        };
        let mut bytes = Vec::new();
        process.encode(&mut bytes);
        assert_eq!(Process::decode(&bytes), process);
    }
}
