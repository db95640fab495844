//! Threads that wait, told.

use super::places::place;
use super::teller::Teller;
use super::waits::wait_for;
use crate::fault::Block;
use crate::machine::Position;
use crate::steps::Pending;
use allways_program::Pc;
use allways_trace::{Event, Related, Relation, Wait};

impl Teller<'_> {
    /// Where the lock that a thread waits for was taken.
    fn first_lock(&self, pending: &Pending) -> Option<Related> {
        let Some(Block::Lock { address, owner }) = pending.block() else { return None };
        let spot = self.names.objects.first_lock(address)?;
        let place = place(self.machine.vm, spot.at);
        Some(Related { what: Relation::FirstLock, thread: owner, place })
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

    pub(super) fn tell_blocked(
        &mut self,
        thread: u32,
        pc: Pc,
        wait: Wait,
        related: &mut Vec<Related>,
    ) {
        let at = self.users_position(thread, pc);
        self.last_row(thread, at, Event::Blocked { wait: wait.clone() });
        let what = Relation::Waits { wait };
        related.push(Related { what, thread, place: place(self.machine.vm, at) });
    }
}
