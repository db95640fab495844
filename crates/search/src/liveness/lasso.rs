//! From a knot to a lasso: a short way to a short cycle, replayed.

use crate::kernel::Knot;
use crate::path::{self, ReplayError, visit_edges};
use allways_space::{Counterexample, Edge, Flow, State, System, Target};
use std::collections::{HashMap, HashSet, VecDeque};
use std::ops::ControlFlow;

/// States expanded to find a shorter cycle, and to find a shorter way to it.
const EFFORT: u64 = 300_000;
/// Members from which a cycle is looked for.
const STARTS: usize = 24;

/// A lasso whose cycle has every mark.
///
/// # Errors
/// When it does not replay.
pub(super) fn lasso<S: System>(
    system: &S,
    knot: Knot,
    marks: u128,
    shorten: bool,
) -> Result<Counterexample<S::Action>, ReplayError> {
    let mut tailor = Tailor::<S> { stepper: system.stepper(), left: EFFORT };
    let cycle = tailor.best_cycle(&knot, marks, shorten);
    let cycle = cycle.ok_or(ReplayError::NoSuchAction { step: knot.path.len() })?;
    let on_cycle: HashSet<u64> = cycle.iter().filter_map(|edge| root_of(edge)).collect();
    let there = |edge: &Edge<S::Action>| root_of(edge).is_some_and(|root| on_cycle.contains(&root));
    tailor.left = if shorten { EFFORT } else { 0 };
    let prefix = match tailor.way(None, |_| true, there) {
        Some(way) => way.iter().map(|edge| edge.action).collect(),
        None => tailor.along(system, &knot, there)?,
    };
    finish(system, prefix, &cycle, marks)
}

/// Turns the cycle so that it begins where the prefix ends, and replays it twice.
fn finish<S: System>(
    system: &S,
    prefix: Vec<S::Action>,
    cycle: &[Edge<S::Action>],
    marks: u128,
) -> Result<Counterexample<S::Action>, ReplayError> {
    let start = path::replay(system, &prefix)?.states.last().map(|state| state.root);
    let error = ReplayError::NoSuchAction { step: prefix.len() };
    let place = cycle.iter().position(|edge| root_of(edge) == start).ok_or(error.clone())?;
    let turned = cycle[place + 1..].iter().chain(&cycle[..=place]);
    let turned: Vec<S::Action> = turned.map(|edge| edge.action).collect();
    let once: Vec<S::Action> = prefix.iter().chain(&turned).copied().collect();
    let twice: Vec<S::Action> = once.iter().chain(&turned).copied().collect();
    let states = path::replay(system, &twice)?.states;
    let ends = [prefix.len(), once.len(), twice.len()].map(|end| states.get(end - 1));
    let returns = ends[0].is_some() && ends[0] == ends[1] && ends[1] == ends[2];
    let met = cycle.iter().fold(0, |met, edge| met | edge.marks);
    if !returns || met & marks != marks {
        return Err(error);
    }
    Ok(Counterexample { actions: once, cycle_start: Some(prefix.len()) })
}

fn root_of<A>(edge: &Edge<A>) -> Option<u64> {
    if let Target::State(state) = edge.to { Some(state.root) } else { None }
}

struct Tailor<'a, S: System + 'a> {
    stepper: S::Stepper<'a>,
    /// Expansions that may still be spent.
    left: u64,
}

