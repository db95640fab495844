//! Formulas in negation normal form, hash-consed: equal formulas have equal numbers.
//!
//! Only `X`, `U` and `R` are left of the temporal operators. `F a` is `true U a`, `G a` is
//! `false R a`, `a W b` is `b R (a || b)` and `a M b` is `b U (a && b)`; since equal parts are one
//! term, the doubled `b` costs nothing.

use std::collections::HashMap;

use crate::formula::{Binary, Formula, Unary};

/// A term of a [`Terms`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Id(u32);

pub(crate) const TRUE: Id = Id(0);
pub(crate) const FALSE: Id = Id(1);

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Term {
    True,
    False,
    Literal {
        proposition: u8,
        positive: bool,
    },
    /// At least two different terms in ascending order, none of them an `And` or a constant.
    And(Box<[Id]>),
    /// At least two different terms in ascending order, none of them an `Or` or a constant.
    Or(Box<[Id]>),
    Next(Id),
    Until(Id, Id),
    Release(Id, Id),
}

/// The table of all terms.
pub(crate) struct Terms {
    nodes: Vec<Term>,
    index: HashMap<Term, Id>,
    negations: HashMap<Id, Id>,
}

impl Terms {
    pub(crate) fn new() -> Self {
        let mut terms = Terms {
            nodes: Vec::new(),
            index: HashMap::new(),
            negations: HashMap::from([(TRUE, FALSE), (FALSE, TRUE)]),
        };
        terms.intern(Term::True);
        terms.intern(Term::False);
        terms
    }

    pub(crate) fn get(&self, id: Id) -> &Term {
        &self.nodes[id.0 as usize]
    }

    fn intern(&mut self, term: Term) -> Id {
        if let Some(&id) = self.index.get(&term) {
            return id;
        }
        let id =
            Id(u32::try_from(self.nodes.len()).expect("a formula has far fewer than 2^32 terms"));
        self.nodes.push(term.clone());
        self.index.insert(term, id);
        id
    }

    pub(crate) fn literal(&mut self, proposition: u8, positive: bool) -> Id {
        self.intern(Term::Literal { proposition, positive })
    }

    pub(crate) fn and(&mut self, parts: impl IntoIterator<Item = Id>) -> Id {
        let Some(parts) = self.flat(parts, true) else {
            return FALSE;
        };
        match parts[..] {
            [] => TRUE,
            [only] => only,
            _ => self.intern(Term::And(parts.into())),
        }
    }

    pub(crate) fn or(&mut self, parts: impl IntoIterator<Item = Id>) -> Id {
        let Some(parts) = self.flat(parts, false) else {
            return TRUE;
        };
        match parts[..] {
            [] => FALSE,
            [only] => only,
            _ => self.intern(Term::Or(parts.into())),
        }
    }

    /// The sorted parts of a conjunction or disjunction, without its neutral element; `None` when
    /// a part decides it or two parts are a literal and its negation.
    fn flat(&self, parts: impl IntoIterator<Item = Id>, conjunction: bool) -> Option<Vec<Id>> {
        let (neutral, deciding) = if conjunction { (TRUE, FALSE) } else { (FALSE, TRUE) };
        let mut flat = Vec::new();
        for part in parts {
            match self.get(part) {
                Term::And(inner) if conjunction => flat.extend(inner.iter().copied()),
                Term::Or(inner) if !conjunction => flat.extend(inner.iter().copied()),
                _ if part == deciding => return None,
                _ if part == neutral => {}
                _ => flat.push(part),
            }
        }
        flat.sort_unstable();
        flat.dedup();
        let opposed = flat.iter().any(|&part| {
            let negation = self.negations.get(&part);
            negation.is_some_and(|negation| flat.binary_search(negation).is_ok())
        });
        (!opposed).then_some(flat)
    }

    pub(crate) fn next(&mut self, operand: Id) -> Id {
        match operand {
            TRUE | FALSE => operand,
            _ => self.intern(Term::Next(operand)),
        }
    }

    pub(crate) fn until(&mut self, left: Id, right: Id) -> Id {
        match (left, right) {
            (_, TRUE | FALSE) | (FALSE, _) => right,
            _ if left == right => right,
            _ => self.intern(Term::Until(left, right)),
        }
    }

    pub(crate) fn release(&mut self, left: Id, right: Id) -> Id {
        match (left, right) {
            (_, TRUE | FALSE) | (TRUE, _) => right,
            _ if left == right => right,
            _ => self.intern(Term::Release(left, right)),
        }
    }

    pub(crate) fn finally(&mut self, operand: Id) -> Id {
        self.until(TRUE, operand)
    }

    pub(crate) fn globally(&mut self, operand: Id) -> Id {
        self.release(FALSE, operand)
    }

    /// The negation, again in negation normal form.
    pub(crate) fn negation(&mut self, id: Id) -> Id {
        if let Some(&known) = self.negations.get(&id) {
            return known;
        }
        let negation = match self.get(id).clone() {
            Term::True => FALSE,
            Term::False => TRUE,
            Term::Literal { proposition, positive } => self.literal(proposition, !positive),
            Term::And(parts) => {
                let parts = self.negations_of(&parts);
                self.or(parts)
            }
            Term::Or(parts) => {
                let parts = self.negations_of(&parts);
                self.and(parts)
            }
            Term::Next(operand) => {
                let operand = self.negation(operand);
                self.next(operand)
            }
            Term::Until(left, right) => {
                let (left, right) = (self.negation(left), self.negation(right));
                self.release(left, right)
            }
            Term::Release(left, right) => {
                let (left, right) = (self.negation(left), self.negation(right));
                self.until(left, right)
            }
        };
        self.negations.insert(id, negation);
        self.negations.insert(negation, id);
        negation
    }

