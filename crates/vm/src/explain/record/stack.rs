//! Stacks: frames come, go on and go.

use super::Recorder;
use crate::explain::names::Names;
use crate::state::{Frame, is_native};
use crate::value::word::Word;
use allways_program::OperandKind;
use allways_program::debug::Assign;
use allways_store::{Id, Interner};
use allways_trace::{Bytes, Change, Frame as Seen};

/// An instruction changes this many frames at the top of a stack, and rarely more.
const AT_THE_TOP: usize = 4;

impl<'v> Recorder<'v> {
    /// Notes how the stack of a thread changed from one record of it to another.
    pub(super) fn compare_stacks(&mut self, thread: u32, before: Id, after: Id, names: &Names<'v>) {
        let interner = &self.vm.interner;
        let stack = |record: Id| match record {
            Id::EMPTY => Id::EMPTY,
            record => interner.children(record)[1],
        };
        let (gone, new) = difference(interner, stack(before), stack(after));
        let depth = self.image.frames(thread).len();
        let same = depth.saturating_sub(gone);
        let frames: Vec<Frame> =
            new.iter().enumerate().map(|(i, &id)| self.open(id, i == 0)).collect();
        // The outermost first, as they are in the image.
        let mut frames: Vec<Frame> = frames.into_iter().rev().collect();
        let going_on = self.going_on(thread, same, &frames);
        for _ in same + going_on..depth {
            self.change(Change::Pop { thread });
        }
        for (number, frame) in frames.iter().enumerate() {
            for &address in &frame.objects {
                self.frame_of.insert(address, (thread, (same + number) as u32));
            }
        }
        let pushed = frames.split_off(going_on);
        if let Some(top) = frames.last() {
            self.move_on(thread, top);
        }
        for frame in pushed {
            self.push(thread, &frame, names);
        }
    }

    fn open(&self, node: Id, top: bool) -> Frame {
        let bytes = self.vm.interner.bytes_of(self.vm.interner.children(node)[0]);
        Frame::decode(&self.vm.program, top, |pc| self.vm.frame_words(pc), bytes)
    }

    fn function(&self, frame: &Frame) -> Option<u32> {
        (!is_native(frame.pc)).then(|| self.vm.function_at(frame.pc))
    }

    /// How many frames that differ are known ones of the same functions.
    fn going_on(&self, thread: u32, same: usize, frames: &[Frame]) -> usize {
        let known = self.image.frames(thread).get(same..).unwrap_or_default();
        let pairs = known.iter().zip(frames);
        pairs.take_while(|(known, frame)| known.function == self.function(frame)).count()
    }

    fn move_on(&mut self, thread: u32, frame: &Frame) {
        let place = self.place(frame.pc);
        if self.image.frames(thread).last().is_some_and(|known| known.place != place) {
            self.change(Change::Move { thread, place });
        }
    }

    /// A frame comes, with the parameters that live in registers.
    fn push(&mut self, thread: u32, frame: &Frame, names: &Names<'v>) {
        let seen = Seen {
            function: self.function(frame),
            place: self.place(frame.pc),
            registers: Vec::new(),
        };
        self.change(Change::Push { thread, frame: seen });
        let number = self.image.frames(thread).len() as u32 - 1;
        let debug = &self.vm.program.debug;
        for assign in debug.assigns_at(frame.pc).iter().filter(|_| !is_native(frame.pc)) {
            let words = self.words(frame, assign);
            let ty = debug.variables[assign.variable as usize].ty;
            self.assign(thread, number, assign.variable, names.bytes_of_words(ty, &words));
        }
    }

    fn words(&self, frame: &Frame, assign: &Assign) -> Vec<Word> {
        let word = |number: u32| match assign.value.word(number).kind() {
            OperandKind::Slot(slot) => {
                frame.slots.get(slot as usize).copied().unwrap_or(Word::ZERO)
            }
            OperandKind::Constant(index) => {
                let constant = self.vm.program.constants[index as usize];
                Word { value: constant.value, defined: constant.defined }
            }
        };
        (0..u32::from(assign.words)).map(word).collect()
    }

    /// A variable in registers gets a value.
    pub(super) fn assign(&mut self, thread: u32, frame: u32, symbol: u32, value: Bytes) {
        let known = self.image.frames(thread).get(frame as usize);
        let mut registers = known.into_iter().flat_map(|frame| &frame.registers);
        if !registers.any(|(known, bytes)| *known == symbol && *bytes == value) {
            self.change(Change::Register { thread, frame, symbol, value: Some(value) });
        }
    }
}

/// How many frames of one stack are not in the other, and those of the other that are not in the first, the top
/// ones first. Deep stacks are not walked through: they share what lies below.
fn difference(interner: &Interner, before: Id, after: Id) -> (usize, Vec<Id>) {
    for limit in [AT_THE_TOP, usize::MAX] {
        let (one, other) = (nodes(interner, before, limit), nodes(interner, after, limit));
        for (new, node) in other.iter().enumerate() {
            if let Some(gone) = one.iter().position(|known| known == node) {
                return (gone, other[..new].to_vec());
            }
        }
        if limit == usize::MAX {
            return (one.len(), other);
        }
    }
    unreachable!("the second round has no limit")
}

fn nodes(interner: &Interner, stack: Id, limit: usize) -> Vec<Id> {
    let below = |&node: &Id| Some(interner.children(node)[1]).filter(|&id| id != Id::EMPTY);
    let first = Some(stack).filter(|&id| id != Id::EMPTY);
    std::iter::successors(first, below).take(limit).collect()
}
