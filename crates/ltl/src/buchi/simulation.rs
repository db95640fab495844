//! Reduction by direct simulation, forwards and backwards.
//!
//! A state q simulates p when every edge of p has counterparts at q: for each of its letters an edge
//! with at least its marks to a state that simulates its target. States that simulate each other
//! become one; an edge is dropped when others of the same state do all it can do. This is the
//! reduction of Somenzi and Bloem (CAV 2000) for acceptance on edges; it differs in that the
//! counterparts of one edge may be several edges that cover its label together. The backward
//! relation is the same one on the reversed edges, where the initial state is simulated by itself only.

use std::cmp::Reverse;

use crate::{Automaton, Cube, Edge};

/// Automata with more states or edges are left as they are: the cost grows with the squares.
const MAX_STATES: usize = 512;
const MAX_EDGES: usize = 4096;

/// How many cubes may take the place of one label when it is sharpened.
const MAX_PIECES: usize = 16;

fn is_small(automaton: &Automaton) -> bool {
    automaton.states.len() <= MAX_STATES && automaton.edge_count() <= MAX_EDGES
}

/// `simulated_by[p][q]` says that q simulates p.
struct Preorder {
    simulated_by: Vec<Vec<bool>>,
}

/// Which runs must match.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Direction {
    /// Those that begin in a state.
    Forward,
    /// Those that lead from the initial state, which has this number, to a state.
    Backward { initial: usize },
}

impl Preorder {
    /// The greatest relation that is a simulation on the given edges.
    fn new(edges: &[Vec<Edge>], direction: Direction) -> Self {
        let states = edges.len();
        let possible = |p: usize, q: usize| match direction {
            Direction::Forward => true,
            Direction::Backward { initial } => p != initial || q == initial,
        };
        let row = |p| (0..states).map(|q| possible(p, q)).collect();
        let mut preorder = Preorder { simulated_by: (0..states).map(row).collect() };
        // Whether a row is right depends on the rows of its targets only. States are numbered from the
        // initial one on, so forward targets mostly have greater numbers: they go first.
        let sources = reverse(edges);
        let mut order: Vec<usize> = (0..states).collect();
        if direction == Direction::Forward {
            order.reverse();
        }
        let mut doubtful = vec![true; states];
        while doubtful.contains(&true) {
            for &p in &order {
                if std::mem::take(&mut doubtful[p]) && preorder.refine(p, edges) {
                    for source in &sources[p] {
                        doubtful[source.to as usize] = true;
                    }
                }
            }
        }
        preorder
    }

    /// Removes the states that do not simulate p after all; says whether there were any.
    fn refine(&mut self, p: usize, edges: &[Vec<Edge>]) -> bool {
        let mut changed = false;
        for q in 0..edges.len() {
            if p != q && self.holds(p, q) && !self.matches(&edges[p], &edges[q]) {
                self.simulated_by[p][q] = false;
                changed = true;
            }
        }
        changed
    }

    fn holds(&self, p: usize, q: usize) -> bool {
        self.simulated_by[p][q]
    }

    fn matches(&self, edges: &[Edge], by: &[Edge]) -> bool {
        let mut labels = Vec::new();
        edges.iter().all(|edge| {
            labels.clear();
            labels
                .extend(by.iter().filter(|other| self.beats(other, edge)).map(|other| other.label));
            edge.label.is_covered_by(&labels)
        })
    }

    /// Whether one edge has at least the other's marks and its target simulates the other's.
    fn beats(&self, edge: &Edge, other: &Edge) -> bool {
        other.marks & !edge.marks == 0 && self.holds(other.to as usize, edge.to as usize)
    }

    /// The first state that is equivalent to a state.
    fn representative(&self, p: usize) -> usize {
        let equal = (0..p).find(|&q| self.holds(p, q) && self.holds(q, p));
        equal.unwrap_or(p)
    }

