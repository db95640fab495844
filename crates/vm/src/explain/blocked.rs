//! Threads that wait, told.

use super::places::{callers, place};
use super::teller::Teller;
use super::told;
use super::waits::wait_for;
use crate::fault::Block;
use crate::machine::Position;
use crate::steps::Pending;
use allways_program::Pc;
use allways_trace::{Event, Place, Related, Relation, Wait};

impl Teller<'_> {
    /// Where the lock that a thread waits for was taken.
    fn first_lock(&self, pending: &Pending) -> Option<Related> {
        let Some(Block::Lock { address, owner }) = pending.block() else { return None };
        let trail = self.names.objects.first_lock(address)?;
        let first = told::happened(self.machine.vm, Relation::FirstLock, trail);
        Some(Related { thread: owner, ..first })
    }

    /// Tells that a thread waits, and for what.
    pub(super) fn tell_wait(&mut self, pending: &Pending, related: &mut Vec<Related>) {
        let mut wait = pending.block().map_or(Wait::Nothing, |b| wait_for(pending.thread(), b));
        if let Some((name, size)) = wait.name_mut() {
            *name = self.names.named(&mut self.machine, name.address, size);
        }
        self.tell_blocked(pending.thread(), pending.pc(), wait, related);
        related.extend(self.first_lock(pending));
    }

    /// Where the program called the C++ library, for a position of a thread there.
    pub(super) fn users_position(&mut self, thread: u32, pc: Pc) -> Position {
        if self.machine.enter(thread) { self.machine.users_position(pc) } else { pc.into() }
    }

    /// Where the functions were called that a thread is in, which stands there.
    pub(super) fn callers(&mut self, thread: u32, at: Position) -> Vec<Place> {
        if !self.machine.enter(thread) {
            return Vec::new();
        }
        let stack = self.machine.positions();
        callers(self.machine.vm, &stack, at.pc)
    }

    pub(super) fn tell_blocked(
        &mut self,
        thread: u32,
        pc: Pc,
        wait: Wait,
        related: &mut Vec<Related>,
    ) {
        let at = self.users_position(thread, pc);
        self.last_row(thread, at, Event::Blocked { wait: wait.clone() });
        let (what, stack) = (Relation::Waits { wait }, self.callers(thread, at));
        related.push(Related { what, thread, place: place(self.machine.vm, at), stack });
    }
}
