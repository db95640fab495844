//! What comes out of a check.

use crate::assumption::Assumption;
use crate::part::Unfinished;
use crate::request::{Request, Store};
use crate::warning::Warning;
use allways_space::{Coverage, Fault, Property, Reason, Verdict};
use allways_trace::Trace;
use allways_vm::{Action, Unreached};

/// What comes out of a check.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// The answer.
    pub answer: Answer,
    /// What was visited.
    pub coverage: Coverage,
    /// The store that was used in the end.
    pub store: Store,
    /// What was taken for granted.
    pub assumptions: Vec<Assumption>,
    /// What the user should know.
    pub warnings: Vec<Warning>,
    /// What no execution came to.
    pub unreached: Unreached,
    /// What was found, where something was.
    pub found: Option<Found>,
    /// Where to go on, if something ran out and somebody asked for it ([`crate::check_part`]).
    pub unfinished: Option<Unfinished>,
}

/// The answer of a check.
#[derive(Clone, Debug, PartialEq)]
pub enum Answer {
    /// Every selected property holds, and everything was explored.
    Holds,
    /// A property is violated.
    Violated(Property),
    /// An execution reaches something that cannot be executed.
    Unsupported,
    /// Nothing was found, but something was left out.
    Unknown(Why),
}

/// Why nothing is known.
#[derive(Clone, Debug, PartialEq)]
pub enum Why {
    /// A reason of ours.
    Reason(Reason),
    /// A reason that somebody else's search had.
    Elsewhere(Reason),
    /// What somebody else's search left out, in its own words.
    Said(String),
}

/// An execution that violates a property or cannot go on.
#[derive(Clone, Debug)]
pub struct Found {
    /// For people.
    pub explanation: Trace,
    /// The fault that it ends in, if it ends in one.
    pub fault: Option<Fault>,
    /// For the machine.
    pub execution: Execution,
}

/// An execution that can be run again.
#[derive(Clone, Debug, PartialEq)]
pub struct Execution {
    /// What was asked, in the steps in which the execution is told; of temporal properties only the one
    /// that it violates.
    pub request: Request,
    /// What to do, in order.
    pub decisions: Vec<Action>,
    /// For an endless execution: the decision at which the part that repeats begins.
    pub cycle_start: Option<usize>,
}

impl Outcome {
    /// Nothing but an answer and what was visited.
    pub fn new(answer: Answer, coverage: Coverage, store: Store) -> Outcome {
        Outcome {
            answer,
            coverage,
            store,
            assumptions: Vec::new(),
            warnings: Vec::new(),
            unreached: Unreached::default(),
            found: None,
            unfinished: None,
        }
    }

    /// What a search says.
    pub(crate) fn of<A>(verdict: &Verdict<A>, store: Store) -> Outcome {
        let answer = match verdict {
            Verdict::Holds(_) => Answer::Holds,
            Verdict::Violated(_, fault, _) => Answer::Violated(fault.property),
            Verdict::Unsupported(..) => Answer::Unsupported,
            Verdict::Unknown(reason, _) => Answer::Unknown(Why::Reason(reason.clone())),
        };
        Outcome::new(answer, verdict.coverage().clone(), store)
    }

    /// Whether nothing that is checked after it can change it.
    pub(crate) fn is_final(&self) -> bool {
        matches!(self.answer, Answer::Violated(_) | Answer::Unsupported)
    }

    /// The outcome of two checks of one program, of which the first is not final.
    pub(crate) fn after(first: Option<Outcome>, second: Outcome) -> Outcome {
        let Some(first) = first else { return second };
        let coverage = together(&first.coverage, &second.coverage);
        let keep_first = matches!(first.answer, Answer::Unknown(_)) && !second.is_final();
        let (mut kept, mut other) = if keep_first { (first, second) } else { (second, first) };
        kept.coverage = coverage;
        let known = kept.assumptions.clone();
        kept.assumptions.extend(other.assumptions.into_iter().filter(|a| !known.contains(a)));
        kept.warnings.extend(other.warnings);
        let unfinished = kept.unfinished.take().or(other.unfinished.take());
        kept.unfinished = unfinished.filter(|_| !kept.is_final());
        if kept.unreached == Unreached::default() {
            kept.unreached = other.unreached;
        }
        kept
    }
}

/// What two searches visited, one after the other.
fn together(a: &Coverage, b: &Coverage) -> Coverage {
    Coverage {
        states: a.states + b.states,
        transitions: a.transitions + b.transitions,
        depth: a.depth.max(b.depth),
        seconds: a.seconds + b.seconds,
        peak_bytes: a.peak_bytes.max(b.peak_bytes),
        rounds: a.rounds.max(b.rounds),
        facts: a.facts.max(b.facts),
        audit_broken: a.audit_broken + b.audit_broken,
        context_bound: a.context_bound.or(b.context_bound),
    }
}
