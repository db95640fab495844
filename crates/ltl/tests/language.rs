//! Automata against the direct evaluation of formulas on random words, and the evaluation itself on
//! words by hand.

mod support;

use allways_ltl::word::{Lasso, accepts, holds};
use allways_ltl::{Automaton, Cube, Edge, Formula};
use allways_testkit::more;
use support::Random;

const FORMULAS: usize = 4000;
const WORDS: usize = 25;

fn translated(formula: &Formula) -> Automaton {
    Automaton::of(formula).unwrap_or_else(|error| panic!("{formula}: {error}"))
}

#[test]
fn automata_accept_the_words_on_which_the_formula_holds() {
    let mut random = Random::of(1);
    for _ in 0..FORMULAS {
        let size = 1 + random.below(12);
        let formula = support::formula(&mut random, size);
        let propositions = formula.propositions();
        let automaton = translated(&formula);
        let complement = translated(&formula.negated());
        let single = automaton.degeneralised();
        assert_eq!(automaton.propositions, propositions);
        assert!(single.acceptance_sets <= 1);
        for _ in 0..WORDS {
            let word = support::lasso(&mut random, propositions.len());
            let expected = holds(&formula, &propositions, &word);
            assert_eq!(accepts(&automaton, &word), expected, "{formula} on {word:?}");
            assert_eq!(accepts(&single, &word), expected, "{formula}, one set, on {word:?}");
            assert_ne!(accepts(&complement, &word), expected, "!({formula}) on {word:?}");
        }
    }
}

/// Whether a formula over a and b holds on a word whose letters are written as words of these names,
/// `-` for none.
fn by_hand(text: &str, prefix: &str, cycle: &str) -> bool {
    let names = ["a".to_owned(), "b".to_owned()];
    let letters = |text: &str| {
        let letter =
            |word: &str| u64::from(word.contains('a')) | u64::from(word.contains('b')) << 1;
        text.split_whitespace().map(letter).collect()
    };
    let word = Lasso { prefix: letters(prefix), cycle: letters(cycle) };
    let formula = Formula::parse(text).unwrap_or_else(|error| panic!("{}", error.render(text)));
    holds(&formula, &names, &word)
}

#[test]
fn evaluation_by_hand() {
    assert!(by_hand("a U b", "a a", "b"));
    assert!(by_hand("a U b", "a", "a a b"));
    assert!(!by_hand("a U b", "a -", "b"));
    assert!(!by_hand("a U b", "a", "a"));
    assert!(by_hand("a W b", "a", "a"));
    assert!(!by_hand("a W b", "a -", "b"));
    assert!(by_hand("a R b", "b", "b"));
    assert!(by_hand("a R b", "b ab", "-"));
    assert!(!by_hand("a R b", "b a", "b"));
    assert!(by_hand("a M b", "b ab", "-"));
    assert!(!by_hand("a M b", "b", "b"));
    assert!(by_hand("X b", "a", "b"));
    assert!(by_hand("XX a", "", "a b"));
    assert!(by_hand("GF a", "-", "- - a"));
    assert!(!by_hand("FG a", "a", "a a -"));
    assert!(by_hand("FG a", "- b", "a ab"));
    assert!(by_hand("G(a -> F b)", "a", "a b"));
    assert!(!by_hand("G(a -> F b)", "b a", "-"));
    assert!(by_hand("a xor b", "a", "-") && !by_hand("a xor b", "ab", "-"));
    assert!(by_hand("a <-> b", "-", "a") && !by_hand("a <-> b", "b", "a"));
    assert!(!by_hand("c", "ab", "ab"), "an unknown proposition never holds");
}

#[test]
fn a_small_automaton_by_hand() {
    // From 0, a leads to 1; in 1, b is marked and stays, a goes back unmarked.
    let edge =
        |pos: u64, to: u32, marks: u32| Edge { label: Cube { pos, neg: 3 & !pos }, to, marks };
    let automaton = Automaton {
        initial: 0,
        states: vec![vec![edge(1, 1, 0)], vec![edge(2, 1, 1), edge(1, 0, 0)]],
        propositions: vec!["a".to_owned(), "b".to_owned()],
        acceptance_sets: 1,
    };
    let accepted = |prefix: &[u64], cycle: &[u64]| {
        let word = Lasso { prefix: prefix.to_vec(), cycle: cycle.to_vec() };
        accepts(&automaton, &word)
    };
    assert!(accepted(&[1], &[2]));
    assert!(accepted(&[], &[1, 2, 1]));
    assert!(!accepted(&[], &[1, 1]), "no mark on the cycle");
    assert!(!accepted(&[2], &[1]), "no edge at the start");
    assert!(!accepted(&[1, 2], &[0]), "the run ends");
}

#[test]
fn cubes_are_sets_of_letters() {
    let mut random = Random::of(21);
    let mut cube = || {
        let pos = random.next() & 15;
        Cube { pos, neg: random.next() & random.next() & 15 & !pos }
    };
    for _ in 0..more(3000) {
        let (a, b) = (cube(), cube());
        let others: Vec<Cube> = (0..5).map(|_| cube()).collect();
        let letters = 0..16_u64;
        let (rest, both) = (a.minus(b), a.and(b));
        for letter in letters.clone() {
            let (in_a, in_b) = (a.matches(letter), b.matches(letter));
            assert_eq!(both.is_some_and(|both| both.matches(letter)), in_a && in_b);
            let parts = rest.iter().filter(|part| part.matches(letter)).count();
            assert_eq!(parts, usize::from(in_a && !in_b), "{a:?} minus {b:?}");
        }
        let inside = |letter: u64| !b.matches(letter) || a.matches(letter);
        assert_eq!(a.includes(b), letters.clone().all(inside));
        let covered =
            |letter: u64| !a.matches(letter) || others.iter().any(|cube| cube.matches(letter));
        assert_eq!(a.is_covered_by(&others), letters.clone().all(covered));
    }
}
