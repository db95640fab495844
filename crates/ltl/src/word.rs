//! Ultimately periodic words: whether a formula holds on one and whether an automaton accepts one.
//!
//! Both answers come straight from the definitions, without a translation, so each is a check of it.

use crate::formula::{Binary, Formula, Unary};
use crate::{Automaton, Edge};

/// The infinite word that reads `prefix` once and then `cycle` forever.
///
/// A letter is a set of propositions: bit i says that proposition i of a list holds. The list is
/// [`Formula::propositions`] or [`Automaton::propositions`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lasso {
    /// Read first; may be empty.
    pub prefix: Vec<u64>,
    /// Repeated forever; the functions below panic if it is empty, since there is no such word.
    pub cycle: Vec<u64>,
}

impl Lasso {
    /// How many different positions there are.
    fn len(&self) -> usize {
        assert!(!self.cycle.is_empty(), "a lasso word needs a cycle");
        self.prefix.len() + self.cycle.len()
    }

    fn letter(&self, position: usize) -> u64 {
        match position.checked_sub(self.prefix.len()) {
            None => self.prefix[position],
            Some(in_cycle) => self.cycle[in_cycle],
        }
    }

    fn next(&self, position: usize) -> usize {
        if position + 1 == self.len() { self.prefix.len() } else { position + 1 }
    }
}

/// Whether a formula holds on a word. A proposition that is not in the list never holds.
pub fn holds(formula: &Formula, propositions: &[String], word: &Lasso) -> bool {
    positions(formula, propositions, word)[0]
}

/// Where a formula holds: one value for each position of the prefix and of the cycle.
fn positions(formula: &Formula, propositions: &[String], word: &Lasso) -> Vec<bool> {
    match formula {
        Formula::True => vec![true; word.len()],
        Formula::False => vec![false; word.len()],
        Formula::Proposition(name) => {
            let place = propositions.iter().position(|known| known == name);
            let holds = |letter: u64| place.is_some_and(|place| letter >> place & 1 == 1);
            (0..word.len()).map(|at| holds(word.letter(at))).collect()
        }
        Formula::Unary(operator, operand) => {
            let operand = positions(operand, propositions, word);
            unary(*operator, &operand, word)
        }
        Formula::Binary(operator, left, right) => {
            let left = positions(left, propositions, word);
            let right = positions(right, propositions, word);
            binary(*operator, &left, &right, word)
        }
    }
}

fn unary(operator: Unary, operand: &[bool], word: &Lasso) -> Vec<bool> {
    match operator {
        Unary::Not => operand.iter().map(|value| !value).collect(),
        Unary::Next => (0..word.len()).map(|at| operand[word.next(at)]).collect(),
        Unary::Finally => fixpoint(word, false, |at, next| operand[at] || next),
        Unary::Globally => fixpoint(word, true, |at, next| operand[at] && next),
    }
}

fn binary(operator: Binary, left: &[bool], right: &[bool], word: &Lasso) -> Vec<bool> {
    let pointwise = |combine: fn(bool, bool) -> bool| {
        (0..word.len()).map(|at| combine(left[at], right[at])).collect()
    };
    match operator {
        Binary::And => pointwise(|a, b| a && b),
        Binary::Or => pointwise(|a, b| a || b),
        Binary::Xor => pointwise(|a, b| a != b),
        Binary::Implies => pointwise(|a, b| !a || b),
        Binary::Iff => pointwise(|a, b| a == b),
        Binary::Until => fixpoint(word, false, |at, next| right[at] || left[at] && next),
        Binary::WeakUntil => fixpoint(word, true, |at, next| right[at] || left[at] && next),
        Binary::Release => fixpoint(word, true, |at, next| right[at] && (left[at] || next)),
        Binary::StrongRelease => fixpoint(word, false, |at, next| right[at] && (left[at] || next)),
    }
}

/// The fixpoint of `value(at) = step(at, value(next(at)))` that is nearest to `start`.
///
/// Two passes backwards reach it: the first carries what the cycle decides to the cycle's start,
/// the second from there to every position before.
fn fixpoint(word: &Lasso, start: bool, step: impl Fn(usize, bool) -> bool) -> Vec<bool> {
    let mut values = vec![start; word.len()];
    for _ in 0..2 {
        for at in (0..word.len()).rev() {
            values[at] = step(at, values[word.next(at)]);
        }
    }
    values
}

/// Whether an automaton accepts a word whose letters are over the automaton's propositions.
///
/// # Panics
///
/// If states times positions exceed 2^32.
pub fn accepts(automaton: &Automaton, word: &Lasso) -> bool {
    let node = |state: u32, at: usize| {
        let node = state as usize * word.len() + at;
        u32::try_from(node).expect("the product has at most 2^32 nodes")
    };
    let edges = |state: &Vec<Edge>, at: usize| {
        let taken = state.iter().filter(|edge| edge.label.matches(word.letter(at)));
        let moved = taken.map(|edge| Edge { to: node(edge.to, word.next(at)), ..*edge });
        moved.collect()
    };
    let positions = 0..word.len();
    let product = Automaton {
        initial: node(automaton.initial, 0),
        states: automaton
            .states
            .iter()
            .flat_map(|state| positions.clone().map(move |at| (state, at)))
            .map(|(state, at)| edges(state, at))
            .collect(),
        propositions: Vec::new(),
        acceptance_sets: automaton.acceptance_sets,
    };
    !product.is_empty()
}
