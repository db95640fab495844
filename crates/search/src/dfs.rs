//! Depth-first search with an explicit stack of roots.
//!
//! The stack holds the edges that are still to be followed, as the roots they lead to. An edge
//! that leads to a new state stays on the stack, marked, below the edges of that state: the marked
//! roots are the path. A level of the path takes 8 bytes, and so does an edge that waits.
//! A state is stored when its edge is followed and not before, so the order is the one of the
//! recursive algorithm.
//!
//! When too many edges wait, those near the bottom of a deep stack are forgotten. Coming back to
//! such a level, its state is expanded once more; what was followed before is in the store and
//! leads nowhere. So a path of 30 million levels takes less than 16 bytes a level however many edges
//! its states have. It is not done sooner because it nearly doubles the work of such levels.
//!
//! A path may never end, and what lies near the beginning would wait behind it: a share of the expansions
//! goes to the shallow end and to random walks (`beside`).
//!
//! With a depth bound, the least depth of each state is kept and a state that is reached on a
//! shorter path is expanded again: everything within the bound is found.

use crate::Found;
use crate::beside::Beside;
use crate::crew::{Call, Crew, Pool};
use crate::dispatch::{OnPayloads, OnSet};
use crate::hunt;
use crate::kernel::{Account, Halt, Kernel, Standing};
use allways_space::{Edge, State, System};
use allways_store::{Payload, VisitedSet};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// Marks the root of a state on the path.
const ON_PATH: u64 = 1 << 63;
/// Marks a root on the path of which edges were forgotten.
const FORGOTTEN: u64 = 1 << 62;
const MARKS: u64 = ON_PATH | FORGOTTEN;
/// Edges that may wait, besides one for every four levels of the path: 128 MiB of them, and no more
/// than an eighth of the memory limit.
const MOST_WAITING: u64 = 1 << 24;

/// What depth-first search keeps with a state.
pub(crate) trait AtDepth: Payload {
    /// For a state that is reached at that depth.
    fn at(depth: u64) -> Self;
}

impl AtDepth for () {
    fn at(_: u64) {}
}

/// The least depth at which a state was reached.
#[derive(Copy, Clone)]
pub(crate) struct Depth(u32);

impl Payload for Depth {
    fn join(&mut self, other: Depth) -> bool {
        let sooner = other.0 < self.0;
        self.0 = self.0.min(other.0);
        sooner
    }
}

impl AtDepth for Depth {
    fn at(depth: u64) -> Depth {
        Depth(u32::try_from(depth).unwrap_or(u32::MAX))
    }
}

/// Depth-first search. Random walks begin after so many expansions, if at all.
pub(crate) struct DepthFirst {
    pub(crate) hunt_after: Option<u64>,
}

impl<S: System> OnSet<S> for DepthFirst {
    fn run<V: VisitedSet>(self, crew: &Crew<'_, S, V>) -> Found<S::Action> {
        search::<_, _, ()>(crew, self.hunt_after)
    }
}

/// The same within a depth bound.
pub(crate) struct WithinDepth {
    pub(crate) hunt_after: Option<u64>,
}

impl<S: System> OnPayloads<S> for WithinDepth {
    type Kept = Depth;

    fn run<V: VisitedSet<Depth>>(self, crew: &Crew<'_, S, V>) -> Found<S::Action> {
        search(crew, self.hunt_after)
    }
}

