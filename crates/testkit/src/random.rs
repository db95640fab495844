//! Random graphs: from a seed, and as a strategy that shrinks what fails.

use crate::graph::{Arrow, Graph, To};
use crate::splitmix::Random;
use proptest::prelude::*;

/// What an edge of a random graph may be besides a plain step; all shares are in thousandths.
const FAULTS: u64 = 4;
const UNSUPPORTED: u64 = 2;
const ENDED: u64 = 4;
const SAMPLED: u64 = 3;

/// A graph with that many nodes and `degree` edges per node on average; the same for the same
/// arguments. Some have faults and the like, about half are free of them.
pub fn random_graph(seed: u64, nodes: u32, degree: u32) -> Graph {
    let mut random = Random::new(seed);
    let plain = random.below(2) == 0;
    let edge = |random: &mut Random| {
        let node = To::Node(random.below(u64::from(nodes)) as u32);
        let kind = if plain { 1000 } else { random.below(1000) };
        let what = random.below(3) as u32;
        let to = match kind {
            k if k < FAULTS => To::Fault(what),
            k if k < FAULTS + UNSUPPORTED => To::Unsupported(what),
            k if k < FAULTS + UNSUPPORTED + ENDED => To::Ended(what),
            _ => node,
        };
        let sampled = !plain && random.below(1000) < SAMPLED;
        Arrow { sampled, ..Arrow::new(random.below(3) as u32, to) }
    };
    let edges = |random: &mut Random, most: u64| -> Vec<Arrow> {
        let count = random.below(most + 1);
        (0..count).map(|_| edge(random)).collect()
    };
    Graph {
        initial: edges(&mut random, 3),
        nodes: (0..nodes).map(|_| edges(&mut random, 2 * u64::from(degree))).collect(),
        letters: Vec::new(),
    }
}

/// Graphs of up to that many nodes, with everything that an edge can lead to.
pub fn graphs(most_nodes: u32) -> impl Strategy<Value = Graph> {
    (1..=most_nodes).prop_flat_map(|nodes| {
        let arrows = prop::collection::vec(arrow(nodes), 0..5);
        let initial = prop::collection::vec(arrow(nodes), 0..3);
        let nodes = prop::collection::vec(arrows, nodes as usize);
        (initial, nodes).prop_map(|(initial, nodes)| Graph { initial, nodes, ..Graph::default() })
    })
}

fn arrow(nodes: u32) -> impl Strategy<Value = Arrow> {
    let to = prop_oneof![
        60 => (0..nodes).prop_map(To::Node),
        2 => (0..2u32).prop_map(To::Fault),
        1 => (0..2u32).prop_map(To::Unsupported),
        1 => (0..2u32).prop_map(To::Ended),
    ];
    (0..3u32, to, prop::bool::weighted(0.02))
        .prop_map(|(thread, to, sampled)| Arrow { sampled, ..Arrow::new(thread, to) })
}
