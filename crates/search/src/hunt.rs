//! Random walks, before a long search: many faults that lie deep in a depth-first search are a few
//! lucky steps from the beginning.
//!
//! A depth-first search that has not ended after [`FIRST_STATES`] states pauses while some hundred
//! walks are made, each from the beginning to its end, each step chosen by a generator with a fixed
//! seed. What they find is a counterexample like any other; that they find nothing means nothing,
//! and the search starts again.

use crate::kernel::Stop;
use crate::options::{Control, Limits};
use crate::path::visit_edges;
use allways_space::{State, System, Target};
use std::ops::ControlFlow;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

/// Smaller searches are over before a walk would pay.
pub(crate) const FIRST_STATES: u64 = 20_000;
/// States expanded by all walks together.
const EXPANSIONS: u64 = 60_000;
/// States expanded by one walk: longer ones are in a loop, or too long to tell.
const LONGEST: u64 = 5_000;
/// Time for all walks together.
const TIME: Duration = Duration::from_secs(2);

/// Walks until something is found or the budget is spent.
pub(crate) fn hunt<S: System>(
    system: &S,
    limits: &Limits,
    control: &Control<'_>,
) -> Option<Stop<S::Action>> {
    let mut stepper = system.stepper();
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    let deadline = Instant::now() + limits.time.map_or(TIME, |most| most.min(TIME));
    let most = limits.depth.map_or(LONGEST, |most| most.min(LONGEST));
    let mut expanded = 0;
    while expanded < EXPANSIONS && Instant::now() < deadline {
        if control.stop.load(Ordering::Relaxed) {
            return None;
        }
        let mut path: Vec<State> = Vec::new();
        while (path.len() as u64) < most {
            expanded += 1;
            match step::<S>(&mut stepper, path.last().copied(), &mut random) {
                Next::To(state) => path.push(state),
                Next::Found(action, target) => return Some(Stop::Found(path, action, target)),
                Next::End => break,
            }
        }
    }
    None
}

enum Next<A> {
    To(State),
    Found(A, Target),
    End,
}

/// One step: a fault if there is one, else one of the edges, each as likely as the others.
fn step<S: System>(
    stepper: &mut S::Stepper<'_>,
    from: Option<State>,
    random: &mut Random,
) -> Next<S::Action> {
    let mut next = Next::End;
    let mut seen = 0;
    let _ = visit_edges(stepper, from, &mut |edge| {
        match edge.to {
            Target::State(state) => {
                seen += 1;
                if random.below(seen) == 0 {
                    next = Next::To(state);
                }
            }
            Target::Ended(_) => {}
            target => {
                next = Next::Found(edge.action, target);
                return ControlFlow::Break(());
            }
        }
        ControlFlow::Continue(())
    });
    next
}

/// A xorshift generator: the walks must be the same on every machine, and good enough.
struct Random(u64);

impl Random {
    fn below(&mut self, end: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) % end
    }
}
