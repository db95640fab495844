//! What a step did.

use super::filter::Filter;
use crate::fault::{Block, FaultKind, Gap};
use crate::machine::{Part, Touch};
use allways_program::Pc;
use allways_space::{Letters, State};
use allways_store::Id;

/// What became of a step.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// It leads to a state.
    To(State),
    /// The thread cannot move.
    Blocked(Block),
    /// The thread has ended.
    Ended,
    /// The first operation has that many outcomes: run it again with a choice.
    Choices(u32),
    /// The program is wrong, at that instruction.
    Fault(FaultKind, Pc),
    /// The checker cannot do it.
    Unsupported(Gap, Pc),
    /// No room for another state.
    Full,
}

/// Where a step is with regard to atomic sections.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Section {
    /// Its first operation is in none.
    Outside,
    /// It begins in one.
    Inside,
    /// It ends in one, which it begins or comes back to: others could move before and cannot behind it.
    Opened,
    /// It begins one and ends behind it.
    Whole,
}

impl Section {
    /// From whether the thread kept others from moving before, and whether it was in a section before and
    /// after the first operation and at the end.
    pub fn of(holds: bool, before: bool, after: bool, end: bool) -> Section {
        match (before, after) {
            (false, false) => Section::Outside,
            _ if end && !holds => Section::Opened,
            (true, _) => Section::Inside,
            (false, true) => Section::Whole,
        }
    }
}

/// What a step did.
#[derive(Clone, Debug)]
pub struct Done {
    /// How it ended. A state in it is not meaningful: the writes lead to the state.
    pub step: Step,
    /// The instruction it began with.
    pub pc: Pc,
    /// What its first operation touched.
    pub touches: Vec<Touch>,
    /// What the operations merged into it touched.
    pub merged: Vec<Touch>,
    /// The bytes of all that it touched.
    pub bytes_touched: Filter,
    /// Those that it touches otherwise than atomically.
    pub bytes_raced: Filter,
    /// Where it is with regard to atomic sections.
    pub section: Section,
    /// It is blocked, and another thread might end its wait by cancelling it.
    pub cancellable: bool,
    /// Not all outcomes are enumerated.
    pub sampled: bool,
    /// It names an object, and which name that is depends on what others mention.
    pub named: bool,
    /// It looks at the records of other threads.
    pub looked: bool,
    /// What a temporal property reads of it.
    pub letters: Letters,
    /// The thread's new record.
    pub record: Id,
    /// The new process piece.
    pub process: Id,
    /// Other parts written.
    pub writes: Vec<(Part, Id)>,
    /// Other parts read; everything, when the step cannot be remembered.
    pub reads: Filter,
}

impl Done {
    /// Adds what another step touches.
    pub fn add_touches(&mut self, other: &Done) {
        add_new(&mut self.touches, &other.touches);
        add_new(&mut self.merged, &other.merged);
        self.bytes_touched |= other.bytes_touched;
        self.bytes_raced |= other.bytes_raced;
    }

    /// Whether a remembered step leads back to the state in which its thread has that record.
    #[inline]
    pub fn stays(&self, process: Id, record: Id) -> bool {
        self.writes.is_empty()
            && (self.record, self.process) == (record, process)
            && matches!(self.step, Step::To(_))
    }

    /// Bytes of memory that a shared step takes.
    pub fn bytes(&self) -> u64 {
        let touches = self.touches.capacity() * size_of::<Touch>();
        let merged = self.merged.capacity() * size_of::<Touch>();
        let writes = self.writes.capacity() * size_of::<(Part, Id)>();
        let counts = 2 * size_of::<usize>();
        [size_of::<Done>() + counts, touches, merged, writes].map(allocated).iter().sum()
    }
}

fn add_new(known: &mut Vec<Touch>, new: &[Touch]) {
    for touch in new {
        if !known.contains(touch) {
            known.push(*touch);
        }
    }
}

/// What a piece of that size takes from the C library's heap.
pub fn allocated(bytes: usize) -> u64 {
    if bytes == 0 { 0 } else { (bytes as u64 + 8).next_multiple_of(16).max(32) }
}
