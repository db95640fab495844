//! Random walks, before a long search: many faults that lie deep in a depth-first search are a few
//! lucky steps from the beginning.
//!
//! A depth-first search that has not ended after [`FIRST_STATES`] states (see [`crate::Options::alone`]) or [`FIRST_TRANSITIONS`] edges
//! pauses while some hundred walks are made, each from the beginning to its end, each step chosen by a generator with a fixed
//! seed. What they find is a counterexample like any other; that they find nothing means nothing,
//! and the search starts again.

use crate::kernel::Stop;
use crate::options::{Control, Limits};
use crate::path::visit_edges;
use allways_space::{State, System, Target, ThreadId};
use std::collections::HashMap;
use std::ops::ControlFlow;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

/// Smaller searches are over before a walk would pay.
pub(crate) const FIRST_STATES: u64 = 20_000;
/// The same where states have many edges.
pub(crate) const FIRST_TRANSITIONS: u64 = 400_000;
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
    let (mut expanded, mut walks) = (0, 0);
    while expanded < EXPANSIONS && Instant::now() < deadline {
        if control.stop.load(Ordering::Relaxed) {
            return None;
        }
        let mut walk = Walk { manner: Manner::of(walks), ..Walk::default() };
        walks += 1;
        while (walk.path.len() as u64) < most {
            expanded += 1;
            match walk.step::<S>(&mut stepper, &mut random) {
                Next::To(thread, state) => walk.go(thread, state),
                Next::Found(action, target) => return Some(Stop::Found(walk.path, action, target)),
                Next::End => break,
            }
        }
    }
    None
}

enum Next<A> {
    To(ThreadId, State),
    Found(A, Target),
    End,
}

/// How a walk chooses. Different faults are likely in different manners: deadlocks where all
/// threads are equally far, lost updates where one runs long and another breaks in.
#[derive(Copy, Clone, Default)]
enum Manner {
    /// Every edge is as likely as the others.
    #[default]
    Even,
    /// The first thread as far as it gets, then whoever has made the fewest steps.
    Lockstep,
    /// The first thread as far as it gets, then evenly.
    FirstThenEven,
    /// Mostly the thread that moved last.
    Sticky,
}

impl Manner {
    fn of(walk: u64) -> Manner {
        [Manner::Lockstep, Manner::Even, Manner::Sticky, Manner::FirstThenEven][walk as usize % 4]
    }
}

#[derive(Default)]
struct Walk {
    manner: Manner,
    path: Vec<State>,
    last: Option<ThreadId>,
    /// Steps that each thread has made.
    steps: HashMap<ThreadId, u64>,
}

impl Walk {
    fn go(&mut self, thread: ThreadId, state: State) {
        *self.steps.entry(thread).or_default() += 1;
        self.last = Some(thread);
        self.path.push(state);
    }

    /// One step: a fault if there is one, else one of the edges that the manner prefers.
    fn step<S: System>(
        &self,
        stepper: &mut S::Stepper<'_>,
        random: &mut Random,
    ) -> Next<S::Action> {
        let sticks = random.below(8) > 0;
        let mut next = Next::End;
        let (mut best, mut seen) = (u64::MAX, 0);
        let _ = visit_edges(stepper, self.path.last().copied(), &mut |edge| {
            match edge.to {
                Target::State(state) => {
                    let rank = self.rank(edge.thread, sticks);
                    if rank < best {
                        (best, seen) = (rank, 0);
                    }
                    if rank == best {
                        seen += 1;
                        if random.below(seen) == 0 {
                            next = Next::To(edge.thread, state);
                        }
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

    /// Edges of the lowest rank are the ones to choose from.
    fn rank(&self, thread: ThreadId, sticks: bool) -> u64 {
        let first = thread == ThreadId(0);
        match self.manner {
            Manner::Even => 0,
            Manner::Lockstep if first => 0,
            Manner::Lockstep => 1 + self.steps.get(&thread).copied().unwrap_or(0),
            Manner::FirstThenEven => u64::from(!first),
            Manner::Sticky => u64::from(sticks && self.last != Some(thread)),
        }
    }
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
