//! Reduction and degeneralisation of random automata, which are wilder than those of formulas.

mod support;

use allways_ltl::word::accepts;
use allways_ltl::{Automaton, Cube, Edge};
use allways_testkit::more;
use support::Random;

const PROPOSITIONS: u32 = 2;

fn automaton(random: &mut Random) -> Automaton {
    let states = 1 + random.below(6);
    let acceptance_sets = random.below(4) as u32;
    let mut edge = || {
        let pos = random.next() & random.next() & 3;
        let neg = random.next() & 3 & !pos;
        Edge {
            label: Cube { pos, neg },
            to: random.below(states) as u32,
            marks: random.next() as u32 & ((1 << acceptance_sets) - 1),
        }
    };
    let mut edges_of = |_| (0..4).map(|_| edge()).collect();
    let mut states: Vec<Vec<Edge>> = (0..states).map(&mut edges_of).collect();
    for edges in &mut states {
        edges.truncate(random.below(5));
    }
    Automaton {
        initial: 0,
        states,
        propositions: vec!["a".to_owned(), "b".to_owned()],
        acceptance_sets,
    }
}

#[test]
fn reductions_keep_the_language() {
    let mut random = Random::of(31);
    let (mut before, mut after) = (0, 0);
    for _ in 0..more(4000) {
        let automaton = automaton(&mut random);
        let reduced = automaton.clone().reduced();
        let single = automaton.degeneralised();
        assert!(single.acceptance_sets <= 1);
        assert!(reduced.states.len() <= automaton.states.len());
        assert!(reduced.acceptance_sets <= automaton.acceptance_sets);
        before += automaton.states.len();
        after += reduced.states.len();
        for _ in 0..30 {
            let word = support::lasso(&mut random, PROPOSITIONS as usize);
            let expected = accepts(&automaton, &word);
            assert_eq!(
                accepts(&reduced, &word),
                expected,
                "{automaton:?} became {reduced:?}: {word:?}"
            );
            assert_eq!(
                accepts(&single, &word),
                expected,
                "{automaton:?} became {single:?}: {word:?}"
            );
        }
    }
    assert!(after * 3 < before * 2, "{before} states became {after}");
}
