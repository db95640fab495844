//! How a state lies in the buffer that SPIN tracks.
//!
//! ```text
//! name      4 bytes   the interned root plus one, or the length of the content; 0 in the initial state
//! last      2 bytes   the thread that moved last plus one          only with a bound
//! switches  2 bytes   preemptive switches so far                   only with a bound
//! moment    10 bytes  propositions that hold for this moment only,
//!                     and the thread that made them so plus one    only with propositions
//! content   the rest                                               only where states are contents
//! ```
//!
//! The initial state is all zeros, because that is what SPIN starts with.
//!
//! With an abstraction this buffer is tracked and not matched. What is matched is a second buffer: four
//! bytes of the root of the abstract state, and the fields of the bound.

use serde::{Deserialize, Serialize};

/// What stands for a state.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Form {
    /// The number of its root: four bytes that mean something in one process only.
    Root,
    /// Its whole content, the same in every process.
    Content,
}

/// Which fields a buffer has.
#[derive(Copy, Clone, Debug)]
pub struct Layout {
    /// What stands for a state.
    pub form: Form,
    /// Switches are counted.
    pub bounded: bool,
    /// Propositions are observed.
    pub propositions: bool,
}

/// What a buffer says besides the state.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct Extra {
    /// The thread that moved last.
    pub last: Option<u16>,
    /// Preemptive switches so far.
    pub switches: u16,
    /// What is special about this moment.
    pub moment: Moment,
}

/// What is special about a moment, for temporal properties.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub enum Moment {
    /// Nothing: the machine is in the state.
    #[default]
    Settled,
    /// A thread has just made these propositions hold, and its next step takes them back.
    Pulse {
        /// One bit each.
        propositions: u64,
        /// The thread.
        by: u16,
    },
    /// Another thread has moved in the middle of a step: this is no execution of the program. Such
    /// moves exist so that fairness does not take the others for blocked in the meantime.
    Strayed,
}

impl Moment {
    const BYTES: usize = 10;
    const STRAYED: u16 = u16::MAX;

    fn read(bytes: &[u8]) -> Moment {
        let propositions = u64::from_le_bytes(bytes[..8].try_into().unwrap_or_default());
        match u16::from_le_bytes([bytes[8], bytes[9]]) {
            0 => Moment::Settled,
            Moment::STRAYED => Moment::Strayed,
            by => Moment::Pulse { propositions, by: by - 1 },
        }
    }

    fn write(self, bytes: &mut [u8]) {
        let (propositions, by) = match self {
            Moment::Settled => (0, 0),
            Moment::Pulse { propositions, by } => (propositions, by + 1),
            Moment::Strayed => (0, Moment::STRAYED),
        };
        bytes[..8].copy_from_slice(&propositions.to_le_bytes());
        bytes[8..10].copy_from_slice(&by.to_le_bytes());
    }
}

impl Layout {
    /// Bytes in front of the content.
    pub fn header(self) -> usize {
        let bound = if self.bounded { 4 } else { 0 };
        4 + bound + if self.propositions { Moment::BYTES } else { 0 }
    }

    /// Reads the name and the other fields.
    pub fn read(self, buffer: &[u8]) -> (u32, Extra) {
        let mut extra = Extra::default();
        let mut at = 4;
        if self.bounded {
            extra.last = u16::from_le_bytes([buffer[4], buffer[5]]).checked_sub(1);
            extra.switches = u16::from_le_bytes([buffer[6], buffer[7]]);
            at = 8;
        }
        if self.propositions {
            extra.moment = Moment::read(&buffer[at..at + Moment::BYTES]);
        }
        (name_in(buffer), extra)
    }

    /// Writes the name and the other fields.
    pub fn write(self, buffer: &mut [u8], name: u32, extra: Extra) {
        buffer[..4].copy_from_slice(&name.to_le_bytes());
        let mut at = 4;
        if self.bounded {
            let last = extra.last.map_or(0, |thread| thread + 1);
            buffer[4..6].copy_from_slice(&last.to_le_bytes());
            buffer[6..8].copy_from_slice(&extra.switches.to_le_bytes());
            at = 8;
        }
        if self.propositions {
            extra.moment.write(&mut buffer[at..at + Moment::BYTES]);
        }
    }
}

/// Bytes of the buffer that is matched instead, with an abstraction.
pub const MATCHED: usize = 8;

/// Writes what is matched.
pub fn write_matched(buffer: &mut [u8], name: u32, extra: Extra) {
    let layout = Layout { form: Form::Root, bounded: true, propositions: false };
    layout.write(buffer, name, extra);
}

/// The first field.
pub fn name_in(buffer: &[u8]) -> u32 {
    u32::from_le_bytes([buffer[0], buffer[1], buffer[2], buffer[3]])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_come_back() {
        let pulse = Moment::Pulse { propositions: 1 << 40, by: 2 };
        for (bounded, moment) in [
            (false, None),
            (true, None),
            (false, Some(pulse)),
            (true, Some(pulse)),
            (false, Some(Moment::Strayed)),
            (false, Some(Moment::Settled)),
        ] {
            let layout = Layout { form: Form::Root, bounded, propositions: moment.is_some() };
            let extra = Extra {
                last: bounded.then_some(3),
                switches: if bounded { 500 } else { 0 },
                moment: moment.unwrap_or_default(),
            };
            let mut buffer = vec![0xff; layout.header()];
            layout.write(&mut buffer, 77, extra);
            assert_eq!(layout.read(&buffer), (77, extra));
            let zeros = vec![0; layout.header()];
            assert_eq!(layout.read(&zeros), (0, Extra::default()));
        }
    }
}
