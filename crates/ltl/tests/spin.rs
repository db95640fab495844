//! Our automata against those of `spin -f`: the same words, and how many states each has.

#[path = "support/spin.rs"]
mod spin;
mod support;

use std::collections::HashSet;

use allways_ltl::word::accepts;
use allways_ltl::{Automaton, Edge, Formula};
use allways_testkit::more;
use support::Random;

const BENCHMARK: &str = include_str!("support/benchmark.txt");

fn translated(formula: &Formula) -> Automaton {
    Automaton::of(formula).unwrap_or_else(|error| panic!("{formula}: {error}"))
}

fn assert_same_words(formula: &Formula, ours: &Automaton, theirs: &Automaton, random: &mut Random) {
    for _ in 0..40 {
        let word = support::lasso(random, ours.propositions.len());
        assert_eq!(accepts(ours, &word), accepts(theirs, &word), "{formula} on {word:?}");
    }
}

#[test]
fn spin_accepts_the_same_words() {
    let (mut random, mut too_large) = (Random::of(5), 0);
    for _ in 0..more(400) {
        let size = 2 + random.below(7);
        let formula = support::formula_with(&mut random, size, spin::UNARY, spin::BINARY);
        let ours = translated(&formula);
        let Some(claim) = spin::never_claim(&formula) else {
            too_large += 1;
            continue;
        };
        let theirs = spin::automaton(&claim, &ours.propositions);
        assert_same_words(&formula, &ours, &theirs, &mut random);
    }
    assert!(too_large * 50 < more(400), "{too_large} were too large for SPIN");
}

/// The states of a never claim, which has acceptance on states, made from an automaton with one
/// acceptance set: a state is accepting when all its edges are marked; where only some are, they lead to
/// accepting copies of their targets.
fn states_with_acceptance_on_states(automaton: &Automaton) -> usize {
    let all = automaton.all_marks();
    let marked = |edge: &&Edge| all == 1 && edge.marks == all;
    let accepting: Vec<bool> =
        automaton.states.iter().map(|edges| edges.iter().all(|edge| marked(&edge))).collect();
    let mixed = automaton.states.iter().zip(&accepting).filter(|(_, accepting)| !**accepting);
    let copies: HashSet<u32> = mixed
        .flat_map(|(edges, _)| edges.iter().filter(marked))
        .map(|edge| edge.to)
        .filter(|&to| !accepting[to as usize])
        .collect();
    automaton.states.len() + copies.len()
}

/// Prints the table with `cargo test -p allways-ltl --test spin -- --nocapture`.
#[test]
fn fewer_states_than_spin() {
    let mut random = Random::of(6);
    let mut totals = [0; 4];
    println!("general  one set  on states  spin  formula");
    for line in BENCHMARK.lines().filter(|line| !line.starts_with('#')) {
        let formula = Formula::parse(line).unwrap_or_else(|error| panic!("{}", error.render(line)));
        for formula in [formula.clone(), formula.negated()] {
            let ours = translated(&formula);
            let single = ours.degeneralised();
            let claim = spin::never_claim(&formula).expect("small enough for SPIN");
            let theirs = spin::automaton(&claim, &ours.propositions);
            assert_same_words(&formula, &ours, &theirs, &mut random);
            let states = [
                ours.states.len(),
                single.states.len(),
                states_with_acceptance_on_states(&single),
                theirs.states.len(),
            ];
            assert!(states[1] <= states[3], "{formula} has {states:?} states");
            println!(
                "{:7}  {:7}  {:9}  {:4}  {formula}",
                states[0], states[1], states[2], states[3]
            );
            for (total, states) in totals.iter_mut().zip(states) {
                *total += states;
            }
        }
    }
    let [general, single, on_states, spin] = totals;
    println!("{general:7}  {single:7}  {on_states:9}  {spin:4}  total");
    assert_eq!((general, single), (235, 241));
    assert!(on_states < spin);
}