    fn negations_of(&mut self, parts: &[Id]) -> Vec<Id> {
        parts.iter().map(|&part| self.negation(part)).collect()
    }

    /// The term of a formula whose propositions are numbered by their place in `propositions`.
    pub(crate) fn of(&mut self, formula: &Formula, propositions: &[String]) -> Id {
        self.both(formula, propositions).0
    }

    /// The terms of a formula and of its negation. Taking both at once keeps nested `<->` linear.
    fn both(&mut self, formula: &Formula, propositions: &[String]) -> (Id, Id) {
        match formula {
            Formula::True => (TRUE, FALSE),
            Formula::False => (FALSE, TRUE),
            Formula::Proposition(name) => {
                let place = propositions.iter().position(|known| known == name);
                let place = place.expect("every proposition of the formula is listed");
                let proposition = u8::try_from(place).expect("the caller bounds the propositions");
                let pair = (self.literal(proposition, true), self.literal(proposition, false));
                self.paired(pair)
            }
            Formula::Unary(operator, operand) => {
                let operand = self.both(operand, propositions);
                self.unary(*operator, operand)
            }
            Formula::Binary(operator, left, right) => {
                let left = self.both(left, propositions);
                let right = self.both(right, propositions);
                self.binary(*operator, left, right)
            }
        }
    }

    /// Remembers that two terms are each other's negation.
    fn paired(&mut self, pair: (Id, Id)) -> (Id, Id) {
        self.negations.insert(pair.0, pair.1);
        self.negations.insert(pair.1, pair.0);
        pair
    }

    fn unary(&mut self, operator: Unary, (yes, no): (Id, Id)) -> (Id, Id) {
        match operator {
            Unary::Not => (no, yes),
            Unary::Next => (self.next(yes), self.next(no)),
            Unary::Finally => (self.finally(yes), self.globally(no)),
            Unary::Globally => (self.globally(yes), self.finally(no)),
        }
    }

    fn binary(&mut self, operator: Binary, left: (Id, Id), right: (Id, Id)) -> (Id, Id) {
        match operator {
            Binary::And => (self.and([left.0, right.0]), self.or([left.1, right.1])),
            Binary::Or => (self.or([left.0, right.0]), self.and([left.1, right.1])),
            Binary::Implies => (self.or([left.1, right.0]), self.and([left.0, right.1])),
            Binary::Iff => (self.same(left, right), self.differ(left, right)),
            Binary::Xor => (self.differ(left, right), self.same(left, right)),
            Binary::Until => (self.until(left.0, right.0), self.release(left.1, right.1)),
            Binary::Release => (self.release(left.0, right.0), self.until(left.1, right.1)),
            Binary::WeakUntil => {
                let either = self.or([left.0, right.0]);
                let neither = self.and([left.1, right.1]);
                (self.release(right.0, either), self.until(right.1, neither))
            }
            Binary::StrongRelease => {
                let both = self.and([left.0, right.0]);
                let not_both = self.or([left.1, right.1]);
                (self.until(right.0, both), self.release(right.1, not_both))
            }
        }
    }

    fn same(&mut self, left: (Id, Id), right: (Id, Id)) -> Id {
        let yes = self.and([left.0, right.0]);
        let no = self.and([left.1, right.1]);
        self.or([yes, no])
    }

    fn differ(&mut self, left: (Id, Id), right: (Id, Id)) -> Id {
        let first = self.and([left.0, right.1]);
        let second = self.and([left.1, right.0]);
        self.or([first, second])
    }

    /// The formula of a term. Shared parts are written out, so the formula can be far larger.
    #[cfg(test)]
    pub(crate) fn formula(&self, id: Id, propositions: &[String]) -> Formula {
        let part = |id: Id| self.formula(id, propositions);
        let chain = |operator, parts: &[Id]| {
            let joined = parts
                .iter()
                .map(|&id| part(id))
                .reduce(|left, right| Formula::binary(operator, left, right));
            joined.expect("a conjunction or disjunction has at least two parts")
        };
        match self.get(id) {
            Term::True => Formula::True,
            Term::False => Formula::False,
            Term::Literal { proposition, positive } => {
                let name = Formula::proposition(propositions[usize::from(*proposition)].as_str());
                if *positive { name } else { name.negated() }
            }
            Term::And(parts) => chain(Binary::And, parts),
            Term::Or(parts) => chain(Binary::Or, parts),
            Term::Next(operand) => Formula::unary(Unary::Next, part(*operand)),
            Term::Until(TRUE, right) => Formula::unary(Unary::Finally, part(*right)),
            Term::Release(FALSE, right) => Formula::unary(Unary::Globally, part(*right)),
            Term::Until(left, right) => Formula::binary(Binary::Until, part(*left), part(*right)),
            Term::Release(left, right) => {
                Formula::binary(Binary::Release, part(*left), part(*right))
            }
        }
    }
}
