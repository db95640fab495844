//! From round to round: what was learned becomes what the next one believes.

use crate::audit::{Audited, audit};
use crate::discipline::History;
use crate::machine::Vm;
use crate::round::Round;
use crate::rules::Rule;
use std::sync::{Arc, PoisonError};

impl Vm {
    /// Reads or changes what the present round taught so far.
    pub(crate) fn with_round<T>(&self, change: impl FnOnce(&mut Round) -> T) -> T {
        change(&mut self.round.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Begins a round that believes what a history says.
    pub(crate) fn believe(&self, history: History) {
        let facts = Arc::new(history.facts());
        *self.facts.write().unwrap_or_else(PoisonError::into_inner) = facts;
        *self.history.lock().unwrap_or_else(PoisonError::into_inner) = history;
        self.with_round(|round| *round = Round::default());
        self.asymmetry.begin();
    }

    /// What was learned before the present round.
    pub(crate) fn history_so_far(&self) -> History {
        self.history.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// What was learned, with what the present round taught so far.
    pub(crate) fn history_with_lessons(&self) -> History {
        let mut history = self.history_so_far();
        let facts = self.facts();
        self.with_round(|round| {
            history.learn(&round.lessons);
            if round.broken {
                history.give_up_if(&facts);
            }
        });
        history
    }

    /// Holds what the round relied on against what was touched. What does not hold is a lesson.
    pub(crate) fn audit_round(&self) -> Audited {
        if self.breaks(Rule::Audit) {
            return Audited::default();
        }
        let facts = self.facts();
        self.with_round(|round| {
            let audited = audit(&round.ledger, &facts);
            if !round.broken {
                // What was noticed when it happened is none of the audit's finds.
                round.audited = audited.broken.len() as u64;
            }
            round.lessons.extend(audited.broken.iter().cloned());
            round.broken |= !audited.broken.is_empty();
            audited
        })
    }
}
