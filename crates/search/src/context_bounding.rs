//! Iterative context bounding: a state may be visited more than once, with other context switches behind it.
//!
//! Abstractions and symmetries are searched in the same way, without a bound. With a bound, executions are explored in the order
//! of their context switches, after the iterative context bounding of Musuvathi and Qadeer: all
//! that need none, then all that need one, and so on. So the first visit of a state has the fewest
//! switches that lead to it, and a bound that grows by itself never repeats work.
//!
//! Leaving a thread that could still move is a switch; leaving one that is blocked or has ended is
//! not, and so is leaving one that may not move because another is in an atomic section. What is
//! kept with a state is the fewest switches and the threads that made the last step in visits with
//! that number: from a visit by another thread other steps are free, so it is explored again. One
//! with more switches is covered: whoever moved last in it can be switched to for one.
//!
//! With an abstraction or a symmetry the store knows states by [`allways_space::Stepper::matched`], and the
//! visits hold the states themselves.

use crate::crew::Crew;
use crate::dispatch::OnPayloads;
use crate::ends::{EarlyEnd, Found, Stop};
use crate::kernel::{Kernel, Standing};
use crate::options::{ContextBound, Order};
use allways_space::{State, System, Target, ThreadId};
use allways_store::{Payload, VisitedSet};
use std::collections::VecDeque;

/// The fewest switches with which a state was visited, and the threads that moved last in visits
/// with that number.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) struct Switches {
    fewest: u32,
    last: u64,
}

impl Payload for Switches {
    fn join(&mut self, other: Switches) -> bool {
        if other.fewest < self.fewest {
            *self = other;
            return true;
        }
        let new = other.fewest == self.fewest && other.last & !self.last != 0;
        if new {
            self.last |= other.last;
        }
        new
    }
}

/// Threads from this number on are not told apart: switches between them are free.
const MANY: u32 = 63;

fn bit(thread: ThreadId) -> u64 {
    1 << thread.0.min(MANY)
}

/// Of so many visits, one is the oldest that waits.
const FOR_OLDEST: u64 = 16;

/// No visit before this one.
const NONE: u32 = u32::MAX;

#[derive(Copy, Clone)]
struct Visit {
    state: State,
    parent: u32,
    depth: u32,
    switches: u32,
    /// Who moved last.
    thread: ThreadId,
}

/// Explores everything that the bound allows, or stops where something is found or runs out.
///
/// One worker does it: with an abstraction the order decides what is found, and a bound that grows
/// by itself needs all visits with one number of switches before the next.
pub(crate) struct ContextBounding {
    pub(crate) order: Order,
    pub(crate) bound: Option<ContextBound>,
}

impl<S: System> OnPayloads<S> for ContextBounding {
    type Kept = Switches;

    fn run<V: VisitedSet<Switches>>(self, crew: &Crew<'_, S, V>) -> Found<S::Action> {
        crew.search(|| {}, |kernel, _| one_search(kernel, self.order, self.bound))
    }
}

fn one_search<S, V>(
    kernel: &mut Kernel<'_, S, V, Switches>,
    order: Order,
    bound: Option<ContextBound>,
) -> Option<Stop<S::Action>>
where
    S: System,
    V: VisitedSet<Switches>,
{
    let mut search = Search {
        order,
        bound,
        visits: Vec::new(),
        waiting: VecDeque::new(),
        taken: 0,
        switched: Vec::new(),
        current: NONE,
    };
    let walked = search.walk(kernel);
    kernel.account.tell(search.bytes());
    walked.err().and_then(|early| early.on(|| search.path()))
}

struct Search {
    order: Order,
    bound: Option<ContextBound>,
    /// All visits, for paths.
    visits: Vec<Visit>,
    /// Those that are to be expanded now.
    waiting: VecDeque<u32>,
    /// How many were.
    taken: u64,
    /// What is reached with one switch more.
    switched: Vec<Visit>,
    /// The visit that is expanded.
    current: u32,
}

impl Search {
    fn walk<S, V>(
        &mut self,
        kernel: &mut Kernel<'_, S, V, Switches>,
    ) -> Result<(), EarlyEnd<S::Action>>
    where
        S: System,
        V: VisitedSet<Switches>,
    {
        self.expand(kernel, None)?;
        let mut switches = 0;
        loop {
            while let Some(number) = self.next() {
                self.current = number;
                self.expand(kernel, Some(number))?;
            }
            if self.bound.is_some() {
                kernel.has_all_with(switches);
            }
            let next = std::mem::take(&mut self.switched);
            if next.is_empty() {
                return Ok(());
            }
            if self.bound == Some(ContextBound::AtMost(switches)) {
                return self.cut(kernel, next, switches);
            }
            switches += 1;
            for visit in next {
                self.enter(kernel, visit)?;
            }
        }
    }

