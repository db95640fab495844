//! Heap objects that nothing points to.

use super::{Kind, Machine};
use allways_program::address::ObjectName;
use allways_store::{Full, Id, trie};
use std::collections::{HashMap, HashSet};

impl Machine<'_> {
    /// A heap object that no root reaches, if there is one. Roots are the globals, the frames of
    /// the threads that still exist, and their stack and thread-local objects.
    pub fn leaked(&mut self) -> Result<Option<u64>, Full> {
        self.noted.whole = true;
        self.commit()?;
        let (heap, mut todo) = self.heap_and_roots();
        let mut reached = HashSet::new();
        while let Some(address) = todo.pop() {
            let Some((_, offset)) = self.vm.space.object_at(address) else { continue };
            let base = address - offset;
            if let Some(&id) = heap.get(&base)
                && reached.insert(base)
            {
                self.mention_object(id, &mut |a| todo.push(a));
            }
        }
        Ok(heap.into_keys().filter(|base| !reached.contains(base)).min())
    }

    /// The heap objects by address, and every address that the roots hold.
    fn heap_and_roots(&mut self) -> (HashMap<u64, Id>, Vec<u64>) {
        let mut heap = HashMap::new();
        let mut roots = Vec::new();
        self.objects.clear();
        roots.extend(self.process.library.pointers());
        self.mention_globals(&mut |a| roots.push(a));
        for thread in self.thread_numbers() {
            self.mention_frames(thread, &mut |a| roots.push(a));
            let Some(objects) = self.objects_of(thread) else { continue };
            let mut all = Vec::new();
            trie::for_each(&self.vm.interner, objects, &mut |key, id| all.push((key, id)));
            for (key, id) in all {
                let Some(object) = self.open_object(thread, key, id) else { continue };
                if object.kind == Kind::Heap {
                    heap.insert(object.base, id);
                } else {
                    self.mention_object(id, &mut |a| roots.push(a));
                }
            }
        }
        (heap, roots)
    }

    /// The site that allocated the object with that address.
    pub fn site_of(&self, address: u64) -> Option<ObjectName> {
        self.vm.space.object_at(address).map(|(name, _)| name)
    }
}
