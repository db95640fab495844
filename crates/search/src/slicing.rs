//! Stack slicing, after Holzmann and Bošnački: depth-first searches in a ring.
//!
//! Each worker searches depth-first, but only so far below the state it began with; what lies deeper
//! it hands to the next worker. Neighbours share a queue with one writer and one reader, and the
//! store is the only thing that all of them share. When the queue is full the worker goes on by
//! itself.
//!
//! Reductions here are functions of the state, so a state is expanded in the same way whoever does
//! it, and neither border states nor those of another worker need more edges than elsewhere.
//!
//! The end: `open` counts the slices that are waiting or being searched. A slice is counted before
//! it is put into a queue and uncounted when it is searched, after everything it handed on was
//! counted. So when the count is zero there is none, and none can come.

use crate::Found;
use crate::crew::{Crew, Ring};
use crate::dispatch::OnList;
use crate::kernel::{EarlyEnd, Kernel, Standing};
use crate::path;
use crate::sync::atomic::{AtomicU64, Ordering};
use allways_space::{State, System, Target};
use allways_store::{StateId, StateStore};

/// Slices that may wait between two neighbours.
const PLACES: usize = 1 << 14;
/// Looks for a slice before giving the processor away.
const LOOKS: u32 = 200;

/// Depth-first search in slices: who is `most` levels deep hands on what it reaches.
pub(crate) struct Slicing {
    pub(crate) most: u32,
}

impl<S: System> OnList<S> for Slicing {
    fn run<V: StateStore>(self, crew: &Crew<'_, S, V>) -> Found<S::Action> {
        search_with(crew, self.most, PLACES)
    }
}

fn search_with<S, V>(crew: &Crew<'_, S, V>, most: u32, places: usize) -> Found<S::Action>
where
    S: System,
    V: StateStore,
{
    let slices = Slices {
        rings: (0..crew.workers).map(|_| Ring::new(places)).collect(),
        // The beginning is a slice too.
        open: AtomicU64::new(1),
        most: most.max(1),
    };
    crew.search(
        || {},
        |kernel, number| {
            let mut worker = Worker { slices: &slices, number, stack: Vec::new(), current: None };
            let walked = worker.run(kernel);
            kernel.account.tell(worker.bytes());
            let store = kernel.account.store;
            walked.err().and_then(|early| early.on(|| path::by_parents(store, worker.current)))
        },
    )
}

struct Slices {
    /// From each worker to the next.
    rings: Vec<Ring>,
    open: AtomicU64,
    most: u32,
}

/// An edge to be followed.
#[derive(Copy, Clone)]
struct Entry {
    root: u64,
    parent: StateId,
    /// Steps from the beginning of the slice, and from the beginning.
    local: u32,
    depth: u32,
}

struct Worker<'w> {
    slices: &'w Slices,
    number: usize,
    stack: Vec<Entry>,
    /// The state that is being expanded.
    current: Option<StateId>,
}

