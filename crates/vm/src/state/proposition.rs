//! Propositions of a temporal property: what they are about, and which of them hold.

use super::wire::{Reader, write_number};

/// The part of the process piece that temporal properties need. Empty when none is checked.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Propositions {
    /// The propositions that hold, as bits.
    pub letter: u64,
    /// Those that hold because the program said so.
    pub set: u64,
    /// Those that are functions of variables, sorted.
    pub bindings: Vec<Binding>,
}

/// A proposition that is a function of variables.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Binding {
    /// Which proposition.
    pub bit: u8,
    /// What is evaluated.
    pub source: Source,
    /// The scope that it belongs to; `None` for the whole program.
    pub scope: Option<Scope>,
    /// What it was when it was evaluated last.
    pub value: bool,
    /// It must be evaluated anew. Never so in a state that is stored.
    pub stale: bool,
    /// The bytes that were read then, as addresses and sizes.
    pub reads: Vec<(u64, u64)>,
}

/// What a binding evaluates.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Source {
    /// An expression of the formula: its number among the propositions.
    Expression(u32),
    /// A function of the program, with its arguments.
    Function(u32, Vec<Given>),
}

/// A variable that is given to a function.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Given {
    /// Where it is.
    pub address: u64,
    /// Its size.
    pub size: u32,
    /// How it is passed, as in `allways.h`.
    pub kind: u8,
}

/// A scope of the program that lives.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Scope {
    /// Whose it is.
    pub thread: u32,
    /// Its name in the thread: nested scopes are numbered from 0.
    pub token: u32,
    /// Number of frames of the thread, the one of the scope included.
    pub depth: u32,
}

impl Binding {
    /// A binding that was not evaluated yet.
    pub fn new(bit: u8, source: Source, scope: Option<Scope>) -> Binding {
        Binding { bit, source, scope, value: false, stale: true, reads: Vec::new() }
    }

    /// Whether bytes were read when it was evaluated last.
    pub fn read(&self, address: u64, size: u64) -> bool {
        self.reads.iter().any(|&(at, length)| at < address + size && address < at + length)
    }
}

impl Propositions {
    /// Whether a write to these bytes may change what holds.
    pub fn watch(&self, address: u64, size: u64) -> bool {
        self.bindings.iter().any(|b| b.read(address, size))
    }

    /// Adds a binding, unless there is the same already.
    pub fn bind(&mut self, binding: Binding) {
        let same = |b: &Binding| {
            (b.bit, &b.source, b.scope) == (binding.bit, &binding.source, binding.scope)
        };
        if !self.bindings.iter().any(same) {
            self.bindings.push(binding);
            self.bindings.sort();
        }
    }

    /// The name of the next scope of a thread.
    pub fn next_token(&self, thread: u32) -> u32 {
        let scopes = self.bindings.iter().filter_map(|b| b.scope);
        scopes.filter(|s| s.thread == thread).map(|s| s.token + 1).max().unwrap_or(0)
    }

    /// Ends scopes.
    pub fn end(&mut self, ends: impl Fn(Scope) -> bool) {
        self.bindings.retain(|b| !b.scope.is_some_and(&ends));
    }

    pub(super) fn encode(&self, out: &mut Vec<u8>) {
        write_number(out, self.letter);
        write_number(out, self.set);
        write_number(out, self.bindings.len() as u64);
        for binding in &self.bindings {
            binding.encode(out);
        }
    }

    pub(super) fn decode(reader: &mut Reader<'_>) -> Propositions {
        let (letter, set) = (reader.number(), reader.number());
        let count = reader.number();
        let bindings = (0..count).map(|_| Binding::decode(reader)).collect();
        Propositions { letter, set, bindings }
    }
}

impl Binding {
    fn encode(&self, out: &mut Vec<u8>) {
        out.push(self.bit);
        out.push(u8::from(self.value) | u8::from(self.scope.is_some()) << 1);
        if let Some(scope) = self.scope {
            [scope.thread, scope.token, scope.depth]
                .into_iter()
                .for_each(|n| write_number(out, n.into()));
        }
        match &self.source {
            Source::Expression(number) => write_number(out, u64::from(*number) << 1),
            Source::Function(function, given) => {
                write_number(out, u64::from(*function) << 1 | 1);
                write_number(out, given.len() as u64);
                for given in given {
                    write_number(out, given.address);
                    write_number(out, given.size.into());
                    out.push(given.kind);
                }
            }
        }
        write_number(out, self.reads.len() as u64);
        for &(address, size) in &self.reads {
            write_number(out, address);
            write_number(out, size);
        }
    }

    fn decode(reader: &mut Reader<'_>) -> Binding {
        let (bit, flags) = (reader.byte(), reader.byte());
        let mut next = || reader.number() as u32;
        let scope =
            (flags & 2 != 0).then(|| Scope { thread: next(), token: next(), depth: next() });
        let source = match reader.number() {
            expression if expression & 1 == 0 => Source::Expression((expression >> 1) as u32),
            function => {
                let count = reader.number();
                let given = (0..count).map(|_| Given {
                    address: reader.number(),
                    size: reader.number() as u32,
                    kind: reader.byte(),
                });
                Source::Function((function >> 1) as u32, given.collect())
            }
        };
        let count = reader.number();
        let reads = (0..count).map(|_| (reader.number(), reader.number())).collect();
        Binding { bit, source, scope, value: flags & 1 != 0, stale: false, reads }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn propositions_come_back() {
        let given = vec![Given { address: 1 << 40, size: 4, kind: 1 }];
        let scope = Scope { thread: 3, token: 1, depth: 7 };
        let function = Binding {
            value: true,
            stale: false,
            reads: vec![(1 << 40, 4), (8, 8)],
            ..Binding::new(5, Source::Function(77, given), Some(scope))
        };
        let expression = Binding { stale: false, ..Binding::new(2, Source::Expression(2), None) };
        let all = Propositions { letter: 32, set: 1 << 63, bindings: vec![expression, function] };
        let mut bytes = Vec::new();
        all.encode(&mut bytes);
        let mut reader = Reader::new(&bytes);
        assert_eq!(Propositions::decode(&mut reader), all);
        assert!(reader.rest().is_empty());
        assert!(all.watch(15, 1) && !all.watch(16, 8));
        assert_eq!((all.next_token(3), all.next_token(0)), (2, 0));
    }
}
