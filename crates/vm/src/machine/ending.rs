//! Threads end: cleanup handlers, then the destructors of thread-specific values, then the end.

use super::jump::Leave;
use super::{Event, Machine, Mode};
use crate::fault::{Gap, Halt, Misuse};
use crate::state::{Frame, THREAD_BASE, Wait};
use crate::value::word::{Word, mask};
use allways_trace::Act;

/// Times that the destructors run as long as values are left.
const DESTRUCTOR_ITERATIONS: u64 = 4;

/// Keys of thread-specific values that can exist.
pub const KEYS: u64 = 1024;

impl Machine<'_> {
    /// The running thread is cancelled.
    pub fn cancel(&mut self) -> Result<(), Halt> {
        let bits = u32::from(self.vm.program.pointer_bits);
        self.begin_exit(Word::new(mask(bits)))?;
        self.note(|| Event::Acted(Act::IsCancelled));
        Ok(())
    }

    /// The running thread is cancelled in the middle of anything.
    pub fn cancel_anywhere(&mut self) -> Result<(), Halt> {
        // The values that a handler needs are kept alive across calls only.
        if self.thread().control.cleanup != 0 {
            return Err(Halt::Unsupported(Gap::ASYNCHRONOUS_CLEANUP));
        }
        let pc = self.frame().pc;
        self.note(|| Event::At(pc));
        self.cancel()
    }

    /// The running thread begins to end with `result`.
    pub fn begin_exit(&mut self, result: Word) -> Result<(), Halt> {
        let control = &mut self.thread().control;
        if control.exiting.is_some() {
            return Err(Misuse::ExitTwice.into());
        }
        control.exiting = Some(result);
        control.wait = Wait::None;
        // Something is left behind, even if the first variable that ends cannot end unnoticed.
        self.merge.passed += 1;
        self.unwind()
    }

    /// Goes to the innermost cleanup handler of a thread that ends or, when none is left, to the
    /// destructors.
    pub fn unwind(&mut self) -> Result<(), Halt> {
        self.unwind_from(None)
    }

    /// The same after a landing pad that got `forced` has cleaned up.
    pub(super) fn unwind_from(&mut self, forced: Option<u64>) -> Result<(), Halt> {
        let control = self.thread().control;
        if control.cleanup != 0 {
            return self.enter_cleanup(control.cleanup);
        }
        if self.clean_up(forced)? {
            return Ok(());
        }
        let mut base = Frame::native(THREAD_BASE);
        base.slots[0] = Word::new(self.vm.thread_exits.is_none().into());
        base.slots[1] = control.exiting.unwrap_or(Word::ZERO);
        self.push_frame(base);
        self.leave_thread()
    }

    /// Where the buffer of a cleanup handler points to the next one: behind the jump buffer, as
    /// glibc has it.
    pub fn next_cleanup_at(&self, buffer: u64) -> u64 {
        buffer + if self.vm.program.pointer_bits == 32 { 28 } else { 72 }
    }

    fn enter_cleanup(&mut self, buffer: u64) -> Result<(), Halt> {
        if self.object_at(buffer, false).is_err() {
            return Err(Misuse::CleanupGone.into());
        }
        let target = self.read_jump_buffer(buffer)?;
        let (at, unit) = (self.next_cleanup_at(buffer), self.vm.pointer_bytes());
        let next = self.read_word(at, unit)?.get().ok_or(Misuse::NotAJumpBuffer)?;
        self.thread().control.cleanup = next;
        self.note(|| Event::Acted(Act::BeginCleanup));
        self.jump_back(target, 1, Leave::End).map_err(|halt| {
            if halt == Misuse::JumpToReturned.into() { Misuse::CleanupGone.into() } else { halt }
        })
    }

    /// The bottom of a thread: runs the next destructor, or ends the thread.
    pub(super) fn leave_thread(&mut self) -> Result<(), Halt> {
        let (position, result) = (self.frame().slots[0].value, self.frame().slots[1]);
        self.thread().control.exiting = Some(result);
        self.thread().control.cleanup = 0;
        self.touch_thread();
        if let Some(exits) = self.vm.thread_exits.filter(|_| position == 0) {
            self.frame().slots[0] = Word::new(1);
            return self.start_call(exits, &[]);
        }
        for position in position.max(1).. {
            let (pass, key) = ((position - 1) / KEYS, (position - 1) % KEYS);
            if pass == DESTRUCTOR_ITERATIONS || self.process.keys.is_empty() {
                break;
            }
            let Some(Some(destructor)) = self.process.keys.get(key as usize).copied() else {
                continue;
            };
            let value = self.specific(key);
            if value == Word::ZERO {
                continue;
            }
            self.set_specific(key, Word::ZERO)?;
            if destructor != 0 {
                self.frame().slots[0] = Word::new(position + 1);
                let function = self.function_at(destructor)?;
                return self.call_back(function, value);
            }
        }
        self.end_thread(result)
    }

    /// Reads a word whose bits may be undefined.
    pub(super) fn read_word(&mut self, address: u64, size: u64) -> Result<Word, Halt> {
        let (value, defined) = self.read_bits(address, size, Mode::Read)?;
        let bits = mask(size as u32 * 8);
        Ok(Word { value: value as u64 & bits, defined: defined as u64 | !bits })
    }
}
