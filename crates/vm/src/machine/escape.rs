//! Addresses that get out: an object belongs to the thread that made it until its address is stored
//! where another thread can read it.

use super::object::Home;
use super::{Kind, Machine};
use crate::state::Chunk;

impl Machine<'_> {
    /// Whether the address of the object at `base` is out.
    pub(crate) fn is_escaped(&mut self, base: u64) -> bool {
        self.object_at(base, false).is_ok_and(|(object, _)| self.objects[object].escaped)
    }

    /// What the object at an address is.
    pub(crate) fn kind_at(&mut self, address: u64) -> Option<Kind> {
        self.object_at(address, false).ok().map(|(object, _)| self.objects[object].kind)
    }

    /// Bytes were written to an object: where others can read it, the addresses among them are out.
    pub(super) fn escape_bytes(&mut self, object: usize, bytes: &Chunk) {
        if !self.vm.tracks_discipline() {
            return;
        }
        let target = &self.objects[object];
        if matches!(target.home, Home::Thread { .. }) && !target.escaped {
            return;
        }
        self.escape_words(bytes);
    }

    /// A value is handed to another thread.
    pub fn escape_value(&mut self, value: u64) {
        if self.vm.tracks_discipline() {
            self.escape_address(value);
        }
    }

    fn escape_words(&mut self, bytes: &Chunk) {
        for address in self.addresses_in(bytes) {
            self.escape_address(address);
        }
    }

    fn addresses_in(&self, bytes: &Chunk) -> Vec<u64> {
        let unit = self.vm.pointer_bytes() as usize;
        let word = |bytes: &[u8]| {
            let mut value = [0; 8];
            value[..unit].copy_from_slice(bytes);
            u64::from_le_bytes(value) & ((1 << 47) - 1)
        };
        let words = bytes.value.chunks_exact(unit).map(word);
        words.filter(|&address| self.vm.space.is_object(address)).collect()
    }

    /// Bytes of an object that are searched for further addresses.
    const SEARCHED: u64 = 1 << 16;

    /// The object at an address is out, and so is every object that can be reached from it.
    fn escape_address(&mut self, address: u64) {
        let mut todo = vec![address & ((1 << 47) - 1)];
        while let Some(address) = todo.pop() {
            if !self.vm.space.is_object(address) {
                continue;
            }
            let Ok((object, _)) = self.object_at(address, false) else { continue };
            if self.objects[object].escaped {
                continue;
            }
            self.objects[object].escaped = true;
            self.objects[object].dirty = true;
            let size = self.objects[object].size.min(Self::SEARCHED);
            let bytes = self.bytes_at(object, 0, size);
            todo.extend(self.addresses_in(&bytes));
        }
    }
}