impl Worker<'_> {
    fn run<S, V>(&mut self, kernel: &mut Kernel<'_, S, V, ()>) -> Result<(), EarlyEnd<S::Action>>
    where
        S: System,
        V: StateStore,
    {
        if self.number == 0 {
            self.begin(kernel)?;
            self.slice(kernel)?;
        }
        let from = (self.number + self.slices.rings.len() - 1) % self.slices.rings.len();
        let mut looks = 0;
        loop {
            if let Some(handed) = self.slices.rings[from].pop() {
                looks = 0;
                self.receive(kernel, handed)?;
                self.slice(kernel)?;
            } else if self.slices.open.load(Ordering::Acquire) == 0 {
                return Ok(());
            } else if kernel.account.crew.is_over() {
                return Err(EarlyEnd::Over);
            } else if looks < LOOKS {
                looks += 1;
                crate::sync::pause();
            } else {
                std::thread::yield_now();
            }
        }
    }

    /// Follows the edges into the initial states.
    fn begin<S, V>(&mut self, kernel: &mut Kernel<'_, S, V, ()>) -> Result<(), EarlyEnd<S::Action>>
    where
        S: System,
        V: StateStore,
    {
        let mut reached = Vec::new();
        kernel.expand(None, |account, _, state| {
            reached.extend(account.insert(state, None, ())?);
            Ok(())
        })?;
        for id in reached.into_iter().rev() {
            let state = kernel.account.store.load(id);
            self.expand(kernel, id, state, 0, 1)?;
        }
        Ok(())
    }

    /// Takes over a state that the neighbour stored: `number` is its place in the store.
    fn receive<S, V>(
        &mut self,
        kernel: &mut Kernel<'_, S, V, ()>,
        number: u64,
    ) -> Result<(), EarlyEnd<S::Action>>
    where
        S: System,
        V: StateStore,
    {
        let (id, depth) = (StateId(number as u32), (number >> 32) as u32);
        let state = kernel.account.store.load(id);
        self.expand(kernel, id, state, 0, depth)
    }

    /// Searches what is on the stack, and what is below it as far as the slice goes.
    fn slice<S, V>(&mut self, kernel: &mut Kernel<'_, S, V, ()>) -> Result<(), EarlyEnd<S::Action>>
    where
        S: System,
        V: StateStore,
    {
        while let Some(Entry { root, parent, local, depth }) = self.stack.pop() {
            let state = kernel.account.system.state(root);
            let Some(id) = kernel.account.insert(state, Some(parent), ())? else { continue };
            if local < self.slices.most || !self.hand_on(id, depth) {
                self.expand(kernel, id, state, local, depth)?;
            }
        }
        self.slices.open.fetch_sub(1, Ordering::AcqRel);
        Ok(())
    }

    /// Hands a stored state to the neighbour; `false` when there is no room.
    fn hand_on(&self, id: StateId, depth: u32) -> bool {
        self.slices.open.fetch_add(1, Ordering::Relaxed);
        let handed = u64::from(id.0) | u64::from(depth) << 32;
        let taken = self.slices.rings[self.number].push(handed);
        if !taken {
            self.slices.open.fetch_sub(1, Ordering::Relaxed);
        }
        taken
    }

    /// Puts the edges of a state on the stack, the first on top.
    fn expand<S, V>(
        &mut self,
        kernel: &mut Kernel<'_, S, V, ()>,
        id: StateId,
        state: State,
        local: u32,
        depth: u32,
    ) -> Result<(), EarlyEnd<S::Action>>
    where
        S: System,
        V: StateStore,
    {
        kernel.account.tick(depth.into(), || self.standing(depth))?;
        self.current = Some(id);
        let first = self.stack.len();
        kernel.expand(Some(state), |account, edge, state| {
            debug_assert!(matches!(edge.to, Target::State(_)));
            if !account.store.covers(state, ()) {
                let entry =
                    Entry { root: state.root, parent: id, local: local + 1, depth: depth + 1 };
                self.stack.push(entry);
            }
            Ok(())
        })?;
        self.stack[first..].reverse();
        Ok(())
    }

    fn standing(&self, depth: u32) -> Standing {
        let queue = self.slices.open.load(Ordering::Relaxed) + self.stack.len() as u64;
        Standing { depth: depth.into(), queue, bytes: self.bytes() }
    }

    fn bytes(&self) -> u64 {
        size_of_val(&*self.stack) as u64 + self.slices.rings[self.number].bytes()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::options::{Control, Limits};
    use allways_store::{TreeStore, VisitedSet};
    use allways_testkit::{Arrow, Graph, To};

    /// A tree in which node `n` leads to `2n + 1` and `2n + 2`.
    fn tree(nodes: u32) -> Graph {
        let leads = |to: u32| (to < nodes).then(|| Arrow::new(to % 2, To::Node(to)));
        Graph {
            initial: vec![Arrow::new(0, To::Node(0))],
            nodes: (0..nodes)
                .map(|n| [2 * n + 1, 2 * n + 2].into_iter().filter_map(leads).collect())
                .collect(),
            letters: Vec::new(),
        }
    }

    #[test]
    fn what_finds_no_room_in_the_queue_is_searched_at_once() {
        let graph = tree(20_000);
        let (limits, control) = (Limits::default(), Control::none());
        for workers in [2, 3] {
            let store = TreeStore::<_, ()>::new(|root| State { root });
            let crew = Crew::new(&graph, &store, &limits, None, &control, workers);
            let found = search_with(&crew, 1, 1);
            assert!(found.stop.is_none());
            assert_eq!(VisitedSet::<()>::states(&store), 20_000);
        }
    }
}
