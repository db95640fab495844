//! What the strongly connected components say about states and acceptance sets: states that cannot
//! accept are removed, marks that decide nothing take one normal form, sets that follow from others go.

use crate::automaton::all_marks;
use crate::scc::{self, Components};
use crate::{Automaton, Edge};

/// The marks of edges that no run takes infinitely often. Any value gives the same language.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Passing {
    /// No marks: what the user of an automaton wants to see.
    Unmarked,
    /// All marks.
    Marked,
}

/// Removes what cannot be part of an accepting run and brings marks into normal form.
pub(super) fn normalise(automaton: &mut Automaton, passing: Passing) {
    prune(automaton);
    let components = automaton.components();
    let accepting = automaton.accepting(&components);
    renumber_sets(automaton, &components, &accepting);
    let full = automaton.all_marks();
    for_edges(automaton, |from, edge| match components.common(from, edge.to as usize) {
        Some(inside) if accepting[inside] => {}
        Some(_) => edge.marks = 0,
        None if passing == Passing::Marked => edge.marks = full,
        None => edge.marks = 0,
    });
}

fn for_edges(automaton: &mut Automaton, mut action: impl FnMut(usize, &mut Edge)) {
    for (from, edges) in automaton.states.iter_mut().enumerate() {
        for edge in edges {
            action(from, edge);
        }
    }
}

/// Keeps the states between the initial one and an accepting component, numbered in breadth-first
/// order. The initial state always stays.
pub(super) fn prune(automaton: &mut Automaton) {
    let components = automaton.components();
    let mut useful = automaton.accepting(&components);
    // Components are numbered so that edges lead to smaller numbers; going up sees targets first.
    let mut by_component = vec![Vec::new(); components.count];
    for state in 0..automaton.states.len() {
        if let Some(component) = components.of(state) {
            by_component[component].push(state);
        }
    }
    for component in 0..components.count {
        let mut targets =
            by_component[component].iter().flat_map(|&state| &automaton.states[state]);
        useful[component] |= targets.any(|edge| is_useful(&components, &useful, edge.to));
    }
    let mut order = vec![automaton.initial];
    let mut numbers = vec![None; automaton.states.len()];
    numbers[automaton.initial as usize] = Some(0);
    let mut states = Vec::new();
    while let Some(&state) = order.get(states.len()) {
        let mut edges = std::mem::take(&mut automaton.states[state as usize]);
        edges.retain(|edge| is_useful(&components, &useful, edge.to));
        for edge in &mut edges {
            let to = edge.to;
            edge.to = *numbers[to as usize].get_or_insert_with(|| {
                order.push(to);
                order.len() as u32 - 1
            });
        }
        edges.sort_unstable();
        edges.dedup();
        states.push(edges);
    }
    automaton.states = states;
    automaton.initial = 0;
}

fn is_useful(components: &Components, useful: &[bool], state: u32) -> bool {
    components.of(state as usize).is_some_and(|component| useful[component])
}

/// Marks every edge with a set when all cycles through the edge have an edge of the set already:
/// the cycles without it lie inside the components that remain when its edges are taken away.
pub(super) fn saturate(automaton: &mut Automaton) {
    let components = automaton.components();
    let accepting = automaton.accepting(&components);
    for set in 0..automaton.acceptance_sets {
        saturate_set(automaton, &components, &accepting, set);
    }
}

fn saturate_set(automaton: &mut Automaton, components: &Components, accepting: &[bool], set: u32) {
    let bit = 1 << set;
    let states = &automaton.states;
    // A root with an edge to every state makes all of them reachable.
    let root = states.len();
    let unmarked = scc::components(root + 1, root, |state| {
        let edges = states.get(state).into_iter().flatten();
        let rest = edges.filter(move |edge| {
            edge.marks & bit == 0 && components.common(state, edge.to as usize).is_some()
        });
        let all = if state == root { 0..root } else { 0..0 };
        rest.map(|edge| edge.to as usize).chain(all)
    });
    for_edges(automaton, |from, edge| {
        let to = edge.to as usize;
        let inside = components.common(from, to).is_some_and(|inside| accepting[inside]);
        if inside && unmarked.common(from, to).is_none() {
            edge.marks |= bit;
        }
    });
}

/// Keeps, in each accepting component, the sets that do not follow from others, and gives them the
/// lowest numbers; as many sets remain as the neediest component has.
fn renumber_sets(automaton: &mut Automaton, components: &Components, accepting: &[bool]) {
    let mut marks_of = vec![Vec::new(); components.count];
    let mut rejecting_cycle = false;
    for (from, edges) in automaton.states.iter().enumerate() {
        for edge in edges {
            if let Some(inside) = components.common(from, edge.to as usize) {
                marks_of[inside].push(edge.marks);
                rejecting_cycle |= !accepting[inside];
            }
        }
    }
    let kept: Vec<u32> = marks_of
        .iter()
        .zip(accepting)
        .map(
            |(marks, accepting)| {
                if *accepting { needed_sets(marks, automaton.acceptance_sets) } else { 0 }
            },
        )
        .collect();
    let needed = kept.iter().map(|sets| sets.count_ones()).max().unwrap_or(0);
    let sets = needed.max(u32::from(rejecting_cycle));
    let places: Vec<Vec<(u32, u32)>> = kept.iter().map(|&kept| places(kept, sets)).collect();
    for_edges(automaton, |from, edge| {
        if let Some(inside) = components.common(from, edge.to as usize) {
            let old = edge.marks;
            let missing = places[inside].iter().filter(|(from, _)| old >> from & 1 == 0);
            edge.marks = missing.fold(all_marks(sets), |marks, (_, to)| marks & !(1 << to));
        }
    });
    automaton.acceptance_sets = sets;
}

/// The sets, as bits, that do not contain another one, given the marks of a component's edges.
fn needed_sets(marks: &[u32], sets: u32) -> u32 {
    let contains =
        |big: u32, small: u32| marks.iter().all(|marks| marks >> small & 1 <= marks >> big & 1);
    let mut needed = 0;
    for set in 0..sets {
        if marks.iter().all(|marks| marks >> set & 1 == 1) {
            continue;
        }
        let follows = (0..sets).any(|other| {
            // Of two equal sets the first one stays.
            other != set && contains(set, other) && (other < set || !contains(other, set))
        });
        needed |= u32::from(!follows) << set;
    }
    needed
}

/// Where each kept set goes: its own place if there is one, else a free one.
fn places(kept: u32, sets: u32) -> Vec<(u32, u32)> {
    let members = |bits: u32| (0..u32::BITS).filter(move |bit| bits >> bit & 1 == 1);
    let staying = kept & all_marks(sets);
    let free = members(all_marks(sets) & !staying);
    let moving = members(kept & !staying).zip(free);
    members(staying).map(|set| (set, set)).chain(moving).collect()
}