impl<S: System> Tailor<'_, S> {
    /// The shortest of a few cycles: from several members, among the members and beyond.
    fn best_cycle(
        &mut self,
        knot: &Knot,
        marks: u128,
        shorten: bool,
    ) -> Option<Vec<Edge<S::Action>>> {
        let head = *knot.path.last()?;
        let inside = |root: u64| knot.members.contains(&root);
        self.left = u64::MAX; // there is one, and it must be found
        let mut best = self.cycle_from(head, &inside, marks)?;
        if !shorten {
            return Some(best);
        }
        self.left = EFFORT;
        let mut starts: Vec<State> = best
            .iter()
            .filter_map(|edge| if let Target::State(state) = edge.to { Some(state) } else { None })
            .collect();
        starts.truncate(STARTS);
        for start in starts {
            for cycle in
                [self.cycle_from(start, &inside, marks), self.cycle_from(start, &|_| true, marks)]
            {
                best = match cycle {
                    Some(cycle) if cycle.len() < best.len() => cycle,
                    _ => best,
                };
            }
        }
        Some(best)
    }

    /// A cycle from a state: always to the nearest edge with a mark that is missing, then back.
    fn cycle_from(
        &mut self,
        start: State,
        allowed: &dyn Fn(u64) -> bool,
        marks: u128,
    ) -> Option<Vec<Edge<S::Action>>> {
        let (mut cycle, mut missing, mut at) = (Vec::<Edge<S::Action>>::new(), marks, start);
        while missing != 0 {
            let way = self.way(Some(at), allowed, |edge| edge.marks & missing != 0)?;
            missing = way.iter().fold(missing, |missing, edge| missing & !edge.marks);
            if let Some(Edge { to: Target::State(state), .. }) = way.last() {
                at = *state;
            }
            cycle.extend(way);
        }
        if at != start {
            cycle.extend(self.way(Some(at), allowed, |edge| root_of(edge) == Some(start.root))?);
        }
        Some(cycle)
    }

    /// The prefix along the path of the knot and from its end to a goal among the members.
    fn along(
        &mut self,
        system: &S,
        knot: &Knot,
        goal: impl Fn(&Edge<S::Action>) -> bool,
    ) -> Result<Vec<S::Action>, ReplayError> {
        let step = knot.path.len();
        let no_way = ReplayError::NoSuchAction { step };
        let mut actions = path::along(system, &knot.path)?;
        let head = *knot.path.last().ok_or(no_way.clone())?;
        let action = *actions.last().ok_or(no_way.clone())?;
        let here = Edge::plain(action, allways_space::ThreadId(0), Target::State(head));
        if !goal(&here) {
            self.left = u64::MAX;
            let inside = |root: u64| knot.members.contains(&root);
            let way = self.way(Some(head), inside, goal).ok_or(no_way)?;
            actions.extend(way.iter().map(|edge| edge.action));
        }
        Ok(actions)
    }

    /// The edges of a shortest way over allowed states whose last edge is the goal.
    fn way(
        &mut self,
        from: Option<State>,
        allowed: impl Fn(u64) -> bool,
        goal: impl Fn(&Edge<S::Action>) -> bool,
    ) -> Option<Vec<Edge<S::Action>>> {
        let mut before: HashMap<u64, (Option<State>, Edge<S::Action>)> = HashMap::new();
        let mut queue = VecDeque::from([from]);
        let mut end = None;
        while let (None, Some(source)) = (&end, queue.pop_front()) {
            self.left = self.left.checked_sub(1)?;
            let flow = visit_edges(&mut self.stepper, source, &mut |edge| {
                let Target::State(state) = edge.to else { return ControlFlow::Continue(()) };
                if !allowed(state.root) {
                    return ControlFlow::Continue(());
                }
                if goal(&edge) {
                    end = Some((source, edge));
                    return ControlFlow::Break(());
                }
                if Some(state) != from && !before.contains_key(&state.root) {
                    before.insert(state.root, (source, edge));
                    queue.push_back(Some(state));
                }
                ControlFlow::Continue(())
            });
            if matches!(flow, Flow::Full | Flow::Demoted) {
                return None;
            }
        }
        let (mut source, last) = end?;
        let mut way = vec![last];
        while source != from {
            let (earlier, edge) = before[&source?.root];
            way.push(edge);
            source = earlier;
        }
        way.reverse();
        Some(way)
    }
}
