//! What a formula asks of the current letter and of the next position.

use std::collections::HashMap;

use super::obligations::{MAX_OBLIGATIONS, Obligations};
use super::{Limit, TooLarge};
use crate::Cube;
use crate::terms::{FALSE, Id, Term, Terms};

/// How many choices a formula may have in one position.
const MAX_CHOICES: usize = 4096;

/// How many pairs of choices one translation may compare: about a second.
const MAX_COMPARISONS: usize = 1 << 26;

/// One way to satisfy a formula: a condition on the current letter and obligations for the next
/// position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Choice {
    pub(super) label: Cube,
    pub(super) next: Obligations,
    /// The `Until` formulas that were put off instead of fulfilled.
    pub(super) postponed: Obligations,
}

impl Choice {
    const FREE: Choice =
        Choice { label: Cube::ALL, next: Obligations::NONE, postponed: Obligations::NONE };

    fn and(&self, other: &Choice) -> Option<Choice> {
        Some(Choice {
            label: self.label.and(other.label)?,
            next: self.next.union(&other.next),
            postponed: self.postponed.union(&other.postponed),
        })
    }

    /// Whether this choice can stand for the other one: it asks for less and puts off less.
    fn is_better(&self, other: &Choice) -> bool {
        self.label.includes(other.label)
            && self.next.is_subset(&other.next)
            && self.postponed.is_subset(&other.postponed)
    }
}

/// Choices none of which is better than another.
type Choices = Vec<Choice>;

/// The choices of every formula seen so far, and the numbers of the obligations.
pub(super) struct Tableau<'t> {
    terms: &'t Terms,
    choices: HashMap<Id, Choices>,
    numbers: HashMap<Id, usize>,
    obligations: Vec<Id>,
    work: Work,
}

impl<'t> Tableau<'t> {
    pub(super) fn new(terms: &'t Terms) -> Self {
        Tableau {
            terms,
            choices: HashMap::new(),
            numbers: HashMap::new(),
            obligations: Vec::new(),
            work: Work { comparisons_left: MAX_COMPARISONS },
        }
    }

    /// The set of obligations that says that a formula holds. A conjunction is one obligation for
    /// each part, so that equal demands give equal states.
    pub(super) fn obligations_of(&mut self, id: Id) -> Result<Obligations, TooLarge> {
        let mut set = Obligations::NONE;
        match self.terms.get(id) {
            Term::True => {}
            Term::And(parts) => {
                for &part in parts {
                    set.insert(self.number(part)?);
                }
            }
            _ => set.insert(self.number(id)?),
        }
        Ok(set)
    }

    /// The set without the obligations that another one renews at every step anyway: with a R (b && c)
    /// in the set, b and c have the same choices with and without being in it.
    pub(super) fn without_renewed(&self, set: &Obligations) -> Obligations {
        let mut rest = *set;
        let mut renewing: Vec<Id> = set.members().map(|member| self.obligations[member]).collect();
        while let Some(id) = renewing.pop() {
            let Term::Release(_, right) = *self.terms.get(id) else {
                continue;
            };
            let only = [right];
            let parts = match self.terms.get(right) {
                Term::And(parts) => parts,
                _ => &only[..],
            };
            for part in parts {
                if let Some(&number) = self.numbers.get(part) {
                    rest.remove(number);
                }
                renewing.push(*part);
            }
        }
        rest
    }

    fn number(&mut self, id: Id) -> Result<usize, TooLarge> {
        if let Some(&known) = self.numbers.get(&id) {
            return Ok(known);
        }
        let number = self.obligations.len();
        if number == MAX_OBLIGATIONS {
            return Err(TooLarge::new(Limit::Obligations));
        }
        self.obligations.push(id);
        self.numbers.insert(id, number);
        Ok(number)
    }

    /// The ways to satisfy all of a set of obligations at once.
    pub(super) fn choices_of(&mut self, set: &Obligations) -> Result<Choices, TooLarge> {
        let mut choices = vec![Choice::FREE];
        for member in set.members() {
            let part = self.expand(self.obligations[member])?;
            choices = self.work.conjunction(&choices, &part)?;
        }
        Ok(choices)
    }

