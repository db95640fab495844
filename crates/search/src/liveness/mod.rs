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
use crate::{Asked, Found, How, in_rounds, lossy, time_left, together};
use allways_space::{Fault, Reason, System, Verdict};
use allways_store::{FlatStore, RootSet, TreeStore, VisitedSet};
use std::hash::Hasher;
use std::time::Instant;

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
        search_alone_first(system, marks, &options, control)
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

/// One worker begins, and the others join if it takes long: see [`crate::Options::alone`].
fn search_alone_first<S: System>(
    system: &S,
    marks: u128,
    options: &Options,
    control: &Control<'_>,
) -> Found<S::Action> {
    let (limits, alone) = (&options.limits, How { threads: 1, ..How::of(options) });
    let small = limits.states.is_some_and(|most| most <= options.alone);
    if options.threads == 1 || small {
        return search(system, marks, alone, limits, control);
    }
    let start = Instant::now();
    let rest = || Limits { time: time_left(limits, start), ..limits.clone() };
    if options.alone > 0 {
        let first = Limits { states: Some(options.alone), ..limits.clone() };
        let found = search(system, marks, alone, &first, control);
        if !matches!(found.stop, Some(Stop::Limit(Reason::MaxStates(_)))) {
            return found;
        }
    }
    if options.two_core_baseline && marks.count_ones() == 1 {
        let found = search_on_two_cores(system, marks, &rest(), control);
        if !matches!(found.stop, Some(Stop::Cycle(_) | Stop::Demoted)) {
            return found;
        }
        return search(system, marks, alone, &rest(), control);
    }
    together(system, How::of(options), &rest(), |how, limits| {
        search(system, marks, how, limits, control)
    })
}

fn search_on_two_cores<S: System>(
    system: &S,
    mark: u128,
    limits: &Limits,
    control: &Control<'_>,
) -> Found<S::Action> {
    let asked = Asked { system, limits, goal: None, control, threads: 2 };
    system.note_round();
    let found = dual::search(&asked.crew(&RootSet::new()), mark);
    if matches!(found.stop, Some(Stop::Demoted)) {
        system.repeat_round();
    }
    found
}

fn search<S: System>(
    system: &S,
    marks: u128,
    how: How,
    limits: &Limits,
    control: &Control<'_>,
) -> Found<S::Action> {
    let asked = Asked { system, limits, goal: None, control, threads: how.threads };
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

/// Roots are dense numbers: multiplying spreads them well enough.
#[derive(Default)]
struct RootHasher(u64);

impl Hasher for RootHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|&b| self.write_u64(b.into()));
    }

    fn write_u64(&mut self, n: u64) {
        self.0 = (self.0 ^ n).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(26);
    }
}

/// Bytes of a hash map for an entry of 12, on average.
const MAP_ENTRY: usize = 24;
