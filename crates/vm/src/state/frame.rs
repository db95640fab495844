//! Frames: a position, the live slots, and the stack objects to free on return.

use super::wire::{Reader, write_number};
use crate::value::word::Word;
use allways_program::{Pc, Program};

/// Position of the frame at the bottom of the main thread: it runs constructors, `main`, exit
/// handlers and destructors, one after the other. Slot 0 is the stage, slot 1 the exit status.
pub const START: Pc = u32::MAX;
/// Position of the frame at the bottom of every other thread: what a thread function returns to. It
/// runs the destructors of thread-specific values. Slot 0 is 0 until the function has returned and
/// then one more than the place among the destructors; slot 1 is the thread's result.
pub const THREAD_BASE: Pc = u32::MAX - 1;
/// Position of the frame below an initialisation routine. Slot 0 is the address of the control.
pub const ONCE: Pc = u32::MAX - 2;

/// Position of the frame below a function that is evaluated apart from the execution; never in a
/// stored state. Slot 1 is its result.
pub const EVALUATE: Pc = u32::MAX - 3;

/// Slots of a frame that no function's code belongs to.
const NATIVE_SLOTS: usize = 3;
/// The slot of a native frame that holds the argument of a library function it calls.
pub const ARGUMENT: u32 = 2;

/// Whether a position belongs to no function's code.
#[inline(always)]
pub fn is_native(pc: Pc) -> bool {
    pc >= EVALUATE
}

/// A frame.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Frame {
    /// The next instruction; below the top of the stack, the call that is under way.
    pub pc: Pc,
    /// The values. Dead slots hold anything.
    pub slots: Vec<Word>,
    /// Addresses of the stack objects of this frame, oldest first.
    pub objects: Vec<u64>,
    /// Bytes of stack in use up to and including this frame.
    pub stack_bytes: u64,
    /// Address of the object that holds the variable arguments; 0 when there are none.
    pub variable_args: u64,
}

impl Frame {
    /// A frame of a native position.
    pub fn native(pc: Pc) -> Frame {
        Frame {
            pc,
            slots: vec![Word::ZERO; NATIVE_SLOTS],
            objects: Vec::new(),
            stack_bytes: 0,
            variable_args: 0,
        }
    }

    /// Appends the encoding. `top`: the frame is about to run `pc`; else a call at `pc` is under way.
    pub fn encode(&self, program: &Program, top: bool, out: &mut Vec<u8>) {
        write_number(out, u64::from(!self.pc));
        write_number(out, self.stack_bytes);
        write_number(out, self.variable_args);
        write_number(out, self.objects.len() as u64);
        self.objects.iter().for_each(|&o| write_number(out, o));
        let mut partial = 0u64;
        for_each_live(program, self.pc, top, |slot| {
            let word = self.slots[slot];
            write_number(out, word.value);
            partial += u64::from(!word.is_defined());
        });
        if partial > 0 {
            self.encode_definedness(program, top, out);
        }
    }

    /// Appends position and mask of each live slot that is not fully defined.
    fn encode_definedness(&self, program: &Program, top: bool, out: &mut Vec<u8>) {
        let mut position = 0u64;
        for_each_live(program, self.pc, top, |slot| {
            let word = self.slots[slot];
            if !word.is_defined() {
                write_number(out, position);
                write_number(out, !word.defined);
            }
            position += 1;
        });
    }

    /// The position alone.
    pub fn position(bytes: &[u8]) -> Pc {
        !(Reader::new(bytes).number() as Pc)
    }

    /// Reads an encoding.
    pub fn decode(program: &Program, top: bool, words: impl Fn(Pc) -> u32, bytes: &[u8]) -> Frame {
        let mut reader = Reader::new(bytes);
        let pc = !(reader.number() as Pc);
        let mut frame = Frame::native(pc);
        frame.stack_bytes = reader.number();
        frame.variable_args = reader.number();
        let objects = reader.number();
        frame.objects = (0..objects).map(|_| reader.number()).collect();
        if !is_native(pc) {
            frame.slots = vec![Word::ZERO; words(pc) as usize];
        }
        let mut live = Vec::new();
        for_each_live(program, pc, top, |slot| live.push(slot));
        for &slot in &live {
            frame.slots[slot] = Word::new(reader.number());
        }
        while !reader.rest().is_empty() {
            let position = reader.number() as usize;
            frame.slots[live[position]].defined = !reader.number();
        }
        frame
    }
}

#[inline(always)]
fn for_each_live(program: &Program, pc: Pc, top: bool, mut visit: impl FnMut(usize)) {
    if is_native(pc) {
        (0..NATIVE_SLOTS).for_each(visit);
        return;
    }
    let live = if top { program.live_before(pc) } else { program.live_across(pc) };
    live.iter().for_each(|&slot| visit(slot as usize));
}
