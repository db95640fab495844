//! Shorter counterexamples: the fewest changes of thread, or at least fewer actions, with the same end.
//!
//! First a bounded search for the best one ([`crate::fewest`]). Where that does not come to its end, one with fewer
//! actions is looked for, and the schedule is changed piece by piece, after the idea of delta debugging (Zeller and Hildebrandt): leave out
//! parts, bring together what one thread does, and follow what remains as far as it can be
//! followed, passing by what is no longer possible. What does not get better is dropped.

use crate::fewest::{fewest_replayed, shorter};
use crate::options::{Control, Limits, Shortening};
use crate::path::{self, Replay, ReplayError, visit_edges};
use allways_space::{Edge, Flow, State, System, Target, ThreadId};
use std::collections::HashMap;
use std::ops::{ControlFlow, Range};
use std::sync::atomic::Ordering;
use std::time::Instant;

/// A counterexample with the same end that has been replayed: the one with the fewest changes of thread, where that is
/// found, or a shorter one, or one in another order with fewer changes. Actions that do not end with a fault or something
/// unsupported come back as they are.
///
/// # Errors
/// When `actions` do not replay.
pub fn shorten<S: System>(
    system: &S,
    actions: &[S::Action],
    shortening: &Shortening,
    limits: &Limits,
    control: &Control<'_>,
) -> Result<Vec<S::Action>, ReplayError> {
    let replay = path::replay(system, actions)?;
    shorten_replayed(system, actions, replay, shortening, limits, control)
}

/// The same for actions that have been replayed.
pub(crate) fn shorten_replayed<S: System>(
    system: &S,
    actions: &[S::Action],
    replay: Replay,
    shortening: &Shortening,
    limits: &Limits,
    control: &Control<'_>,
) -> Result<Vec<S::Action>, ReplayError> {
    let Some(goal @ (Target::Fault(_) | Target::Unsupported(_))) = replay.end else {
        return Ok(actions.to_vec());
    };
    let mut best = actions.to_vec();
    let mut replay = replay;
    if shortening.states > 0 {
        let found = fewest_replayed(system, actions, &replay, shortening, limits, control)?;
        if found.proven {
            return Ok(found.actions);
        }
        best = shorter(system, goal, actions.len(), shortening, limits, control)
            .unwrap_or(found.actions);
        replay = path::confirm(system, &best, goal)?;
    }
    let actions = &best[..];
    let before = [None].into_iter().chain(replay.states.into_iter().map(Some));
    let steps = actions.iter().zip(replay.threads).zip(before);
    let steps = steps.map(|((&action, thread), before)| Step { action, thread, before });
    let mut editor = Editor::<S> {
        stepper: system.follower(),
        goal,
        steps: without_loops(steps.collect()),
        edges: Vec::new(),
        expansions: shortening.expansions,
        deadline: Instant::now() + shortening.time,
        control,
    };
    editor.improve();
    let short = actions_of(&editor.steps);
    if short != actions {
        path::confirm(system, &short, goal)?;
    }
    Ok(short)
}

/// One action of a schedule.
#[derive(Copy, Clone)]
struct Step<A> {
    action: A,
    thread: ThreadId,
    /// The state in which it is taken; `None` before the beginning.
    before: Option<State>,
}

/// A schedule that ends with the goal, and what may be spent to better it.
struct Editor<'a, S: System + 'a> {
    stepper: S::Stepper<'a>,
    goal: Target,
    steps: Vec<Step<S::Action>>,
    /// The edges of the state that is being looked at.
    edges: Vec<Edge<S::Action>>,
    expansions: u64,
    deadline: Instant,
    control: &'a Control<'a>,
}

