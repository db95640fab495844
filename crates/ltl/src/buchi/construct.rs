//! From the tableau to an automaton whose states are sets of obligations.

use std::collections::HashMap;

use super::obligations::Obligations;
use super::tableau::{Choice, Tableau};
use super::{Limit, TooLarge};
use crate::terms::{FALSE, Id, Terms};
use crate::{Automaton, Cube, Edge, MAX_ACCEPTANCE_SETS, scc};

/// How many edges an automaton may have before it is reduced.
const MAX_EDGES: usize = 1 << 17;

struct RawEdge {
    label: Cube,
    to: usize,
    /// The `Until` formulas for which the edge is not in the acceptance set.
    pending: Obligations,
}

type RawStates = Vec<Vec<RawEdge>>;

/// The automaton of a term; not yet reduced.
pub(super) fn automaton(
    terms: &Terms,
    term: Id,
    propositions: Vec<String>,
) -> Result<Automaton, TooLarge> {
    let raw = if term == FALSE { vec![Vec::new()] } else { explore(terms, term)? };
    let (states, acceptance_sets) = number_marks(&raw)?;
    Ok(Automaton { initial: 0, states, propositions, acceptance_sets })
}

/// All states that can be reached; state 0 is the initial one.
fn explore(terms: &Terms, term: Id) -> Result<RawStates, TooLarge> {
    let mut tableau = Tableau::new(terms);
    let initial = tableau.obligations_of(term)?;
    let mut found = vec![initial];
    let mut numbers = HashMap::from([(initial, 0)]);
    let mut states = RawStates::new();
    let mut edges = 0;
    while let Some(&state) = found.get(states.len()) {
        let choices = tableau.choices_of(&state)?;
        edges += choices.len();
        if edges > MAX_EDGES {
            return Err(TooLarge::new(Limit::Edges));
        }
        let mut out = Vec::with_capacity(choices.len());
        for choice in &choices {
            let next = tableau.without_renewed(&choice.next);
            let to = *numbers.entry(next).or_insert_with(|| {
                found.push(next);
                found.len() - 1
            });
            out.push(RawEdge { label: choice.label, to, pending: pending(&tableau, choice) });
        }
        states.push(out);
    }
    Ok(states)
}

fn pending(tableau: &Tableau<'_>, choice: &Choice) -> Obligations {
    let mut pending = Obligations::NONE;
    for until in choice.postponed.members() {
        if !tableau.fulfils(choice, until) {
            pending.insert(until);
        }
    }
    pending
}

/// Gives the acceptance sets numbers, in each component for itself: a formula that is never put off
/// in a component needs no set there.
fn number_marks(raw: &RawStates) -> Result<(Vec<Vec<Edge>>, u32), TooLarge> {
    let components = scc::components(raw.len(), 0, |state| raw[state].iter().map(|edge| edge.to));
    let mut pending = vec![Obligations::NONE; components.count];
    for (state, edges) in raw.iter().enumerate() {
        for edge in edges {
            if let Some(inside) = components.common(state, edge.to) {
                pending[inside] = pending[inside].union(&edge.pending);
            }
        }
    }
    let sets = pending.iter().map(|set| set.members().count()).max();
    let sets = sets.unwrap_or(0) as u32;
    if sets > MAX_ACCEPTANCE_SETS {
        return Err(TooLarge::new(Limit::AcceptanceSets));
    }
    let all = crate::automaton::all_marks(sets);
    let marks = |state: usize, edge: &RawEdge| match components.common(state, edge.to) {
        None => all,
        Some(inside) => {
            let members = pending[inside].members().enumerate();
            let missing = members.filter(|&(_, until)| edge.pending.contains(until));
            missing.fold(all, |marks, (bit, _)| marks & !(1 << bit))
        }
    };
    let states = raw.iter().enumerate().map(|(state, edges)| {
        let numbered = edges.iter().map(|edge| Edge {
            label: edge.label,
            to: edge.to as u32,
            marks: marks(state, edge),
        });
        numbered.collect()
    });
    Ok((states.collect(), sets))
}
