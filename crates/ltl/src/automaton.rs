//! Büchi automata with acceptance marks on edges, and the cubes on their labels.

use crate::scc::{self, Components};

/// A set of letters: those that have all propositions of `pos` and none of `neg`.
///
/// A cube with a proposition in both has no letter; no automaton of this crate has such a label.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cube {
    /// The propositions that must hold.
    pub pos: u64,
    /// The propositions that must not hold.
    pub neg: u64,
}

impl Cube {
    /// Every letter.
    pub const ALL: Cube = Cube { pos: 0, neg: 0 };

    /// The letters that have, or do not have, one proposition.
    pub fn literal(proposition: u32, positive: bool) -> Cube {
        let bit = 1 << proposition;
        if positive {
            Cube { pos: bit, neg: 0 }
        } else {
            Cube { pos: 0, neg: bit }
        }
    }

    /// Whether a letter is in the set. This is the test the product makes for each edge.
    pub fn matches(self, letter: u64) -> bool {
        letter & self.pos == self.pos && letter & self.neg == 0
    }

    /// The letters in both; `None` when there is none.
    pub fn and(self, other: Cube) -> Option<Cube> {
        let both = Cube {
            pos: self.pos | other.pos,
            neg: self.neg | other.neg,
        };
        (both.pos & both.neg == 0).then_some(both)
    }

    /// Whether every letter of `other` is in this set.
    pub fn includes(self, other: Cube) -> bool {
        self.pos & !other.pos == 0 && self.neg & !other.neg == 0
    }

    /// The letters of this set that are not in `other`, as cubes without a common letter.
    pub fn minus(self, other: Cube) -> Vec<Cube> {
        let mut rest = self;
        let mut parts = Vec::new();
        while let Some(both) = rest.and(other) {
            let Some(literal) = rest.missing_literal(both) else {
                return parts;
            };
            parts.push(Cube {
                pos: rest.pos | literal.neg,
                neg: rest.neg | literal.pos,
            });
            rest.pos |= literal.pos;
            rest.neg |= literal.neg;
        }
        parts.push(rest);
        parts
    }

    /// Whether every letter of this set is in one of `others`.
    pub fn is_covered_by(self, others: &[Cube]) -> bool {
        let mut split = None;
        for &other in others {
            if other.includes(self) {
                return true;
            }
            if self.and(other).is_some() {
                split = self.missing_literal(other);
            }
        }
        // There is nothing to split by when no other cube has a letter of this one.
        let Some(literal) = split else {
            return false;
        };
        let halves = [(literal.pos, literal.neg), (literal.neg, literal.pos)];
        halves.into_iter().all(|(pos, neg)| {
            let half = Cube {
                pos: self.pos | pos,
                neg: self.neg | neg,
            };
            half.is_covered_by(others)
        })
    }

    /// A literal of `other`, as a cube, that is no literal of this conjunction.
    fn missing_literal(self, other: Cube) -> Option<Cube> {
        let lowest = |bits: u64| bits & bits.wrapping_neg();
        let pos = lowest(other.pos & !self.pos);
        if pos != 0 {
            return Some(Cube { pos, neg: 0 });
        }
        let neg = lowest(other.neg & !self.neg);
        (neg != 0).then_some(Cube { pos: 0, neg })
    }
}

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
                edges[at + 1..]
                    .iter()
                    .all(|other| edge.label.and(other.label).is_none())
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
