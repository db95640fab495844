//! What a thread is besides its frames and objects.

use super::wire::{Reader, write_number};
use crate::value::word::Word;

/// What a thread waits for inside an operation that takes several steps.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub enum Wait {
    /// Nothing.
    #[default]
    None,
    /// A signal on a condition variable, with the mutex to take again.
    Cond {
        /// The condition variable.
        cond: u64,
        /// The mutex.
        mutex: u64,
        /// The wait may also time out.
        timed: bool,
    },
    /// Waits no more for the condition variable and must take the mutex again.
    Woken {
        /// The condition variable.
        cond: u64,
        /// The mutex.
        mutex: u64,
        /// What ended the wait.
        by: Wake,
    },
    /// Other threads at a barrier.
    Barrier {
        /// The barrier.
        barrier: u64,
    },
    /// All threads are at the barrier.
    Passed {
        /// This one is told that it is the one of them.
        serial: bool,
    },
    /// A read-write lock that lets no reader in while a writer waits.
    Write {
        /// The lock.
        rwlock: u64,
    },
    /// Blocked in a cancellation point since before the thread was asked to end.
    Suspended,
    /// Somebody who wakes those that wait at a word.
    Futex {
        /// The word.
        address: u64,
        /// Which calls it listens to.
        bits: u32,
        /// The wait may also time out.
        timed: bool,
    },
    /// Was woken at a word.
    FutexWoken,
}

/// What ended a wait for a condition variable.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Wake {
    /// A signal, a broadcast, or nothing at all.
    Signal,
    /// The time.
    Timeout,
    /// Another thread asked this one to end.
    Cancel,
}

impl Wait {
    /// The addresses that it holds; zero where it holds none.
    pub fn addresses(self) -> [u64; 2] {
        match self {
            Wait::Cond { cond, mutex, .. } | Wait::Woken { cond, mutex, .. } => [cond, mutex],
            Wait::Barrier { barrier } => [barrier, 0],
            Wait::Write { rwlock } => [rwlock, 0],
            Wait::Futex { address, .. } => [address, 0],
            Wait::None | Wait::Passed { .. } | Wait::Suspended | Wait::FutexWoken => [0, 0],
        }
    }

    /// A number for the kind, what it holds, and a small number for the rest.
    fn parts(self) -> (u8, u64, u64, u8) {
        match self {
            Wait::None => (0, 0, 0, 0),
            Wait::Cond { cond, mutex, timed } => (1, cond, mutex, timed.into()),
            Wait::Woken { cond, mutex, by } => (2, cond, mutex, by as u8),
            Wait::Barrier { barrier } => (3, barrier, 0, 0),
            Wait::Passed { serial } => (4, 0, 0, serial.into()),
            Wait::Write { rwlock } => (5, rwlock, 0, 0),
            Wait::Suspended => (6, 0, 0, 0),
            Wait::Futex { address, bits, timed } => (7, address, bits.into(), timed.into()),
            Wait::FutexWoken => (8, 0, 0, 0),
        }
    }

    fn from_parts(kind: u8, first: u64, second: u64, detail: u8) -> Wait {
        match kind {
            1 => Wait::Cond { cond: first, mutex: second, timed: detail != 0 },
            2 => {
                let by = [Wake::Signal, Wake::Timeout, Wake::Cancel][usize::from(detail.min(2))];
                Wait::Woken { cond: first, mutex: second, by }
            }
            3 => Wait::Barrier { barrier: first },
            4 => Wait::Passed { serial: detail != 0 },
            5 => Wait::Write { rwlock: first },
            6 => Wait::Suspended,
            7 => Wait::Futex { address: first, bits: second as u32, timed: detail != 0 },
            8 => Wait::FutexWoken,
            _ => Wait::None,
        }
    }
}

/// Whether a thread was asked to end, and when it does.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct Cancel {
    /// It was asked.
    pub pending: bool,
    /// It does not listen.
    pub disabled: bool,
    /// It may end anywhere, not only where it says so.
    pub anywhere: bool,
}

/// The control piece of a thread.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct Control {
    /// Has ended; what it returned.
    pub ended: Option<Word>,
    /// Nobody will join it.
    pub detached: bool,
    /// Was joined (or was detached and has ended): only its heap objects are left.
    pub released: bool,
    /// The operation that is under way.
    pub wait: Wait,
    /// Requests to end it.
    pub cancel: Cancel,
    /// Is about to end with that result; cleanup handlers and destructors run.
    pub exiting: Option<Word>,
    /// Address of the buffer of its innermost cleanup handler; 0 when there is none.
    pub cleanup: u64,
    /// Depth of nested atomic sections.
    pub atomic: u32,
    /// Locks that it holds and that name it. One that ends with some keeps its number for good.
    pub locks: u8,
    /// The function it was started with, for reports.
    pub function: u32,
    /// The signals that it blocks.
    pub signals: Signals,
}

/// Signals that a thread blocks, as bits: the first is signal 1.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct Signals {
    /// Those it blocks. New threads block what the thread blocks that starts them.
    pub blocked: u64,
    /// Those that it was sent meanwhile.
    pub waiting: u64,
}

