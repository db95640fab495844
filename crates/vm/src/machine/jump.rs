//! Non-local jumps.
//!
//! A jump buffer holds a name of the frame that filled it and the position of the call. The name is
//! the address of a small stack object of that frame: it is gone when the frame is, and while any
//! buffer still holds it no other frame gets it, so a jump to a function that has returned is seen
//! for what it is. C asks no more of the frame's registers than to have the values they have now.

use super::{ExtraSite, Machine, Mode};
use crate::fault::{Halt, Misuse};
use crate::state::{ONCE, is_native};
use crate::value::word::Word;
use allways_program::{Inst, Pc};

/// Where a jump leads.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct JumpTarget {
    /// The frame's name.
    pub frame: u64,
    /// The call to return from again.
    pub pc: Pc,
}

/// Why frames are left.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Leave {
    /// By `longjmp`.
    Jump,
    /// By an exception.
    Exception,
    /// The thread ends.
    End,
}

impl Machine<'_> {
    /// The running frame, where it stands.
    pub fn jump_target(&mut self) -> Result<JumpTarget, Halt> {
        let site = self.vm.extra_site(ExtraSite::FrameName);
        let pc = self.frame().pc;
        let objects = self.frame().objects.clone();
        let is_name = |&address: &u64| self.site_of(address).is_some_and(|n| n.site == site);
        let frame = match objects.into_iter().find(is_name) {
            Some(frame) => frame,
            None => self.allocate_stack(site, 1, 1)?,
        };
        Ok(JumpTarget { frame, pc })
    }

    /// Writes a target to the beginning of a jump buffer.
    pub fn fill_jump_buffer(&mut self, buffer: u64, target: JumpTarget) -> Result<(), Halt> {
        self.write_pointer(buffer, target.frame)?;
        self.write_pointer(buffer + self.vm.pointer_bytes(), target.pc.into())
    }

    /// Reads the target in a jump buffer.
    pub fn read_jump_buffer(&mut self, buffer: u64) -> Result<JumpTarget, Halt> {
        let unit = self.vm.pointer_bytes();
        let frame = self.read_word(buffer, unit)?.get().ok_or(Misuse::NotAJumpBuffer)?;
        let pc = self.read_word(buffer + unit, unit)?.get().ok_or(Misuse::NotAJumpBuffer)?;
        let pc = u32::try_from(pc).ok().filter(|&pc| self.vm.is_code(pc) && self.is_call(pc));
        Ok(JumpTarget { frame, pc: pc.ok_or(Misuse::NotAJumpBuffer)? })
    }

    fn is_call(&self, pc: Pc) -> bool {
        matches!(self.vm.program.code[pc as usize], Inst::Call { .. } | Inst::CallIndirect { .. })
    }

    /// Returns `value` once more from the call at `target`, and leaves the frames above it.
    pub fn jump_back(&mut self, target: JumpTarget, value: u32, why: Leave) -> Result<(), Halt> {
        let name = self.site_of(target.frame).ok_or(Misuse::NotAJumpBuffer)?;
        if name.thread != self.thread_id() {
            return Err(Misuse::JumpOut.into());
        }
        if self.object_at(target.frame, false).is_err() {
            return Err(Misuse::JumpToReturned.into());
        }
        while !self.frame().objects.contains(&target.frame) {
            if is_native(self.frame().pc) && self.frame().pc != ONCE {
                return Err(Misuse::JumpOut.into());
            }
            self.leave_frame(why)?;
        }
        let here = self.frame().pc;
        if self.vm.function_at(here) != self.vm.function_at(target.pc) {
            return Err(Misuse::NotAJumpBuffer.into());
        }
        self.frame().pc = target.pc;
        self.deliver(&[Word::new(value.into())]);
        self.touch_thread();
        Ok(())
    }

    /// Leaves the running frame without returning from it. An initialisation that is left
    /// by an exception or by ending has not happened.
    pub(super) fn leave_frame(&mut self, why: Leave) -> Result<(), Halt> {
        let pc = self.frame().pc;
        if why != Leave::Jump && pc == ONCE {
            let control = self.frame().slots[0].value;
            self.write_bits(control, 4, (0, u128::MAX), Mode::AtomicWrite)?;
        }
        self.release_stack(0)?;
        self.end_function();
        self.pop_frame();
        Ok(())
    }
}
