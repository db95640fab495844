//! Implication between terms as far as their shape shows it.

use super::Rewriter;
use crate::terms::{FALSE, Id, TRUE, Term};

impl Rewriter<'_> {
    /// Whether the shapes show that `a` implies `b`. No answer of `true` is wrong; many of `false` are.
    pub(super) fn implies(&mut self, a: Id, b: Id) -> bool {
        if a == b || a == FALSE || b == TRUE {
            return true;
        }
        if a == TRUE || b == FALSE {
            return false;
        }
        if let Some(&known) = self.implications.get(&(a, b)) {
            return known;
        }
        // Every recursive question is about smaller terms, so none comes back to this one.
        let answer =
            self.implies_by_left(a, b) || self.implies_by_right(a, b) || self.both_temporal(a, b);
        self.implications.insert((a, b), answer);
        answer
    }

    /// Whether `a` implies the negation of `b`.
    pub(super) fn excludes(&mut self, a: Id, b: Id) -> bool {
        let negation = self.terms.negation(b);
        self.implies(a, negation)
    }

    /// Whether the negation of `a` implies `b`.
    pub(super) fn covers(&mut self, a: Id, b: Id) -> bool {
        let negation = self.terms.negation(a);
        self.implies(negation, b)
    }

    fn implies_by_left(&mut self, a: Id, b: Id) -> bool {
        match self.terms.get(a).clone() {
            Term::And(parts) => parts.iter().any(|&part| self.implies(part, b)),
            Term::Or(parts) => parts.iter().all(|&part| self.implies(part, b)),
            Term::Next(operand) => self.eventual(b) && self.implies(operand, b),
            Term::Until(left, right) => {
                self.implies(right, b) && (self.eventual(b) || self.implies(left, b))
            }
            Term::Release(_, right) => self.implies(right, b),
            Term::True | Term::False | Term::Literal { .. } => false,
        }
    }

    fn implies_by_right(&mut self, a: Id, b: Id) -> bool {
        match self.terms.get(b).clone() {
            Term::And(parts) => parts.iter().all(|&part| self.implies(a, part)),
            Term::Or(parts) => parts.iter().any(|&part| self.implies(a, part)),
            Term::Next(operand) => self.universal(a) && self.implies(a, operand),
            Term::Until(_, right) => self.implies(a, right),
            Term::Release(left, right) => {
                self.implies(a, right) && (self.universal(a) || self.implies(a, left))
            }
            Term::True | Term::False | Term::Literal { .. } => false,
        }
    }

    /// The temporal operators grow with their operands.
    fn both_temporal(&mut self, a: Id, b: Id) -> bool {
        match (self.terms.get(a).clone(), self.terms.get(b).clone()) {
            (Term::Next(a), Term::Next(b)) => self.implies(a, b),
            (Term::Until(a, c), Term::Until(b, d)) | (Term::Release(a, c), Term::Release(b, d)) => {
                self.implies(a, b) && self.implies(c, d)
            }
            _ => false,
        }
    }
}
