//! Addresses that were freed and are given out again.
//!
//! An address that no word of the state holds cannot be told from one that was never given out, so only
//! those matter that somebody still knows: a stale pointer in memory, in a frame, or in the library. A new
//! object with such an address lies where the address says, with the thread that it names; who made it, and
//! where, is kept with the object, and facts go by that. It is out from the beginning, because whoever
//! holds the stale pointer can reach it. docs/internals/reductions.md says why no step needs to be smaller for it.

use super::Machine;
use super::allocate::{Kind, Maker};
use super::object::{Home, Object};
use crate::fault::{Gap, Halt};
use crate::state::Control;
use crate::value::word::Word;
use std::collections::BTreeSet;

/// Threads that names are taken for addresses of though none with so high a number exists: any number can
/// look like an address, and few look like one of the first threads.
const FEW_THREADS: u32 = 64;

impl Machine<'_> {
    /// The addresses of freed heap objects that a new one of that size may get, in their order: none but
    /// with `--address-reuse`.
    pub fn freed_addresses(&mut self, size: u64, align: u64) -> Result<Vec<u64>, Halt> {
        if !self.vm.options.address_reuse || self.is_evaluating() {
            return Ok(Vec::new());
        }
        let (vm, space) = (self.vm, self.vm.space);
        let Some(class) = space.class_for(size, align) else { return Ok(Vec::new()) };
        self.pass_freed()?;
        let threads = self.thread_numbers().last().map_or(0, |last| last + 1).max(FEW_THREADS);
        let mut known = BTreeSet::new();
        self.for_each_mention(&mut |address| {
            if let Some((name, offset)) = space.object_at(address)
                && (name.class, name.thread < threads) == (class, true)
                && vm.is_heap_name(name)
            {
                known.insert((address - offset, name));
            }
        });
        known.retain(|(_, name)| !self.is_taken(name.thread, name.site, name.index));
        Ok(known.into_iter().map(|(base, _)| base).collect())
    }

    /// A new heap object with an address that was freed.
    pub fn allocate_freed(
        &mut self,
        base: u64,
        site: u32,
        size: u64,
        zeroed: bool,
    ) -> Result<u64, Halt> {
        let object = self.vm.space.object_at(base);
        let (name, _) = object.ok_or(Halt::Unsupported(Gap::Objects))?;
        self.show_identity();
        self.check_name_again(name.site);
        self.rely_on_name(name.site, name.class);
        self.house(name.thread);
        let site = self.vm.space.site_for(site, name.class);
        let maker = Maker { owner: self.thread_id(), site, reused: true };
        self.place_object(name, base, maker, size, Kind::Heap, zeroed)
    }

    /// Whether an object has an address that was freed, and another thread made it, or another site, than that
    /// says.
    pub(crate) fn is_reused(&self, object: &Object) -> bool {
        self.vm.options.address_reuse && self.is_elsewhere(object)
    }

    /// Whether an object belongs to another thread, or was made elsewhere, than its address says.
    pub(super) fn is_elsewhere(&self, object: &Object) -> bool {
        let Home::Thread { thread, key } = object.home else { return false };
        (object.owner, object.site) != (thread, self.vm.space.site_and_index(key).0)
    }

    /// Sees to it that a thread has a record in which objects can lie. One that is gone gets the record
    /// that is left of a thread that was joined while it had heap objects.
    fn house(&mut self, thread: u32) {
        if self.thread_position(thread).is_none() {
            let ended = Some(Word::ZERO);
            self.seat_new(
                thread,
                Control { released: true, ended, ..Control::default() },
                Vec::new(),
            );
        }
    }
}