impl<'a, S: System + 'a> Editor<'a, S> {
    fn improve(&mut self) {
        loop {
            let before = cost(&self.steps);
            self.leave_out_windows();
            self.leave_out_blocks();
            self.bring_together();
            if cost(&self.steps) == before || self.is_spent() {
                return;
            }
        }
    }

    /// Leaves out stretches of any threads, long ones first.
    fn leave_out_windows(&mut self) {
        let mut size = self.body().len() / 2;
        while size > 0 && !self.is_spent() {
            let mut at = 0;
            while at + size <= self.body().len() && !self.is_spent() {
                let rest = actions_of(&self.body()[at + size..]);
                if !self.attempt(at, &rest) {
                    at += size;
                }
            }
            size /= 2;
        }
    }

    /// Leaves out what one thread does, at one stretch or from there on.
    fn leave_out_blocks(&mut self) {
        let mut number = 0;
        while let Some(block) = blocks(self.body()).get(number).cloned()
            && !self.is_spent()
        {
            let rest = &self.body()[block.end..];
            let thread = self.steps[block.start].thread;
            let others = rest.iter().filter(|step| step.thread != thread);
            let (others, rest) = (actions_of(others), actions_of(rest));
            if !self.attempt(block.start, &others) && !self.attempt(block.start, &rest) {
                number += 1;
            }
        }
    }

    /// Moves stretches of one thread next to each other: the later one forward or the earlier one
    /// back.
    fn bring_together(&mut self) {
        let mut number = 1;
        while let Some((earlier, later)) = self.next_pair(&mut number)
            && !self.is_spent()
        {
            let body = self.body();
            let between = actions_of(&body[earlier.end..later.start]);
            let rest = actions_of(&body[later.end..]);
            let first = actions_of(&body[earlier.clone()]);
            let second = actions_of(&body[later]);
            let forward = [&second[..], &between, &rest].concat();
            let back = [&between[..], &first, &second, &rest].concat();
            if !self.attempt(earlier.end, &forward) && !self.attempt(earlier.start, &back) {
                number += 1;
            }
        }
    }

    /// The first block from `number` on that has an earlier one of the same thread, and that one.
    fn next_pair(&self, number: &mut usize) -> Option<(Range<usize>, Range<usize>)> {
        let blocks = blocks(self.body());
        while let Some(later) = blocks.get(*number) {
            let thread = self.steps[later.start].thread;
            let same = |block: &&Range<usize>| self.steps[block.start].thread == thread;
            if let Some(earlier) = blocks[..*number].iter().rfind(same) {
                return Some((earlier.clone(), later.clone()));
            }
            *number += 1;
        }
        None
    }

    /// Keeps the first `kept` steps and goes on with `wanted`. True when that is better.
    fn attempt(&mut self, kept: usize, wanted: &[S::Action]) -> bool {
        let Some(steps) = self.follow(kept, wanted) else {
            return false;
        };
        let steps = without_loops(steps);
        let better = cost(&steps) < cost(&self.steps);
        if better {
            self.steps = steps;
        }
        better
    }

    /// Takes the first `kept` steps and then those of `wanted` that are possible, until the goal
    /// can be reached. `None` when it cannot, or only on a longer way.
    fn follow(&mut self, kept: usize, wanted: &[S::Action]) -> Option<Vec<Step<S::Action>>> {
        let mut steps = self.steps[..kept].to_vec();
        let mut before = self.steps[kept].before;
        let mut wanted = wanted.iter();
        while steps.len() < self.steps.len() {
            self.look_at(before)?;
            let last = steps.last().map(|step| step.thread);
            let ends = self.edges.iter().filter(|edge| edge.to == self.goal);
            // Of several ways to end, one without a change of thread.
            if let Some(end) = ends.min_by_key(|edge| Some(edge.thread) != last) {
                steps.push(Step { action: end.action, thread: end.thread, before });
                return Some(steps);
            }
            let (edge, state) = wanted.find_map(|&action| self.step_with(action))?;
            steps.push(Step { action: edge.action, thread: edge.thread, before });
            before = Some(state);
        }
        None
    }

    /// The edge with that action, if it leads to a state.
    fn step_with(&self, action: S::Action) -> Option<(Edge<S::Action>, State)> {
        let edge = self.edges.iter().find(|edge| edge.action == action)?;
        match edge.to {
            Target::State(state) => Some((*edge, state)),
            _ => None,
        }
    }

    /// Collects the edges of a state; `None` when nothing may be spent any more.
    fn look_at(&mut self, state: Option<State>) -> Option<()> {
        if self.is_spent() {
            return None;
        }
        self.expansions -= 1;
        self.edges.clear();
        let edges = &mut self.edges;
        let flow = visit_edges(&mut self.stepper, state, &mut |edge| {
            edges.push(edge);
            ControlFlow::Continue(())
        });
        matches!(flow, Flow::Done | Flow::Stopped).then_some(())
    }

    fn is_spent(&self) -> bool {
        self.expansions == 0
            || self.control.stop.load(Ordering::Relaxed)
            || Instant::now() >= self.deadline
    }

    /// All steps but the one that reaches the goal, which is taken wherever it can be.
    fn body(&self) -> &[Step<S::Action>] {
        &self.steps[..self.steps.len() - 1]
    }
}

fn actions_of<'a, A: Copy + 'a>(steps: impl IntoIterator<Item = &'a Step<A>>) -> Vec<A> {
    steps.into_iter().map(|step| step.action).collect()
}

/// Actions, then changes of thread: what leaves out much goes further here than what saves a change.
fn cost<A>(steps: &[Step<A>]) -> (usize, usize) {
    let changes = steps.windows(2).filter(|w| w[0].thread != w[1].thread);
    (steps.len(), changes.count())
}

/// The longest stretches of one thread, in order.
fn blocks<A>(steps: &[Step<A>]) -> Vec<Range<usize>> {
    let mut at = 0;
    let stretches = steps.chunk_by(|a, b| a.thread == b.thread);
    let ranges = stretches.map(|stretch| {
        at += stretch.len();
        at - stretch.len()..at
    });
    ranges.collect()
}

/// Leaves out what comes back to where it began.
fn without_loops<A: Copy>(steps: Vec<Step<A>>) -> Vec<Step<A>> {
    let places = steps.iter().enumerate();
    let last: HashMap<Option<u64>, usize> =
        places.map(|(place, step)| (step.before.map(|state| state.root), place)).collect();
    if last.len() == steps.len() {
        return steps;
    }
    let mut short = Vec::with_capacity(last.len());
    let mut at = 0;
    while let Some(step) = steps.get(at) {
        let leave = last[&step.before.map(|state| state.root)];
        short.push(steps[leave]);
        at = leave + 1;
    }
    short
}
