//! From a cycle to a lasso: a short way to a short cycle, replayed.

use crate::ends::FoundCycle;
use crate::path::{self, ReplayError, visit_edges};
use allways_space::{Counterexample, Edge, Flow, State, System, Target};
use std::collections::{HashMap, HashSet, VecDeque};
use std::ops::ControlFlow;

/// States expanded to find a shorter cycle, and to find a shorter way to it.
const EFFORT: u64 = 300_000;
/// Members from which a cycle is looked for.
const STARTS: usize = 24;
/// States expanded to find one cycle near the beginning.
const ATTEMPT: u64 = 2_000;

/// The actions of a prefix, and the edges of a cycle from its end.
type Lasso<A> = (Vec<A>, Vec<Edge<A>>);

/// A lasso whose cycle has every mark.
///
/// # Errors
/// When it does not replay.
pub(super) fn lasso<S: System>(
    system: &S,
    found: FoundCycle,
    marks: u128,
    shorten: bool,
) -> Result<Counterexample<S::Action>, ReplayError> {
    let mut tailor = Tailor::<S> { stepper: system.follower(), left: EFFORT };
    let cycle = tailor.best_cycle(&found, marks, shorten);
    let cycle = cycle.ok_or(ReplayError::NoCycle { why: "is not found again" })?;
    let on_cycle: HashSet<u64> = cycle.iter().filter_map(root_of).collect();
    let there = |edge: &Edge<S::Action>| root_of(edge).is_some_and(|root| on_cycle.contains(&root));
    tailor.left = if shorten { EFFORT } else { 0 };
    let prefix: Vec<S::Action> = match tailor.way(None, |_| true, there) {
        Some(way) => way.iter().map(|edge| edge.action).collect(),
        None => tailor.along(system, &found, there)?,
    };
    tailor.left = if shorten { EFFORT } else { 0 };
    match tailor.nearer(prefix.len() + cycle.len(), marks) {
        Some((prefix, cycle)) => finish(system, prefix, &cycle, marks),
        None => finish(system, prefix, &cycle, marks),
    }
}

/// Turns the cycle so that it begins where the prefix ends, and replays it twice.
fn finish<S: System>(
    system: &S,
    prefix: Vec<S::Action>,
    cycle: &[Edge<S::Action>],
    marks: u128,
) -> Result<Counterexample<S::Action>, ReplayError> {
    let start = path::replay(system, &prefix)?.states.last().map(|state| state.root);
    let wrong = |why| ReplayError::NoCycle { why };
    let place = cycle.iter().position(|edge| root_of(edge) == start);
    let place = place.ok_or(wrong("is not where the way to it ends"))?;
    let turned = cycle[place + 1..].iter().chain(&cycle[..=place]);
    let turned: Vec<S::Action> = turned.map(|edge| edge.action).collect();
    let once: Vec<S::Action> = prefix.iter().chain(&turned).copied().collect();
    let twice: Vec<S::Action> = once.iter().chain(&turned).copied().collect();
    let states = path::replay(system, &twice)?.states;
    let ends = [prefix.len(), once.len(), twice.len()].map(|end| states.get(end - 1));
    let returns = ends[0].is_some() && ends[0] == ends[1] && ends[1] == ends[2];
    let met = cycle.iter().fold(0, |met, edge| met | edge.marks);
    if !returns {
        return Err(wrong("does not end where it begins"));
    }
    if met & marks != marks {
        return Err(wrong("is not one that was looked for"));
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
        found: &FoundCycle,
        marks: u128,
        shorten: bool,
    ) -> Option<Vec<Edge<S::Action>>> {
        let head = *found.path.last()?;
        let inside = |root: u64| found.members.contains(&root);
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

    /// A lasso of fewer than `most` edges: cycles from the states near the beginning, nearest first.
    fn nearer(&mut self, most: usize, marks: u128) -> Option<Lasso<S::Action>> {
        let mut most = most;
        let mut best = None;
        let mut before: HashMap<u64, (Option<State>, Edge<S::Action>)> = HashMap::new();
        let mut queue = VecDeque::from([(None, 0)]);
        while let Some((source, depth)) = queue.pop_front() {
            if depth + 1 >= most || self.left == 0 {
                break;
            }
            let edges = self.edges(source)?;
            let promising = edges.iter().any(|edge| edge.marks & marks & u128::from(u32::MAX) != 0);
            if let Some(start) = source.filter(|_| promising) {
                let left = self.left;
                self.left = left.min(ATTEMPT);
                let cycle = self.cycle_from(start, &|_| true, marks);
                self.left = left.saturating_sub(ATTEMPT - self.left.min(ATTEMPT));
                if let Some(cycle) = cycle.filter(|cycle| depth + cycle.len() < most) {
                    most = depth + cycle.len();
                    best = Some((start, cycle));
                }
            }
            for edge in edges {
                if let Target::State(state) = edge.to
                    && !before.contains_key(&state.root)
                {
                    before.insert(state.root, (source, edge));
                    queue.push_back((Some(state), depth + 1));
                }
            }
        }
        let (start, cycle) = best?;
        let mut prefix = Vec::new();
        let mut at = Some(start);
        while let Some(state) = at {
            let (earlier, edge) = before[&state.root];
            prefix.push(edge.action);
            at = earlier;
        }
        prefix.reverse();
        Some((prefix, cycle))
    }

    fn edges(&mut self, source: Option<State>) -> Option<Vec<Edge<S::Action>>> {
        self.left = self.left.checked_sub(1)?;
        let mut edges = Vec::new();
        let flow = visit_edges(&mut self.stepper, source, &mut |edge| {
            edges.push(edge);
            ControlFlow::Continue(())
        });
        matches!(flow, Flow::Done | Flow::Stopped).then_some(edges)
    }

    /// The prefix along the path of the cycle and from its end to a goal among the members.
    fn along(
        &mut self,
        system: &S,
        found: &FoundCycle,
        goal: impl Fn(&Edge<S::Action>) -> bool,
    ) -> Result<Vec<S::Action>, ReplayError> {
        let no_way = ReplayError::NoCycle { why: "is not found from the way to it" };
        let mut actions = path::along(system, &found.path)?;
        let head = *found.path.last().ok_or(no_way.clone())?;
        let action = *actions.last().ok_or(no_way.clone())?;
        let here = Edge::plain(action, allways_space::ThreadId(0), Target::State(head));
        if !goal(&here) {
            self.left = u64::MAX;
            let inside = |root: u64| found.members.contains(&root);
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
