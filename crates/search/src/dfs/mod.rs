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
//! goes to the shallow end and to random walks (`companions`).
//!
//! With a depth bound, the least depth of each state is kept and a state that is reached on a
//! shorter path is expanded again: everything within the bound is found.

mod stack;
mod trail;

use crate::companions::Companions;
use crate::crew::{Crew, Pool};
use crate::depth::{AtDepth, Depth};
use crate::dispatch::{OnPayloads, OnSet};
use crate::ends::{EarlyEnd, Found};
use crate::frontier::{Engine, Frontier};
use crate::handover::{Opens, fill, frontier_of_set};
use crate::kernel::{Account, Kernel, Standing};
use crate::walks;
use crate::workers::Call;
use allways_space::{State, System};
use allways_store::VisitedSet;
use stack::{ON_PATH, Stack};
use std::sync::{Mutex, PoisonError};
use trail::Ways;

/// Edges that may wait, besides one for every four levels of the path: 128 MiB of them, and no more
/// than an eighth of the memory limit.
const MOST_WAITING: u64 = 1 << 24;

/// Depth-first search. Random walks begin after so many expansions, if at all.
pub(crate) struct DepthFirst {
    pub(crate) walks_after: Option<u64>,
}

impl<S: System> OnSet<S> for DepthFirst {
    fn run<V: VisitedSet>(self, crew: &Crew<'_, S, V>) -> Found<S::Action> {
        search::<_, _, ()>(crew, self.walks_after)
    }
}

/// The same within a depth bound.
pub(crate) struct WithinDepth {
    pub(crate) walks_after: Option<u64>,
}

impl<S: System> OnPayloads<S> for WithinDepth {
    type Kept = Depth;

    fn run<V: VisitedSet<Depth>>(self, crew: &Crew<'_, S, V>) -> Found<S::Action> {
        search(crew, self.walks_after)
    }
}

