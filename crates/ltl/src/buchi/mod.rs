//! From formulas to small Büchi automata.
//!
//! The tableau follows Couvreur ("On-the-fly verification of linear temporal logic", FM 1999) in that
//! a state is a set of formulas, acceptance is on edges and there is one acceptance set for each
//! `Until`; and Gastin and Oddoux ("Fast LTL to Büchi automata translation", CAV 2001) in that choices
//! are cubes, the worse of two choices is dropped at once, and an edge is also accepting for an
//! `Until` when it fulfils it by chance. It differs from Couvreur in having no BDDs, and from Gastin
//! and Oddoux in not taking disjunctions apart at the next position, which keeps more states
//! deterministic, in comparing postponed formulas while choices are combined instead of after, and in
//! leaving out of a state what a `Release` in it renews at every step: `G F a` has one state at once.
//!
//! Then, until nothing gets smaller: states that cannot accept go, marks take a normal form and
//! acceptance sets that follow from others go (`acceptance`), states and edges are reduced by simulation
//! in both directions (`simulation`). Last, labels of edges that compete are made disjoint where one edge
//! is the better one, so that the product is as deterministic as the automaton allows.

mod acceptance;
mod construct;
mod degeneralise;
mod labels;
mod obligations;
mod simulation;
mod tableau;

use std::fmt;

use acceptance::Passing;

use crate::rewrite::Rewriter;
use crate::terms::Terms;
use crate::{Automaton, Formula, MAX_ACCEPTANCE_SETS, MAX_PROPOSITIONS};

/// The formula's automaton does not fit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TooLarge {
    limit: Limit,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Limit {
    Propositions,
    Obligations,
    AcceptanceSets,
    Edges,
}

impl TooLarge {
    fn new(limit: Limit) -> Self {
        TooLarge { limit }
    }
}

impl fmt::Display for TooLarge {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let what = match self.limit {
            Limit::Propositions => format!("more than {MAX_PROPOSITIONS} different propositions"),
            Limit::Obligations => {
                format!("more than {} temporal subformulas", obligations::MAX_OBLIGATIONS)
            }
            Limit::AcceptanceSets => {
                format!("more than {MAX_ACCEPTANCE_SETS} eventualities at once")
            }
            Limit::Edges => "too many combinations of its parts".to_owned(),
        };
        write!(
            out,
            "the automaton of this formula is too large: it has {what}; check the parts of a conjunction one by one"
        )
    }
}

impl std::error::Error for TooLarge {}

impl Automaton {
    /// A small automaton that accepts exactly the words on which a formula holds.
    ///
    /// Its propositions are those of the formula, in the same order. A model checker translates the
    /// negation of what it is asked to check; see [`Formula::negated`].
    ///
    /// # Errors
    ///
    /// If the formula has more parts than fit: the automaton can be exponentially larger than the formula.
    pub fn of(formula: &Formula) -> Result<Automaton, TooLarge> {
        let propositions = formula.propositions();
        if propositions.len() > MAX_PROPOSITIONS {
            return Err(TooLarge::new(Limit::Propositions));
        }
        let mut terms = Terms::new();
        let term = terms.of(formula, &propositions);
        let mut rewriter = Rewriter::new(&mut terms);
        let term = rewriter.simplify(term);
        let term = rewriter.pack(term);
        let automaton = construct::automaton(&terms, term, propositions)?;
        Ok(automaton.reduced())
    }

    /// An automaton with at most one acceptance set that accepts the same words.
    ///
    /// With no set, every infinite run is accepting; see [`Automaton`].
    pub fn degeneralised(&self) -> Automaton {
        if self.acceptance_sets <= 1 {
            return self.clone();
        }
        degeneralise::degeneralise(self).reduced()
    }

    /// An automaton with fewer states, edges or choices that accepts the same words.
    pub fn reduced(mut self) -> Automaton {
        self.shrink();
        // More marks can make states equal, or keep them apart.
        let mut saturated = self.clone();
        acceptance::saturate(&mut saturated);
        saturated.shrink();
        if saturated.size() < self.size() {
            self = saturated;
        }
        simulation::sharpen(&mut self);
        acceptance::normalise(&mut self, Passing::Unmarked);
        for edges in &mut self.states {
            labels::merge(edges);
        }
        self
    }

    /// Normal form and simulation until nothing gets smaller.
    fn shrink(&mut self) {
        let mut size = (usize::MAX, usize::MAX, u32::MAX);
        loop {
            acceptance::normalise(self, Passing::Marked);
            simulation::reduce(self);
            acceptance::prune(self);
            if self.size() >= size {
                return;
            }
            size = self.size();
        }
    }

    fn size(&self) -> (usize, usize, u32) {
        (self.states.len(), self.edge_count(), self.acceptance_sets)
    }
}