    /// Whether an `Until` is fulfilled by a choice that was not made for its sake: the letter and
    /// the obligations are at least those of one of its own choices that does not put it off.
    pub(super) fn fulfils(&self, choice: &Choice, until: usize) -> bool {
        let own = self.choices.get(&self.obligations[until]);
        own.into_iter().flatten().any(|own| {
            !own.postponed.contains(until)
                && own.label.includes(choice.label)
                && own.next.is_subset(&choice.next)
        })
    }

    fn expand(&mut self, id: Id) -> Result<Choices, TooLarge> {
        if let Some(known) = self.choices.get(&id) {
            return Ok(known.clone());
        }
        let choices = match self.terms.get(id).clone() {
            Term::True => vec![Choice::FREE],
            Term::False => Vec::new(),
            Term::Literal { proposition, positive } => {
                vec![Choice { label: Cube::literal(proposition.into(), positive), ..Choice::FREE }]
            }
            Term::And(parts) => {
                let mut choices = vec![Choice::FREE];
                for &part in &parts {
                    let part = self.expand(part)?;
                    choices = self.work.conjunction(&choices, &part)?;
                }
                choices
            }
            Term::Or(parts) => {
                let mut choices = Vec::new();
                for &part in &parts {
                    let part = self.expand(part)?;
                    self.work.disjunction(&mut choices, part)?;
                }
                choices
            }
            Term::Next(operand) => self.expand_next(operand)?,
            Term::Until(left, right) => self.expand_until(id, left, right)?,
            Term::Release(left, right) => self.expand_release(id, left, right)?,
        };
        self.choices.insert(id, choices.clone());
        Ok(choices)
    }

    fn expand_next(&mut self, operand: Id) -> Result<Choices, TooLarge> {
        if operand == FALSE {
            return Ok(Vec::new());
        }
        let next = self.obligations_of(operand)?;
        Ok(vec![Choice { next, ..Choice::FREE }])
    }

    /// a U b: b now, or a now and a U b next.
    fn expand_until(&mut self, id: Id, left: Id, right: Id) -> Result<Choices, TooLarge> {
        let mut again = Choice::FREE;
        again.next.insert(self.number(id)?);
        again.postponed = again.next;
        let mut choices = self.expand(right)?;
        let left = self.expand(left)?;
        let later = self.work.conjunction(&left, &[again])?;
        self.work.disjunction(&mut choices, later)?;
        Ok(choices)
    }

    /// a R b: b now, and a now or a R b next.
    fn expand_release(&mut self, id: Id, left: Id, right: Id) -> Result<Choices, TooLarge> {
        let mut again = Choice::FREE;
        again.next.insert(self.number(id)?);
        let mut ends = self.expand(left)?;
        self.work.disjunction(&mut ends, vec![again])?;
        let right = self.expand(right)?;
        self.work.conjunction(&right, &ends)
    }
}

/// Combines choices, within bounds.
struct Work {
    comparisons_left: usize,
}

impl Work {
    fn conjunction(&mut self, left: &[Choice], right: &[Choice]) -> Result<Choices, TooLarge> {
        let mut choices = Vec::new();
        for a in left {
            for choice in right.iter().filter_map(|b| a.and(b)) {
                self.insert(&mut choices, choice)?;
            }
        }
        Ok(choices)
    }

    fn disjunction(&mut self, choices: &mut Choices, more: Choices) -> Result<(), TooLarge> {
        more.into_iter().try_for_each(|choice| self.insert(choices, choice))
    }

    /// Adds a choice unless there is a better one, and drops worse ones.
    fn insert(&mut self, choices: &mut Choices, choice: Choice) -> Result<(), TooLarge> {
        let left = self.comparisons_left.checked_sub(choices.len() + 1);
        self.comparisons_left = left.ok_or(TooLarge::new(Limit::Edges))?;
        if choices.iter().any(|known| known.is_better(&choice)) {
            return Ok(());
        }
        choices.retain(|known| !choice.is_better(known));
        if choices.len() == MAX_CHOICES {
            return Err(TooLarge::new(Limit::Edges));
        }
        choices.push(choice);
        Ok(())
    }
}
