//! Execution with somebody watching: what each instruction did, and the values it left behind.

use super::{Event, Home, Machine, Touch};
use crate::fault::Halt;
use crate::state::{Chunk, is_native};
use crate::value::word::Word;
use allways_program::{Inst, Pc};

/// Bytes of a write that are shown.
const SHOWN: u64 = 256;

impl Machine<'_> {
    /// Executes an instruction and notes what it did.
    pub fn execute_observed(&mut self, pc: Pc, inst: Inst) -> Result<(), Halt> {
        self.note_state();
        self.note(|| Event::At(pc));
        if self.vm.program.debug.is_library(pc) {
            let caller = self.users_position(pc);
            self.note(|| Event::CalledFrom(caller));
        }
        let start = self.events.as_ref().map_or(0, Vec::len);
        let result = self.execute(inst);
        if result.is_ok() {
            self.note_values(start);
            self.note_assigns(pc);
        }
        result
    }

    /// The innermost position of the running thread outside of the C++ library, if there is one.
    pub(crate) fn users_position(&mut self, pc: Pc) -> Pc {
        let vm = self.vm;
        if !vm.is_code(pc) || !vm.program.debug.is_library(pc) {
            return pc;
        }
        let debug = &vm.program.debug;
        let own =
            |pc: &Pc| !is_native(*pc) && debug.location(*pc).is_some() && !debug.is_library(*pc);
        self.positions().into_iter().find(own).unwrap_or(pc)
    }

    /// Notes the state before an instruction, if somebody records them.
    fn note_state(&mut self) {
        if self.recording
            && let Ok(state) = self.commit()
        {
            // The step is still under way.
            self.touch_thread();
            self.note(|| Event::Reached(state));
        }
    }

    /// Completes the accesses noted since `start` by the values that are there now.
    fn note_values(&mut self, start: usize) {
        let mut events = self.events.take().unwrap_or_default();
        for event in &mut events[start..] {
            if let Event::Touch { touch, bytes } = event {
                *bytes = self.peek(touch.address, touch.size.min(SHOWN));
            }
        }
        self.events = Some(events);
    }

    /// Notes the variables in slots that have a new value where the thread stands now.
    fn note_assigns(&mut self, before: Pc) {
        let Some(frame) = self.threads[self.me].frames.last() else { return };
        let pc = frame.pc;
        if is_native(pc) || pc == before {
            return;
        }
        let vm = self.vm;
        for assign in vm.program.debug.assigns_at(pc) {
            let words: Vec<Word> =
                (0..u32::from(assign.words)).map(|w| self.word(assign.value.word(w))).collect();
            self.note(|| Event::Assigned { variable: assign.variable, words });
        }
    }

    /// The bytes at an address, if there is an object; nothing is recorded.
    pub fn peek(&mut self, address: u64, size: u64) -> Option<Chunk> {
        let (position, offset) = self.object_at(address, false).ok()?;
        let object = &self.objects[position];
        let size = size.min(object.size.checked_sub(offset)?);
        Some(self.bytes_at(position, offset, size))
    }

    /// The number in up to 8 bytes at an address; nothing is recorded.
    pub(super) fn peek_number(&mut self, address: u64, size: u64) -> u64 {
        let bytes = self.peek(address, size.min(8));
        bytes.map_or(0, |bytes| bytes.bits(0, bytes.value.len()).0 as u64)
    }

    /// Changes up to 8 bytes unnoticed, to compare states.
    pub fn overwrite(&mut self, address: u64, size: u64, value: u64) {
        if let Ok((position, offset)) = self.object_at(address, true) {
            let value = (value.into(), u128::from(u64::MAX));
            self.set_bits_of(position, offset, size as usize, value);
        }
    }

    /// Where an object lives, its first address and its size; `None` when there is none.
    pub fn object_info(&mut self, address: u64) -> Option<(Home, u64, u64)> {
        let (position, _) = self.object_at(address, false).ok()?;
        let object = &self.objects[position];
        Some((object.home, object.base, object.size))
    }

    /// An access as an event, its values to be filled in.
    pub(super) fn note_touch(&mut self, touch: Touch) {
        self.note(|| Event::Touch { touch, bytes: None });
    }
}