/// Explores everything, or stops where something is found or runs out. Random walks begin after so many
/// expansions, if at all.
fn search<S, V, P>(crew: &Crew<'_, S, V>, walks_after: Option<u64>) -> Found<S::Action>
where
    S: System,
    V: VisitedSet<P>,
    P: AtDepth,
{
    let share = crew.limits.memory.map(|bytes| bytes / 8 / size_of::<u64>() as u64);
    let most_waiting = share.map_or(MOST_WAITING, |share| share.min(MOST_WAITING));
    let alone = walks_after.unwrap_or(0);
    search_with(crew, most_waiting, alone, || Some(Companions::new(walks_after)))
}

/// One worker has `companions` and does all of the search up to the first states alone: most programs are small,
/// and its order is the same every time.
fn search_with<S, V, P>(
    crew: &Crew<'_, S, V>,
    most_waiting: u64,
    alone: u64,
    companions: impl Fn() -> Option<Companions> + Sync,
) -> Found<S::Action>
where
    S: System,
    V: VisitedSet<P>,
    P: AtDepth,
{
    let later = crew.from.into_iter().flat_map(Frontier::unexpanded);
    if let Err(reason) = fill(crew, P::at(0), later) {
        return Found::stopped(reason);
    }
    let most_waiting = most_waiting / crew.workers as u64;
    let pool = Pool::new(1);
    let opens = Mutex::new(Opens::default());
    let trails = &crew.own_bytes;
    let mut found = crew.search_from::<P>(
        || pool.close(),
        |kernel, number, call| {
            let stack = Stack::new(most_waiting, trails);
            let companions = if number == 0 && crew.from.is_none() { companions() } else { None };
            let others = (number == 0 && crew.workers > 1).then_some((crew.workers, call));
            let current = Current::Nothing;
            let mut worker =
                Worker { stack, pool: &pool, since: 0, alone, others, companions, current };
            let walked = worker.run(kernel, number == 0);
            let system = kernel.account.system;
            let stop = walked.err().and_then(|early| early.on(|| worker.path(system)));
            kernel.account.tell(worker.bytes());
            if crew.keeps_frontier {
                worker.note(&mut opens.lock().unwrap_or_else(PoisonError::into_inner), crew);
            }
            stop
        },
    );
    found.alone = crew.workers == 1 || !pool.was_used();
    let mut opens = opens.into_inner().unwrap_or_else(PoisonError::into_inner);
    pool.into_rest().iter().for_each(|stack| stack.note(&mut opens, |root| is_stored(crew, root)));
    frontier_of_set(crew, &mut found, Engine::DepthFirst, opens);
    found
}

fn is_stored<S: System, V: VisitedSet<P>, P: AtDepth>(crew: &Crew<'_, S, V>, root: u64) -> bool {
    crew.store.covers(crew.system.state(root), P::at(0))
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
    /// What it does besides its stack.
    companions: Option<Companions>,
    current: Current,
}

/// What a worker stores and expands at the moment.
#[derive(Copy, Clone)]
enum Current {
    Nothing,
    /// The beginning, for the first time or once more.
    Beginning {
        again: bool,
    },
    State(u64),
}

impl<'w> Worker<'_, 'w> {
    fn run<S, V, P>(
        &mut self,
        kernel: &mut Kernel<'_, S, V, P>,
        begins: bool,
    ) -> Result<(), EarlyEnd<S::Action>>
    where
        S: System,
        V: VisitedSet<P>,
        P: AtDepth,
    {
        if begins {
            match kernel.account.crew.from {
                None => self.begin(kernel)?,
                Some(frontier) => self.go_on(kernel, frontier)?,
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

    /// Puts the edges into the initial states on the stack.
    fn begin<S, V, P>(
        &mut self,
        kernel: &mut Kernel<'_, S, V, P>,
    ) -> Result<(), EarlyEnd<S::Action>>
    where
        S: System,
        V: VisitedSet<P>,
        P: AtDepth,
    {
        self.current = Current::Beginning { again: false };
        self.stack.push_edges(kernel, None)?;
        self.current = Current::Nothing;
        if let Some(companions) = &mut self.companions {
            companions.begin(self.stack.roots.iter().rev().copied());
        }
        Ok(())
    }

    /// Puts what another search left open where all workers find it.
    fn go_on<S, V, P>(
        &mut self,
        kernel: &mut Kernel<'_, S, V, P>,
        frontier: &Frontier,
    ) -> Result<(), EarlyEnd<S::Action>>
    where
        S: System,
        V: VisitedSet<P>,
        P: AtDepth,
    {
        let mut ways = Ways::new(&frontier.known, self.stack.trails);
        let mut beginning = None;
        for open in &frontier.open {
            let Some(number) = open.at else {
                beginning = Some(open.expanded);
                continue;
            };
            let known = frontier.known[number as usize];
            let below = ways.to(known.parent);
            self.pool.give(Stack::for_open(known.root, open.expanded, below, &self.stack));
        }
        match beginning {
            None => Ok(()),
            Some(false) => self.begin(kernel),
            Some(true) => {
                self.current = Current::Beginning { again: true };
                self.stack.push_initial_again(kernel)?;
                self.current = Current::Nothing;
                Ok(())
            }
        }
    }

    /// Notes what is left to do.
    fn note<S, V, P>(&self, opens: &mut Opens, crew: &Crew<'_, S, V>)
    where
        S: System,
        V: VisitedSet<P>,
        P: AtDepth,
    {
        let is_stored = |root: u64| is_stored(crew, root);
        self.stack.note(opens, is_stored);
        match self.current {
            Current::Beginning { again } => opens.open(None, again),
            Current::State(root) if is_stored(root) => {
                opens.way(self.stack.way().take_while(|&on_path| on_path != root).chain([root]));
                opens.open(Some(root), false);
            }
            Current::State(_) | Current::Nothing => {}
        }
        if let Some(companions) = &self.companions {
            companions.note(opens, is_stored);
        }
    }

    /// What was reached beside the search and waits.
    fn put_off<S, V, P>(&mut self, kernel: &Kernel<'_, S, V, P>) -> Option<Stack<'w>>
    where
        S: System,
        V: VisitedSet<P>,
        P: AtDepth,
    {
        let (root, way) = self.companions.as_mut()?.take(kernel)?;
        Some(Stack::beginning_at(root, way, &self.stack))
    }

    /// Empties the stack.
    fn walk<S, V, P>(&mut self, kernel: &mut Kernel<'_, S, V, P>) -> Result<(), EarlyEnd<S::Action>>
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
            self.current = Current::State(root);
            let new = account.insert(state, None, P::at(depth))?;
            if new.is_none() {
                self.current = Current::Nothing;
                self.stack.roots.pop();
                continue;
            }
            account.tick(depth, || self.standing())?;
            if account.too_deep(depth) {
                kernel.cut(state)?;
                self.current = Current::Nothing;
                self.stack.roots.pop();
            } else {
                self.stack.enter();
                self.stack.push_edges(kernel, Some(state))?;
                self.current = Current::Nothing;
                self.share(&kernel.account);
                if let Some(companions) = &mut self.companions {
                    companions.turn(kernel, depth)?;
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
            if few && account.transitions() < walks::FIRST_TRANSITIONS {
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
        match self.companions.as_ref().and_then(Companions::found) {
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
        self.stack.bytes() + self.companions.as_ref().map_or(0, Companions::bytes)
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
        companions: impl Fn() -> Option<Companions> + Sync,
    ) -> Found<S::Action> {
        let control = Control::none();
        let state_of = |root| system.state(root);
        if limits.depth.is_some() {
            let store = TreeStore::<_, Depth>::new(state_of);
            let crew = Crew::new(system, &store, limits, &control, workers);
            search_with::<_, _, Depth>(&crew, most_waiting, 0, companions)
        } else {
            let store = RootSet::new();
            let crew = Crew::new(system, &store, limits, &control, workers);
            search_with::<_, _, ()>(&crew, most_waiting, 0, companions)
        }
    }

    proptest! {
        #![proptest_config(allways_testkit::cases(500))]

        #[test]
        fn neither_forgetting_nor_companions_change_anything(
            graph in graphs(60),
            most_waiting in 0u64..6,
            bound in any::<bool>(),
            workers in 1usize..4,
            companions in any::<bool>(),
            walks in any::<bool>(),
        ) {
            let known = explore(&graph);
            let limits = Limits { depth: bound.then_some(1000), ..Limits::default() };
            let at_once = || companions.then(|| Companions::with(Shallow::after(0), walks.then_some(0)));
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
