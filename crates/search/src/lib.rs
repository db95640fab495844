//! Engines: different walks over the same steps.
//!
//! An engine knows systems and stores, never programs. The kernel expands, inserts, counts and
//! watches the limits; an engine (one file each: `dfs`, `bfs`) adds an order and a memory of what
//! it still owes. What comes out is a verdict that never says more than was explored; a
//! counterexample in it is a list of actions that has been replayed.

mod bfs;
mod dfs;
mod hunt;
mod kernel;
mod liveness;
mod options;
mod path;
mod shorten;
mod visits;

pub use liveness::find_cycle;
pub use options::{ContextBound, Control, Limits, Options, Order, Progress, Shortening, Store};
pub use path::{Replay, ReplayError, replay};
pub use shorten::shorten;

use allways_space::{Counterexample, Coverage, Reason, State, System, Target, Verdict};
use allways_store::{FlatStore, RootSet, TreeStore};
use kernel::{Kernel, Left, Stop};
use std::time::{Duration, Instant};

/// Explores a system and says what was found.
///
/// # Errors
/// When a counterexample does not replay. Then the system does not give the same edges each time
/// it is asked, or the search is wrong: the checker has a bug, and no verdict is given.
pub fn run<S: System>(
    system: &S,
    options: &Options,
    control: &Control<'_>,
) -> Result<Verdict<S::Action>, ReplayError> {
    let found = in_rounds(system, &options.limits, |limits| {
        explore_or_hunt(system, &Options { limits: limits.clone(), ..options.clone() }, control)
    });
    report(system, found, options, control)
}

/// The verdict of a search for faults.
fn report<S: System>(
    system: &S,
    found: Found<S::Action>,
    options: &Options,
    control: &Control<'_>,
) -> Result<Verdict<S::Action>, ReplayError> {
    let (path, action, target) = match found.stop {
        None => return Ok(found.left.verdict(found.coverage)),
        Some(Stop::Demoted) => unreachable!("rounds go on until no guess falls"),
        Some(Stop::Cycle(_)) => unreachable!("nobody looks for cycles"),
        Some(Stop::Limit(reason)) => return Ok(Verdict::Unknown(reason, found.coverage)),
        Some(Stop::Found(path, action, target)) => (path, action, target),
    };
    let mut actions = path::actions(system, &path, action)?;
    path::confirm(system, &actions, target)?;
    if options.shorten {
        let mut shortening = Shortening::after(&found.coverage);
        if options.order == Order::Bfs {
            shortening.states = 0; // it is as short as can be and may only get fewer changes
        }
        if let Some(most) = options.limits.time {
            let rest = most.saturating_sub(Duration::from_secs_f64(found.coverage.seconds));
            shortening.time = shortening.time.min(rest);
        }
        actions = shorten(system, &actions, &shortening, &options.limits, control)?;
    }
    let counterexample = Counterexample { actions, cycle_start: None };
    Ok(match target {
        Target::Fault(fault) => Verdict::Violated(counterexample, fault, found.coverage),
        Target::Unsupported(what) => Verdict::Unsupported(counterexample, what, found.coverage),
        Target::State(_) | Target::Ended(_) => {
            unreachable!("no search stops at a step that goes on or is not reported")
        }
    })
}

/// What an engine came to.
struct Found<A> {
    /// Why it stopped before it was through.
    stop: Option<Stop<A>>,
    left: Left,
    coverage: Coverage,
}

/// Explores until no guess of the system falls any more. Rounds end, because a system learns
/// something in each that it does not forget.
fn in_rounds<S: System>(
    system: &S,
    limits: &Limits,
    search: impl Fn(&Limits) -> Found<S::Action>,
) -> Found<S::Action> {
    let start = Instant::now();
    let mut limits = limits.clone();
    let time = limits.time;
    let mut rounds = 0;
    loop {
        let mut found = search(&limits);
        rounds += 1;
        if !matches!(found.stop, Some(Stop::Demoted)) {
            found.coverage.rounds = rounds;
            found.coverage.seconds = start.elapsed().as_secs_f64();
            // The last search had what was left of the time.
            if let (Some(Stop::Limit(Reason::Timeout(seconds))), Some(time)) =
                (&mut found.stop, time)
            {
                *seconds = time.as_secs_f64();
            }
            return found;
        }
        system.next_round();
        limits.time = time.map(|most| most.saturating_sub(start.elapsed()));
    }
}

