//! The liveness engines on random graphs, against components found by reachability.

use allways_search::{Control, Options, Store, find_cycle, replay};
use allways_space::{Fault, Property, Reason, State, Stepper, System, Target, Verdict};
use allways_testkit::{Arrow, Graph, Random, To, seeds};
use std::ops::ControlFlow;

const FAULT: Fault = Fault { property: Property::Ltl, what: 7, place: 9 };

/// A graph of up to `most` nodes with up to `degree` edges each, which have each mark with probability `1 / rarity`.
fn graph(random: &mut Random, (most, degree): (u64, u64), marks: u32, rarity: u64) -> Graph {
    let nodes = 1 + random.below(most) as u32;
    let arrow = |random: &mut Random| {
        let to = To::Node(random.below(nodes.into()) as u32);
        let drawn = (0..marks).filter(|_| random.below(rarity) == 0);
        let marks = drawn.fold(0, |set, mark| set | 1u128 << (3 * mark));
        Arrow { marks, ..Arrow::new(random.below(3) as u32, to) }
    };
    Graph {
        initial: (0..1 + random.below(2)).map(|_| arrow(random)).collect(),
        nodes: (0..nodes)
            .map(|_| (0..random.below(degree + 1)).map(|_| arrow(random)).collect())
            .collect(),
        letters: Vec::new(),
    }
}

fn reach(graph: &Graph, from: impl IntoIterator<Item = u32>) -> Vec<bool> {
    let mut seen = vec![false; graph.nodes.len()];
    let mut todo: Vec<u32> = from.into_iter().collect();
    while let Some(node) = todo.pop() {
        if !std::mem::replace(&mut seen[node as usize], true) {
            todo.extend(graph.nodes[node as usize].iter().filter_map(target));
        }
    }
    seen
}

fn target(arrow: &Arrow) -> Option<u32> {
    if let To::Node(node) = arrow.to { Some(node) } else { None }
}

/// Whether a cycle with all marks can be reached: some state lies on cycles that have them.
fn has_cycle(graph: &Graph, marks: u128) -> bool {
    let reachable = reach(graph, graph.initial.iter().filter_map(target));
    (0..graph.nodes.len()).filter(|&node| reachable[node]).any(|node| {
        let from_here = reach(graph, graph.nodes[node].iter().filter_map(target));
        let mut met = 0;
        for (source, arrows) in graph.nodes.iter().enumerate() {
            for arrow in arrows {
                let Some(to) = target(arrow) else { continue };
                let back = reach(graph, [to])[node];
                if (from_here[source] || source == node) && from_here[node] && back {
                    met |= arrow.marks;
                }
            }
        }
        from_here[node] && met & marks == marks
    })
}

fn marks_on(graph: &Graph, states: &[State], actions: &[u32], start: usize) -> u128 {
    let mut stepper = graph.stepper();
    let mut met = 0;
    for place in start..actions.len() {
        let _all = stepper.successors(states[place - 1], &mut |edge| {
            if edge.action == actions[place] {
                met |= edge.marks;
            }
            ControlFlow::Continue(())
        });
    }
    met
}