const ENDED: u8 = 1;
const DETACHED: u8 = 2;
const RELEASED: u8 = 4;
const PENDING: u8 = 8;
const DISABLED: u8 = 16;
const ANYWHERE: u8 = 32;
const EXITING: u8 = 64;
const WAITS_OR_CLEANS: u8 = 128;
/// Among the counts.
const MASKS: u64 = 1 << 8;

impl Control {
    /// Whether the thread has been asked to end and listens.
    pub fn must_cancel(&self) -> bool {
        self.cancel.pending && !self.cancel.disabled && self.exiting.is_none()
    }

    /// Whether nothing is left of a thread that has no objects any more.
    pub fn is_over(&self) -> bool {
        self.released && self.locks == 0
    }

    /// Appends the encoding.
    pub fn encode(&self, out: &mut Vec<u8>) {
        let more = self.wait != Wait::None || self.cleanup != 0;
        let flags = [
            (self.ended.is_some(), ENDED),
            (self.detached, DETACHED),
            (self.released, RELEASED),
            (self.cancel.pending, PENDING),
            (self.cancel.disabled, DISABLED),
            (self.cancel.anywhere, ANYWHERE),
            (self.exiting.is_some(), EXITING),
            (more, WAITS_OR_CLEANS),
        ];
        out.push(flags.iter().filter(|f| f.0).map(|f| f.1).sum());
        write_number(out, u64::from(self.function));
        let masks = self.signals != Signals::default();
        let counts =
            u64::from(self.atomic) << 9 | (if masks { MASKS } else { 0 }) | u64::from(self.locks);
        write_number(out, counts);
        if masks {
            write_number(out, self.signals.blocked);
            write_number(out, self.signals.waiting);
        }
        for result in [self.ended, self.exiting].into_iter().flatten() {
            write_number(out, result.value);
            write_number(out, !result.defined);
        }
        if more {
            let (kind, first, second, detail) = self.wait.parts();
            out.push(kind << 2 | detail);
            write_number(out, first);
            write_number(out, second);
            write_number(out, self.cleanup);
        }
    }

    /// Reads an encoding.
    pub fn decode(bytes: &[u8]) -> Control {
        let mut reader = Reader::new(bytes);
        let flags = reader.byte();
        let function = reader.number() as u32;
        let counts = reader.number();
        let mut signals = Signals::default();
        if counts & MASKS != 0 {
            signals = Signals { blocked: reader.number(), waiting: reader.number() };
        }
        let mut result = |flag: u8| {
            (flags & flag != 0).then(|| Word { value: reader.number(), defined: !reader.number() })
        };
        let (ended, exiting) = (result(ENDED), result(EXITING));
        let (mut wait, mut cleanup) = (Wait::None, 0);
        if flags & WAITS_OR_CLEANS != 0 {
            let kind = reader.byte();
            wait = Wait::from_parts(kind >> 2, reader.number(), reader.number(), kind & 3);
            cleanup = reader.number();
        }
        let cancel = Cancel {
            pending: flags & PENDING != 0,
            disabled: flags & DISABLED != 0,
            anywhere: flags & ANYWHERE != 0,
        };
        Control {
            ended,
            detached: flags & DETACHED != 0,
            released: flags & RELEASED != 0,
            wait,
            cancel,
            exiting,
            cleanup,
            atomic: (counts >> 9) as u32,
            locks: counts as u8,
            function,
            signals,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn comes_back(control: Control) {
        let mut bytes = Vec::new();
        control.encode(&mut bytes);
        assert_eq!(Control::decode(&bytes), control);
    }

    #[test]
    fn controls_come_back() {
        comes_back(Control::default());
        let ended = Some(Word::undefined(64));
        comes_back(Control { ended, detached: true, released: true, ..Control::default() });
        let cancel = Cancel { pending: true, disabled: true, anywhere: true };
        let exiting = Some(Word::new(u64::MAX));
        comes_back(Control { cancel, exiting, cleanup: 1 << 45, atomic: 2, ..Control::default() });
        for cancel in [
            Cancel { pending: true, ..Cancel::default() },
            Cancel { disabled: true, ..Cancel::default() },
            Cancel { anywhere: true, ..Cancel::default() },
        ] {
            comes_back(Control { cancel, function: 12, ..Control::default() });
        }
        let signals = Signals { blocked: u64::MAX, waiting: 2 };
        comes_back(Control { signals, atomic: 3, locks: 1, ..Control::default() });
    }

    #[test]
    fn waits_come_back() {
        let (cond, mutex) = (1 << 40, 7);
        let mut waits = vec![
            Wait::Cond { cond, mutex, timed: false },
            Wait::Cond { cond, mutex, timed: true },
            Wait::Barrier { barrier: 1 << 33 },
            Wait::Passed { serial: false },
            Wait::Passed { serial: true },
            Wait::Write { rwlock: 3 },
            Wait::Suspended,
            Wait::Futex { address: 1 << 41, bits: u32::MAX, timed: true },
            Wait::FutexWoken,
        ];
        for by in [Wake::Signal, Wake::Timeout, Wake::Cancel] {
            waits.push(Wait::Woken { cond, mutex, by });
        }
        for wait in waits {
            comes_back(Control { wait, function: 5, ..Control::default() });
        }
    }
}
