//! What the C library remembers for the process.

use super::wire::{Reader, write_number};

/// What the C library remembers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LibraryState {
    /// Functions that run at exit, oldest first.
    pub exit_handlers: Vec<ExitHandler>,
    /// Functions that run at `quick_exit`, oldest first.
    pub quick_handlers: Vec<u64>,
    /// Signals that are not handled in the default way, sorted, and how they are.
    pub signals: Vec<(u32, Disposition)>,
    /// How the numbers of `rand` began, and how many were drawn.
    pub random: (u32, u64),
    /// The state of `drand48` and its kin.
    pub random48: u64,
    /// What was read from standard input.
    pub input: Input,
}

/// A function that runs at exit.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct ExitHandler {
    /// Its address.
    pub function: u64,
    /// What it is called with.
    pub with: HandlerArguments,
}

/// The arguments of an exit handler.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum HandlerArguments {
    /// None: `atexit`.
    Nothing,
    /// A pointer: `__cxa_atexit`.
    Pointer(u64),
    /// The exit status and a pointer: `on_exit`.
    StatusAndPointer(u64),
}

/// How a signal is handled.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct Disposition {
    /// The handler; 0 is the default action, 1 none at all.
    pub handler: u64,
    /// The default is restored before the handler runs.
    pub once: bool,
}

/// How far standard input was read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Input {
    /// Bytes that were read.
    pub at: u64,
    /// Bytes that were pushed back, the one to be read first last.
    pub pushed: Vec<u8>,
    /// Its end was seen.
    pub ended: bool,
}

/// What `drand48` begins with when nobody seeds it.
const FIRST_48: u64 = 0;

impl Default for LibraryState {
    fn default() -> LibraryState {
        LibraryState {
            exit_handlers: Vec::new(),
            quick_handlers: Vec::new(),
            signals: Vec::new(),
            random: (1, 0),
            random48: FIRST_48,
            input: Input::default(),
        }
    }
}

impl LibraryState {
    /// Appends the encoding: one byte when nothing is remembered.
    pub fn encode(&self, out: &mut Vec<u8>) {
        let remembers = *self != LibraryState::default();
        out.push(remembers.into());
        if !remembers {
            return;
        }
        write_number(out, self.exit_handlers.len() as u64);
        for handler in &self.exit_handlers {
            write_number(out, handler.function);
            let (kind, pointer) = match handler.with {
                HandlerArguments::Nothing => (0, 0),
                HandlerArguments::Pointer(pointer) => (1, pointer),
                HandlerArguments::StatusAndPointer(pointer) => (2, pointer),
            };
            out.push(kind);
            write_number(out, pointer);
        }
        write_number(out, self.quick_handlers.len() as u64);
        self.quick_handlers.iter().for_each(|&h| write_number(out, h));
        write_number(out, self.signals.len() as u64);
        for &(signal, Disposition { handler, once }) in &self.signals {
            write_number(out, signal.into());
            write_number(out, handler);
            write_number(out, once.into());
        }
        write_number(out, self.random.0.into());
        write_number(out, self.random.1);
        write_number(out, self.random48);
        write_number(out, self.input.at);
        write_number(out, self.input.pushed.len() as u64);
        out.extend_from_slice(&self.input.pushed);
        out.push(self.input.ended.into());
    }

    /// Reads an encoding.
    pub fn decode(reader: &mut Reader<'_>) -> LibraryState {
        if reader.byte() == 0 {
            return LibraryState::default();
        }
        let mut list = |read: fn(&mut Reader<'_>) -> (u64, u64, u64)| {
            let count = reader.number();
            (0..count).map(|_| read(reader)).collect::<Vec<_>>()
        };
        let exit = list(|r| (r.number(), r.byte().into(), r.number()));
        let quick = list(|r| (r.number(), 0, 0));
        let signals = list(|r| (r.number(), r.number(), r.number()));
        LibraryState {
            exit_handlers: exit.into_iter().map(exit_handler).collect(),
            quick_handlers: quick.into_iter().map(|(function, ..)| function).collect(),
            signals: signals.into_iter().map(disposition).collect(),
            random: (reader.number() as u32, reader.number()),
            random48: reader.number(),
            input: Input {
                at: reader.number(),
                pushed: {
                    let count = reader.number();
                    (0..count).map(|_| reader.byte()).collect()
                },
                ended: reader.byte() != 0,
            },
        }
    }

    /// Addresses that the program gave to the library.
    pub fn pointers(&self) -> impl Iterator<Item = u64> {
        self.exit_handlers.iter().filter_map(|h| match h.with {
            HandlerArguments::Nothing => None,
            HandlerArguments::Pointer(p) | HandlerArguments::StatusAndPointer(p) => Some(p),
        })
    }

    /// How a signal is handled.
    pub fn disposition(&self, signal: u32) -> Disposition {
        let found = self.signals.binary_search_by_key(&signal, |s| s.0);
        found.map_or(Disposition::default(), |at| self.signals[at].1)
    }

    /// Sets how a signal is handled.
    pub fn set_disposition(&mut self, signal: u32, new: Disposition) {
        self.signals.retain(|s| s.0 != signal);
        if new.handler != 0 {
            let at = self.signals.partition_point(|s| s.0 < signal);
            self.signals.insert(at, (signal, new));
        }
    }
}

fn disposition((signal, handler, once): (u64, u64, u64)) -> (u32, Disposition) {
    (signal as u32, Disposition { handler, once: once != 0 })
}

fn exit_handler((function, kind, pointer): (u64, u64, u64)) -> ExitHandler {
    let with = match kind {
        0 => HandlerArguments::Nothing,
        1 => HandlerArguments::Pointer(pointer),
        _ => HandlerArguments::StatusAndPointer(pointer),
    };
    ExitHandler { function, with }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_remembered_comes_back() {
        let mut state = LibraryState::default();
        let round_trip = |state: &LibraryState| {
            let mut bytes = Vec::new();
            state.encode(&mut bytes);
            let mut reader = Reader::new(&bytes);
            assert_eq!(&LibraryState::decode(&mut reader), state);
            assert!(reader.rest().is_empty());
        };
        round_trip(&state);
        for with in [
            HandlerArguments::Nothing,
            HandlerArguments::Pointer(1 << 46),
            HandlerArguments::StatusAndPointer(7),
        ] {
            state.exit_handlers.push(ExitHandler { function: 1 << 28, with });
        }
        state.quick_handlers.push(3);
        state.set_disposition(15, Disposition { handler: 1, once: false });
        state.set_disposition(6, Disposition { handler: 1 << 28, once: true });
        state.random = (42, 1000);
        state.random48 = 0x1234_5678_9abc;
        state.input = Input { at: 300, pushed: vec![0, 255], ended: true };
        round_trip(&state);
        state.set_disposition(15, Disposition::default());
        assert_eq!(state.disposition(15).handler, 0);
        assert_eq!(state.disposition(6), Disposition { handler: 1 << 28, once: true });
    }
}
