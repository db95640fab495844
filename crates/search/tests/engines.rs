//! Every engine on fixed and random graphs, against the reference explorer.

use allways_search::{Control, Limits, Options, Order, Store, replay, run};
use allways_space::{Coverage, Reason, System, Target, Verdict};
use allways_testkit::{Arrow, Counters, Graph, Reference, To, explore, graphs, random_graph};
use proptest::prelude::*;

const ORDERS: [Order; 2] = [Order::Dfs, Order::Bfs];
const STORES: [Store; 2] = [Store::Tree, Store::Flat];

/// Every engine with every store, by one worker and by several.
fn all() -> impl Iterator<Item = Options> {
    let kinds =
        [(Order::Dfs, None), (Order::Bfs, None), (Order::Dfs, Some(1)), (Order::Dfs, Some(3))];
    let with = |order, handoff, store, threads| Options {
        order,
        store,
        threads,
        handoff,
        alone: 0,
        ..Options::default()
    };
    kinds.into_iter().flat_map(move |(order, handoff)| {
        STORES.into_iter().flat_map(move |store| [1, 3].map(|n| with(order, handoff, store, n)))
    })
}

fn options(order: Order) -> Options {
    Options { order, ..Options::default() }
}

fn check<S: System>(system: &S, options: &Options) -> Verdict<S::Action> {
    run(system, options, &Control::none()).expect("counterexamples replay")
}

/// Compares a verdict with everything that can be found.
fn agrees<A>(verdict: &Verdict<A>, known: &Reference) -> Result<(), String> {
    let counts = |c: &Coverage| {
        if (c.states, c.transitions) == (known.states, known.transitions) {
            Ok(())
        } else {
            Err(format!("{c:?} instead of {known:?}"))
        }
    };
    let clean = known.faults.is_empty() && known.unsupported.is_empty();
    let (ended, sampled) = (!known.ended.is_empty(), known.sampled);
    match verdict {
        Verdict::Violated(_, fault, _) if known.faults.iter().any(|(_, f)| f == fault) => Ok(()),
        Verdict::Unsupported(_, what, _) if known.unsupported.iter().any(|(_, u)| u == what) => {
            Ok(())
        }
        Verdict::Unknown(Reason::PathEnded(f), c) if clean && known.ended.contains(f) => counts(c),
        Verdict::Unknown(Reason::Sampled, c) if clean && !ended && sampled => counts(c),
        Verdict::Holds(c) if clean && !ended && !sampled => counts(c),
        _ => Err(format!("a verdict that {known:?} does not allow")),
    }
}

/// The length of a counterexample, after replaying it to the end that the verdict names.
fn replayed<S: System>(system: &S, verdict: &Verdict<S::Action>) -> Option<u64> {
    let (counterexample, end) = match verdict {
        Verdict::Violated(c, fault, _) => (c, Target::Fault(*fault)),
        Verdict::Unsupported(c, what, _) => (c, Target::Unsupported(*what)),
        Verdict::Holds(_) | Verdict::Unknown(..) => return None,
    };
    let replay = replay(system, &counterexample.actions).expect("a counterexample replays");
    assert_eq!(replay.end, Some(end));
    assert_eq!(replay.states.len() + 1, counterexample.actions.len());
    Some(counterexample.actions.len() as u64)
}

/// The fewest actions to anything that ends a search.
fn nearest(known: &Reference) -> Option<u64> {
    let faults = known.faults.iter().map(|&(length, _)| length);
    let unsupported = known.unsupported.iter().map(|&(length, _)| length);
    faults.chain(unsupported).min()
}