/// Explores; a depth-first search that takes long is preceded by random walks.
fn explore_or_hunt<S: System>(
    system: &S,
    options: &Options,
    control: &Control<'_>,
) -> Found<S::Action> {
    let (limits, how) = (&options.limits, (options.order, options.store));
    if options.context_bound.is_some() || system.is_abstract() || system.is_symmetric() {
        return explore_visits(system, options, control);
    }
    let small = limits.states.is_some_and(|most| most <= hunt::FIRST_STATES);
    if options.order == Order::Bfs || small {
        return explore(system, how, limits, None, control);
    }
    let start = Instant::now();
    let rest = || Limits { time: time_left(limits, start), ..limits.clone() };
    let first = Limits {
        states: Some(hunt::FIRST_STATES),
        transitions: Some(hunt::FIRST_TRANSITIONS),
        ..limits.clone()
    };
    let found = explore(system, how, &first, None, control);
    if !matches!(found.stop, Some(Stop::Limit(Reason::MaxStates(_)))) {
        return found;
    }
    match hunt::hunt(system, &rest(), control) {
        Some(stop) => Found { stop: Some(stop), ..found },
        None => explore(system, how, &rest(), None, control),
    }
}

/// Explores with what each visit of a state brings.
fn explore_visits<S: System>(
    system: &S,
    options: &Options,
    control: &Control<'_>,
) -> Found<S::Action> {
    let (limits, bound) = (&options.limits, options.context_bound);
    let state_of = |root: u64| -> State { system.state(root) };
    match options.store {
        Store::Tree => {
            let store = TreeStore::<_, visits::Switches>::new(state_of);
            let kernel = Kernel::new(system, &store, limits, None, control);
            visits::search(kernel, options.order, bound)
        }
        Store::Flat => {
            let content = |state: State, out: &mut Vec<u8>| system.content(state, out);
            let store = FlatStore::<_, _, visits::Switches>::new(content, state_of);
            let kernel = Kernel::new(system, &store, limits, None, control);
            visits::search(kernel, options.order, bound)
        }
    }
}

/// What is left of the time limit.
fn time_left(limits: &Limits, start: Instant) -> Option<Duration> {
    limits.time.map(|most| most.saturating_sub(start.elapsed()))
}

/// Explores in an order, with a store. With a `goal` everything else that could be reported is
/// passed by, and only the goal stops the search.
fn explore<S: System>(
    system: &S,
    (order, store): (Order, Store),
    limits: &Limits,
    goal: Option<Target>,
    control: &Control<'_>,
) -> Found<S::Action> {
    let state_of = |root: u64| -> State { system.state(root) };
    let content = |state: State, out: &mut Vec<u8>| system.content(state, out);
    match (order, limits.depth, store) {
        (Order::Bfs, _, Store::Tree) => {
            let store = TreeStore::<_, ()>::new(state_of);
            bfs::search(Kernel::new(system, &store, limits, goal, control))
        }
        (Order::Bfs, _, Store::Flat) => {
            let store = FlatStore::<_, _, ()>::new(content, state_of);
            bfs::search(Kernel::new(system, &store, limits, goal, control))
        }
        (Order::Dfs, None, Store::Tree) => {
            let store = RootSet::new();
            dfs::search(Kernel::new(system, &store, limits, goal, control))
        }
        (Order::Dfs, Some(_), Store::Tree) => {
            let store = TreeStore::<_, dfs::Depth>::new(state_of);
            dfs::search(Kernel::new(system, &store, limits, goal, control))
        }
        (Order::Dfs, None, Store::Flat) => {
            let store = FlatStore::<_, _, ()>::new(content, state_of);
            dfs::search(Kernel::new(system, &store, limits, goal, control))
        }
        (Order::Dfs, Some(_), Store::Flat) => {
            let store = FlatStore::<_, _, dfs::Depth>::new(content, state_of);
            dfs::search(Kernel::new(system, &store, limits, goal, control))
        }
    }
}