    /// Depth-first, the visit that has waited longest has its turn now and then: it must not wait for the
    /// end of a path that has none.
    fn next(&mut self) -> Option<u32> {
        self.taken += 1;
        match self.order {
            Order::Dfs if !self.taken.is_multiple_of(FOR_OLDEST) => self.waiting.pop_back(),
            Order::Dfs | Order::Bfs => self.waiting.pop_front(),
        }
    }

    /// Expands a visit, or for `None` the beginning.
    fn expand<S, V>(
        &mut self,
        kernel: &mut Kernel<'_, S, V, Switches>,
        number: Option<u32>,
    ) -> Result<(), EarlyEnd<S::Action>>
    where
        S: System,
        V: VisitedSet<Switches>,
    {
        let from = number.map(|number| self.visits[number as usize]);
        let depth = from.map_or(0, |visit| visit.depth);
        kernel.account.tick(depth.into(), || self.standing(depth))?;
        if let Some(visit) = from
            && kernel.account.too_deep(depth.into())
        {
            return Ok(kernel.cut(visit.state)?);
        }
        let mut edges = Vec::new();
        kernel.collect(from.map(|visit| visit.state), &mut edges)?;
        let moving = edges.iter().filter(|edge| edge.moves);
        let movers = moving.fold(0, |all, edge| all | bit(edge.thread));
        // The first edge ends on top of a stack.
        if self.order == Order::Dfs {
            edges.reverse();
        }
        for edge in &edges {
            let last = from.filter(|_| edge.moves).map(|visit| visit.thread);
            let switch = last.is_some_and(|last| self.is_switch(last, edge.thread, movers));
            let switches = from.map_or(0, |visit| visit.switches) + u32::from(switch);
            let most = self.bound == Some(ContextBound::AtMost(switches.saturating_sub(1)));
            let state = match edge.to {
                Target::State(state) => state,
                _ if switch && most => {
                    kernel.bound(switches - 1);
                    continue;
                }
                _ => {
                    kernel.end(edge)?;
                    continue;
                }
            };
            let (parent, thread) = (number.unwrap_or(NONE), edge.thread);
            let visit = Visit { state, parent, depth: depth + 1, switches, thread };
            if switch { self.put_off(kernel, visit) } else { self.enter(kernel, visit)? }
        }
        Ok(())
    }

    /// Whether `thread` moves although the last one could have gone on.
    fn is_switch(&self, last: ThreadId, thread: ThreadId, movers: u64) -> bool {
        let many = last.0 >= MANY;
        self.bound.is_some() && !many && last != thread && movers & bit(last) != 0
    }

    fn payload(&self, visit: &Visit) -> Switches {
        let last = if self.bound.is_some() { bit(visit.thread) } else { 1 };
        Switches { fewest: visit.switches, last }
    }

    /// Stores a visit that is to be expanded with the present number of switches, unless it is
    /// covered.
    fn enter<S, V>(
        &mut self,
        kernel: &mut Kernel<'_, S, V, Switches>,
        visit: Visit,
    ) -> Result<(), EarlyEnd<S::Action>>
    where
        S: System,
        V: VisitedSet<Switches>,
    {
        let key = kernel.matched(visit.state);
        let payload = self.payload(&visit);
        if kernel.account.insert(key, None, payload)?.is_some() {
            self.waiting.push_back(self.visits.len() as u32);
            self.visits.push(visit);
        }
        Ok(())
    }

