//! The counterexample with the fewest changes of thread, and among those one with the fewest actions.
//!
//! Dijkstra's algorithm over states with the thread that moved last, with costs that are compared switches first. All
//! that needs no switch comes first, then all that needs one, as in iterative context bounding; within that, what
//! needs fewer actions comes first. What is known already is the bound: when nothing cheaper is left to look at, it is
//! proven to be the best.

use crate::options::{Control, Limits, Shortening};
use crate::path::{self, Replay, ReplayError, visit_edges};
use allways_space::{Edge, Flow, State, Stepper, System, Target, ThreadId};
use std::collections::{BTreeMap, HashMap, VecDeque};
use std::ops::ControlFlow;
use std::sync::atomic::Ordering;
use std::time::Instant;

/// A counterexample, and what is known of its length.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fewest<A> {
    /// What to do, in order.
    pub actions: Vec<A>,
    /// No other with the same end has fewer changes of thread, nor as many and fewer actions.
    pub proven: bool,
}

/// Changes of thread, then actions; or actions alone. The last action is no change where it only says what is wrong with
/// a state.
type Cost = (u32, u32);

/// What counts first.
#[derive(Copy, Clone, PartialEq, Eq)]
enum First {
    Changes,
    Actions,
}

impl First {
    fn cost(self, changes: u32, actions: u32) -> Cost {
        match self {
            First::Changes => (changes, actions),
            First::Actions => (actions, 0),
        }
    }
}

/// Looks for the counterexample with the same end as `actions` that has the fewest changes of thread, and among those
/// the fewest actions. Actions without such an end come back as they are.
///
/// # Errors
/// When `actions` do not replay.
pub fn fewest<S: System>(
    system: &S,
    actions: &[S::Action],
    effort: &Shortening,
    limits: &Limits,
    control: &Control<'_>,
) -> Result<Fewest<S::Action>, ReplayError> {
    let replay = path::replay(system, actions)?;
    fewest_replayed(system, actions, &replay, effort, limits, control)
}

/// The same for actions that have been replayed.
pub(crate) fn fewest_replayed<S: System>(
    system: &S,
    actions: &[S::Action],
    replay: &Replay,
    effort: &Shortening,
    limits: &Limits,
    control: &Control<'_>,
) -> Result<Fewest<S::Action>, ReplayError> {
    let known = |proven| Fewest { actions: actions.to_vec(), proven };
    let Some(goal @ (Target::Fault(_) | Target::Unsupported(_))) = replay.end else {
        return Ok(known(false));
    };
    let mut search = Search::new(system, goal, First::Changes, effort, limits, control);
    search.bound = cost(system, actions, replay)?;
    let proven = search.walk();
    let Some(end) = search.best else { return Ok(known(proven)) };
    let actions = search.path(end);
    path::confirm(system, &actions, goal)?;
    Ok(Fewest { actions, proven })
}

/// Looks for the counterexample with that end that has the fewest changes of thread, and among those the fewest
/// actions. None is known; `None` when none is found.
///
/// # Errors
/// When what is found does not replay.
pub fn fewest_to<S: System>(
    system: &S,
    goal: Target,
    effort: &Shortening,
    limits: &Limits,
    control: &Control<'_>,
) -> Result<Option<Fewest<S::Action>>, ReplayError> {
    let mut search = Search::new(system, goal, First::Changes, effort, limits, control);
    let proven = search.walk();
    let Some(end) = search.best else { return Ok(None) };
    let actions = search.path(end);
    path::confirm(system, &actions, goal)?;
    Ok(Some(Fewest { actions, proven }))
}

/// A counterexample with that end and fewer actions than so many: the fewest. `None` when none is found.
pub(crate) fn shorter<S: System>(
    system: &S,
    goal: Target,
    actions: usize,
    effort: &Shortening,
    limits: &Limits,
    control: &Control<'_>,
) -> Option<Vec<S::Action>> {
    let mut search = Search::new(system, goal, First::Actions, effort, limits, control);
    search.bound = (actions as u32, 0);
    search.walk();
    search.best.map(|end| search.path(end))
}

/// What a list of actions costs. Whether its last action is a change depends on whether it is a move.
fn cost<S: System>(
    system: &S,
    actions: &[S::Action],
    replay: &Replay,
) -> Result<Cost, ReplayError> {
    let changes = replay.threads.windows(2).filter(|pair| pair[0] != pair[1]).count() as u32;
    let last = replay.threads.len() - 1;
    let changes_last = last > 0 && replay.threads[last] != replay.threads[last - 1];
    let moves = !changes_last || path::moves_last(system, actions, replay)?;
    Ok((changes - u32::from(!moves), actions.len() as u32))
}

/// A way to a state.
#[derive(Copy, Clone)]
struct Visit<A> {
    state: State,
    /// Who moved last.
    last: ThreadId,
    cost: Cost,
    action: A,
    parent: u32,
}

/// So many edges are those of one visit: most have fewer.
const EDGES: u64 = 8;

/// So many instructions of long steps take as long as one visit.
const TOIL: u64 = 20;

/// No visit comes before this one.
const NONE: u32 = u32::MAX;

