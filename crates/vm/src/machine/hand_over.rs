//! What a thread is started with: an object on the heap that only its maker knows goes over to it.
//!
//! This is how most programs give a new thread its arguments, `std::thread` among them. That nobody else
//! touches the object from then on, or lets it out, is a guess like any other about what a thread owns.

use super::Machine;
use super::allocate::Kind;
use super::object::Home;
use crate::rules::Rule;

impl Machine<'_> {
    /// The running thread starts another with a value. An object that goes over to that is not out, but what
    /// can be reached from it is: whoever made that still knows it.
    pub fn hand_over(&mut self, value: u64, to: u32) {
        let Some(object) = self.goes_over(value) else { return self.escape_value(value) };
        if !self.vm.breaks(Rule::HandedOver) {
            let mut reached = Vec::new();
            self.mention_loaded(object, &mut |address| reached.push(address));
            reached.into_iter().for_each(|address| self.escape_value(address));
        }
        // It may have been among them.
        let Some(object) = self.goes_over(value) else { return };
        self.objects[object].owner = to;
        self.objects[object].dirty = true;
    }

    /// The object that begins at an address, if it can go over to another thread: it lies on the heap and
    /// belongs to the running thread. Not where threads may change places, or addresses are given again: there
    /// it counts which thread an address names.
    fn goes_over(&mut self, address: u64) -> Option<usize> {
        let options = &self.vm.options;
        if !self.vm.tracks_discipline() || options.symmetry || options.address_reuse {
            return None;
        }
        let (object, offset) = self.object_at(address, false).ok()?;
        let is_heap = self.objects[object].kind == Kind::Heap;
        let lives = matches!(self.objects[object].home, Home::Thread { .. });
        (offset == 0 && is_heap && lives && self.owns(object)).then_some(object)
    }
}
