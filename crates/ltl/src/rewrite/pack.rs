//! A last pass that brings formulas into a shape with smaller automata, though not a smaller shape.
//!
//! It runs once, from the inside out, after the rules have nothing left to do.

use super::Rewriter;
use super::rules::{Fix, Join};
use crate::terms::{Id, Term};

impl Rewriter<'_> {
    /// An equivalent term for the tableau.
    pub(crate) fn pack(&mut self, id: Id) -> Id {
        if let Some(&known) = self.packed.get(&id) {
            return known;
        }
        let packed = match self.terms.get(id).clone() {
            Term::True | Term::False | Term::Literal { .. } => id,
            Term::And(parts) => {
                let parts = self.pack_all(&parts);
                self.weak_until(Join::And, parts)
            }
            Term::Or(parts) => {
                let parts = self.pack_all(&parts);
                let joined = self.weak_until(Join::Or, parts);
                self.eventualities_into_until(joined)
            }
            Term::Next(operand) => {
                let operand = self.pack(operand);
                self.terms.next(operand)
            }
            Term::Until(left, right) => {
                let (left, right) = (self.pack(left), self.pack(right));
                self.terms.until(left, right)
            }
            Term::Release(left, right) => {
                let (left, right) = (self.pack(left), self.pack(right));
                self.terms.release(left, right)
            }
        };
        self.packed.insert(id, packed);
        packed
    }

    fn pack_all(&mut self, parts: &[Id]) -> Vec<Id> {
        parts.iter().map(|&part| self.pack(part)).collect()
    }

    /// (a U b) | G a = a W b, and (a R b) & F a = a M b: one state instead of two.
    fn weak_until(&mut self, join: Join, mut parts: Vec<Id>) -> Id {
        let wanted = match join {
            Join::And => Fix::Release,
            Join::Or => Fix::Until,
        };
        for at in 0..parts.len() {
            let Some((fix, a, b)) = self.fix(parts[at]).filter(|(fix, ..)| *fix == wanted) else {
                continue;
            };
            let always = self.make_fix(fix.dual(), fix.dual().unit(), a);
            if let Some(other) = parts.iter().position(|&part| part == always) {
                let right = self.make_join(join, [a, b]);
                parts[at] = self.make_fix(fix.dual(), b, right);
                parts.swap_remove(other);
                break;
            }
        }
        self.make_join(join, parts)
    }

    /// (a U b) | e = a U (b | e): the state that waits for b can wait for e as well.
    fn eventualities_into_until(&mut self, id: Id) -> Id {
        let Some((Join::Or, parts)) = self.join(id) else {
            return id;
        };
        let until = parts.iter().find_map(|&part| {
            let (fix, a, b) = self.fix(part)?;
            (fix == Fix::Until).then_some((part, a, b))
        });
        let Some((until, a, b)) = until else {
            return id;
        };
        let (eventual, rest): (Vec<Id>, Vec<Id>) =
            parts.iter().filter(|&&part| part != until).partition(|&&part| self.eventual(part));
        let right = self.terms.or(eventual.into_iter().chain([b]));
        let merged = self.terms.until(a, right);
        self.terms.or(rest.into_iter().chain([merged]))
    }
}
