//! A fault near the beginning is found although there are paths that never end.

use allways_search::{Control, Limits, Options, Order, Store, run};
use allways_space::{
    Edge, Fault, Flow, Property, State, Stepper, System, Target, ThreadId, Verdict,
};
use allways_testkit::{Arrow, Graph, To, explore};
use std::ops::ControlFlow;

/// Some counters that never end, and a fault after `distance` steps of another kind. Whatever is counted,
/// the way to the fault stays open.
struct Endless {
    chains: u32,
    /// Before which chain the step towards the fault comes.
    place: u32,
    distance: u64,
    /// It says that threads may change places, although no two states are taken for one.
    symmetric: bool,
}

/// Bits of a root for each counter; the steps towards the fault are in the bits above them all.
const BITS: u32 = 16;

impl Endless {
    fn towards_fault(&self, state: State) -> Target {
        let gone = (state.root >> (BITS * self.chains)) + 1;
        if gone == self.distance {
            Target::Fault(Fault { property: Property::Assert, what: 7, place: 0 })
        } else {
            Target::State(self.state(state.root + (1 << (BITS * self.chains))))
        }
    }

    fn count(&self, state: State, chain: u32) -> Target {
        let shift = BITS * chain;
        let mask = ((1u64 << BITS) - 1) << shift;
        let counted = state.root.wrapping_add(1 << shift) & mask;
        Target::State(self.state(state.root & !mask | counted))
    }
}

impl System for Endless {
    type Action = u32;
    type Stepper<'a> = &'a Endless;

    fn stepper(&self) -> &Endless {
        self
    }

    fn hash(&self, state: State) -> u64 {
        state.root.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }

    fn is_symmetric(&self) -> bool {
        self.symmetric
    }
}

impl Stepper for &Endless {
    type Action = u32;

    fn initial(&mut self, visit: &mut dyn FnMut(Edge<u32>) -> ControlFlow<()>) -> Flow {
        let _ = visit(Edge::plain(0, ThreadId(0), Target::State(self.state(0))));
        Flow::Done
    }

    fn successors(
        &mut self,
        state: State,
        visit: &mut dyn FnMut(Edge<u32>) -> ControlFlow<()>,
    ) -> Flow {
        for thread in 0..=self.chains {
            let to = match thread.cmp(&self.place) {
                std::cmp::Ordering::Less => self.count(state, thread),
                std::cmp::Ordering::Equal => self.towards_fault(state),
                std::cmp::Ordering::Greater => self.count(state, thread - 1),
            };
            if visit(Edge::plain(thread, ThreadId(thread), to)).is_break() {
                return Flow::Stopped;
            }
        }
        Flow::Done
    }

    fn encode(&mut self, state: State, out: &mut Vec<u8>) {
        out.extend_from_slice(&state.root.to_le_bytes());
    }

    fn decode(&mut self, bytes: &[u8]) -> Option<State> {
        Some(self.state(u64::from_le_bytes(bytes.try_into().ok()?)))
    }
}

/// Few enough for a second where a thousand are visited in it.
const FEW: u64 = 1500;

fn finds(system: &Endless, options: &Options) {
    // Of several workers who begin together, one may come far before the others have begun.
    let few = (options.threads == 1 || options.alone > 0).then_some(FEW);
    let limits = Limits { states: few, ..options.limits.clone() };
    let verdict = run(system, &Options { limits, ..options.clone() }, &Control::none()).unwrap();
    let Verdict::Violated(counterexample, fault, coverage) = verdict else {
        panic!("{} chains, {}, {options:?}: {verdict:?}", system.chains, system.place)
    };
    assert_eq!((fault.what, counterexample.actions.len() as u64), (7, system.distance + 1));
    assert!(few.is_none_or(|few| coverage.states < few));
}

#[test]
fn a_fault_near_the_beginning_does_not_wait_for_the_end_of_a_path() {
    let stores = [Store::Tree, Store::Flat, Store::Compact, Store::Bitstate(1 << 20)];
    for (chains, distance) in [(1, 2), (1, 9), (2, 2), (2, 4), (3, 2), (3, 3)] {
        for place in 0..=chains {
            for store in stores {
                for threads in [1, 2] {
                    // The second time there is nobody who begins alone.
                    for alone in [Options::default().alone, 0] {
                        let options = Options { store, threads, alone, ..Options::default() };
                        finds(&Endless { chains, place, distance, symmetric: false }, &options);
                    }
                }
            }
        }
    }
}

#[test]
fn nor_with_a_bound_or_a_symmetry() {
    for (place, symmetric) in [(0, false), (1, false), (2, false), (0, true), (1, true), (2, true)]
    {
        let system = Endless { chains: 2, place, distance: 3, symmetric };
        let limits = Limits { depth: Some(1 << 20), ..Limits::default() };
        finds(&system, &Options { limits, ..Options::default() });
    }
}

/// `chains` long chains that leave node 0, and one short way to a fault that comes before chain `place`.
fn star(chains: u32, length: u32, place: u32, faulty: bool) -> Graph {
    let mut graph = Graph::of(1, []);
    for chain in 0..=chains {
        let (length, end) = if chain == place { (5, faulty) } else { (length, false) };
        let first = graph.nodes.len() as u32;
        graph.nodes[0].push(Arrow::new(chain, To::Node(first)));
        for node in first + 1..first + length {
            graph.nodes.push(vec![Arrow::new(chain, To::Node(node))]);
        }
        let last = end.then(|| Arrow::new(chain, To::Fault(7)));
        graph.nodes.push(last.into_iter().collect());
    }
    graph
}

#[test]
fn chains_are_left_for_a_while_and_searched_to_their_end() {
    for place in 0..4 {
        for threads in [1, 2] {
            let options = Options { threads, shorten: false, ..Options::default() };
            let graph = star(3, 1 << 20, place, true);
            let verdict = run(&graph, &options, &Control::none()).unwrap();
            assert!(
                matches!(&verdict, Verdict::Violated(c, f, _) if c.actions.len() == 7 && f.what == 7)
            );
            assert!(verdict.coverage().states < 200, "{verdict:?}");
            let graph = star(3, 30_000, place, false);
            let verdict = run(&graph, &options, &Control::none()).unwrap();
            let known = explore(&graph);
            assert!(matches!(&verdict, Verdict::Holds(c)
                if (c.states, c.transitions) == (known.states, known.transitions)));
        }
    }
}

#[test]
fn one_worker_counts_the_same_every_time() {
    let endless = Endless { chains: 3, place: 3, distance: 40, symmetric: false };
    let limits = Limits { states: Some(50_000), ..Limits::default() };
    let options = Options { limits, order: Order::Dfs, ..Options::default() };
    let count = || {
        let verdict = run(&endless, &options, &Control::none()).unwrap();
        let coverage = verdict.coverage();
        (coverage.states, coverage.transitions, coverage.depth)
    };
    let first = count();
    assert!((0..5).all(|_| count() == first));
}
