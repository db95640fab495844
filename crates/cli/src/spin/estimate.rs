//! How many threads and outcomes a model should have: what a few random executions need. It only has
//! to be likely: a model that is too small is noticed.

use allways_space::{Edge, Flow, State, Stepper, System, Target};
use allways_vm::{Action, Vm};
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

const WALKS: u32 = 24;
const LONGEST: u32 = 2000;
const TIME: Duration = Duration::from_millis(300);

/// Threads and outcomes of one operation.
pub fn sizes(vm: &Vm) -> (u32, u32) {
    let (mut threads, mut outcomes) = (1, 1);
    let mut random = 0x9e37_79b9_7f4a_7c15_u64;
    let deadline = Instant::now() + TIME;
    for _ in 0..WALKS {
        let mut stepper = vm.stepper();
        let mut at = None;
        for _ in 0..LONGEST {
            let edges = edges(&mut stepper, at);
            let Some(edges) = edges.filter(|_| Instant::now() < deadline) else { break };
            threads =
                threads.max(edges.iter().map(|(action, _)| action.thread + 1).max().unwrap_or(1));
            outcomes = outcomes.max(most_outcomes(&edges));
            random = random.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            let states: Vec<State> = edges.iter().filter_map(|(_, to)| *to).collect();
            if states.is_empty() {
                break;
            }
            at = Some(states[(random >> 33) as usize % states.len()]);
        }
    }
    (threads, outcomes)
}

/// The edges of a state, or into the first; `None` where the machine cannot tell.
fn edges(
    stepper: &mut allways_vm::VmStepper<'_>,
    at: Option<State>,
) -> Option<Vec<(Action, Option<State>)>> {
    let mut edges = Vec::new();
    let mut visit = |edge: Edge<Action>| {
        let to = if let Target::State(state) = edge.to { Some(state) } else { None };
        edges.push((edge.action, to));
        ControlFlow::Continue(())
    };
    let flow = match at {
        Some(state) => stepper.successors(state, &mut visit),
        None => stepper.initial(&mut visit),
    };
    (flow == Flow::Done).then_some(edges)
}

fn most_outcomes(edges: &[(Action, Option<State>)]) -> u32 {
    let count = |thread| edges.iter().filter(|(a, to)| a.thread == thread && to.is_some()).count();
    edges.iter().map(|(action, _)| count(action.thread) as u32).max().unwrap_or(1)
}
