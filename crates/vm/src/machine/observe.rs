//! Execution with somebody watching: what each instruction did, and the values it left behind.

use super::{Event, Home, Machine, Touch, Vm};
use crate::fault::Halt;
use crate::state::{Chunk, is_native};
use crate::value::word::Word;
use allways_program::{FunctionId, Inst, Pc};

/// Bytes of a write that are shown.
const SHOWN: u64 = 256;

/// A position in the program.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    /// The instruction.
    pub pc: Pc,
    /// The function of the C++ library that was called there, for what happens in the library.
    pub by: Option<FunctionId>,
}

impl From<Pc> for Position {
    fn from(pc: Pc) -> Position {
        Position { pc, by: None }
    }
}

impl Vm {
    /// Whether the instruction at `pc` belongs to the C++ library. What has no line belongs where its function does.
    pub(crate) fn is_library(&self, pc: Pc) -> bool {
        let debug = &self.program.debug;
        if !self.is_code(pc) || debug.location(pc).is_some() {
            return debug.is_library(pc);
        }
        let code = self.program.functions[self.function_at(pc) as usize].code.clone();
        code.into_iter()
            .find(|&at| debug.location(at).is_some())
            .is_some_and(|at| debug.is_library(at))
    }
}

impl Vm {
    /// Whether a function belongs to the C++ library.
    pub(crate) fn is_library_function(&self, function: FunctionId) -> bool {
        let code = &self.program.functions[function as usize].code;
        !code.is_empty() && self.is_library(code.start)
    }
}

impl Machine<'_> {
    /// Executes an instruction and notes what it did.
    pub fn execute_observed(&mut self, pc: Pc, inst: &Inst) -> Result<(), Halt> {
        self.note_state();
        self.note(|| Event::At(pc));
        if self.vm.is_library(pc) {
            let caller = self.users_position(pc);
            self.note(|| Event::CalledFrom(caller));
        }
        if self.may_enter_library(inst) {
            self.note_stack();
        }
        let start = self.events.as_ref().map_or(0, Vec::len);
        let result = self.execute(inst);
        if result.is_ok() {
            self.note_values(start);
            self.note_assigns(pc);
        }
        result
    }

    /// The innermost position of the running thread outside of the C++ library, if there is one, and which function
    /// of the library was called there.
    pub(crate) fn users_position(&mut self, pc: Pc) -> Position {
        let vm = self.vm;
        if !vm.is_code(pc) || !vm.is_library(pc) {
            return pc.into();
        }
        let mut by = None;
        for at in self.positions().into_iter().filter(|&at| vm.is_code(at)) {
            if !vm.is_library(at) && vm.program.debug.location(at).is_some() {
                return Position { pc: at, by };
            }
            let function = vm.function_at(at);
            // What the compiler calls for a `throw` is nothing that the program called.
            let written = !vm.program.functions[function as usize].display.starts_with("__cxa_");
            by = written.then_some(function);
        }
        pc.into()
    }

    /// Whether an instruction may call a function without a body. What such functions do is told with the calls that
    /// led there; noting these at every call would cost the square of a recursion's depth.
    fn may_enter_library(&self, inst: &Inst) -> bool {
        match inst {
            Inst::Call { function, .. } => {
                self.vm.program.functions[*function as usize].is_external()
            }
            _ => matches!(inst, Inst::CallIndirect { .. }),
        }
    }

    /// Notes where the functions were called that the running thread is in, if somebody listens.
    fn note_stack(&mut self) {
        if self.events.is_some() {
            let stack = self.positions();
            self.note(|| Event::Stack(stack));
        }
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
        let librarys = vm.is_library(pc);
        for assign in vm.program.debug.assigns_at(pc) {
            let words: Vec<Word> =
                (0..u32::from(assign.words)).map(|w| self.word(assign.value.word(w))).collect();
            self.note(|| Event::Assigned { variable: assign.variable, words, librarys });
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
