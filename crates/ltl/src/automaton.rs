//! Büchi automata with acceptance marks on edges.

use crate::Cube;
use crate::scc::{self, Components};

/// A transition of an [`Automaton`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Edge {
    /// The letters that take it.
    pub label: Cube,
    /// The state it leads to.
    pub to: u32,
    /// Bit i is set when the edge is in acceptance set i.
    pub marks: u32,
}

/// A nondeterministic generalised Büchi automaton with acceptance on edges.
///
/// A run is accepting when it takes edges of every acceptance set infinitely often; with no set,
/// every infinite run is. A state without edges ends a run, which is then not accepting.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Automaton {
    /// The state every run begins in.
    pub initial: u32,
    /// The edges of each state.
    pub states: Vec<Vec<Edge>>,
    /// Bit i of a letter or label is about proposition i.
    pub propositions: Vec<String>,
    /// How many acceptance sets there are, at most [`crate::MAX_ACCEPTANCE_SETS`].
    pub acceptance_sets: u32,
}

impl Automaton {
    /// The marks of an edge that is in every acceptance set.
    pub fn all_marks(&self) -> u32 {
        all_marks(self.acceptance_sets)
    }

    /// How many edges there are.
    pub fn edge_count(&self) -> usize {
        self.states.iter().map(Vec::len).sum()
    }

    /// Whether no letter has two edges in any state.
    pub fn is_deterministic(&self) -> bool {
        self.states.iter().all(|edges| {
            edges.iter().enumerate().all(|(at, edge)| {
                edges[at + 1..].iter().all(|other| edge.label.and(other.label).is_none())
            })
        })
    }

    /// Whether no word is accepted.
    pub fn is_empty(&self) -> bool {
        let components = self.components();
        !self.accepting(&components).contains(&true)
    }

    /// The strongly connected components of the states that can be reached.
    pub(crate) fn components(&self) -> Components {
        scc::components(self.states.len(), self.initial as usize, |state| {
            self.states[state].iter().map(|edge| edge.to as usize)
        })
    }

    /// For each component, whether it has a cycle with all marks.
    pub(crate) fn accepting(&self, components: &Components) -> Vec<bool> {
        let mut marks = vec![None; components.count];
        for (from, edges) in self.states.iter().enumerate() {
            for edge in edges {
                if let Some(inside) = components.common(from, edge.to as usize) {
                    *marks[inside].get_or_insert(0) |= edge.marks;
                }
            }
        }
        let full = Some(self.all_marks());
        marks.into_iter().map(|marks| marks == full).collect()
    }
}

/// The lowest `sets` bits.
pub(crate) fn all_marks(sets: u32) -> u32 {
    1_u32.checked_shl(sets).map_or(u32::MAX, |bit| bit - 1)
}
