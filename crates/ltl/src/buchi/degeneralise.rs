//! From several acceptance sets to one, by counting through them.
//!
//! The construction of Gastin and Oddoux ("Fast LTL to Büchi automata translation", CAV 2001) with the
//! mark on the edge that completes a round. It counts inside accepting components only and begins
//! again at 0 on entering one, so the rest of the automaton has no copies.

use std::collections::HashMap;

use crate::{Automaton, Edge};

/// A state and how many sets, in their order, were seen in this round.
type Counted = (u32, u32);

/// An automaton for the same language with at most one acceptance set.
pub(super) fn degeneralise(automaton: &Automaton) -> Automaton {
    let sets = automaton.acceptance_sets;
    if sets <= 1 {
        return automaton.clone();
    }
    let components = automaton.components();
    let mut found: Vec<Counted> = vec![(automaton.initial, 0)];
    let mut numbers = HashMap::from([(found[0], 0)]);
    let mut states = Vec::new();
    while let Some(&(state, count)) = found.get(states.len()) {
        let edges = automaton.states[state as usize].iter().map(|edge| {
            let inside = components.common(state as usize, edge.to as usize).is_some();
            let (count, complete) =
                if inside { advance(count, edge.marks, sets) } else { (0, false) };
            let to = *numbers.entry((edge.to, count)).or_insert_with(|| {
                found.push((edge.to, count));
                found.len() as u32 - 1
            });
            Edge { label: edge.label, to, marks: complete.into() }
        });
        states.push(edges.collect());
    }
    Automaton {
        initial: 0,
        states,
        propositions: automaton.propositions.clone(),
        acceptance_sets: 1,
    }
}

/// The count after an edge, and whether the edge completed a round.
fn advance(count: u32, marks: u32, sets: u32) -> (u32, bool) {
    let reached = count + (marks >> count).trailing_ones();
    if reached < sets {
        return (reached, false);
    }
    // What the edge has beyond the round counts for the next one.
    (marks.trailing_ones().min(sets) % sets, true)
}
