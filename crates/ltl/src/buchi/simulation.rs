//! Reduction by direct simulation, forwards and backwards.
//!
//! A state q simulates p when every edge of p has counterparts at q: for each of its letters an edge
//! with at least its marks to a state that simulates its target. States that simulate each other
//! become one; an edge is dropped when others of the same state do all it can do. This is the
//! reduction of Somenzi and Bloem (CAV 2000) for acceptance on edges; it differs in that the
//! counterparts of one edge may be several edges that cover its label together. The backward
//! relation is the same one on the reversed edges, where the initial state is simulated by itself only.

use crate::{Automaton, Cube, Edge};

/// Automata with more states are not reduced by simulation, whose cost grows with the square.
const MAX_STATES: usize = 400;

/// `simulated_by[p][q]` says that q simulates p.
struct Preorder {
    simulated_by: Vec<Vec<bool>>,
}

impl Preorder {
    fn new(edges: &[Vec<Edge>], base: impl Fn(usize, usize) -> bool) -> Self {
        let states = edges.len();
        let row = |p| (0..states).map(|q| base(p, q)).collect();
        let mut preorder = Preorder {
            simulated_by: (0..states).map(row).collect(),
        };
        let mut changed = true;
        while changed {
            changed = false;
            for p in 0..states {
                for q in 0..states {
                    if p != q && preorder.holds(p, q) && !preorder.matches(&edges[p], &edges[q]) {
                        preorder.simulated_by[p][q] = false;
                        changed = true;
                    }
                }
            }
        }
        preorder
    }

    fn holds(&self, p: usize, q: usize) -> bool {
        self.simulated_by[p][q]
    }

    fn matches(&self, edges: &[Edge], by: &[Edge]) -> bool {
        let mut labels = Vec::new();
        edges.iter().all(|edge| {
            labels.clear();
            labels.extend(
                by.iter()
                    .filter(|other| self.beats(other, edge))
                    .map(|other| other.label),
            );
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
    if automaton.states.len() > MAX_STATES {
        return;
    }
    automaton.states = quotient(&automaton.states, |_, _| true);
    let initial = automaton.initial as usize;
    let reversed = reverse(&automaton.states);
    let reversed = quotient(&reversed, |p, q| p != initial || q == initial);
    automaton.states = reverse(&reversed);
}

/// Merges equivalent states, the first of them standing for all, and drops beaten edges. The merged
/// states keep their numbers but have no edges any more.
fn quotient(edges: &[Vec<Edge>], base: impl Fn(usize, usize) -> bool) -> Vec<Vec<Edge>> {
    let preorder = Preorder::new(edges, base);
    let mut merged = vec![Vec::new(); edges.len()];
    for (state, edges) in edges.iter().enumerate() {
        merged[preorder.representative(state)].extend(edges.iter().map(|edge| Edge {
            to: preorder.representative(edge.to as usize) as u32,
            ..*edge
        }));
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
            reversed[edge.to as usize].push(Edge {
                to: from as u32,
                ..*edge
            });
        }
    }
    reversed
}

/// Takes from every label the letters on which another edge of the same state is better, so that
/// the product has no two steps where one is enough.
pub(super) fn sharpen(automaton: &mut Automaton) {
    if automaton.states.len() > MAX_STATES {
        return;
    }
    let preorder = Preorder::new(&automaton.states, |_, _| true);
    for edges in &mut automaton.states {
        sharpen_edges(&preorder, edges);
    }
}

fn sharpen_edges(preorder: &Preorder, edges: &mut Vec<Edge>) {
    // The best edges first; an edge only loses letters to edges that stay as they are.
    let mut kept: Vec<Edge> = Vec::new();
    let mut rest = std::mem::take(edges);
    while !rest.is_empty() {
        let best = rest.iter().position(|edge| {
            rest.iter()
                .all(|other| !preorder.beats(other, edge) || preorder.beats(edge, other))
        });
        let edge = rest.swap_remove(best.unwrap_or(0));
        let mut labels = vec![edge.label];
        for better in kept.iter().filter(|better| preorder.beats(better, &edge)) {
            labels = labels
                .iter()
                .flat_map(|label| label.minus(better.label))
                .collect();
        }
        kept.extend(labels.into_iter().map(|label| Edge { label, ..edge }));
    }
    kept.sort_unstable();
    *edges = kept;
}