    /// Keeps a visit for later, unless it is covered already.
    fn put_off<S, V>(&mut self, kernel: &mut Kernel<'_, S, V, Switches>, visit: Visit)
    where
        S: System,
        V: VisitedSet<Switches>,
    {
        let key = kernel.matched(visit.state);
        if !kernel.account.store.covers(key, self.payload(&visit)) {
            self.switched.push(visit);
        }
    }

    /// The bound is reached: whether it leaves anything out.
    fn cut<S, V>(
        &mut self,
        kernel: &mut Kernel<'_, S, V, Switches>,
        next: Vec<Visit>,
        switches: u32,
    ) -> Result<(), EarlyEnd<S::Action>>
    where
        S: System,
        V: VisitedSet<Switches>,
    {
        let left = next.iter().any(|visit| {
            let key = kernel.matched(visit.state);
            !kernel.account.store.covers(key, self.payload(visit))
        });
        if left {
            kernel.bound(switches);
        }
        Ok(())
    }

    /// The states from the beginning to the one that is expanded.
    fn path(&self) -> Vec<State> {
        let mut path = Vec::new();
        let mut at = self.current;
        while let Some(visit) = self.visits.get(at as usize) {
            path.push(visit.state);
            at = visit.parent;
        }
        path.reverse();
        path
    }

    fn standing(&self, depth: u32) -> Standing {
        let queue = (self.waiting.len() + self.switched.len()) as u64;
        Standing { depth: depth.into(), queue, bytes: self.bytes() }
    }

    fn bytes(&self) -> u64 {
        let visits = (self.visits.len() + self.switched.len()) * size_of::<Visit>();
        (visits + self.waiting.len() * size_of::<u32>()) as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Control, Limits, Options, run};
    use allways_space::{Reason, Verdict};
    use allways_testkit::{Arrow, Graph, To, graphs};
    use proptest::prelude::*;
    use std::collections::HashMap;

    /// The fewest switches to each node and last thread, and to a fault: by relaxing until nothing
    /// changes.
    fn reference(graph: &Graph) -> (HashMap<(u32, u32), u32>, u32) {
        let mut fewest: HashMap<(u32, u32), u32> = HashMap::new();
        let mut fault = u32::MAX;
        let ends = |to: To| matches!(to, To::Fault(_) | To::Unsupported(_));
        for arrow in &graph.initial {
            match arrow.to {
                To::Node(node) => drop(fewest.insert((node, arrow.thread), 0)),
                to if ends(to) => fault = 0,
                _ => {}
            }
        }
        loop {
            let known = fewest.clone();
            for (&(node, last), &switches) in &known {
                let arrows = &graph.nodes[node as usize];
                let could_go_on = arrows.iter().any(|a| a.thread == last);
                for arrow in arrows {
                    let switch = u32::from(arrow.thread != last && could_go_on);
                    let total = switches + switch;
                    match arrow.to {
                        To::Node(to) => {
                            let entry = fewest.entry((to, arrow.thread)).or_insert(u32::MAX);
                            *entry = total.min(*entry);
                        }
                        to if ends(to) => fault = fault.min(total),
                        _ => {}
                    }
                }
            }
            if fewest == known {
                return (fewest, fault);
            }
        }
    }

    fn bounded(graph: &Graph, order: Order, bound: ContextBound) -> Verdict<u32> {
        let limits = Limits::default();
        let options = Options {
            order,
            limits,
            context_bound: Some(bound),
            shorten: false,
            ..Options::default()
        };
        run(graph, &options, &Control::none()).expect("counterexamples replay")
    }

    proptest! {
        #![proptest_config(allways_testkit::cases(400))]

        #[test]
        fn what_few_switches_reach_is_found(graph in graphs(12), most in 0u32..4, dfs in any::<bool>()) {
            let (fewest, fault) = reference(&graph);
            let order = if dfs { Order::Dfs } else { Order::Bfs };
            let verdict = bounded(&graph, order, ContextBound::AtMost(most));
            let found = matches!(verdict, Verdict::Violated(..) | Verdict::Unsupported(..));
            prop_assert_eq!(found, fault <= most);
            let reached = |&node: &u32| {
                fewest.iter().any(|(&(n, _), &switches)| n == node && switches <= most)
            };
            let nodes = 0..graph.nodes.len() as u32;
            if !found {
                let count = nodes.filter(reached).count() as u64;
                prop_assert_eq!(verdict.coverage().states, count);
            }
            let auto = bounded(&graph, order, ContextBound::Auto);
            let found = matches!(auto, Verdict::Violated(..) | Verdict::Unsupported(..));
            prop_assert_eq!(found, fault < u32::MAX);
        }
    }

    #[test]
    fn a_bound_that_cuts_nothing_proves() {
        let graph = Graph::chain(5, None);
        let verdict = bounded(&graph, Order::Dfs, ContextBound::AtMost(0));
        assert!(matches!(verdict, Verdict::Holds(_)));
        let mut graph = Graph::chain(2, None);
        graph.nodes.push(Vec::new());
        graph.nodes[0].push(Arrow::new(1, To::Node(2)));
        let verdict = bounded(&graph, Order::Bfs, ContextBound::AtMost(0));
        assert!(matches!(verdict, Verdict::Unknown(Reason::ContextBound(0), _)), "{verdict:?}");
        let verdict = bounded(&graph, Order::Bfs, ContextBound::AtMost(1));
        assert!(matches!(verdict, Verdict::Holds(_)));
    }
}