/// Explores everything, or stops where something is found or runs out. Random walks begin after so many
/// expansions, if at all.
fn search<S, V, P>(crew: &Crew<'_, S, V>, hunt_after: Option<u64>) -> Found<S::Action>
where
    S: System,
    V: VisitedSet<P>,
    P: AtDepth,
{
    let share = crew.limits.memory.map(|bytes| bytes / 8 / size_of::<u64>() as u64);
    let most_waiting = share.map_or(MOST_WAITING, |share| share.min(MOST_WAITING));
    let alone = hunt_after.unwrap_or(0);
    search_with(crew, most_waiting, alone, || Some(Beside::new(hunt_after)))
}

/// One worker does what is done `beside`, and all of the search up to the first states: most programs are small,
/// and its order is the same every time.
fn search_with<S, V, P>(
    crew: &Crew<'_, S, V>,
    most_waiting: u64,
    alone: u64,
    beside: impl Fn() -> Option<Beside> + Sync,
) -> Found<S::Action>
where
    S: System,
    V: VisitedSet<P>,
    P: AtDepth,
{
    let most_waiting = most_waiting / crew.workers as u64;
    let pool = Pool::new(1);
    let (pool, trails) = (&pool, &crew.own_bytes);
    let found = crew.search_from::<P>(
        || pool.close(),
        |kernel, number, call| {
            let stack = Stack::new(most_waiting, trails);
            let beside = if number == 0 { beside() } else { None };
            let others = (number == 0 && crew.workers > 1).then_some((crew.workers, call));
            let mut worker = Worker { stack, pool, since: 0, alone, others, beside };
            let walked = worker.run(kernel, number == 0);
            let system = kernel.account.system;
            let stop = walked.err().and_then(|halt| halt.on(|| worker.path(system)));
            kernel.account.tell(worker.bytes());
            stop
        },
    );
    Found { alone: !pool.was_used(), ..found }
}

/// Expansions between two parts that a worker gives away: sharing costs more than a few of them.
const SHARE_EVERY: u32 = 32;

struct Worker<'p, 'w> {
    stack: Stack<'w>,
    pool: &'p Pool<Stack<'w>>,
    /// Expansions since it gave work away.
    since: u32,
    /// The others are called when there are so many states; how many workers there are then.
    alone: u64,
    others: Option<(usize, Call<'p>)>,
    /// What it does besides.
    beside: Option<Beside>,
}

impl<'w> Worker<'_, 'w> {
    fn run<S, V, P>(
        &mut self,
        kernel: &mut Kernel<'_, S, V, P>,
        begins: bool,
    ) -> Result<(), Halt<S::Action>>
    where
        S: System,
        V: VisitedSet<P>,
        P: AtDepth,
    {
        if begins {
            self.stack.push_edges(kernel, None)?;
            if let Some(beside) = &mut self.beside {
                beside.begin(self.stack.roots.iter().rev().copied());
            }
        }
        loop {
            self.walk(kernel)?;
            match self.put_off(kernel).or_else(|| self.pool.take()) {
                Some(stack) => self.stack = stack,
                None => return Ok(()),
            }
        }
    }

    /// What was reached beside the search and waits.
    fn put_off<S, V, P>(&mut self, kernel: &Kernel<'_, S, V, P>) -> Option<Stack<'w>>
    where
        S: System,
        V: VisitedSet<P>,
        P: AtDepth,
    {
        let (root, way) = self.beside.as_mut()?.take(kernel)?;
        Some(Stack::beginning_at(root, way, &self.stack))
    }

    /// Empties the stack.
    fn walk<S, V, P>(&mut self, kernel: &mut Kernel<'_, S, V, P>) -> Result<(), Halt<S::Action>>
    where
        S: System,
        V: VisitedSet<P>,
        P: AtDepth,
    {
        while let Some(&root) = self.stack.roots.last() {
            if root & ON_PATH != 0 {
                self.stack.step_back(kernel, root)?;
                continue;
            }
            let depth = self.stack.depth() + 1;
            let account = &mut kernel.account;
            let state = account.system.state(root);
            let new = account.insert(state, None, P::at(depth))?;
            if new.is_none() {
                self.stack.roots.pop();
                continue;
            }
            account.tick(depth, || self.standing())?;
            if account.too_deep(depth) {
                kernel.cut(state)?;
                self.stack.roots.pop();
            } else {
                self.stack.enter();
                self.stack.push_edges(kernel, Some(state))?;
                self.share(&kernel.account);
                if let Some(beside) = &mut self.beside {
                    beside.turn(kernel, depth)?;
                }
            }
        }
        Ok(())
    }

    /// Gives away a part of the stack if somebody waits for work.
    #[inline]
    fn share<S, V, P>(&mut self, account: &Account<'_, S, V, P>)
    where
        S: System,
        V: VisitedSet<P>,
        P: AtDepth,
    {
        self.since += 1;
        if self.since < SHARE_EVERY {
            return;
        }
        if let Some((workers, call)) = self.others {
            let few = account.store.states() < self.alone;
            if few && account.transitions() < hunt::FIRST_TRANSITIONS {
                return;
            }
            self.others = None;
            self.pool.admit(workers);
            call();
        }
        if self.pool.is_wanted() {
            self.since = 0;
            if let Some(part) = self.stack.split() {
                self.pool.give(part);
            }
        }
    }

    /// The states on the path to what ended the search.
    fn path<S: System>(&self, system: &S) -> Vec<State> {
        match self.beside.as_ref().and_then(Beside::found) {
            Some(roots) => roots.iter().map(|&root| system.state(root)).collect(),
            None => self.stack.path(system),
        }
    }

    fn standing(&self) -> Standing {
        Standing {
            depth: self.stack.depth(),
            queue: self.stack.roots.len() as u64 - self.stack.marked,
            bytes: self.bytes(),
        }
    }

    fn bytes(&self) -> u64 {
        self.stack.bytes() + self.beside.as_ref().map_or(0, Beside::bytes)
    }
}

struct Stack<'w> {
    roots: Vec<u64>,
    /// The number of marked roots.
    marked: u64,
    /// Up to here, edges were forgotten already.
    thinned: usize,
    most_waiting: u64,
    /// The path below this stack, where it is a part of one that was divided.
    below: Option<Arc<Trail<'w>>>,
    trails: &'w AtomicU64,
}

impl<'w> Stack<'w> {
    fn new(most_waiting: u64, trails: &'w AtomicU64) -> Stack<'w> {
        Stack { roots: Vec::new(), marked: 0, thinned: 0, most_waiting, below: None, trails }
    }

    /// A stack with one edge to follow and the roots on the way to it, for the owner of another.
    fn beginning_at(root: u64, way: Vec<u64>, other: &Stack<'w>) -> Stack<'w> {
        let mut stack = Stack::new(other.most_waiting, other.trails);
        stack.roots.push(root);
        stack.below = (!way.is_empty()).then(|| Arc::new(Trail::along(way, other.trails)));
        stack
    }

    /// The length of the path.
    fn depth(&self) -> u64 {
        self.marked + self.below.as_ref().map_or(0, |trail| trail.depth)
    }

    /// Puts the state on top of the stack on the path.
    fn enter(&mut self) {
        *self.roots.last_mut().expect("the root is still there") |= ON_PATH;
        self.marked += 1;
    }

    /// Takes the lower part with half of the waiting edges away, for another worker. Both parts are
    /// stacks; what stays knows the path below it by a trail. `None` where one of them would have
    /// nothing to follow.
    fn split(&mut self) -> Option<Stack<'w>> {
        let waiting = self.roots.len() as u64 - self.marked;
        let mut wanted = waiting.div_ceil(2).min(waiting.saturating_sub(1));
        if wanted == 0 {
            return None;
        }
        let (mut end, mut marked) = (0, 0);
        while wanted > 0 {
            let on_path = self.roots[end] & ON_PATH != 0;
            if on_path {
                marked += 1;
            } else {
                wanted -= 1;
            }
            end += 1;
        }
        let upper = self.roots.split_off(end);
        let lower = std::mem::replace(&mut self.roots, upper);
        let part = Stack {
            roots: lower,
            marked,
            thinned: self.thinned.min(end),
            most_waiting: self.most_waiting,
            below: self.below.clone(),
            trails: self.trails,
        };
        self.thinned = self.thinned.saturating_sub(end);
        self.marked -= marked;
        if marked > 0 {
            self.below = Some(Arc::new(Trail::over(&part)));
        }
        Some(part)
    }

    /// Leaves the last state of the path, unless edges of it were forgotten.
    fn step_back<S, V, P>(
        &mut self,
        kernel: &mut Kernel<'_, S, V, P>,
        root: u64,
    ) -> Result<(), Halt<S::Action>>
    where
        S: System,
        V: VisitedSet<P>,
        P: AtDepth,
    {
        self.roots.pop();
        self.thinned = self.thinned.min(self.roots.len());
        if root & FORGOTTEN == 0 {
            self.marked -= 1;
            return Ok(());
        }
        self.roots.push(root & !FORGOTTEN);
        let first = self.roots.len();
        let state = kernel.account.system.state(root & !MARKS);
        let (store, depth) = (kernel.account.store, self.depth() + 1);
        let push = |_: &Edge<S::Action>, state: State| {
            if !store.covers(state, P::at(depth)) {
                self.roots.push(state.root);
            }
        };
        kernel.look_again(Some(state), push)?;
        self.roots[first..].reverse();
        Ok(())
    }

    /// Forgets waiting edges in the lower half of what was not thinned yet, if too many wait. The
    /// states they leave are marked; edges into initial states have no such state and stay.
    fn forget(&mut self) {
        let waiting = self.roots.len() as u64 - self.marked;
        if waiting <= self.most_waiting + self.marked / 4 {
            return;
        }
        let end = self.thinned + (self.roots.len() - self.thinned) / 2;
        let mut kept = self.thinned;
        for place in self.thinned..end {
            let root = self.roots[place];
            let below = kept.checked_sub(1).map(|last| &mut self.roots[last]);
            match below {
                Some(owner) if root & ON_PATH == 0 && *owner & ON_PATH != 0 => *owner |= FORGOTTEN,
                _ => {
                    self.roots[kept] = root;
                    kept += 1;
                }
            }
        }
        self.roots.drain(kept..end);
        self.thinned = kept;
    }

    /// Puts the states that edges lead to on the stack, the first on top. Those that are covered
    /// already would lead nowhere later and are left out.
    fn push_edges<S, V, P>(
        &mut self,
        kernel: &mut Kernel<'_, S, V, P>,
        from: Option<State>,
    ) -> Result<(), Halt<S::Action>>
    where
        S: System,
        V: VisitedSet<P>,
        P: AtDepth,
    {
        let first = self.roots.len();
        let depth = self.depth() + 1;
        kernel.expand(from, |account, _, state| {
            debug_assert_eq!(state.root & MARKS, 0, "roots are below 2^62");
            if !account.store.covers(state, P::at(depth)) {
                self.roots.push(state.root);
            }
            Ok(())
        })?;
        self.roots[first..].reverse();
        self.forget();
        Ok(())
    }

    /// The roots of the states on the path, as far as they are in this part.
    fn marked(&self) -> impl Iterator<Item = u64> {
        let marked = self.roots.iter().filter(|&&root| root & ON_PATH != 0);
        marked.map(|&root| root & !MARKS)
    }

    /// The states on the path.
    fn path<S: System>(&self, system: &S) -> Vec<State> {
        let mut parts = Vec::new();
        let mut at = self.below.as_deref();
        while let Some(trail) = at {
            parts.push(&trail.roots[..]);
            at = trail.below.as_deref();
        }
        let below = parts.into_iter().rev().flatten().copied();
        below.chain(self.marked()).map(|root| system.state(root)).collect()
    }

    fn bytes(&self) -> u64 {
        size_of_val(&*self.roots) as u64
    }
}

/// A part of a path that is still needed after its stack was divided.
struct Trail<'w> {
    roots: Box<[u64]>,
    /// The length of the path up to the end of this part.
    depth: u64,
    below: Option<Arc<Trail<'w>>>,
    /// Bytes of all trails.
    counted: &'w AtomicU64,
}

impl<'w> Trail<'w> {
    /// The path of a stack.
    fn over(stack: &Stack<'w>) -> Trail<'w> {
        let mut trail = Trail::along(stack.marked().collect(), stack.trails);
        trail.depth = stack.depth();
        trail.below = stack.below.clone();
        trail
    }

    /// A path from the beginning.
    fn along(roots: Vec<u64>, counted: &'w AtomicU64) -> Trail<'w> {
        let roots = roots.into_boxed_slice();
        counted.fetch_add(size_of_val(&*roots) as u64, Ordering::Relaxed);
        Trail { depth: roots.len() as u64, roots, below: None, counted }
    }
}

impl Drop for Trail<'_> {
    fn drop(&mut self) {
        self.counted.fetch_sub(size_of_val(&*self.roots) as u64, Ordering::Relaxed);
        // One by one: a long chain would need as many nested calls.
        let mut below = self.below.take();
        while let Some(trail) = below {
            below = Arc::into_inner(trail).and_then(|mut trail| trail.below.take());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shallow::Shallow;
    use crate::{Control, Limits};
    use allways_space::Target;
    use allways_store::{RootSet, TreeStore};
    use allways_testkit::{Counters, explore, graphs};
    use proptest::prelude::*;

    fn thinning<S: System>(
        system: &S,
        limits: &Limits,
        most_waiting: u64,
        workers: usize,
        beside: impl Fn() -> Option<Beside> + Sync,
    ) -> Found<S::Action> {
        let control = Control::none();
        let state_of = |root| system.state(root);
        if limits.depth.is_some() {
            let store = TreeStore::<_, Depth>::new(state_of);
            let crew = Crew::new(system, &store, limits, None, &control, workers);
            search_with::<_, _, Depth>(&crew, most_waiting, 0, beside)
        } else {
            let store = RootSet::new();
            let crew = Crew::new(system, &store, limits, None, &control, workers);
            search_with::<_, _, ()>(&crew, most_waiting, 0, beside)
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(500))]

        #[test]
        fn neither_forgetting_nor_what_is_beside_changes_anything(
            graph in graphs(60),
            most_waiting in 0u64..6,
            bound in any::<bool>(),
            workers in 1usize..4,
            beside in any::<bool>(),
            hunts in any::<bool>(),
        ) {
            let known = explore(&graph);
            let limits = Limits { depth: bound.then_some(1000), ..Limits::default() };
            let at_once = || beside.then(|| Beside::with(Shallow::after(0), hunts.then_some(0)));
            let found = thinning(&graph, &limits, most_waiting, workers, at_once);
            match found.stop {
                None => {
                    prop_assert!(known.faults.is_empty() && known.unsupported.is_empty());
                    prop_assert_eq!(found.coverage.states, known.states);
                    if !bound {
                        prop_assert_eq!(found.coverage.transitions, known.transitions);
                    }
                }
                Some(crate::Stop::Found(path, action, end)) => {
                    let actions = crate::path::actions(&graph, &path, action).unwrap();
                    prop_assert!(crate::path::confirm(&graph, &actions, end).is_ok());
                    prop_assert!(matches!(end, Target::Fault(_) | Target::Unsupported(_)));
                }
                Some(crate::Stop::Cycle(_)) => prop_assert!(false, "nobody looks for cycles"),
                Some(crate::Stop::Demoted) => prop_assert!(false, "graphs guess nothing"),
                Some(crate::Stop::Limit(reason)) => prop_assert!(false, "{:?}", reason),
            }
        }
    }

    #[test]
    fn a_deep_path_with_many_edges_takes_few_bytes_a_level() {
        // All states lie on one path, and every state has eight edges.
        let counters = Counters::new(8, 5, true);
        let roomy = thinning(&counters, &Limits::default(), u64::MAX / 2, 1, || None);
        let thin = thinning(&counters, &Limits::default(), 100, 1, || None);
        let (roomy, thin) = (roomy.coverage, thin.coverage);
        assert_eq!(thin.states, 5u64.pow(8));
        assert_eq!(thin.transitions, 1 + 8 * 5u64.pow(8));
        assert_eq!((thin.depth, thin.depth), (roomy.depth, thin.states));
        let saved = (roomy.peak_bytes - thin.peak_bytes) as f64 / thin.states as f64;
        assert!(saved > 40.0, "{saved} bytes a level saved");
    }
}
