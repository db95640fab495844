//! What changes of the objects of one thread.

use super::{Machine, Object};
use allways_store::{Id, trie};
use std::collections::BTreeMap;

impl Machine<'_> {
    /// The objects in which two versions of a thread's objects differ, as they are in the one and in the
    /// other.
    pub(crate) fn changed_objects(&self, thread: u32, before: Id, after: Id) -> Vec<Object> {
        let interner = &self.vm.interner;
        let mut changed = Vec::new();
        let mut visit = |key, one, other| changed.push((key, [one, other]));
        if !trie::differences(interner, before, after, &mut visit) {
            // They differ in height too.
            let mut all: BTreeMap<u64, [Id; 2]> = BTreeMap::new();
            for (side, root) in [before, after].into_iter().enumerate() {
                trie::for_each(interner, root, &mut |key, id| {
                    all.entry(key).or_insert([Id::EMPTY; 2])[side] = id;
                });
            }
            changed = all.into_iter().filter(|(_, [one, other])| one != other).collect();
        }
        let versions = changed.into_iter().flat_map(|(key, ids)| ids.map(|id| (key, id)));
        let there = versions.filter(|&(_, id)| id != Id::EMPTY);
        there.filter_map(|(key, id)| self.open_object(thread, key, id)).collect()
    }
}
