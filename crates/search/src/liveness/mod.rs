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
use crate::kernel::{Halt, Kernel, Knot, Stop};
use crate::options::{Control, Limits, Options, Store};
use crate::path::ReplayError;
use crate::root_hasher::RootHasher;
use crate::{Asked, Found, How, in_rounds, lossy, stages};
use allways_space::{Fault, System, Verdict};
use allways_store::{FlatStore, RootSet, TreeStore, VisitedSet};

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
    let found = in_rounds(system, &options.limits, |limits| {
        let options = Options { limits: limits.clone(), ..options.clone() };
        let search = |how, limits: &Limits| search(system, marks, how, limits, control);
        stages::search(system, &options, options.threads > 1, search)
    });
    match found.stop {
        Some(Stop::Cycle(knot)) => {
            let counterexample = lasso::lasso(system, knot, marks, options.shorten)?;
            Ok(Verdict::Violated(counterexample, fault, found.coverage))
        }
        Some(Stop::Found(..)) => crate::report(system, found, options, control),
        Some(Stop::Limit(reason)) => Ok(Verdict::Unknown(reason, found.coverage)),
        Some(Stop::Demoted) => unreachable!("rounds go on until no guess falls"),
        None => Ok(found.left.verdict(found.coverage)),
    }
}

fn search<S: System>(
    system: &S,
    marks: u128,
    how: How,
    limits: &Limits,
    control: &Control<'_>,
) -> Found<S::Action> {
    let asked = Asked { system, limits, goal: None, control, threads: how.threads };
    if how.two_core_baseline && how.threads == 2 && marks.count_ones() == 1 {
        let found = dual::search(&asked.crew(&RootSet::new()), marks);
        // It finds no way to a cycle: the usual search does.
        if !matches!(found.stop, Some(Stop::Cycle(_))) {
            return found;
        }
    }
    let (content, state_of) = (asked.content(), asked.state_of());
    // Several workers on several marks need states by number.
    let numbered = marks.count_ones() > 1 && how.threads > 1;
    match (how.store, numbered) {
        (Store::Tree, false) => search_with(&asked.crew(&RootSet::new()), marks),
        (Store::Tree, true) => {
            ufscc::search(&asked.crew(&TreeStore::<_, ()>::numbered(state_of)), marks)
        }
        (Store::Flat, false) => {
            search_with(&asked.crew(&FlatStore::<_, _, ()>::new(content, state_of)), marks)
        }
        (Store::Flat, true) => {
            let store = FlatStore::<_, _, ()>::numbered(content, state_of);
            ufscc::search(&asked.crew(&store), marks)
        }
        // Who is the first in a state must be certain for several workers: one does it.
        (store @ (Store::Compact | Store::Bitstate(_)), _) => {
            let asked = Asked { threads: 1, ..asked };
            lossy::with_store(system, store, Cycles { asked, marks })
        }
    }
}

/// A search for cycles with a lossy store. What is on the path is known exactly.
struct Cycles<'a, S> {
    asked: Asked<'a, S>,
    marks: u128,
}

impl<S: System> lossy::Search<S::Action> for Cycles<'_, S> {
    fn run<V: VisitedSet>(self, store: V) -> Found<S::Action> {
        search_with(&self.asked.crew(&store), self.marks)
    }
}

fn search_with<S: System, V: VisitedSet>(crew: &Crew<'_, S, V>, marks: u128) -> Found<S::Action> {
    match (marks.count_ones(), crew.workers) {
        (1, 1) => ndfs::search(crew, marks),
        (1, _) => cndfs::search(crew, marks),
        _ => scc::search(crew, marks),
    }
}

/// What ends the walk of a liveness engine.
enum End<A> {
    Halt(Halt<A>),
    Cycle(Knot),
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
        End::Cycle(knot) => Some(Stop::Cycle(knot)),
        End::Halt(halt) => halt.on(|| path.map(|root| system.state(root)).collect()),
    }
}

impl<A, H: Into<Halt<A>>> From<H> for End<A> {
    fn from(halt: H) -> End<A> {
        End::Halt(halt.into())
    }
}

/// Bytes of a hash map for an entry of 12, on average.
const MAP_ENTRY: usize = 24;
