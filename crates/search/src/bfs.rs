//! Breadth-first search, level by level.
//!
//! The store numbers states in the order in which they are found, so the queue is the range of
//! numbers that were given and not yet expanded, and takes no memory. The first fault that is
//! found ends a shortest path to any fault.

use crate::Found;
use crate::kernel::{Halt, Kernel, Standing};
use allways_space::{State, System};
use allways_store::{StateId, StateStore};

/// Explores everything, or stops where something is found or runs out.
pub(crate) fn search<S, V>(mut kernel: Kernel<'_, S, V, ()>) -> Found<S::Action>
where
    S: System,
    V: StateStore,
{
    let mut queue = Queue::default();
    let walked = queue.walk(&mut kernel);
    let store = kernel.account.store;
    let stop = walked.err().map(|halt| halt.on(|| queue.path(store)));
    kernel.finish(stop, 0)
}

#[derive(Default)]
struct Queue {
    /// The state that is being expanded, and the numbers before it are done.
    current: Option<StateId>,
    /// The number of states that were found.
    found: u64,
}

impl Queue {
    fn walk<S, V>(&mut self, kernel: &mut Kernel<'_, S, V, ()>) -> Result<(), Halt<S::Action>>
    where
        S: System,
        V: StateStore,
    {
        self.expand(kernel, None)?;
        let (mut next, mut depth) = (0, 0);
        while next < self.found {
            depth += 1;
            let level_end = self.found;
            let too_deep = kernel.account.too_deep(depth);
            while next < level_end {
                let account = &mut kernel.account;
                account.tick(depth, || self.standing(next, depth)).map_err(Halt::Limit)?;
                let id = StateId(next as u32);
                let state = account.store.load(id);
                if too_deep {
                    kernel.cut(state).map_err(Halt::Limit)?;
                } else {
                    self.current = Some(id);
                    self.expand(kernel, Some(state))?;
                }
                next += 1;
            }
        }
        Ok(())
    }

    fn expand<S, V>(
        &mut self,
        kernel: &mut Kernel<'_, S, V, ()>,
        from: Option<State>,
    ) -> Result<(), Halt<S::Action>>
    where
        S: System,
        V: StateStore,
    {
        let parent = self.current;
        kernel.expand(from, |account, _, state| {
            if let Some(id) = account.insert(state, parent, ())? {
                debug_assert_eq!(u64::from(id.0), self.found, "numbers are dense");
                self.found += 1;
            }
            Ok(())
        })
    }

    /// The states from an initial one to the one that is being expanded.
    fn path<V: StateStore>(&self, store: &V) -> Vec<State> {
        let mut path: Vec<State> = std::iter::successors(self.current, |&id| store.parent(id))
            .map(|id| store.load(id))
            .collect();
        path.reverse();
        path
    }

    fn standing(&self, next: u64, depth: u64) -> Standing {
        Standing { depth, queue: self.found - next, bytes: 0 }
    }
}
