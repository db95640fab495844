//! The steps that are put together for one thread, and what conflicts with them.

use super::conflict::Bytes;
use super::done::Done;
use super::filter::{Filter, filter_of_touch};
use super::pending::Pending;
use crate::fault::Block;
use crate::machine::{Mode, Touch};
use std::rc::Rc;

/// Bytes that a thread may touch which goes on after it waited: a whole cache line, more than any object of the
/// threads' library has.
const TOUCHED_AFTER_WAIT: u64 = 64;

/// The steps of a superstep, in their order.
#[derive(Default)]
pub(crate) struct Table {
    pub steps: Vec<Rc<Done>>,
    /// What a blocked thread will touch: it belongs to the first step.
    waits: Option<Touch>,
    /// What all of them touch.
    touched: Filter,
}

/// What all tables of a state touch: most steps meet nothing in any of them, and this tells so without a look at
/// each.
#[derive(Copy, Clone, Default)]
pub(crate) struct Crowd {
    /// What is touched in some table.
    pub once: Filter,
    /// What is touched in two, or twice.
    pub twice: Filter,
}

impl Crowd {
    pub fn add(&mut self, touched: Filter) {
        self.twice |= self.once & touched;
        self.once |= touched;
    }
}

/// What a table says about a step of another thread.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Meets {
    /// No conflict.
    Nothing,
    /// A conflict with the last step.
    Last,
    /// A conflict with an earlier one.
    Earlier,
}

impl Table {
    /// Makes it that of a thread that makes its next step only. `waits`: what a blocked thread is about to
    /// touch counts too.
    pub fn begin(&mut self, pending: &Pending, waits: bool) {
        self.steps.clear();
        let block = pending.block();
        self.waits = block.filter(|_| waits).and_then(waited_for);
        self.touched = self.waits.map_or(0, filter_of_touch);
        if block.is_some() && !waits {
            let nothing = Done {
                touches: Vec::new(),
                bytes_touched: 0,
                bytes_raced: 0,
                ..Done::clone(&pending.done)
            };
            return self.push(&Rc::new(nothing));
        }
        self.push(&pending.done);
    }

    pub fn push(&mut self, done: &Rc<Done>) {
        self.touched |= done.bytes_touched;
        self.steps.push(Rc::clone(done));
    }

    /// What all steps touch, and what a blocked thread waits for.
    pub fn touched(&self) -> Filter {
        self.touched
    }

    /// What all steps touch, but not what a blocked thread waits for.
    pub fn bytes(&self) -> Bytes {
        let steps = self.steps.iter().map(|step| Bytes::of(step));
        steps.reduce(Bytes::and).expect("the first step is there")
    }

    pub fn meets(&self, done: &Done) -> Meets {
        if self.touched & done.bytes_touched == 0 {
            return Meets::Nothing;
        }
        let waits = self.waits.is_some_and(|wait| footprint(done).any(|b| wait.depends(b)));
        let first = if waits { Some(0) } else { None };
        match first.or_else(|| self.steps.iter().position(|step| conflict(step, done))) {
            None => Meets::Nothing,
            Some(at) if at + 1 == self.steps.len() => Meets::Last,
            Some(_) => Meets::Earlier,
        }
    }
}

pub(crate) fn footprint(done: &Done) -> impl Iterator<Item = Touch> + Clone {
    done.touches.iter().chain(&done.merged).copied()
}

/// Whether the order of two steps can matter.
fn conflict(one: &Done, other: &Done) -> bool {
    one.bytes_touched & other.bytes_touched != 0
        && footprint(one).any(|a| footprint(other).any(|b| a.depends(b)))
}

/// What a blocked thread will touch when it goes on.
fn waited_for(block: Block) -> Option<Touch> {
    match block {
        Block::Lock { address, .. }
        | Block::Readers { address }
        | Block::Writers { address }
        | Block::Once { address, .. }
        | Block::Cond { address }
        | Block::Futex { address }
        | Block::Static { guard: address }
        | Block::Semaphore { address }
        | Block::Barrier { address } => {
            Some(Touch::new(address, TOUCHED_AFTER_WAIT, Mode::AtomicWrite))
        }
        Block::Join { .. } | Block::Assume => None,
    }
}
