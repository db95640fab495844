//! The sizes of the automata of well-known formulas, so that no change makes them larger unseen.

use allways_ltl::{Automaton, Formula};

/// States, edges and acceptance sets; the states with one acceptance set; whether it is deterministic.
#[track_caller]
fn check(text: &str, size: (usize, usize, u32), single: usize, deterministic: bool) {
    let formula = Formula::parse(text).unwrap_or_else(|error| panic!("{}", error.render(text)));
    let automaton = Automaton::of(&formula).expect("a small formula");
    let found = (automaton.states.len(), automaton.edge_count(), automaton.acceptance_sets);
    assert_eq!(found, size, "{text}");
    assert_eq!(automaton.degeneralised().states.len(), single, "{text}");
    assert_eq!(automaton.is_deterministic(), deterministic, "{text}");
}

#[test]
fn basic_formulas() {
    check("true", (1, 1, 0), 1, true);
    check("false", (1, 0, 0), 1, true);
    check("a", (2, 2, 0), 2, true);
    check("X a", (3, 3, 0), 3, true);
    check("G a", (1, 1, 0), 1, true);
    check("F a", (2, 3, 1), 2, true);
    check("a U b", (2, 3, 1), 2, true);
    check("a W b", (2, 3, 0), 2, true);
    check("a R b", (2, 3, 0), 2, true);
    check("a M b", (2, 3, 1), 2, true);
    check("a U b U c", (3, 6, 1), 3, false);
    check("G(a -> X b)", (2, 4, 0), 2, true);
}

#[test]
fn recurrence_and_persistence() {
    check("GF a", (1, 2, 1), 1, true);
    check("FG a", (2, 3, 1), 2, false);
    check("GF a && GF b", (1, 4, 2), 2, true);
    check("GF a && GF b && GF c", (1, 8, 3), 3, true);
    check("GF a -> GF b", (3, 6, 1), 3, false);
    check("!(GF a -> GF b)", (2, 4, 1), 2, false);
    check("GF a <-> GF b", (3, 8, 2), 4, false);
    check("GF a || FG b", (3, 6, 1), 3, false);
    check("GF(a && X b)", (2, 4, 1), 2, false);
}

#[test]
fn patterns_of_specifications() {
    check("G(a -> F b)", (2, 5, 1), 2, true);
    check("!G(a -> F b)", (2, 3, 1), 2, false);
    check("G(p -> q U r)", (2, 5, 1), 2, true);
    check("G(q && !r -> (!p U r || G !p))", (2, 5, 0), 2, true);
    check("!p U s || G !p", (2, 3, 0), 2, true);
    check("F(a && XG b)", (2, 3, 1), 2, false);
    check("!G(p -> X(q R r))", (3, 5, 1), 3, false);
}

#[test]
fn formulas_that_decide_nothing() {
    for (valid, states) in
        [("F a || G !a", 1), ("(X p U X q) || !X(p U q)", 1), ("GFX a <-> GF a", 1)]
    {
        check(valid, (states, 1, 0), states, true);
    }
    for empty in ["F a && G !a", "a U b && G !b", "!(FF p <-> F p)", "GF a && FG !a"] {
        check(empty, (1, 0, 0), 1, true);
    }
}