fn compare(seed: u64) -> Result<bool, String> {
    let mut random = Random::new(seed);
    let count = 1 + random.below(3) as u32;
    let rarity = 2 + random.below(6);
    let size = (30, 1 + random.below(3));
    let graph = graph(&mut random, size, count, rarity);
    let marks = (0..count).fold(0, |set, mark| set | 1u128 << (3 * mark));
    let expected = has_cycle(&graph, marks);
    let reachable = reach(&graph, graph.initial.iter().filter_map(target));
    let reachable = reachable.iter().filter(|&&reached| reached).count() as u64;
    for (shorten, store, threads) in [
        (false, Store::Tree, 1),
        (true, Store::Tree, 1),
        (false, Store::Flat, 1),
        (seed.is_multiple_of(2), Store::Tree, 2 + seed as usize % 3),
        (false, Store::Flat, 3),
    ] {
        let options = Options { shorten, store, threads, alone: 0, ..Options::default() };
        match find_cycle(&graph, marks, FAULT, &options, &Control::none()) {
            Ok(Verdict::Holds(covered)) if !expected && covered.states == reachable => {}
            Ok(Verdict::Violated(found, FAULT, _)) if expected => {
                let start = found.cycle_start.ok_or("no cycle")?;
                let states = replay(&graph, &found.actions).map_err(|e| e.to_string())?.states;
                if states[start - 1] != *states.last().ok_or("no states")? {
                    return Err("the cycle does not return".to_string());
                }
                if marks_on(&graph, &states, &found.actions, start) & marks != marks {
                    return Err("marks are missing on the cycle".to_string());
                }
            }
            other => return Err(format!("{other:?}, expected a cycle: {expected}\n{graph:?}")),
        }
    }
    Ok(expected)
}

#[test]
fn cycles_are_found_where_there_are_any() {
    let (mut with, seeds) = (0, seeds(6000));
    let count = seeds.end - seeds.start;
    for seed in seeds {
        match compare(seed) {
            Ok(found) => with += u64::from(found),
            Err(what) => panic!("seed {seed}: {what}"),
        }
    }
    assert!((count / 6..count / 6 * 5).contains(&with), "{with} of {count} graphs have a cycle");
}

#[test]
fn any_number_of_workers_says_the_same() {
    let (mut with, seeds) = (0, seeds(300));
    let all = seeds.end - seeds.start;
    for seed in seeds {
        let mut random = Random::new(1_000_000 + seed);
        let count = 1 + random.below(3) as u32;
        let rarity = 200 + random.below(4000);
        let graph = graph(&mut random, (8_000, 4), count, rarity);
        let marks = (0..count).fold(0, |set, mark| set | 1u128 << (3 * mark));
        let verdict = |threads, two_core_baseline| {
            let usual = Options { shorten: false, alone: 0, ..Options::default() };
            let options = Options { threads, two_core_baseline, ..usual };
            let verdict = find_cycle(&graph, marks, FAULT, &options, &Control::none());
            match verdict.unwrap_or_else(|e| {
                panic!("seed {seed}, {threads} workers, {count} marks, {two_core_baseline}: {e}")
            }) {
                Verdict::Holds(covered) => Some((covered.states, covered.transitions)),
                Verdict::Violated(..) => None,
                other => panic!("seed {seed}: {other:?}"),
            }
        };
        let alone = verdict(1, false);
        with += u64::from(alone.is_none());
        for threads in [2, 4] {
            assert_eq!(verdict(threads, false), alone, "seed {seed}, {threads} workers");
        }
        assert_eq!(verdict(2, true), alone, "seed {seed}, the baseline");
    }
    assert!((all / 6..all / 6 * 5).contains(&with), "{with} of {all} graphs have a cycle");
}

#[test]
fn what_is_cut_or_unsupported_is_said() {
    let mut graph = Graph::chain(5, None);
    graph.nodes[4].push(Arrow { marks: 1, ..Arrow::new(0, To::Node(4)) });
    let mut options = Options::default();
    options.limits.depth = Some(3);
    let verdict = find_cycle(&graph, 1, FAULT, &options, &Control::none()).expect("it replays");
    assert!(matches!(verdict, Verdict::Unknown(Reason::Depth(3), _)), "{verdict:?}");
    graph.nodes[2].insert(0, Arrow::new(0, To::Unsupported(1)));
    let verdict = find_cycle(&graph, 3, FAULT, &Options::default(), &Control::none());
    let Ok(Verdict::Unsupported(found, ..)) = verdict else { panic!("{verdict:?}") };
    let end = replay(&graph, &found.actions).expect("it replays").end;
    assert!(matches!(end, Some(Target::Unsupported(_))));
}