struct Search<'a, S: System + 'a> {
    stepper: S::Stepper<'a>,
    goal: Target,
    first: First,
    /// What the best known counterexample costs.
    bound: Cost,
    /// The visit from which its last action leads to the goal, unless it is the one that was given.
    best: Option<(u32, S::Action)>,
    visits: Vec<Visit<S::Action>>,
    /// The ways to each state that may be the best for what follows.
    costs: HashMap<u64, Vec<(ThreadId, Cost)>>,
    /// What waits with the present number of what counts first, by the other.
    now: BTreeMap<u32, VecDeque<u32>>,
    /// What waits with one more.
    next: BTreeMap<u32, VecDeque<u32>>,
    /// Visits that may still be expanded. One with many edges or long steps counts as several.
    left: u64,
    deadline: Instant,
    memory: Option<(&'a S, u64)>,
    control: &'a Control<'a>,
}

impl<'a, S: System + 'a> Search<'a, S> {
    fn new(
        system: &'a S,
        goal: Target,
        first: First,
        effort: &Shortening,
        limits: &Limits,
        control: &'a Control<'a>,
    ) -> Self {
        Search {
            stepper: system.follower(),
            goal,
            first,
            bound: (u32::MAX, u32::MAX),
            best: None,
            visits: Vec::new(),
            costs: HashMap::new(),
            now: BTreeMap::new(),
            next: BTreeMap::new(),
            left: effort.states,
            deadline: Instant::now() + effort.time,
            memory: limits.memory.map(|most| (system, most)),
            control,
        }
    }

    /// Whether nothing cheaper is left to look at.
    fn walk(&mut self) -> bool {
        if self.expand(NONE).is_none() {
            return false;
        }
        while let Some(number) = self.take() {
            let visit = self.visits[number as usize];
            let is_best = self.costs[&visit.state.root].contains(&(visit.last, visit.cost));
            if !is_best || visit.cost >= self.bound {
                continue;
            }
            if self.is_spent() || self.expand(number).is_none() {
                return false;
            }
        }
        true
    }

    /// The next visit in the order of the costs.
    fn take(&mut self) -> Option<u32> {
        while self.now.is_empty() {
            self.now = std::mem::take(&mut self.next);
            if self.now.is_empty() {
                return None;
            }
        }
        let mut first = self.now.first_entry()?;
        let number = first.get_mut().pop_front();
        if first.get().is_empty() {
            first.remove();
        }
        number
    }

    /// Looks at everything that can be done after a visit; `None` when the system cannot tell.
    fn expand(&mut self, number: u32) -> Option<()> {
        let from = self.visits.get(number as usize).copied();
        let mut edges: Vec<Edge<S::Action>> = Vec::new();
        let before = self.stepper.toil();
        let flow = visit_edges(&mut self.stepper, from.map(|visit| visit.state), &mut |edge| {
            edges.push(edge);
            ControlFlow::Continue(())
        });
        let toil = self.stepper.toil() - before;
        self.left = self.left.saturating_sub(edges.len() as u64 / EDGES + toil / TOIL);
        for edge in edges {
            let changed = edge.moves && from.is_some_and(|visit| visit.last != edge.thread);
            let (most, least) = from.map_or((0, 0), |visit| visit.cost);
            let (more, less) = self.first.cost(u32::from(changed), 1);
            let cost = (most + more, least + less);
            if cost >= self.bound {
                continue;
            }
            if edge.to == self.goal {
                (self.bound, self.best) = (cost, Some((number, edge.action)));
            } else if let Target::State(state) = edge.to {
                let (last, action) = (edge.thread, edge.action);
                self.enter(Visit { state, last, cost, action, parent: number }, more > 0);
            }
        }
        matches!(flow, Flow::Done | Flow::Stopped).then_some(())
    }

    /// Keeps a visit for later unless another one makes it superfluous.
    fn enter(&mut self, visit: Visit<S::Action>, later: bool) {
        let one_change = self.first.cost(1, 0);
        let known = self.costs.entry(visit.state.root).or_default();
        let arrival = (visit.last, visit.cost);
        if known.iter().any(|&other| covers(other, arrival, one_change)) {
            return;
        }
        known.retain(|&other| !covers(arrival, other, one_change));
        known.push(arrival);
        let queue = if later { &mut self.next } else { &mut self.now };
        queue.entry(visit.cost.1).or_default().push_back(self.visits.len() as u32);
        self.visits.push(visit);
    }

    fn is_spent(&mut self) -> bool {
        let spent = self.left == 0
            || self.visits.len() >= NONE as usize
            || self.control.stop.load(Ordering::Relaxed)
            || Instant::now() >= self.deadline
            || self.memory.is_some_and(|(system, most)| system.bytes() > most);
        self.left = self.left.saturating_sub(1);
        spent
    }

    fn path(&self, (last, action): (u32, S::Action)) -> Vec<S::Action> {
        let mut actions = vec![action];
        let mut at = last;
        while let Some(visit) = self.visits.get(at as usize) {
            actions.push(visit.action);
            at = visit.parent;
        }
        actions.reverse();
        actions
    }
}

/// Whether whatever follows one arrival in a state costs at most as much after the other one.
fn covers(one: (ThreadId, Cost), other: (ThreadId, Cost), one_change: Cost) -> bool {
    let ((thread, (most, least)), (next, theirs)) = (one, other);
    if thread == next {
        return (most, least) <= theirs;
    }
    // One change more at most, whoever goes on; none more than the other if that thread does.
    (most + one_change.0, least + one_change.1) <= theirs
}
