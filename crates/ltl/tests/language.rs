//! Automata against the direct evaluation of formulas on random words.

mod support;

use allways_ltl::word::{accepts, holds};
use allways_ltl::{Automaton, Formula};
use support::Random;

const FORMULAS: usize = 4000;
const WORDS: usize = 25;

fn translated(formula: &Formula) -> Automaton {
    Automaton::of(formula).unwrap_or_else(|error| panic!("{formula}: {error}"))
}

#[test]
fn automata_accept_the_words_on_which_the_formula_holds() {
    let mut random = Random(1);
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
            assert_eq!(
                accepts(&automaton, &word),
                expected,
                "{formula} on {word:?}"
            );
            assert_eq!(
                accepts(&single, &word),
                expected,
                "{formula}, one set, on {word:?}"
            );
            assert_ne!(
                accepts(&complement, &word),
                expected,
                "!({formula}) on {word:?}"
            );
        }
    }
}
