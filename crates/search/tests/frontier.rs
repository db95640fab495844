//! Searches that are stopped and go on, on random graphs against the reference explorer: the same verdicts and
//! the same numbers as in one piece, with every engine that has a frontier.

use allways_search::{
    ContextBound, Control, Frontier, Limits, Options, Order, PartError, Store, replay, run_part,
};
use allways_space::{Coverage, Reason, System, Target, Verdict};
use allways_testkit::{
    Arrow, Counters, Graph, Reference, To, cases, damaged, explore, graphs, random_graph, seeds,
};
use proptest::prelude::*;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// What ends a part.
#[derive(Copy, Clone, Debug)]
enum Cut {
    /// So many new states.
    States(u64),
    /// So many edges of one worker, looked at between expansions.
    Edges(u64),
    /// Somebody interrupts it at once.
    Interrupted,
    /// It has no time.
    Time,
}

fn cuts() -> impl proptest::strategy::Strategy<Value = Vec<Cut>> {
    let cut = prop_oneof![
        (0u64..8).prop_map(Cut::States),
        (0u64..20).prop_map(Cut::Edges),
        Just(Cut::Interrupted),
        Just(Cut::Time),
    ];
    prop::collection::vec(cut, 0..8)
}

fn engines() -> impl Iterator<Item = Options> {
    let kinds =
        [(Order::Dfs, None), (Order::Bfs, None), (Order::Dfs, Some(1)), (Order::Dfs, Some(3))];
    kinds.into_iter().flat_map(|(order, handoff)| {
        [Store::Tree, Store::Flat].map(|store| Options {
            order,
            store,
            handoff,
            alone: 0,
            ..Options::default()
        })
    })
}

/// Searches in parts with changing numbers of workers; every second frontier travels as bytes.
fn in_parts<S: System>(system: &S, options: &Options, cuts: &[Cut]) -> Verdict<S::Action> {
    static INTERRUPTED: AtomicBool = AtomicBool::new(true);
    let mut from: Option<Frontier> = None;
    for (number, cut) in cuts.iter().map(Some).chain([None]).enumerate() {
        let (mut limits, mut control) = (Limits::default(), Control::none());
        match cut {
            Some(Cut::States(more)) => {
                limits.states = Some(from.as_ref().map_or(0, Frontier::states) + more);
            }
            Some(Cut::Edges(edges)) => limits.transitions = Some(*edges),
            Some(Cut::Interrupted) => control.stop = &INTERRUPTED,
            Some(Cut::Time) => limits.time = Some(Duration::ZERO),
            None => {}
        }
        let threads = 1 + (options.threads + number) % 3;
        let options = Options { threads, limits, ..options.clone() };
        let part = run_part(system, &options, &control, from.as_ref()).expect("a part runs");
        let Some(frontier) = part.frontier else { return part.verdict };
        assert!(
            cut.is_some() && matches!(part.verdict, Verdict::Unknown(..)),
            "{:?}",
            part.verdict
        );
        from = Some(match number % 2 {
            0 => frontier,
            _ => Frontier::unpack(system, &frontier.pack(system)).expect("what was packed"),
        });
    }
    unreachable!("the last part ends by itself")
}

/// Compares a verdict with everything that can be found.
fn agrees<S: System>(system: &S, verdict: &Verdict<S::Action>, known: &Reference) {
    let replays = |actions: &[S::Action], end: Target| {
        let replay = replay(system, actions).expect("a counterexample replays");
        assert_eq!(replay.end, Some(end));
    };
    let clean = known.faults.is_empty() && known.unsupported.is_empty();
    let counts = |c: &Coverage| {
        assert!(clean, "a fault of {known:?} was not found");
        assert_eq!((c.states, c.transitions), (known.states, known.transitions));
    };
    match verdict {
        Verdict::Violated(counterexample, fault, _) => {
            assert!(known.faults.iter().any(|(_, f)| f == fault));
            replays(&counterexample.actions, Target::Fault(*fault));
        }
        Verdict::Unsupported(counterexample, what, _) => {
            assert!(known.unsupported.iter().any(|(_, u)| u == what));
            replays(&counterexample.actions, Target::Unsupported(*what));
        }
        Verdict::Unknown(Reason::PathEnded(fault), c) if known.ended.contains(fault) => counts(c),
        Verdict::Unknown(Reason::Sampled, c) if known.ended.is_empty() && known.sampled => {
            counts(c);
        }
        Verdict::Holds(c) if known.ended.is_empty() && !known.sampled => counts(c),
        _ => panic!("{known:?} does not allow {verdict:?}"),
    }
}

