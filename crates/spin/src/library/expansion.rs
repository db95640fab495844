//! The edges of a state, sorted as SPIN asks for them: by thread and outcome.

use allways_space::{Edge, Fault, Flow, State, Stepper, Target};
use allways_vm::{Action, VmStepper};
use std::ops::ControlFlow;

/// Where an edge leads.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Way {
    /// To a state; the propositions hold on the way there and no longer.
    To(State, u64),
    /// To something that ends the search.
    Failure,
    /// To a fault that nobody asked about: the execution ends.
    Ended(Fault),
}

/// All edges of a state.
#[derive(Clone, Debug)]
pub struct Expansion {
    /// The state.
    pub state: State,
    /// The propositions that hold in it.
    pub letter: u64,
    /// Not all outcomes are there.
    pub sampled: bool,
    /// Why there are none, where the machine could not tell them.
    pub broken: Option<Flow>,
    edges: Vec<(Action, Way)>,
}

impl Expansion {
    /// Asks the machine for the edges of a state.
    pub fn of(stepper: &mut VmStepper<'_>, state: State, propositions: bool) -> Expansion {
        let mut edges = Vec::new();
        let mut sampled = false;
        let flow = stepper.successors(state, &mut |edge: Edge<Action>| {
            sampled |= edge.sampled;
            edges.push((edge.action, way(&edge)));
            ControlFlow::Continue(())
        });
        let broken = (flow != Flow::Done).then_some(flow);
        let letter = if propositions { stepper.letter(state) } else { 0 };
        Expansion { state, letter, sampled, broken, edges }
    }

    /// The action and the target of a thread's outcome, counted from 0.
    pub fn outcome(&self, thread: u32, outcome: u32) -> Option<(Action, State, u64)> {
        let mut left = outcome;
        for &(action, way) in &self.edges {
            match way {
                Way::To(state, pulse) if action.thread() == thread => {
                    if left == 0 {
                        return Some((action, state, pulse));
                    }
                    left -= 1;
                }
                _ => {}
            }
        }
        None
    }

    /// Whether a thread can move, wherever that leads.
    pub fn is_enabled(&self, thread: u32) -> bool {
        self.edges.iter().any(|(action, _)| action.thread() == thread && is_move(*action))
    }

    /// The first edge that ends the search, among the threads that may move. Races and deadlocks are
    /// faults of the state, whoever may move.
    pub fn failure(&self, mut may_move: impl FnMut(u32) -> bool) -> Option<Action> {
        let mut ends = |&(action, way): &(Action, Way)| {
            way == Way::Failure && (!is_move(action) || may_move(action.thread()))
        };
        self.edges.iter().find(|edge| ends(edge)).map(|&(action, _)| action)
    }

    /// Whether a thread can move and goes wrong then.
    pub fn has_wrong_move(&self) -> bool {
        self.edges.iter().any(|&(action, way)| way == Way::Failure && is_move(action))
    }

    /// The first fault that nobody asked about.
    pub fn ended(&self) -> Option<Fault> {
        self.edges.iter().find_map(|(_, way)| match way {
            Way::Ended(fault) => Some(*fault),
            _ => None,
        })
    }

    /// One more than the highest thread that can move.
    pub fn threads(&self) -> u32 {
        self.edges.iter().map(|(action, _)| action.thread() + 1).max().unwrap_or(0)
    }

    /// The most outcomes that one thread has.
    pub fn most_outcomes(&self) -> u32 {
        let (mut most, mut count, mut of) = (0, 0, None);
        for (action, _) in self.edges.iter().filter(|(_, way)| matches!(way, Way::To(..))) {
            count = if of == Some(action.thread()) { count + 1 } else { 1 };
            of = Some(action.thread());
            most = most.max(count);
        }
        most
    }
}

/// Not one of the marks by which a state's own faults are reported.
fn is_move(action: Action) -> bool {
    action.choice < Action::STUCK
}

fn way(edge: &Edge<Action>) -> Way {
    match edge.to {
        Target::State(state) => Way::To(state, edge.letters.pulse),
        Target::Fault(_) | Target::Unsupported(_) => Way::Failure,
        Target::Ended(fault) => Way::Ended(fault),
    }
}
