//! What is believed in the present round, and what its touches taught.

use super::Vm;
use crate::audit::Ledger;
use crate::discipline::{Facts, Held, Lesson};
use std::collections::BTreeSet;
use std::sync::Arc;

/// The part of a round that one machine sees.
pub struct Watch {
    /// The guesses about exclusive access, fixed for the round.
    pub facts: Arc<Facts>,
    /// Touches are held against the guesses and entered in the ledger: what is executed is searched, and
    /// not only followed.
    pub watching: bool,
    /// An access does not fit the guesses.
    pub demoted: bool,
    /// What did not fit the guesses.
    pub lessons: BTreeSet<Lesson>,
    /// All touches, for the audit.
    pub ledger: Ledger,
    /// Who holds what, while first guesses are made.
    pub seeding: Option<Held>,
}

impl Watch {
    /// A round that begins.
    pub fn new(vm: &Vm) -> Watch {
        Watch {
            facts: vm.facts(),
            watching: vm.watches_names(),
            demoted: false,
            lessons: BTreeSet::new(),
            ledger: Ledger::default(),
            seeding: None,
        }
    }
}
