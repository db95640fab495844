//! Exceptions: which frames are left, and where one lands.
//!
//! This is what an unwinder and a personality routine do together on a real machine, without their
//! tables: a call knows its landing pad, and a landing pad knows what it stops for. As there, an
//! exception is searched for a handler first; if there is none nothing is left, and the library ends
//! the program where it was thrown. The search is not remembered: frames below do not change
//! meanwhile, so that whoever goes on after a cleanup finds the same handler again.
//!
//! Every frame that is left and all that is looked at goes through the gate, so that it is judged like
//! any other operation. Follows the Itanium C++ ABI, and libc++abi where that leaves room.

use super::jump::Leave;
use super::{ExtraSite, Kind, Machine, Mode};
use crate::fault::{FaultKind, Gap, Halt, Misuse};
use crate::state::{ONCE, is_native};
use crate::value::word::Word;
use allways_program::unwind::{Clause, LandingPad};
use allways_program::{Inst, Pc};

/// What the first bytes of a C++ exception say, without the last byte: `CLNGC++`.
const CXX: u64 = 0x43_4c_4e_47_43_2b_2b;
/// Bytes of what the unwinder knows of an exception; the thrown object lies behind.
const HEADER: u64 = 32;

/// Places in front of the unwinder's part of an exception, as libc++abi has them.
const PRIMARY: u64 = 88;
const TYPE: u64 = 80;
const SWITCH: u64 = 36;
const ADJUSTED: u64 = 8;

/// Copies and jumps on the way to a landing pad, at most.
const LONGEST_WAY: u32 = 8;

/// What is known of an exception.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
struct Thrown {
    /// The unwinder's part of it.
    exception: u64,
    /// Type and object, if it is of C++.
    object: Option<(u64, u64)>,
}

/// Why a landing pad stops an exception.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
struct Stop {
    selector: u32,
    /// A handler, and where it finds what it catches; else the pad only cleans up.
    handler: Option<u64>,
}

const CLEANUP: Stop = Stop { selector: 0, handler: None };
/// The selector of all exception specifications.
const FILTERED: u32 = u32::MAX;

