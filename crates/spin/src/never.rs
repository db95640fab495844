//! Automata as SPIN reads them: never claims.

use crate::model::Model;
use allways_ltl::{Automaton, Cube, Edge};
use std::collections::BTreeSet;
use std::fmt::Write;

/// A never claim for the executions that an automaton accepts; with `moving` only for those in which
/// somebody moves for ever.
///
/// SPIN accepts by states and knows one set of them. So a state of the claim is a state of the automaton and the
/// number of the acceptance set that it waits for; after the last set comes the copy of the state that accepts.
pub fn promela(automaton: &Automaton, moving: bool) -> String {
    let mut out = String::from("never {\n");
    let first = Place { state: automaton.initial, waits_for: 0 };
    let mut todo = vec![first];
    let mut seen = BTreeSet::from([first]);
    while let Some(place) = todo.pop() {
        let edges = &automaton.states[place.state as usize];
        let _ = writeln!(out, "{}:", place.label(automaton));
        if edges.is_empty() {
            out.push_str("  false;\n");
            continue;
        }
        out.push_str("  if\n");
        for edge in edges {
            let next = place.after(edge, automaton);
            let guard = guard(edge.label, moving);
            let _ = writeln!(out, "  :: ({guard}) -> goto {}", next.label(automaton));
            if seen.insert(next) {
                todo.push(next);
            }
        }
        out.push_str("  fi;\n");
    }
    out.push('}');
    out
}

/// A state of the claim.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Place {
    state: u32,
    /// The acceptance set; as many as there are when all have been met just now.
    waits_for: u32,
}

impl Place {
    fn after(self, edge: &Edge, automaton: &Automaton) -> Place {
        let sets = automaton.acceptance_sets;
        let mut waits_for = if self.waits_for == sets { 0 } else { self.waits_for };
        while waits_for < sets && edge.marks >> waits_for & 1 == 1 {
            waits_for += 1;
        }
        Place { state: edge.to, waits_for }
    }

    /// SPIN knows a state that accepts by its name.
    fn label(self, automaton: &Automaton) -> String {
        let Place { state, waits_for } = self;
        if waits_for == automaton.acceptance_sets {
            format!("accept_S{state}")
        } else {
            format!("S{state}_{waits_for}")
        }
    }
}

fn guard(label: Cube, moving: bool) -> String {
    let mut parts = vec![format!("!{}", Model::STRAYED)];
    if moving {
        parts.push(format!("!{}", Model::ENDED));
    }
    for number in 0..64 {
        let name = Model::proposition(number);
        if label.pos >> number & 1 == 1 {
            parts.push(name);
        } else if label.neg >> number & 1 == 1 {
            parts.push(format!("!{name}"));
        }
    }
    parts.join(" && ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn several_acceptance_sets_are_waited_for_one_after_the_other() {
        let edge = |label, to, marks| Edge { label, to, marks };
        let automaton = Automaton {
            initial: 0,
            states: vec![vec![
                edge(Cube::literal(0, true), 0, 1),
                edge(Cube::literal(1, false), 0, 2),
            ]],
            propositions: vec!["P".to_string(), "Q".to_string()],
            acceptance_sets: 2,
        };
        let expected = "never {\n\
            S0_0:\n  if\n  :: (!strayed && p0) -> goto S0_1\n  :: (!strayed && !p1) -> goto S0_0\n  fi;\n\
            S0_1:\n  if\n  :: (!strayed && p0) -> goto S0_1\n  :: (!strayed && !p1) -> goto accept_S0\n  fi;\n\
            accept_S0:\n  if\n  :: (!strayed && p0) -> goto S0_1\n  :: (!strayed && !p1) -> goto S0_0\n  fi;\n}";
        assert_eq!(promela(&automaton, false), expected);
    }

    #[test]
    fn every_endless_execution_is_accepted_without_a_set() {
        let automaton = Automaton {
            initial: 0,
            states: vec![vec![Edge { label: Cube::ALL, to: 0, marks: 0 }]],
            propositions: Vec::new(),
            acceptance_sets: 0,
        };
        let expected =
            "never {\naccept_S0:\n  if\n  :: (!strayed && !ended) -> goto accept_S0\n  fi;\n}";
        assert_eq!(promela(&automaton, true), expected);
    }
}
