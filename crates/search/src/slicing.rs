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

use crate::crew::{Crew, Ring};
use crate::dispatch::OnList;
use crate::ends::{EarlyEnd, Found};
use crate::frontier::{Engine, Frontier, Open};
use crate::handover::{Opens, fill, frontier_of_list};
use crate::kernel::{Kernel, Standing};
use crate::path;
use crate::sync::atomic::{AtomicU64, Ordering};
use allways_space::{State, System, Target};
use allways_store::{StateId, StateStore};
use std::sync::{Mutex, PoisonError};

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
    let later = crew.from.into_iter().flat_map(Frontier::unexpanded);
    let numbers = match fill(crew, (), later) {
        Ok(numbers) => numbers,
        Err(reason) => return Found::stopped(reason),
    };
    let slices = Slices {
        rings: (0..crew.workers).map(|_| Ring::new(places)).collect(),
        // The beginning is a slice too.
        open: AtomicU64::new(1),
        most: most.max(1),
    };
    let opens = Mutex::new(Opens::default());
    let mut found = crew.search(
        || {},
        |kernel, number| {
            let mut worker = Worker::new(&slices, number);
            let walked = worker.run(kernel, &numbers);
            kernel.account.tell(worker.bytes());
            let store = kernel.account.store;
            if crew.keeps_frontier {
                worker.note(&mut opens.lock().unwrap_or_else(PoisonError::into_inner), crew);
            }
            walked.err().and_then(|early| early.on(|| path::by_parents(store, worker.current)))
        },
    );
    if crew.keeps_frontier {
        let mut opens = opens.into_inner().unwrap_or_else(PoisonError::into_inner);
        slices.note(&mut opens, crew.store);
        frontier_of_list(crew, &mut found, Engine::Slicing, opens);
    }
    found
}

struct Slices {
    /// From each worker to the next.
    rings: Vec<Ring>,
    open: AtomicU64,
    most: u32,
}

impl Slices {
    /// Notes what was handed on and not taken over, when all workers are gone.
    fn note<V: StateStore>(&self, opens: &mut Opens, store: &V) {
        let handed = self.rings.iter().flat_map(|ring| std::iter::from_fn(|| ring.pop()));
        handed.for_each(|handed| opens.open(Some(store.load(id_of(handed).0).root), false));
    }
}

/// The number and the depth of a state that is handed on.
fn id_of(handed: u64) -> (StateId, u32) {
    (StateId(handed as u32), (handed >> 32) as u32)
}

/// An edge to be followed.
#[derive(Copy, Clone)]
struct Entry {
    root: u64,
    /// `None` for an edge into an initial state.
    parent: Option<StateId>,
    /// Steps from the beginning of the slice, and from the beginning.
    local: u32,
    depth: u32,
}

struct Worker<'w> {
    slices: &'w Slices,
    number: usize,
    stack: Vec<Entry>,
    /// States that were expanded by another search and not left yet, with their depths.
    owed: Vec<(StateId, u32)>,
    /// The state that is being expanded.
    current: Option<StateId>,
    /// The state that is being stored and expanded.
    unfinished: Unfinished,
}

#[derive(Copy, Clone, PartialEq, Eq)]
enum Unfinished {
    Nothing,
    /// The beginning, for the first time or once more.
    Beginning {
        again: bool,
    },
    State(u64),
}

