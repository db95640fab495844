//! Engines: different walks over the same steps.
//!
//! An engine knows systems and stores, never programs. The kernel expands, inserts, counts and
//! watches the limits; an engine (one file each: `dfs`, `bfs`) adds an order and a memory of what
//! it still owes. What comes out is a verdict that never says more than was explored; a
//! counterexample in it is a list of actions that has been replayed.

mod bfs;
mod companions;
mod context_bounding;
mod crew;
mod depth;
mod dfs;
mod dispatch;
mod ends;
mod fewest;
mod frontier;
mod handover;
mod kernel;
mod liveness;
mod omitted;
mod options;
mod part;
mod path;
mod root_hasher;
mod shallow;
mod shorten;
mod slicing;
mod stages;
mod sync;
mod walks;
mod workers;

pub use fewest::{Fewest, fewest, fewest_to};
pub use frontier::{Frontier, JoinError};
pub use liveness::find_cycle;
pub use options::{ContextBound, Control, Limits, Options, Order, Progress, Shortening, Store};
pub use part::{Part, PartError, run_part};
pub use path::{Replay, ReplayError, replay};
pub use shorten::shorten;
use shorten::shorten_replayed;

use allways_space::{Counterexample, Reason, System, Target, Verdict};
use dispatch::Task;
use ends::{Found, Stop};
use std::time::Instant;

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
    let strategy = Strategy::of(options);
    report(system, explore_in_rounds(system, options, strategy, control), options, control)
}

fn explore_in_rounds<S: System>(
    system: &S,
    options: &Options,
    strategy: Strategy<'_>,
    control: &Control<'_>,
) -> Found<S::Action> {
    in_rounds(system, &options.limits, |limits, round| {
        let options = Options { limits: limits.clone(), ..options.clone() };
        // A frontier is of one round: another begins from the beginning.
        let from = strategy.from.filter(|_| round == 0);
        explore_in_stages(system, &options, Strategy { from, ..strategy }, control)
    })
}

