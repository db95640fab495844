//! Every engine with stores that take different states for one: they prove nothing, and what they
//! report is real.

use allways_search::{Control, Limits, Options, Order, Store, find_cycle, replay, run};
use allways_space::{Fault, Property, Reason, System, Target, Verdict};
use allways_testkit::{
    Arrow, Colliding, Counters, Graph, Random, Reference, To, cases, explore, graphs, random_graph,
    seeds,
};
use proptest::prelude::*;

const FAULT: Fault = Fault { property: Property::Ltl, what: 7, place: 9 };
/// Roomy, full at once.
const STORES: [Store; 3] = [Store::Compact, Store::Bitstate(1 << 16), Store::Bitstate(0)];

fn all() -> impl Iterator<Item = Options> {
    let depths = [None, Some(1000)];
    STORES.into_iter().flat_map(move |store| {
        [Order::Dfs, Order::Bfs].into_iter().flat_map(move |order| {
            depths.map(|depth| {
                let limits = Limits { depth, ..Limits::default() };
                Options { order, store, limits, ..Options::default() }
            })
        })
    })
}

/// What is said about a system is true; gives the number of states that were stored.
fn is_honest<S: System>(system: &S, known: &Reference, options: &Options) -> Result<u64, String> {
    let verdict = run(system, options, &Control::none()).map_err(|e| e.to_string())?;
    let (path, end) = match &verdict {
        Verdict::Holds(_) => return Err("a lossy store proves nothing".to_string()),
        Verdict::Unknown(..) => return Ok(verdict.coverage().states),
        Verdict::Violated(path, fault, _) if known.faults.iter().any(|(_, f)| f == fault) => {
            (path, Target::Fault(*fault))
        }
        Verdict::Unsupported(path, what, _) if known.unsupported.iter().any(|(_, u)| u == what) => {
            (path, Target::Unsupported(*what))
        }
        _ => return Err(format!("{verdict:?}, but there is only {known:?}")),
    };
    let replayed = replay(system, &path.actions).map_err(|e| e.to_string())?;
    if replayed.end == Some(end) { Ok(0) } else { Err(format!("ends with {:?}", replayed.end)) }
}

proptest! {
    #![proptest_config(cases(100))]

    #[test]
    fn what_is_reported_is_real(graph in graphs(30), hashes in 1u64..12) {
        let known = explore(&graph);
        for options in all() {
            is_honest(&graph, &known, &options).map_err(TestCaseError::fail)?;
            let colliding = Colliding { system: &graph, hashes };
            let states = is_honest(&colliding, &known, &options).map_err(TestCaseError::fail)?;
            prop_assert!(states <= hashes, "{} states with {} hashes", states, hashes);
        }
    }
}

#[test]
fn where_nothing_is_lost_everything_is_found() {
    for seed in 0..40 {
        let graph = random_graph(seed, 2000, 3);
        let known = explore(&graph);
        let clean = known.faults.is_empty() && known.unsupported.is_empty();
        for store in [Store::Compact, Store::Bitstate(1 << 22)] {
            for order in [Order::Dfs, Order::Bfs] {
                let options = Options { store, order, ..Options::default() };
                let verdict = run(&graph, &options, &Control::none()).expect("it replays");
                if clean {
                    let counted = (verdict.coverage().states, verdict.coverage().transitions);
                    assert_eq!(counted, (known.states, known.transitions), "{store:?} {order:?}");
                } else {
                    assert!(!matches!(verdict, Verdict::Unknown(..)), "{verdict:?}");
                }
            }
        }
    }
}

#[test]
fn the_loss_is_said() {
    let said = |store| {
        let options = Options { store, ..Options::default() };
        let counters = Counters::new(5, 6, false);
        match run(&counters, &options, &Control::none()).expect("it replays") {
            Verdict::Unknown(Reason::LossyStore(Some(loss)), coverage) => (loss, coverage.states),
            verdict => panic!("{verdict:?}"),
        }
    };
    let all = 6u64.pow(5);
    let (compact, states) = said(Store::Compact);
    assert_eq!(states, all);
    assert!(compact.probability > 0.0 && compact.probability < 1e-6, "{compact:?}");
    let (roomy, states) = said(Store::Bitstate(1 << 22));
    assert_eq!(states, all);
    assert!(roomy.probability > 0.0 && roomy.probability < 0.01, "{roomy:?}");
    let (tight, states) = said(Store::Bitstate(2048));
    assert!(states < all && tight.states > 1000.0 && tight.probability == 1.0, "{tight:?}");
}

#[test]
fn a_field_of_bits_needs_its_memory() {
    let options = Options { store: Store::Bitstate(1 << 62), ..Options::default() };
    let verdict = run(&Graph::chain(3, None), &options, &Control::none()).expect("no path");
    assert!(matches!(verdict, Verdict::Unknown(Reason::Memory(_), _)), "{verdict:?}");
}

/// A random graph with marks on some edges, and with faults or without.
fn marked(random: &mut Random, marks: u32) -> Graph {
    let nodes = 1 + random.below(30) as u32;
    let arrow = |random: &mut Random| {
        let to = To::Node(random.below(nodes.into()) as u32);
        let drawn = (0..marks).filter(|_| random.below(3) == 0);
        let marks = drawn.fold(0, |set, mark| set | 1u128 << mark);
        Arrow { marks, ..Arrow::new(random.below(3) as u32, to) }
    };
    Graph {
        initial: (0..1 + random.below(2)).map(|_| arrow(random)).collect(),
        nodes: (0..nodes).map(|_| (0..random.below(4)).map(|_| arrow(random)).collect()).collect(),
        letters: Vec::new(),
    }
}

#[test]
fn cycles_that_are_found_are_there_whatever_collides() {
    let (mut found, mut missed) = (0, 0);
    for seed in seeds(2000) {
        let mut random = Random::new(seed);
        let count = 1 + random.below(2) as u32;
        let graph = marked(&mut random, count);
        let marks = (1u128 << count) - 1;
        let exact = find_cycle(&graph, marks, FAULT, &Options::default(), &Control::none());
        let exists = matches!(exact, Ok(Verdict::Violated(..)));
        let hashes = 1 + random.below(8);
        for store in STORES {
            let options = Options { store, ..Options::default() };
            let system = Colliding { system: &graph, hashes };
            // A lasso is replayed twice, and its marks are looked at: one that is not there is an
            // error.
            match find_cycle(&system, marks, FAULT, &options, &Control::none()) {
                Ok(Verdict::Violated(..)) if exists => found += 1,
                Ok(Verdict::Unknown(Reason::LossyStore(_), _)) => missed += u32::from(exists),
                other => panic!("seed {seed}, {hashes} hashes, {store:?}: {other:?}"),
            }
        }
        let roomy = Options { store: Store::Bitstate(1 << 16), ..Options::default() };
        let verdict = find_cycle(&graph, marks, FAULT, &roomy, &Control::none());
        assert_eq!(matches!(verdict, Ok(Verdict::Violated(..))), exists, "seed {seed}");
    }
    assert!(found > 500 && missed > 500, "{found} found, {missed} missed");
}
