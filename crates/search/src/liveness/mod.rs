//! Liveness: cycles on which every one of some marks lies.
//!
//! Systems put marks on edges: acceptance sets of an automaton, fairness of threads. A run that has
//! all of them infinitely often exists exactly if a cycle with all of them can be reached. For one
//! mark, `ndfs` looks for it with a few bits a state; for several, `scc` does. Several workers do
//! the same with `cndfs` and `ufscc`.

mod cndfs;
mod dual;
mod lasso;
mod ndfs;
mod scc;
mod ufscc;
mod union;

use crate::crew::Crew;
use crate::dispatch::{OnSet, Task};
use crate::ends::{EarlyEnd, Found, FoundCycle, Stop};
use crate::kernel::Kernel;
use crate::options::{Control, Limits, Options, Store};
use crate::path::ReplayError;
use crate::root_hasher::RootHasher;
use crate::{Strategy, in_rounds, stages};
use allways_space::{Fault, System, Verdict};
use allways_store::VisitedSet;

/// Looks for an endless run with every mark of `marks` infinitely often. Such a run is a violation,
/// which the verdict calls `fault`.
///
/// # Errors
/// When a counterexample does not replay: see [`crate::run`].
pub fn find_cycle<S: System>(
    system: &S,
    marks: u128,
    fault: Fault,
    options: &Options,
    control: &Control<'_>,
) -> Result<Verdict<S::Action>, ReplayError> {
    let found = in_rounds(system, &options.limits, |limits, _| {
        let options = Options { limits: limits.clone(), ..options.clone() };
        let search = |strategy, limits: &Limits| search(system, marks, strategy, limits, control);
        stages::search(system, &options, options.threads > 1, Strategy::of(&options), search)
    });
    match found.stop {
        Some(Stop::Cycle(cycle)) => {
            let counterexample = lasso::lasso(system, cycle, marks, options.shorten)?;
            Ok(Verdict::Violated(counterexample, fault, found.coverage))
        }
        Some(Stop::Found(..)) => crate::report(system, found, options, control),
        Some(Stop::Limit(reason)) => Ok(Verdict::Unknown(reason, found.coverage)),
        Some(Stop::Demoted) => unreachable!("rounds go on until no guess falls"),
        None => Ok(found.omitted.verdict(found.coverage)),
    }
}

fn search<S: System>(
    system: &S,
    marks: u128,
    strategy: Strategy<'_>,
    limits: &Limits,
    control: &Control<'_>,
) -> Found<S::Action> {
    // Who is the first in a state must be certain for several workers: with a lossy store one does it.
    let threads = if strategy.store.is_lossy() { 1 } else { strategy.threads };
    // Marks on states are not kept when a search stops: nobody goes on with it.
    let (from, keeps_frontier) = (None, false);
    let task = Task { system, limits, control, threads, from, keeps_frontier };
    let several = marks.count_ones() > 1;
    if strategy.two_core_baseline && threads == 2 && !several {
        let found = task.with_set(Store::Tree, dual::TwoCores { mark: marks });
        // It finds no way to a cycle: the usual search does.
        if !matches!(found.stop, Some(Stop::Cycle(_))) {
            return found;
        }
    }
    if several && threads > 1 {
        task.with_list(strategy.store, ufscc::Components { marks })
    } else {
        task.with_set(strategy.store, Cycles { marks })
    }
}

/// The engines that only ask whether a state is known. What is on the path is known exactly, whatever the
/// store.
struct Cycles {
    marks: u128,
}

impl<S: System> OnSet<S> for Cycles {
    fn run<V: VisitedSet>(self, crew: &Crew<'_, S, V>) -> Found<S::Action> {
        match (self.marks.count_ones(), crew.workers) {
            (1, 1) => ndfs::search(crew, self.marks),
            (1, _) => cndfs::search(crew, self.marks),
            _ => scc::search(crew, self.marks),
        }
    }
}

/// What ends the walk of a liveness engine.
enum End<A> {
    Early(EarlyEnd<A>),
    Cycle(FoundCycle),
}

/// What a worker came to, with the roots of the states on its path.
fn finish<S: System, V: VisitedSet>(
    kernel: &mut Kernel<'_, S, V, ()>,
    walked: Result<(), End<S::Action>>,
    path: impl Iterator<Item = u64>,
    bytes: u64,
) -> Option<Stop<S::Action>> {
    kernel.account.tell(bytes);
    let system = kernel.account.system;
    match walked.err()? {
        End::Cycle(cycle) => Some(Stop::Cycle(cycle)),
        End::Early(early) => early.on(|| path.map(|root| system.state(root)).collect()),
    }
}

impl<A, H: Into<EarlyEnd<A>>> From<H> for End<A> {
    fn from(early: H) -> End<A> {
        End::Early(early.into())
    }
}

/// Bytes of a hash map for an entry of 12, on average.
const MAP_ENTRY: usize = 24;
