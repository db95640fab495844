//! How large a model should be: what a few random executions need. It only has
//! to be likely: a model that is too small is noticed.

use allways_space::{Edge, Flow, State, Stepper, System, Target};
use allways_vm::{Action, Vm};
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

const WALKS: u32 = 24;
const LONGEST: u32 = 2000;
const TIME: Duration = Duration::from_millis(300);

/// What executions need of a model.
pub struct Sizes {
    /// Threads.
    pub threads: u32,
    /// Outcomes of one operation.
    pub outcomes: u32,
    /// Bytes of a state's content, with some to spare.
    pub content: usize,
}

/// What a few random executions need.
pub fn sizes(vm: &Vm) -> Sizes {
    let mut sizes = Sizes { threads: 1, outcomes: 1, content: 0 };
    let mut random = 0x9e37_79b9_7f4a_7c15_u64;
    let deadline = Instant::now() + TIME;
    for _ in 0..WALKS {
        walk(vm, &mut sizes, &mut random, deadline);
    }
    sizes.content = (sizes.content + sizes.content / 4 + 64).next_multiple_of(64);
    sizes
}

/// One execution.
fn walk(vm: &Vm, sizes: &mut Sizes, random: &mut u64, deadline: Instant) {
    let mut stepper = vm.stepper();
    let mut at = None;
    let mut content = Vec::new();
    for _ in 0..LONGEST {
        let edges = edges(&mut stepper, at);
        let Some(edges) = edges.filter(|_| Instant::now() < deadline) else { return };
        let threads = edges.iter().map(|(action, _)| action.thread() + 1).max();
        sizes.threads = sizes.threads.max(threads.unwrap_or(1));
        sizes.outcomes = sizes.outcomes.max(most_outcomes(&edges));
        *random = random.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        let states: Vec<State> = edges.iter().filter_map(|(_, to)| *to).collect();
        if states.is_empty() {
            return;
        }
        let next = states[(*random >> 33) as usize % states.len()];
        content.clear();
        stepper.encode(next, &mut content);
        sizes.content = sizes.content.max(content.len());
        at = Some(next);
    }
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
    let count =
        |thread| edges.iter().filter(|(a, to)| a.thread() == thread && to.is_some()).count();
    edges.iter().map(|(action, _)| count(action.thread()) as u32).max().unwrap_or(1)
}