    /// Removes the edges of each state that the state's other edges beat on every letter.
    fn drop_beaten(&self, edges: &mut Vec<Edge>) {
        let mut at = 0;
        while at < edges.len() {
            let edge = edges[at];
            let others = edges.iter().enumerate().filter(|&(other, _)| other != at);
            let better = others.filter(|(_, other)| self.beats(other, &edge));
            let labels: Vec<Cube> = better.map(|(_, other)| other.label).collect();
            if edge.label.is_covered_by(&labels) {
                edges.remove(at);
            } else {
                at += 1;
            }
        }
    }
}

/// Reduces by forward and then by backward simulation.
pub(super) fn reduce(automaton: &mut Automaton) {
    if !is_small(automaton) {
        return;
    }
    automaton.states = quotient(&automaton.states, Direction::Forward);
    let initial = automaton.initial as usize;
    let reversed = reverse(&automaton.states);
    let reversed = quotient(&reversed, Direction::Backward { initial });
    automaton.states = reverse(&reversed);
}

/// Merges equivalent states, the first of them standing for all, and drops beaten edges. The merged
/// states keep their numbers but have no edges any more.
fn quotient(edges: &[Vec<Edge>], direction: Direction) -> Vec<Vec<Edge>> {
    let preorder = Preorder::new(edges, direction);
    let mut merged = vec![Vec::new(); edges.len()];
    for (state, edges) in edges.iter().enumerate() {
        merged[preorder.representative(state)].extend(
            edges
                .iter()
                .map(|edge| Edge { to: preorder.representative(edge.to as usize) as u32, ..*edge }),
        );
    }
    for edges in &mut merged {
        edges.sort_unstable();
        edges.dedup();
        preorder.drop_beaten(edges);
    }
    merged
}

fn reverse(edges: &[Vec<Edge>]) -> Vec<Vec<Edge>> {
    let mut reversed = vec![Vec::new(); edges.len()];
    for (from, edges) in edges.iter().enumerate() {
        for edge in edges {
            reversed[edge.to as usize].push(Edge { to: from as u32, ..*edge });
        }
    }
    reversed
}

/// Takes from every label the letters on which another edge of the same state is better, so that
/// the product has no two steps where one is enough.
pub(super) fn sharpen(automaton: &mut Automaton) {
    if !is_small(automaton) {
        return;
    }
    let preorder = Preorder::new(&automaton.states, Direction::Forward);
    for edges in &mut automaton.states {
        sharpen_edges(&preorder, edges);
    }
}

fn sharpen_edges(preorder: &Preorder, edges: &mut Vec<Edge>) {
    // An edge only loses letters to edges before it. A strictly better edge comes first: its target
    // is simulated by fewer states, or it has more marks.
    edges.sort_by_cached_key(|edge| {
        let simulating = &preorder.simulated_by[edge.to as usize];
        let simulating = simulating.iter().filter(|&&holds| holds).count();
        (simulating, Reverse(edge.marks.count_ones()), *edge)
    });
    let mut kept: Vec<Edge> = Vec::new();
    for edge in &*edges {
        let better = kept.iter().filter(|better| preorder.beats(better, edge));
        let labels = sharpened(edge, better);
        kept.extend(labels.into_iter().map(|label| Edge { label, ..*edge }));
    }
    *edges = kept;
}

/// The letters of an edge that no better edge has.
fn sharpened<'e>(edge: &Edge, better: impl Iterator<Item = &'e Edge>) -> Vec<Cube> {
    let mut better: Vec<Cube> = better.map(|edge| edge.label).collect();
    // Short conjunctions take the most away and leave the fewest pieces.
    better.sort_unstable_by_key(|label| label.pos.count_ones() + label.neg.count_ones());
    let mut labels = vec![edge.label];
    for taken in better {
        labels = labels.iter().flat_map(|label| label.minus(taken)).collect();
        if labels.len() > MAX_PIECES {
            return vec![edge.label];
        }
    }
    labels
}