impl<'w> Worker<'w> {
    fn new(slices: &'w Slices, number: usize) -> Worker<'w> {
        let (stack, owed, unfinished) = (Vec::new(), Vec::new(), Unfinished::Nothing);
        Worker { slices, number, stack, owed, current: None, unfinished }
    }

    /// `numbers` are those of the states of another search with which this one goes on.
    fn run<S, V>(
        &mut self,
        kernel: &mut Kernel<'_, S, V, ()>,
        numbers: &[Option<StateId>],
    ) -> Result<(), EarlyEnd<S::Action>>
    where
        S: System,
        V: StateStore,
    {
        if self.number == 0 {
            match kernel.account.crew.from {
                None => self.begin(kernel, false)?,
                Some(frontier) => self.go_on(kernel, frontier, numbers)?,
            }
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

    /// Puts the edges into the initial states on the stack, the first on top; `again` without counting them.
    fn begin<S, V>(
        &mut self,
        kernel: &mut Kernel<'_, S, V, ()>,
        again: bool,
    ) -> Result<(), EarlyEnd<S::Action>>
    where
        S: System,
        V: StateStore,
    {
        self.unfinished = Unfinished::Beginning { again };
        let first = self.stack.len();
        kernel.follow(None, !again, |_, state| {
            self.stack.push(Entry { root: state.root, parent: None, local: 0, depth: 1 });
        })?;
        self.stack[first..].reverse();
        self.unfinished = Unfinished::Nothing;
        Ok(())
    }

    /// Takes over what another search left open.
    fn go_on<S, V>(
        &mut self,
        kernel: &mut Kernel<'_, S, V, ()>,
        frontier: &Frontier,
        numbers: &[Option<StateId>],
    ) -> Result<(), EarlyEnd<S::Action>>
    where
        S: System,
        V: StateStore,
    {
        let depths = frontier.depths();
        let mut beginning = None;
        for &Open { at, expanded } in &frontier.open {
            let Some(at) = at.map(|at| at as usize) else {
                beginning = Some(expanded);
                continue;
            };
            let (known, depth) = (frontier.known[at], depths[at]);
            match numbers[at].filter(|_| expanded) {
                Some(id) => self.owed.push((id, depth)),
                None => {
                    let parent = known.parent.and_then(|parent| numbers[parent as usize]);
                    self.stack.push(Entry { root: known.root, parent, local: 0, depth });
                }
            }
        }
        beginning.map_or(Ok(()), |again| self.begin(kernel, again))
    }

    /// Notes what is left to do.
    fn note<S: System, V: StateStore>(&self, opens: &mut Opens, crew: &Crew<'_, S, V>) {
        let root = |id: StateId| crew.store.load(id).root;
        let is_stored = |root: u64| crew.store.covers(crew.system.state(root), ());
        let waiting = self.stack.iter().filter(|entry| !is_stored(entry.root));
        waiting.for_each(|entry| opens.open(entry.parent.map(root), true));
        self.owed.iter().for_each(|&(id, _)| opens.open(Some(root(id)), true));
        match self.unfinished {
            Unfinished::State(root) if is_stored(root) => opens.open(Some(root), false),
            Unfinished::Beginning { again } => opens.open(None, again),
            Unfinished::State(_) | Unfinished::Nothing => {}
        }
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
        let (id, depth) = id_of(number);
        let state = kernel.account.store.load(id);
        self.expand(kernel, id, state, 0, depth)
    }

    /// Searches what is on the stack, and what is below it as far as the slice goes.
    fn slice<S, V>(&mut self, kernel: &mut Kernel<'_, S, V, ()>) -> Result<(), EarlyEnd<S::Action>>
    where
        S: System,
        V: StateStore,
    {
        loop {
            while let Some(&Entry { root, parent, local, depth }) = self.stack.last() {
                let state = kernel.account.system.state(root);
                self.unfinished = Unfinished::State(root);
                let stored = kernel.account.insert(state, parent, ())?;
                self.stack.pop();
                if let Some(id) = stored
                    && (local < self.slices.most || !self.hand_on(id, depth))
                {
                    self.expand(kernel, id, state, local, depth)?;
                }
                self.unfinished = Unfinished::Nothing;
            }
            let Some(&(id, depth)) = self.owed.last() else { break };
            self.look_again(kernel, id, depth)?;
            self.owed.pop();
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
        self.unfinished = Unfinished::State(state.root);
        kernel.account.tick(depth.into(), || self.standing(depth))?;
        self.current = Some(id);
        let first = self.stack.len();
        kernel.expand(Some(state), |account, edge, state| {
            debug_assert!(matches!(edge.to, Target::State(_)));
            if !account.store.covers(state, ()) {
                let entry = Entry {
                    root: state.root,
                    parent: Some(id),
                    local: local + 1,
                    depth: depth + 1,
                };
                self.stack.push(entry);
            }
            Ok(())
        })?;
        self.stack[first..].reverse();
        self.unfinished = Unfinished::Nothing;
        Ok(())
    }

    /// Puts the edges of a state that was expanded on the stack which lead to states that are not stored.
    fn look_again<S, V>(
        &mut self,
        kernel: &mut Kernel<'_, S, V, ()>,
        id: StateId,
        depth: u32,
    ) -> Result<(), EarlyEnd<S::Action>>
    where
        S: System,
        V: StateStore,
    {
        let store = kernel.account.store;
        kernel.look_again(Some(store.load(id)), |_, state| {
            if !store.covers(state, ()) {
                let parent = Some(id);
                self.stack.push(Entry { root: state.root, parent, local: 1, depth: depth + 1 });
            }
        })
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
            let crew = Crew::new(&graph, &store, &limits, &control, workers);
            let found = search_with(&crew, 1, 1);
            assert!(found.stop.is_none());
            assert_eq!(VisitedSet::<()>::states(&store), 20_000);
        }
    }
}