fn compare(graph: &Graph) -> Result<(), String> {
    let known = explore(graph);
    for options in all() {
        for shorten in [false, true] {
            let (order, options) = (options.order, Options { shorten, ..options.clone() });
            let verdict = check(graph, &options);
            agrees(&verdict, &known).map_err(|e| format!("{order:?}: {e}"))?;
            let length = replayed(graph, &verdict);
            if order == Order::Bfs && length != nearest(&known) {
                return Err(format!("{order:?}: {length:?} actions, {known:?}"));
            }
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(allways_testkit::cases(600))]

    #[test]
    fn engines_agree_with_the_reference(graph in graphs(30)) {
        compare(&graph).map_err(TestCaseError::fail)?;
    }

    #[test]
    fn a_depth_bound_never_promises_too_much(graph in graphs(20), depth in 1u64..8) {
        let known = explore(&graph);
        for options in all() {
            let limits = Limits { depth: Some(depth), ..Limits::default() };
            let order = options.order;
            let verdict = check(&graph, &Options { limits, handoff: None, ..options });
            let length = replayed(&graph, &verdict);
            prop_assert!(length.is_none_or(|l| l <= depth));
            // Everything within the bound is found, in either order.
            prop_assert_eq!(length.is_some(), nearest(&known).is_some_and(|n| n <= depth));
            if let Verdict::Holds(c) = &verdict {
                prop_assert!(known.depth <= depth, "{:?}: {:?} holds, {:?}", order, c, known);
                prop_assert_eq!(c.states, known.states);
            }
            if order == Order::Bfs && depth > known.depth {
                agrees(&verdict, &known).map_err(TestCaseError::fail)?;
            }
        }
    }

    #[test]
    fn a_limit_on_states_is_kept(graph in graphs(20), most in 1u64..25) {
        let known = explore(&graph);
        for options in all() {
            let limits = Limits { states: Some(most), ..Limits::default() };
            let verdict = check(&graph, &Options { limits, ..options });
            prop_assert!(verdict.coverage().states <= most);
            if let Verdict::Unknown(Reason::MaxStates(limit), c) = &verdict {
                prop_assert_eq!((*limit, c.states), (most, most));
                prop_assert!(known.states > most);
            } else {
                agrees(&verdict, &known).map_err(TestCaseError::fail)?;
            }
        }
    }
}

#[test]
fn larger_random_graphs_agree() {
    let mut clean = 0;
    for seed in 0..40 {
        let graph = random_graph(seed, 3000, 2);
        compare(&graph).unwrap_or_else(|e| panic!("seed {seed}: {e}"));
        let known = explore(&graph);
        clean += u32::from(known.states > 1000 && nearest(&known).is_none());
    }
    assert!(clean >= 5, "{clean} of the seeds give large graphs without faults");
}

#[test]
fn empty_and_tiny_graphs() {
    for order in ORDERS {
        let verdict = check(&Graph::default(), &options(order));
        assert!(matches!(verdict, Verdict::Holds(c) if c.states == 0 && c.transitions == 0));
        let verdict = check(&Graph::of(1, [(0, To::Node(0))]), &options(order));
        assert!(matches!(verdict, Verdict::Holds(c) if c.states == 1 && c.transitions == 2));
        let start = Graph { initial: vec![Arrow::new(0, To::Fault(7))], ..Graph::default() };
        let verdict = check(&start, &options(order));
        assert!(matches!(&verdict, Verdict::Violated(c, f, _) if c.actions == [0] && f.what == 7));
    }
}

#[test]
fn paths_that_end_or_are_sampled_are_not_forgotten() {
    for order in ORDERS {
        let ended = Graph::of(3, [(0, To::Node(1)), (1, To::Ended(4)), (1, To::Node(2))]);
        let verdict = check(&ended, &options(order));
        assert!(
            matches!(verdict, Verdict::Unknown(Reason::PathEnded(f), c) if f.what == 4 && c.states == 3)
        );
        let mut sampled = Graph::chain(4, None);
        sampled.nodes[2][0].sampled = true;
        let verdict = check(&sampled, &options(order));
        assert!(matches!(verdict, Verdict::Unknown(Reason::Sampled, c) if c.states == 4));
        let fault_behind = Graph::of(2, [(0, To::Ended(1)), (0, To::Node(1)), (1, To::Fault(2))]);
        let verdict = check(&fault_behind, &options(order));
        assert!(matches!(verdict, Verdict::Violated(_, f, _) if f.what == 2));
    }
}

#[test]
fn counters_have_the_states_they_should() {
    for order in ORDERS {
        let verdict = check(&Counters::new(4, 7, false), &options(order));
        let Verdict::Holds(c) = verdict else { panic!("{verdict:?}") };
        assert_eq!(c.states, 7u64.pow(4));
        assert_eq!(c.transitions, 1 + 4 * 6 * 7u64.pow(3));
        assert_eq!(c.depth, 4 * 6 + 1);
        let verdict = check(&Counters::new(4, 7, true), &options(order));
        let Verdict::Holds(c) = verdict else { panic!("{verdict:?}") };
        assert_eq!(c.states, 7u64.pow(4));
        assert_eq!(c.transitions, 1 + 4 * 7u64.pow(4));
    }
}

#[test]
fn depth_first_is_depth_first() {
    // The first edge of each state leads on, the second straight to the end of the chain: only a
    // search that follows the first edges first sees the whole length. It is too short for a look at
    // the shallow end.
    let length = 60;
    let steps = (0..length - 1).flat_map(|n| [(n, To::Node(n + 1)), (n, To::Node(length - 1))]);
    let graph = Graph::of(length, steps);
    let dfs = check(&graph, &options(Order::Dfs));
    assert_eq!(dfs.coverage().depth, u64::from(length));
    let bfs = check(&graph, &options(Order::Bfs));
    assert_eq!(bfs.coverage().depth, u64::from(length) - 1);
}