proptest! {
    #![proptest_config(cases(200))]

    #[test]
    fn a_search_in_parts_is_a_search(graph in graphs(40), cuts in cuts()) {
        let known = explore(&graph);
        for options in engines() {
            agrees(&graph, &in_parts(&graph, &options, &cuts), &known);
        }
    }

    /// A breadth-first search finds a shortest path, in however many parts.
    #[test]
    fn levels_stay_levels(graph in graphs(40), cuts in cuts()) {
        let known = explore(&graph);
        let options = Options { order: Order::Bfs, alone: 0, shorten: false, ..Options::default() };
        let ends = known.faults.iter().map(|&(length, _)| length);
        let ends = ends.chain(known.unsupported.iter().map(|&(length, _)| length));
        if let Verdict::Violated(found, ..) | Verdict::Unsupported(found, ..) =
            in_parts(&graph, &options, &cuts)
        {
            prop_assert_eq!(Some(found.actions.len() as u64), ends.min());
        }
    }
}

/// Large enough for random walks, a look at the shallow end, shared stacks and full queues.
#[test]
fn large_graphs_in_parts() {
    let cuts = [Cut::States(1_000), Cut::Edges(30_000), Cut::Interrupted, Cut::States(40_000)];
    let graph = without_ends(random_graph(1, 60_000, 3));
    let known = explore(&graph);
    for options in engines() {
        agrees(&graph, &in_parts(&graph, &options, &cuts), &known);
    }
}

fn without_ends(mut graph: Graph) -> Graph {
    let is_node = |arrow: &Arrow| matches!(arrow.to, To::Node(_));
    graph.nodes.iter_mut().for_each(|arrows| arrows.retain(is_node));
    graph
}

#[test]
fn a_deep_path_goes_on_in_parts() {
    let counters = Counters::new(6, 6, true);
    let cuts = [Cut::States(10), Cut::States(20_000), Cut::Edges(50_000)];
    for options in engines().filter(|options| options.store == Store::Tree) {
        let verdict = in_parts(&counters, &options, &cuts);
        assert!(matches!(&verdict, Verdict::Holds(c) if c.states == 6u64.pow(6)), "{verdict:?}");
    }
}

#[test]
fn small_searches_that_begin_alone_go_on_too() {
    let counters = Counters::new(4, 5, true);
    for threads in [1, 3] {
        let limits = Limits { states: Some(100), ..Limits::default() };
        let options = Options { threads, limits, ..Options::default() };
        let part = run_part(&counters, &options, &Control::none(), None).unwrap();
        let from = part.frontier.expect("it was stopped");
        assert!(from.open_states() > 0 && from.states() >= 100);
        let options = Options { threads, ..Options::default() };
        let part = run_part(&counters, &options, &Control::none(), Some(&from)).unwrap();
        assert!(matches!(part.verdict, Verdict::Holds(c) if c.states == 625));
        assert!(part.frontier.is_none());
    }
}

#[test]
fn searches_without_a_frontier_say_so() {
    let counters = Counters::new(3, 5, true);
    let limits = Limits { states: Some(20), ..Limits::default() };
    let plain = Options { limits: limits.clone(), ..Options::default() };
    let bounded = Options { context_bound: Some(ContextBound::Auto), ..plain.clone() };
    let deep = Options { limits: Limits { depth: Some(50), ..limits }, ..plain.clone() };
    let lossy = Options { store: Store::Compact, ..plain.clone() };
    let part = |options: &Options, from: Option<&Frontier>| {
        run_part(&counters, options, &Control::none(), from)
    };
    let from = part(&plain, None).unwrap().frontier.expect("depth-first search has one");
    let wide = Options { order: Order::Bfs, ..plain };
    for options in [bounded, deep, lossy] {
        let stopped = part(&options, None).unwrap();
        assert!(matches!(stopped.verdict, Verdict::Unknown(..)) && stopped.frontier.is_none());
        assert_eq!(part(&options, Some(&from)).unwrap_err(), PartError::OtherSearch);
    }
    assert_eq!(part(&wide, Some(&from)).unwrap_err(), PartError::OtherSearch);
}

#[test]
fn bytes_that_are_no_frontier_are_refused() {
    let counters = Counters::new(3, 5, true);
    let options =
        Options { limits: Limits { states: Some(20), ..Limits::default() }, ..Options::default() };
    let part = run_part(&counters, &options, &Control::none(), None).unwrap();
    let bytes = part.frontier.expect("it was stopped").pack(&counters);
    assert!(Frontier::unpack(&counters, &bytes).is_some());
    assert!((0..bytes.len()).all(|end| Frontier::unpack(&counters, &bytes[..end]).is_none()));
    for seed in seeds(2_000) {
        // Whatever comes out of it can be searched from without a panic.
        let from = Frontier::unpack(&counters, &damaged(&bytes, seed));
        let _ = run_part(&counters, &options, &Control::none(), from.as_ref());
    }
}
