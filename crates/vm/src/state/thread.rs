//! What a thread is besides its frames and objects.

use super::wire::{Reader, write_number};
use crate::word::Word;

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
    },
    /// Was signalled and must take the mutex again.
    Woken {
        /// The mutex.
        mutex: u64,
    },
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
    /// Depth of nested atomic sections.
    pub atomic: u32,
    /// The function it was started with, for reports.
    pub function: u32,
}

const ENDED: u8 = 1;
const DETACHED: u8 = 2;
const COND: u8 = 4;
const WOKEN: u8 = 8;
const RELEASED: u8 = 16;

impl Control {
    /// Appends the encoding.
    pub fn encode(&self, out: &mut Vec<u8>) {
        let wait = match self.wait {
            Wait::None => 0,
            Wait::Cond { .. } => COND,
            Wait::Woken { .. } => WOKEN,
        };
        let ended = if self.ended.is_some() { ENDED } else { 0 };
        let detached = if self.detached { DETACHED } else { 0 };
        let released = if self.released { RELEASED } else { 0 };
        out.push(ended | wait | detached | released);
        write_number(out, u64::from(self.function));
        write_number(out, u64::from(self.atomic));
        match self.wait {
            Wait::None => {}
            Wait::Cond { cond, mutex } => {
                write_number(out, cond);
                write_number(out, mutex);
            }
            Wait::Woken { mutex } => write_number(out, mutex),
        }
        if let Some(result) = self.ended {
            write_number(out, result.value);
            write_number(out, !result.defined);
        }
    }

    /// Reads an encoding.
    pub fn decode(bytes: &[u8]) -> Control {
        let mut reader = Reader::new(bytes);
        let flags = reader.byte();
        let function = reader.number() as u32;
        let atomic = reader.number() as u32;
        let wait = if flags & COND != 0 {
            Wait::Cond { cond: reader.number(), mutex: reader.number() }
        } else if flags & WOKEN != 0 {
            Wait::Woken { mutex: reader.number() }
        } else {
            Wait::None
        };
        let ended = (flags & ENDED != 0)
            .then(|| Word { value: reader.number(), defined: !reader.number() });
        Control {
            ended,
            detached: flags & DETACHED != 0,
            released: flags & RELEASED != 0,
            wait,
            atomic,
            function,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn controls_come_back() {
        let all = [
            Control::default(),
            Control { ended: Some(Word::undefined(64)), detached: true, ..Control::default() },
            Control {
                wait: Wait::Cond { cond: 1 << 40, mutex: 7 },
                atomic: 2,
                ..Control::default()
            },
            Control { wait: Wait::Woken { mutex: 9 }, function: 12, ..Control::default() },
        ];
        for control in all {
            let mut bytes = Vec::new();
            control.encode(&mut bytes);
            assert_eq!(Control::decode(&bytes), control);
        }
    }
}
