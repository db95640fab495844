//! How a search goes on when it takes long: one worker, then all.
//!
//! Most programs are small: one worker is through with them before threads would have started, and its
//! order is the same every time. In a depth-first search the others join it when it takes long (`dfs`); other
//! engines are begun anew with all workers.

use crate::ends::{Found, Stop};
use crate::options::{Limits, Options};
use crate::{Strategy, walks};
use allways_space::{Reason, System};
use std::time::{Duration, Instant};

/// Searches. Where it `begins_alone`, one worker visits the first states ([`Options::alone`]); if that
/// is not all, all workers begin anew.
pub(crate) fn search<'f, S: System>(
    system: &S,
    options: &Options,
    begins_alone: bool,
    strategy: Strategy<'f>,
    search: impl Fn(Strategy<'f>, &Limits) -> Found<S::Action>,
) -> Found<S::Action> {
    let limits = &options.limits;
    let alone = Strategy { threads: 1, walks_after: None, ..strategy };
    if limits.states.is_some_and(|most| most <= options.alone) {
        return search(alone, limits);
    }
    if !begins_alone || options.alone == 0 || strategy.from.is_some() {
        return together(system, strategy, limits, search);
    }
    let start = Instant::now();
    let first = Limits {
        states: Some(options.alone),
        transitions: Some(walks::FIRST_TRANSITIONS),
        ..limits.clone()
    };
    let found = search(alone, &first);
    if !matches!(found.stop, Some(Stop::Limit(Reason::MaxStates(_)))) {
        return found;
    }
    if system.rounds().audit().fallen {
        return Found { stop: Some(Stop::Demoted), ..found };
    }
    let strategy = Strategy { walks_after: strategy.walks_after.map(|_| 0), ..strategy };
    let rest = Limits { time: time_left(limits, start), ..limits.clone() };
    together(system, strategy, &rest, search)
}

/// Searches with all workers. Where a guess of the system falls, which one is first depends on who is
/// quicker, and with it what the next round guesses: so one worker does the round again, and every
/// run comes to the same guesses and the same number of states.
fn together<'f, S: System>(
    system: &S,
    strategy: Strategy<'f>,
    limits: &Limits,
    search: impl Fn(Strategy<'f>, &Limits) -> Found<S::Action>,
) -> Found<S::Action> {
    let start = Instant::now();
    let found = search(strategy, limits);
    let fallen = match found.stop {
        Some(Stop::Demoted) => true,
        None => system.rounds().audit().fallen,
        _ => false,
    };
    if found.alone || !fallen {
        return found;
    }
    system.rounds().repeat_round();
    let limits = Limits { time: time_left(limits, start), ..limits.clone() };
    // From the beginning: what was relied on before a stop is forgotten too.
    search(Strategy { threads: 1, from: None, ..strategy }, &limits)
}

/// What is left of the time limit.
fn time_left(limits: &Limits, start: Instant) -> Option<Duration> {
    limits.time.map(|most| most.saturating_sub(start.elapsed()))
}
