//! Who a thread is and which mutexes it holds, as far as thread symmetry depends on it.

use super::Machine;
use crate::discipline::Lesson;
use crate::state::Chunk;
use allways_program::holder;

/// Bytes of a mutex, at most.
const MUTEX: u64 = 40;
/// Where a mutex names its owner, and in how many bytes.
pub(crate) const OWNER: u64 = 8;
pub(crate) const OWNER_BYTES: u64 = 4;

impl Machine<'_> {
    /// The running thread does something that may depend on which thread it is.
    pub(crate) fn show_identity(&mut self) {
        if !self.vm.options.symmetry || self.thread_id() == 0 || self.is_evaluating() {
            return;
        }
        let function = self.thread().control.function;
        if !self.watch.facts.named.contains(&function) {
            self.vm.asymmetry.tell(function, self.noted.last_pc);
            self.teach(Lesson::Named(function));
        }
    }

    /// The running thread takes a mutex.
    pub(crate) fn hold(&mut self, mutex: u64) {
        if self.vm.options.symmetry {
            let entry = (mutex, self.thread_id());
            if let Err(at) = self.process.held.binary_search(&entry) {
                self.process.held.insert(at, entry);
            }
        }
    }

    /// The running thread gives a mutex up.
    pub(crate) fn let_go(&mut self, mutex: u64) {
        let me = self.thread_id();
        self.process.held.retain(|&held| held != (mutex, me));
    }

    /// Whether the running thread holds mutexes, as far as that is kept.
    pub(crate) fn holds_any(&self) -> bool {
        let me = self.thread_id();
        self.process.held.iter().any(|&(_, owner)| owner == me)
    }

    /// An access that is no operation on a mutex: it must not see who holds one.
    pub(crate) fn check_owners(&mut self, address: u64, size: u64) {
        let seen = |&(mutex, _): &(u64, u32)| address < mutex + MUTEX && mutex < address + size;
        if !self.watch.facts.owners_seen && self.process.held.iter().any(seen) {
            self.teach_anywhere(Lesson::OwnerSeen);
        }
    }

    /// Whether a mutex says that a thread holds it, and no proposition read that.
    pub(crate) fn is_owner(&mut self, mutex: u64, thread: u32) -> bool {
        let owner = (u128::from(holder::marked(thread + 1)), u128::from(u32::MAX));
        let named = |bytes: Chunk| {
            bytes.value.len() as u64 == OWNER_BYTES && bytes.bits(0, OWNER_BYTES as usize) == owner
        };
        self.peek(mutex + OWNER, OWNER_BYTES).is_some_and(named)
            && !self.process.propositions.watch(mutex, MUTEX)
    }
}
