//! Searches in parts: each begins where another stopped.

use crate::frontier::{Engine, Frontier};
use crate::options::{Control, Options, Order};
use crate::path::ReplayError;
use crate::{Strategy, explore_in_rounds, is_by_switches, report};
use allways_space::{System, Verdict};
use std::fmt;

/// What a part of a search came to.
#[derive(Debug)]
pub struct Part<A> {
    /// The verdict, about all parts so far. `Unknown` where something ran out.
    pub verdict: Verdict<A>,
    /// Where to go on if something ran out, or what to join with the other pieces of a frontier; `None` also where a search of this kind has no frontier.
    pub frontier: Option<Frontier>,
}

/// Does the same as [`crate::run`] in parts: begins where another part stopped, if any, and says where it stopped
/// itself. All parts together come to the verdict and to the number of states of one search.
///
/// # Errors
/// When a counterexample does not replay: see [`crate::run`]. When the options ask for another kind of search than
/// the one that stopped, or the system is in another round.
pub fn run_part<S: System>(
    system: &S,
    options: &Options,
    control: &Control<'_>,
    from: Option<&Frontier>,
) -> Result<Part<S::Action>, PartError> {
    let engine = resumable(system, options);
    let divided = from.is_some_and(|from| from.divided);
    // A depth bound needs the length of the shortest way to a state.
    if from.is_some_and(|from| Some(from.engine) != engine)
        || (divided && options.limits.depth.is_some())
    {
        return Err(PartError::OtherSearch);
    }
    if from.is_some_and(|from| from.beliefs != system.rounds().beliefs()) {
        return Err(PartError::OtherRound);
    }
    let keeps_frontier = engine.is_some();
    let strategy = Strategy { from, keeps_frontier, ..Strategy::of(options) };
    let mut found = explore_in_rounds(system, options, strategy, control);
    let frontier = found.frontier.take();
    // Where ways are not the shortest, a counterexample can be shortened whatever the order is.
    let order = if divided { Order::Dfs } else { options.order };
    let options = Options { order, ..options.clone() };
    let verdict = report(system, found, &options, control).map_err(PartError::Replay)?;
    Ok(Part { verdict, frontier })
}

/// Why a part of a search came to nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PartError {
    /// A counterexample does not replay.
    Replay(ReplayError),
    /// The frontier is of another kind of search.
    OtherSearch,
    /// The frontier is of a round that believed something else.
    OtherRound,
}

impl fmt::Display for PartError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PartError::Replay(error) => error.fmt(f),
            PartError::OtherSearch => {
                f.write_str("this search cannot be continued by a search of another kind")
            }
            PartError::OtherRound => {
                f.write_str("this search cannot be continued in another round")
            }
        }
    }
}

impl std::error::Error for PartError {}

/// The engine that is asked for, if it has a frontier.
fn resumable<S: System>(system: &S, options: &Options) -> Option<Engine> {
    if is_by_switches(system, options) || options.store.is_lossy() {
        return None;
    }
    match (options.order, options.handoff, options.limits.depth) {
        (Order::Bfs, _, _) => Some(Engine::BreadthFirst),
        (Order::Dfs, _, Some(_)) => None,
        (Order::Dfs, Some(_), None) => Some(Engine::Slicing),
        (Order::Dfs, None, None) => Some(Engine::DepthFirst),
    }
}
