//! The reference explorer: everything reachable, by the plainest means.

use allways_space::{Edge, Fault, State, Stepper, System, Target, Unsupported};
use std::collections::{HashSet, VecDeque};
use std::ops::ControlFlow;

/// What is there to be found in a system.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Reference {
    /// Reachable states.
    pub states: u64,
    /// Edges, those into initial states included.
    pub transitions: u64,
    /// Actions on the longest of the shortest paths to the states.
    pub depth: u64,
    /// Every reachable fault with the fewest actions that lead to it, nearest first.
    pub faults: Vec<(u64, Fault)>,
    /// The same for what is unsupported.
    pub unsupported: Vec<(u64, Unsupported)>,
    /// Faults of properties that are not selected.
    pub ended: Vec<Fault>,
    /// Whether some choice was left out.
    pub sampled: bool,
}

/// Visits everything that can be reached.
pub fn explore<S: System>(system: &S) -> Reference {
    let mut found = Reference::default();
    let mut known = HashSet::new();
    let mut queue: VecDeque<(u64, State)> = VecDeque::new();
    let mut stepper = system.stepper();
    let mut source = None;
    loop {
        let depth = source.map_or(1, |(depth, _)| depth + 1);
        let mut visit = |edge: Edge<S::Action>| {
            found.transitions += 1;
            found.sampled |= edge.sampled;
            match edge.to {
                Target::State(state) => {
                    if known.insert(state.root) {
                        found.depth = depth;
                        queue.push_back((depth, state));
                    }
                }
                Target::Fault(fault) => found.faults.push((depth, fault)),
                Target::Ended(fault) => found.ended.push(fault),
                Target::Unsupported(what) => found.unsupported.push((depth, what)),
            }
            ControlFlow::Continue(())
        };
        let _all = match source {
            None => stepper.initial(&mut visit),
            Some((_, state)) => stepper.successors(state, &mut visit),
        };
        source = queue.pop_front();
        if source.is_none() {
            found.states = known.len() as u64;
            return found;
        }
    }
}