/// The verdict of a search for faults.
fn report<S: System>(
    system: &S,
    found: Found<S::Action>,
    options: &Options,
    control: &Control<'_>,
) -> Result<Verdict<S::Action>, ReplayError> {
    let (path, action, target) = match found.stop {
        None => return Ok(found.omitted.verdict(found.coverage)),
        Some(Stop::Demoted) => unreachable!("rounds go on until no guess falls"),
        Some(Stop::Cycle(_)) => unreachable!("nobody looks for cycles"),
        Some(Stop::Limit(reason)) => return Ok(Verdict::Unknown(reason, found.coverage)),
        Some(Stop::Found(path, action, target)) => (path, action, target),
    };
    let mut actions = path::actions(system, &path, action)?;
    let replay = path::confirm(system, &actions, target)?;
    if options.shorten {
        let mut shortening = Shortening::after(&found.coverage);
        if options.order == Order::Bfs || options.limits.depth.is_some() {
            shortening.states = 0; // it is as short as can be, or must stay as short: only its order may change
        }
        if let Some(most) = options.limits.time {
            shortening = shortening.within(most, &found.coverage);
        }
        let limits = &options.limits;
        actions = shorten_replayed(system, &actions, replay, &shortening, limits, control)?;
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

/// Explores until no guess of the system falls any more. Rounds end, because a system learns
/// something in each that it does not forget.
fn in_rounds<S: System>(
    system: &S,
    limits: &Limits,
    search: impl Fn(&Limits, u32) -> Found<S::Action>,
) -> Found<S::Action> {
    let start = Instant::now();
    let mut limits = limits.clone();
    let time = limits.time;
    let (mut rounds, mut broken) = (0, 0);
    loop {
        let mut found = search(&limits, rounds);
        rounds += 1;
        // What was found is real in any round; that nothing was found is worth what the guesses are.
        if found.stop.is_none() {
            let audit = system.rounds().audit();
            broken += audit.broken;
            found.coverage.facts = audit.facts;
            found.stop = audit.fallen.then_some(Stop::Demoted);
        }
        // What was complete when a limit was reached is worth what the guesses are, too.
        let stopped = matches!(found.stop, Some(Stop::Limit(_)));
        if stopped && found.coverage.context_bound.is_some() && system.rounds().audit().fallen {
            found.coverage.context_bound = None;
        }
        if !matches!(found.stop, Some(Stop::Demoted)) {
            found.coverage.rounds = rounds;
            found.coverage.audit_broken = broken;
            found.coverage.seconds = start.elapsed().as_secs_f64();
            // The last search had what was left of the time.
            if let (Some(Stop::Limit(Reason::Timeout(seconds))), Some(time)) =
                (&mut found.stop, time)
            {
                *seconds = time.as_secs_f64();
            }
            return found;
        }
        system.rounds().next_round();
        limits.time = time.map(|most| most.saturating_sub(start.elapsed()));
    }
}

/// Explores in stages.
fn explore_in_stages<S: System>(
    system: &S,
    options: &Options,
    strategy: Strategy<'_>,
    control: &Control<'_>,
) -> Found<S::Action> {
    if is_by_switches(system, options) {
        return explore_by_switches(system, options, control);
    }
    // A depth-first search goes on where one worker came to: the others join it.
    let begins_alone = options.order == Order::Bfs && options.threads > 1;
    stages::search(system, options, begins_alone, strategy, |strategy, limits| {
        explore(system, strategy, limits, control)
    })
}

/// Whether more is kept with a state than that it was visited, or other states are taken for it.
fn is_by_switches<S: System>(system: &S, options: &Options) -> bool {
    options.context_bound.is_some() || system.is_abstract() || system.is_symmetric()
}

/// Explores with the context switches that each visit of a state took, and by what a system takes states for.
fn explore_by_switches<S: System>(
    system: &S,
    options: &Options,
    control: &Control<'_>,
) -> Found<S::Action> {
    let limits = &options.limits;
    let (threads, from, keeps_frontier) = (1, None, false);
    let task = Task { system, limits, control, threads, from, keeps_frontier };
    let engine =
        context_bounding::ContextBounding { order: options.order, bound: options.context_bound };
    task.with_payloads(options.store, engine)
}

/// In which order, with which store, by how many.
#[derive(Copy, Clone)]
struct Strategy<'f> {
    order: Order,
    store: Store,
    threads: usize,
    handoff: Option<u32>,
    two_core_baseline: bool,
    /// Random walks begin after so many expansions of a depth-first search, and other workers join.
    walks_after: Option<u64>,
    /// Where to go on, and whether to say where somebody else may.
    from: Option<&'f Frontier>,
    keeps_frontier: bool,
}

impl Strategy<'_> {
    fn of(options: &Options) -> Self {
        let Options { order, store, threads, handoff, two_core_baseline, alone, .. } = *options;
        let walks_after = (alone > 0).then_some(alone);
        let (from, keeps_frontier) = (None, false);
        Strategy {
            order,
            store,
            threads,
            handoff,
            two_core_baseline,
            walks_after,
            from,
            keeps_frontier,
        }
    }
}

/// Explores as told.
fn explore<S: System>(
    system: &S,
    strategy: Strategy<'_>,
    limits: &Limits,
    control: &Control<'_>,
) -> Found<S::Action> {
    let Strategy { order, store, threads, handoff, walks_after, from, keeps_frontier, .. } =
        strategy;
    let task = Task { system, limits, control, threads, from, keeps_frontier };
    match (order, handoff, limits.depth) {
        (Order::Bfs, _, _) => task.with_list(store, bfs::BreadthFirst),
        // With a lossy store a depth bound is kept, but no depths: a state that was first met too deep to be
        // followed is not followed on a shorter path either.
        (Order::Dfs, _, Some(_)) if !store.is_lossy() => {
            task.with_payloads(store, dfs::WithinDepth { walks_after })
        }
        (Order::Dfs, Some(most), _) => task.with_list(store, slicing::Slicing { most }),
        (Order::Dfs, None, _) => task.with_set(store, dfs::DepthFirst { walks_after }),
    }
}
