//! Liveness: cycles on which every one of some marks lies.
//!
//! Systems put marks on edges: acceptance sets of an automaton, fairness of threads. A run that has
//! all of them infinitely often exists exactly if a cycle with all of them can be reached. For one
//! mark, `ndfs` looks for it with a few bits a state; for several, `scc` does.

mod lasso;
mod ndfs;
mod scc;

use crate::kernel::{Kernel, Knot, Stop};
use crate::options::{Control, Limits, Options, Store};
use crate::path::ReplayError;
use crate::{Found, in_rounds, lossy};
use allways_space::{Fault, State, System, Verdict};
use allways_store::{FlatStore, RootSet, VisitedSet};
use std::hash::Hasher;

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
        search(system, marks, options.store, limits, control)
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
    store: Store,
    limits: &Limits,
    control: &Control<'_>,
) -> Found<S::Action> {
    match store {
        Store::Tree => {
            let store = RootSet::new();
            search_with(Kernel::new(system, &store, limits, None, control), marks)
        }
        Store::Flat => {
            let content = |state: State, out: &mut Vec<u8>| system.content(state, out);
            let store = FlatStore::<_, _, ()>::new(content, |root| system.state(root));
            search_with(Kernel::new(system, &store, limits, None, control), marks)
        }
        Store::Compact | Store::Bitstate(_) => {
            lossy::with_store(system, store, Cycles { system, marks, limits, control })
        }
    }
}

/// A search for cycles with a lossy store. What is on the path is known exactly.
struct Cycles<'a, S> {
    system: &'a S,
    marks: u128,
    limits: &'a Limits,
    control: &'a Control<'a>,
}

impl<S: System> lossy::Search<S::Action> for Cycles<'_, S> {
    fn run<V: VisitedSet>(self, store: V) -> Found<S::Action> {
        let kernel = Kernel::new(self.system, &store, self.limits, None, self.control);
        search_with(kernel, self.marks)
    }
}

fn search_with<S: System, V: VisitedSet>(
    kernel: Kernel<'_, S, V, ()>,
    marks: u128,
) -> Found<S::Action> {
    if marks.count_ones() == 1 { ndfs::search(kernel, marks) } else { scc::search(kernel, marks) }
}

/// What ends the walk of a liveness engine.
enum End<A> {
    Halt(crate::kernel::Halt<A>),
    Cycle(Knot),
}

/// What an engine came to, with the roots of the states on its path.
fn finish<S: System, V: VisitedSet>(
    kernel: Kernel<'_, S, V, ()>,
    walked: Result<(), End<S::Action>>,
    path: impl Iterator<Item = u64>,
    bytes: u64,
) -> Found<S::Action> {
    let system = kernel.account.system;
    let stop = walked.err().map(|end| match end {
        End::Cycle(knot) => Stop::Cycle(knot),
        End::Halt(halt) => halt.on(|| path.map(|root| system.state(root)).collect()),
    });
    kernel.finish(stop, bytes)
}

impl<A> From<crate::kernel::Halt<A>> for End<A> {
    fn from(halt: crate::kernel::Halt<A>) -> End<A> {
        End::Halt(halt)
    }
}

/// Bytes of a hash map for an entry of 12, on average.
const MAP_ENTRY: usize = 24;

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
