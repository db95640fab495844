//! Rewriting of formulas in negation normal form into equivalent, simpler ones.
//!
//! The rules are the well-known ones of Somenzi and Bloem ("Efficient Büchi automata from LTL
//! formulae", CAV 2000: syntactic implication), of Etessami and Holzmann ("Optimizing Büchi automata",
//! CONCUR 2000: pure eventualities and universalities) and of Babiak, Křetínský, Řehák and Strejček
//! ("LTL to Büchi automata translation: fast and more deterministic", TACAS 2012: formulas that are
//! both). Each rule is a function of its own in the table [`RULES`]; the tests apply each alone to
//! random formulas, compare the two sides on random words, and check that the cost falls, which is
//! why rewriting ends.

mod class;
mod implication;
mod pack;
mod rules;
#[cfg(test)]
mod tests;

use std::collections::HashMap;

use crate::terms::{Id, Term, Terms};
use rules::RULES;

/// Rewrites the terms of one table. What is found out about a term is kept.
pub(crate) struct Rewriter<'t> {
    terms: &'t mut Terms,
    simplified: HashMap<Id, Id>,
    packed: HashMap<Id, Id>,
    implications: HashMap<(Id, Id), bool>,
    classes: HashMap<Id, class::Class>,
}

impl<'t> Rewriter<'t> {
    pub(crate) fn new(terms: &'t mut Terms) -> Self {
        Rewriter {
            terms,
            simplified: HashMap::new(),
            packed: HashMap::new(),
            implications: HashMap::new(),
            classes: HashMap::new(),
        }
    }

    /// An equivalent term to which no rule applies.
    pub(crate) fn simplify(&mut self, id: Id) -> Id {
        if let Some(&known) = self.simplified.get(&id) {
            return known;
        }
        let mut current = id;
        loop {
            current = self.with_simple_parts(current);
            match RULES.iter().find_map(|rule| (rule.apply)(self, current)) {
                Some(simpler) => current = simpler,
                None => break,
            }
        }
        self.simplified.insert(id, current);
        self.simplified.insert(current, current);
        current
    }

    fn with_simple_parts(&mut self, id: Id) -> Id {
        match self.terms.get(id).clone() {
            Term::True | Term::False | Term::Literal { .. } => id,
            Term::And(parts) => {
                let parts = self.simplify_all(&parts);
                self.terms.and(parts)
            }
            Term::Or(parts) => {
                let parts = self.simplify_all(&parts);
                self.terms.or(parts)
            }
            Term::Next(operand) => {
                let operand = self.simplify(operand);
                self.terms.next(operand)
            }
            Term::Until(left, right) => {
                let (left, right) = (self.simplify(left), self.simplify(right));
                self.terms.until(left, right)
            }
            Term::Release(left, right) => {
                let (left, right) = (self.simplify(left), self.simplify(right));
                self.terms.release(left, right)
            }
        }
    }

    fn simplify_all(&mut self, parts: &[Id]) -> Vec<Id> {
        parts.iter().map(|&part| self.simplify(part)).collect()
    }
}
