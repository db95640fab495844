//! Paths: from states to actions, and from actions to states.
//!
//! Engines store no actions. The edges of a path are found again by expanding its states once
//! more, which works because a system visits the same edges every time.

use allways_space::{Edge, Flow, State, Stepper, System, Target, ThreadId};
use allways_store::{StateId, StateStore};
use std::fmt;
use std::ops::ControlFlow;

/// What a list of actions does.
#[derive(Clone, Debug)]
pub struct Replay {
    /// The states that are reached, in order. One for each action, except for the last one if it
    /// does not lead to a state.
    pub states: Vec<State>,
    /// Who makes each action.
    pub threads: Vec<ThreadId>,
    /// Where the last action leads; `None` when there are no actions.
    pub end: Option<Target>,
}

/// Why a list of actions cannot be replayed. Steps count from 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ReplayError {
    /// No edge has this action.
    NoSuchAction {
        /// Which action of the list.
        step: usize,
    },
    /// The actions go on behind something that is no state.
    EndsEarly {
        /// The action that does not lead to a state.
        step: usize,
        /// Where it leads.
        end: Target,
    },
    /// The path ends elsewhere than it should.
    OtherEnd {
        /// Where it should end.
        expected: Target,
        /// Where it ends.
        found: Option<Target>,
    },
    /// A cycle that was found cannot be followed.
    NoCycle {
        /// What is wrong with it.
        why: &'static str,
    },
    /// The system cannot represent another state.
    Full {
        /// The action that could not be looked at.
        step: usize,
    },
}

impl fmt::Display for ReplayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ReplayError::NoSuchAction { step } => {
                write!(f, "step {step} of the schedule is not possible there")
            }
            ReplayError::EndsEarly { step, end } => {
                write!(f, "the schedule goes on after step {step}, which ends it ({end:?})")
            }
            ReplayError::OtherEnd { expected, found } => {
                write!(f, "the schedule should end with {expected:?} and ends with {found:?}")
            }
            ReplayError::NoCycle { why } => write!(f, "the cycle of the schedule {why}"),
            ReplayError::Full { step } => {
                write!(f, "no memory is left to replay step {step} of the schedule")
            }
        }
    }
}

impl std::error::Error for ReplayError {}

/// Follows a list of actions from the beginning. The first chooses an initial edge.
///
/// # Errors
/// When an action does not exist where it should, or the list goes on after its end.
pub fn replay<S: System>(system: &S, actions: &[S::Action]) -> Result<Replay, ReplayError> {
    let mut stepper = system.follower();
    let mut replay = Replay {
        states: Vec::with_capacity(actions.len()),
        threads: Vec::with_capacity(actions.len()),
        end: None,
    };
    for (step, action) in actions.iter().enumerate() {
        if let Some(end) = replay.end
            && !matches!(end, Target::State(_))
        {
            let step = step - 1;
            return Err(ReplayError::EndsEarly { step, end });
        }
        let from = replay.states.last().copied();
        let edge = find_edge(&mut stepper, from, step, |edge| edge.action == *action)?;
        if let Target::State(state) = edge.to {
            replay.states.push(state);
        }
        replay.threads.push(edge.thread);
        replay.end = Some(edge.to);
    }
    Ok(replay)
}

/// Replays and checks the end.
pub(crate) fn confirm<S: System>(
    system: &S,
    actions: &[S::Action],
    expected: Target,
) -> Result<Replay, ReplayError> {
    let replay = replay(system, actions)?;
    if replay.end == Some(expected) {
        Ok(replay)
    } else {
        let found = replay.end;
        Err(ReplayError::OtherEnd { expected, found })
    }
}

/// The actions that lead along a path of states, and one more.
pub(crate) fn actions<S: System>(
    system: &S,
    path: &[State],
    last: S::Action,
) -> Result<Vec<S::Action>, ReplayError> {
    let mut actions = along(system, path)?;
    actions.push(last);
    Ok(actions)
}

/// The actions that lead along a path of states.
pub(crate) fn along<S: System>(system: &S, path: &[State]) -> Result<Vec<S::Action>, ReplayError> {
    let mut stepper = system.follower();
    let mut actions = Vec::with_capacity(path.len() + 1);
    let mut from = None;
    for (step, &state) in path.iter().enumerate() {
        let leads_there = |edge: &Edge<S::Action>| edge.to == Target::State(state);
        actions.push(find_edge(&mut stepper, from, step, leads_there)?.action);
        from = Some(state);
    }
    Ok(actions)
}

/// Visits the edges out of a state, or for `None` those into the initial ones.
pub(crate) fn visit_edges<T: Stepper>(
    stepper: &mut T,
    from: Option<State>,
    visit: &mut dyn FnMut(Edge<T::Action>) -> ControlFlow<()>,
) -> Flow {
    match from {
        None => stepper.initial(visit),
        Some(state) => stepper.successors(state, visit),
    }
}

/// Whether the last of some actions, which have been replayed, is a move of its thread.
pub(crate) fn moves_last<S: System>(
    system: &S,
    actions: &[S::Action],
    replay: &Replay,
) -> Result<bool, ReplayError> {
    let Some((step, action)) = actions.iter().enumerate().next_back() else { return Ok(false) };
    let before = step.checked_sub(1).map(|before| replay.states[before]);
    let edge = find_edge(&mut system.follower(), before, step, |edge| edge.action == *action)?;
    Ok(edge.moves)
}

/// The first edge that is wanted.
fn find_edge<T: Stepper>(
    stepper: &mut T,
    from: Option<State>,
    step: usize,
    wanted: impl Fn(&Edge<T::Action>) -> bool,
) -> Result<Edge<T::Action>, ReplayError> {
    let mut found = None;
    let flow = visit_edges(stepper, from, &mut |edge| {
        if wanted(&edge) {
            found = Some(edge);
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    });
    match (found, flow) {
        (Some(edge), _) => Ok(edge),
        (None, Flow::Full) => Err(ReplayError::Full { step }),
        (None, Flow::Done | Flow::Stopped | Flow::Demoted) => {
            Err(ReplayError::NoSuchAction { step })
        }
    }
}

/// The states from an initial one to `last`, by the parents that a store keeps.
pub(crate) fn by_parents<V: StateStore>(store: &V, last: Option<StateId>) -> Vec<State> {
    let ids = std::iter::successors(last, |&id| store.parent(id));
    let mut path: Vec<State> = ids.map(|id| store.load(id)).collect();
    path.reverse();
    path
}
