//! What changes of the objects of one thread.

use super::difference::changed_keys;
use super::{Machine, Object};
use allways_store::Id;

impl Machine<'_> {
    /// The objects in which two versions of a thread's objects differ, as they are in the one and in the
    /// other.
    pub(crate) fn changed_objects(&self, thread: u32, before: Id, after: Id) -> Vec<Object> {
        let changed = changed_keys(&self.vm.interner, before, after);
        let versions = changed.into_iter().flat_map(|(key, ids)| ids.map(|id| (key, id)));
        let there = versions.filter(|&(_, id)| id != Id::EMPTY);
        there.filter_map(|(key, id)| self.open_object(thread, key, id)).collect()
    }
}
