//! What an actor is about to do.

use super::actor::Actor;
use super::done::{Done, Section, Step};
use crate::fault::Block;
use crate::machine::Touch;
use allways_program::Pc;
use std::rc::Rc;

/// An actor at a state: what it is about to do.
#[derive(Clone, Debug)]
pub(crate) struct Pending {
    pub actor: Actor,
    pub(crate) done: Rc<Done>,
}

impl Pending {
    /// The thread in whose name it acts.
    pub fn thread(&self) -> u32 {
        self.actor.thread()
    }

    /// The instruction it is stopped before.
    pub fn pc(&self) -> Pc {
        self.done.pc
    }

    /// What its next operation touches.
    pub fn touches(&self) -> &[Touch] {
        &self.done.touches
    }

    /// What the operations merged into its step touch.
    pub fn merged(&self) -> &[Touch] {
        &self.done.merged
    }

    /// Those of them that it makes in an atomic section.
    pub fn in_section(&self) -> impl Iterator<Item = &Touch> {
        self.merged().iter().filter(|touch| touch.sheltered)
    }

    /// What it touches it touches in an atomic section; what a step goes on to touch behind one is its
    /// own.
    pub fn atomic(&self) -> bool {
        self.done.section != Section::Outside
    }

    /// What it waits for.
    pub fn block(&self) -> Option<Block> {
        if let Step::Blocked(block) = self.done.step { Some(block) } else { None }
    }

    /// Another thread might end its wait by cancelling it.
    pub fn cancellable(&self) -> bool {
        self.done.cancellable
    }
}

/// The thread that a blocked thread waits for, if nothing else ends its wait.
pub(crate) fn waits_for(pending: &Pending) -> Option<u32> {
    if pending.cancellable() {
        return None;
    }
    match pending.block()? {
        Block::Lock { owner, .. } | Block::Once { owner, .. } => Some(owner),
        Block::Join { thread } => Some(thread),
        Block::Readers { .. }
        | Block::Writers { .. }
        | Block::Cond { .. }
        | Block::Futex { .. }
        | Block::Static { .. }
        | Block::Semaphore { .. }
        | Block::Barrier { .. }
        | Block::Assume => None,
    }
}
