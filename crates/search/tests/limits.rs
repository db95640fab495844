//! Limits, interruption and progress: what is left out is said, and nothing hangs.

use allways_search::{Control, Limits, Options, Order, Progress, run};
use allways_space::{
    Edge, Flow, Reason, State, Stepper, System, Target, ThreadId, Unsupported, Verdict,
};
use allways_testkit::{Counters, Graph, To};
use std::ops::ControlFlow;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

const ORDERS: [Order; 2] = [Order::Dfs, Order::Bfs];

fn options(order: Order, limits: Limits) -> Options {
    Options { order, limits, ..Options::default() }
}

/// More states than anybody visits.
fn endless() -> Counters {
    Counters::new(8, 1000, true)
}

#[test]
fn time_runs_out() {
    for order in ORDERS {
        let limits = Limits { time: Some(Duration::from_millis(150)), ..Limits::default() };
        let start = Instant::now();
        let verdict = run(&endless(), &options(order, limits), &Control::none()).unwrap();
        assert!(matches!(verdict, Verdict::Unknown(Reason::Timeout(s), _) if s == 0.15));
        assert!((0.15..5.0).contains(&verdict.coverage().seconds));
        assert!(start.elapsed() < Duration::from_secs(10));
    }
}

#[test]
fn memory_runs_out_near_the_limit() {
    for order in ORDERS {
        let most = 48 << 20;
        let limits = Limits { memory: Some(most), ..Limits::default() };
        let verdict = run(&endless(), &options(order, limits), &Control::none()).unwrap();
        assert!(matches!(verdict, Verdict::Unknown(Reason::Memory(b), _) if b == most));
        let peak = verdict.coverage().peak_bytes;
        assert!(peak >= most && peak < most + most / 20, "{peak} bytes");
    }
}

#[test]
fn somebody_interrupts_and_watches() {
    for order in ORDERS {
        let stop = AtomicBool::new(false);
        let seen: Mutex<Vec<Progress>> = Mutex::new(Vec::new());
        let control = Control {
            stop: &stop,
            progress: &|progress| {
                let mut seen = seen.lock().unwrap();
                seen.push(*progress);
                stop.store(seen.len() == 3, Ordering::Relaxed);
            },
        };
        let verdict = run(&endless(), &options(order, Limits::default()), &control).unwrap();
        assert!(matches!(verdict, Verdict::Unknown(Reason::Interrupted, _)));
        let states = verdict.coverage().states;
        let seen = seen.lock().unwrap();
        assert_eq!(seen.len(), 3);
        // A depth-first search may start again after its random walks.
        let pairs = if order == Order::Bfs { &seen[..] } else { &[] };
        for pair in pairs.windows(2) {
            assert!(pair[0].states < pair[1].states);
            assert!(pair[0].transitions < pair[1].transitions);
            assert!(pair[0].bytes < pair[1].bytes);
            assert!(pair[1].seconds - pair[0].seconds >= 0.099);
        }
        assert!(seen[0].depth > 0 && seen[0].queue > 0);
        assert!(order != Order::Bfs || states >= seen[2].states);
    }
}

#[test]
fn an_exact_limit_is_no_limit() {
    for order in ORDERS {
        let limits = Limits { states: Some(100), depth: Some(100), ..Limits::default() };
        let chain = Graph::chain(100, None);
        let verdict = run(&chain, &options(order, limits.clone()), &Control::none()).unwrap();
        assert!(matches!(verdict, Verdict::Holds(c) if c.states == 100 && c.depth == 100));
        let longer = Graph::chain(101, None);
        let verdict = run(&longer, &options(order, limits), &Control::none()).unwrap();
        assert!(matches!(
            verdict,
            Verdict::Unknown(Reason::MaxStates(100) | Reason::Depth(100), _)
        ));
    }
}

#[test]
fn a_depth_bound_looks_behind_shorter_paths_again() {
    // Depth-first goes to node 3 the long way first and is cut there; the fault behind node 3 is
    // within the bound on the short way.
    let edges = [(0, 1), (1, 2), (2, 3), (0, 3)].map(|(from, to)| (from, To::Node(to)));
    let graph = Graph::of(4, edges.into_iter().chain([(3, To::Fault(1))]));
    let limits = Limits { depth: Some(4), ..Limits::default() };
    let verdict = run(&graph, &options(Order::Dfs, limits), &Control::none()).unwrap();
    assert!(matches!(verdict, Verdict::Violated(c, _, _) if c.actions.len() == 3));
}

/// A chain of states that ends because the system has no memory for more. While `lies` is set,
/// the last edge leads elsewhere, once.
struct Odd {
    states: u64,
    lies: AtomicBool,
}

impl System for Odd {
    type Action = u8;
    type Stepper<'a> = &'a Odd;

    fn stepper(&self) -> &Odd {
        self
    }

    fn hash(&self, state: State) -> u64 {
        state.root
    }
}

impl Stepper for &Odd {
    type Action = u8;

    fn initial(&mut self, visit: &mut dyn FnMut(Edge<u8>) -> ControlFlow<()>) -> Flow {
        self.successors(State { root: 0 }, visit)
    }

    fn successors(
        &mut self,
        state: State,
        visit: &mut dyn FnMut(Edge<u8>) -> ControlFlow<()>,
    ) -> Flow {
        let root = state.root + 1;
        if root > self.states {
            return Flow::Full;
        }
        let to = if root == self.states && self.lies.swap(false, Ordering::Relaxed) {
            Target::Unsupported(Unsupported { what: 1, place: 2 })
        } else {
            Target::State(self.state(root))
        };
        let edge = Edge::plain(1, ThreadId(0), to);
        match visit(edge) {
            ControlFlow::Continue(()) => Flow::Done,
            ControlFlow::Break(()) => Flow::Stopped,
        }
    }

    fn encode(&mut self, state: State, out: &mut Vec<u8>) {
        out.extend_from_slice(&state.root.to_le_bytes());
    }

    fn decode(&mut self, bytes: &[u8]) -> Option<State> {
        let root = u64::from_le_bytes(bytes.try_into().ok()?);
        Some(self.state(root))
    }
}

#[test]
fn a_full_system_is_no_proof() {
    for order in ORDERS {
        let odd = Odd { states: 5, lies: AtomicBool::new(false) };
        let verdict = run(&odd, &options(order, Limits::default()), &Control::none()).unwrap();
        assert!(matches!(verdict, Verdict::Unknown(Reason::StoreFull(_), c) if c.states == 5));
    }
}

#[test]
fn a_counterexample_that_does_not_replay_is_an_error() {
    for order in ORDERS {
        let odd = Odd { states: 5, lies: AtomicBool::new(true) };
        let error = run(&odd, &options(order, Limits::default()), &Control::none()).unwrap_err();
        let text = error.to_string();
        assert!(text.contains("should end with Unsupported"), "{text}");
    }
}

#[test]
fn a_deep_path_takes_no_native_stack_and_few_bytes() {
    let length = 3_000_000;
    let chain = Graph::chain(length, Some(To::Fault(3)));
    let options = Options { shorten: false, ..Options::default() };
    let verdict = run(&chain, &options, &Control::none()).unwrap();
    let Verdict::Violated(counterexample, _, coverage) = verdict else {
        panic!("the end of the chain is a fault")
    };
    assert_eq!(counterexample.actions.len(), length as usize + 1);
    assert_eq!(coverage.depth, u64::from(length));
    // 8 bytes of stack and a bit of the set.
    assert!(coverage.bytes_per_state() < 9.0, "{coverage:?}");
}