impl Machine<'_> {
    /// Throws an exception. `false` when nobody handles it: then nothing has changed. Whoever caught the
    /// end of a thread and throws it again lets the thread end.
    pub fn raise(&mut self, exception: u64) -> Result<bool, Halt> {
        if self.ends_thread(exception) {
            self.unwind_from(Some(exception))?;
            return Ok(true);
        }
        let thrown = self.thrown(exception)?;
        if !self.is_handled(thrown)? {
            return Ok(false);
        }
        self.land(thrown)?;
        Ok(true)
    }

    /// Goes on with an exception, or with the end of the thread, after a cleanup.
    pub fn resume(&mut self, exception: u64) -> Result<(), Halt> {
        if self.ends_thread(exception) {
            self.leave_unwinding(Leave::End)?;
            return self.unwind_from(Some(exception));
        }
        let thrown = self.thrown(exception)?;
        self.leave_unwinding(Leave::Exception)?;
        self.land(thrown)
    }

    /// Whether this is no exception, but what cleanups and `catch (...)` get of a thread that ends.
    pub fn ends_thread(&self, exception: u64) -> bool {
        let site = self.vm.extra_site(ExtraSite::ForcedUnwind);
        self.site_of(exception).is_some_and(|name| name.site == site)
    }

    fn thrown(&mut self, exception: u64) -> Result<Thrown, Halt> {
        let class = self.read_number(exception, 8)?;
        if class >> 8 != CXX {
            return Ok(Thrown { exception, object: None });
        }
        let of_type = self.read_number(exception - TYPE, 8)?;
        let dependent = class & 0xff != 0;
        let object =
            if dependent { self.read_number(exception - PRIMARY, 8)? } else { exception + HEADER };
        Ok(Thrown { exception, object: Some((of_type, object)) })
    }

    /// Whether some frame has a handler, and every one above lets the exception pass.
    fn is_handled(&mut self, thrown: Thrown) -> Result<bool, Halt> {
        for pc in self.positions() {
            if is_native(pc) {
                if pc == ONCE {
                    continue;
                }
                return Ok(false);
            }
            match self.pad_of(pc) {
                Some(pad) => {
                    if self.stop_at(pad, thrown)?.is_some_and(|stop| stop.handler.is_some()) {
                        return Ok(true);
                    }
                }
                None => {
                    let function = self.vm.function_at(pc);
                    if self.vm.program.functions[function as usize].nounwind {
                        return Ok(false);
                    }
                }
            }
        }
        Ok(false)
    }

    /// Leaves frames up to the first that wants to clean up or handles the exception.
    fn land(&mut self, thrown: Thrown) -> Result<(), Halt> {
        loop {
            let pc = self.frame().pc;
            if is_native(pc) && pc != ONCE {
                return Err(Misuse::JumpOut.into());
            }
            if let Some(pad) = self.pad_of(pc)
                && let Some(stop) = self.stop_at(pad, thrown)?
            {
                if let (Some(adjusted), Some(_)) = (stop.handler, thrown.object) {
                    self.tell_handler(thrown.exception, stop.selector, adjusted)?;
                }
                return self.enter_pad(pad, thrown.exception, stop.selector);
            }
            self.leave_unwinding(Leave::Exception)?;
        }
    }

    /// What the handler asks the library for, kept where libc++abi looks for it.
    fn tell_handler(&mut self, exception: u64, selector: u32, adjusted: u64) -> Result<(), Halt> {
        let all = u128::from(u64::MAX);
        self.write_bits(exception - SWITCH, 4, (selector.into(), all), Mode::Write)?;
        self.write_bits(exception - ADJUSTED, 8, (adjusted.into(), all), Mode::Write)
    }

    /// Leaves the running frame. What others could notice besides its variables does not happen in
    /// the middle of a step.
    fn leave_unwinding(&mut self, why: Leave) -> Result<(), Halt> {
        let pc = self.frame().pc;
        let section = !is_native(pc) && self.vm.is_atomic(self.vm.function_at(pc));
        let scope = !self.process.propositions.bindings.is_empty();
        if self.merge.on && (section || scope || pc == ONCE) {
            return Err(Halt::Noticed);
        }
        self.leave_frame(why)
    }

    /// Leaves frames of a thread that ends, up to one that wants to clean up or catches whatever there
    /// is. `true` when there is one, and the thread is there. Handlers of types see nothing of it.
    pub(super) fn clean_up(&mut self, forced: Option<u64>) -> Result<bool, Halt> {
        while !self.thread().frames.is_empty() {
            let pc = self.frame().pc;
            if let Some(pad) = self.pad_of(pc)
                && let Some(selector) = stop_for_end(self.clauses_of(pad)?)
            {
                let exception = match forced {
                    Some(exception) => exception,
                    None => {
                        let site = self.vm.extra_site(ExtraSite::ForcedUnwind);
                        self.allocate(site, HEADER, 16, Kind::ThreadLocal, true)?
                    }
                };
                self.enter_pad(pad, exception, selector)?;
                return Ok(true);
            }
            self.leave_frame(Leave::End)?;
        }
        Ok(false)
    }

    /// Where the call at `pc` lands when what it called is left by an exception.
    fn pad_of(&self, pc: Pc) -> Option<Pc> {
        if is_native(pc) {
            return None;
        }
        match self.vm.program.code[pc as usize] {
            Inst::Call { site, .. } | Inst::CallIndirect { site, .. } => {
                self.vm.program.calls[site as usize].unwind
            }
            _ => None,
        }
    }

    /// The clauses of the landing pad to which `pc` leads: copies may come before it. A program file may
    /// say anything.
    fn clauses_of(&self, mut pc: Pc) -> Result<&'_ LandingPad, Halt> {
        let none = Halt::Unsupported(Gap::EXCEPTIONS);
        let program = &self.vm.program;
        for _ in 0..LONGEST_WAY {
            match program.code.get(pc as usize) {
                Some(&Inst::LandingPad { clauses, .. }) => {
                    return program.landing_pads.get(clauses as usize).ok_or(none);
                }
                Some(&Inst::Jump { to }) => pc = to,
                Some(Inst::Copy { .. } | Inst::Copies { .. }) => pc += 1,
                _ => return Err(none),
            }
        }
        Err(none)
    }

    /// Whether a landing pad stops an exception, and why.
    fn stop_at(&mut self, pad: Pc, thrown: Thrown) -> Result<Option<Stop>, Halt> {
        let pad = self.clauses_of(pad)?.clone();
        for clause in &pad.clauses {
            if let Some(stop) = self.stop_for(clause, thrown)? {
                return Ok(Some(stop));
            }
        }
        Ok(pad.cleanup.then_some(CLEANUP))
    }

    fn stop_for(&mut self, clause: &Clause, thrown: Thrown) -> Result<Option<Stop>, Halt> {
        let plain = thrown.object.map_or(0, |(_, object)| object);
        match (clause, thrown.object) {
            (&Clause::Catch { type_info: 0, selector }, _) => {
                // What is caught without a type is not looked at.
                Ok(Some(Stop { selector, handler: Some(plain) }))
            }
            (&Clause::Catch { type_info, selector }, Some((of_type, object))) => {
                let caught = self.caught(type_info, of_type, object)?;
                Ok(caught.map(|adjusted| Stop { selector, handler: Some(adjusted) }))
            }
            (Clause::Catch { .. }, None) => Ok(None),
            (Clause::Filter { type_infos }, object) => {
                for &type_info in type_infos {
                    let Some((of_type, object)) = object else { break };
                    if self.caught(type_info, of_type, object)?.is_some() {
                        return Ok(None);
                    }
                }
                Ok(Some(Stop { selector: FILTERED, handler: Some(plain) }))
            }
        }
    }

    /// Goes to a landing pad. The copies on the way belong to it: what they read and what the pad gets is
    /// in no state.
    fn enter_pad(&mut self, pad: Pc, exception: u64, selector: u32) -> Result<(), Halt> {
        self.jump(pad);
        self.touch_thread();
        loop {
            let pc = self.frame().pc;
            self.vm.mark_executed(pc);
            match self.vm.program.code[pc as usize] {
                Inst::Copy { dst, src, words } => self.copy(dst, src, words),
                Inst::Copies { first, count } => self.copies(first, count),
                Inst::Jump { to } => {
                    self.jump(to);
                    continue;
                }
                Inst::LandingPad { dst, .. } => {
                    self.set(dst, Word::new(exception));
                    self.set(dst + 1, Word::new(selector.into()));
                    self.advance();
                    return Ok(());
                }
                _ => return Err(Halt::Unsupported(Gap::EXCEPTIONS)),
            }
            self.advance();
        }
    }

    /// `resume`: an exception goes on after a cleanup.
    pub(super) fn resume_from(&mut self, src: allways_program::Operand) -> Result<(), Halt> {
        let exception = self.word(src).get().ok_or(FaultKind::UndefinedAddress)?;
        self.resume(exception)
    }
}

/// The selector for a thread that ends, if a landing pad wants to see that: a handler without a type
/// runs, as in libc++abi, and specifications of exceptions do not count.
fn stop_for_end(pad: &LandingPad) -> Option<u32> {
    let of_all = pad.clauses.iter().find_map(|clause| match *clause {
        Clause::Catch { type_info: 0, selector } => Some(selector),
        _ => None,
    });
    of_all.or(pad.cleanup.then_some(CLEANUP.selector))
}
