//! What a search says in the end, and never more than it explored.

use crate::edge::{Fault, Unsupported};
use std::fmt;

/// The answer of a search.
#[derive(Clone, Debug)]
pub enum Verdict<A> {
    /// Everything was explored and nothing was found.
    Holds(Coverage),
    /// A property is violated, and here is how.
    Violated(Counterexample<A>, Fault, Coverage),
    /// An execution reaches something that cannot be executed.
    Unsupported(Counterexample<A>, Unsupported, Coverage),
    /// Nothing was found, but something was left out.
    Unknown(Reason, Coverage),
}

impl<A> Verdict<A> {
    /// What was covered on the way.
    pub fn coverage(&self) -> &Coverage {
        match self {
            Verdict::Holds(c)
            | Verdict::Violated(_, _, c)
            | Verdict::Unsupported(_, _, c)
            | Verdict::Unknown(_, c) => c,
        }
    }

    /// The same, to add what was done before.
    pub fn coverage_mut(&mut self) -> &mut Coverage {
        match self {
            Verdict::Holds(c)
            | Verdict::Violated(_, _, c)
            | Verdict::Unsupported(_, _, c)
            | Verdict::Unknown(_, c) => c,
        }
    }
}

/// A path from the beginning: the actions to take, in order. The last one leads to the fault.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Counterexample<A> {
    /// The first action chooses an initial edge, each further one an edge of the state reached.
    pub actions: Vec<A>,
    /// For a lasso: the position in `actions` at which the part that repeats begins.
    pub cycle_start: Option<usize>,
}

/// What a search visited.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Coverage {
    /// States stored.
    pub states: u64,
    /// Edges followed.
    pub transitions: u64,
    /// Length of the longest path that was looked at.
    pub depth: u64,
    /// Seconds of search.
    pub seconds: f64,
    /// Most bytes that states, store and search held at once.
    pub peak_bytes: u64,
    /// Rounds that it took (see [`crate::Flow::Demoted`]); 0 where nobody counted.
    pub rounds: u32,
    /// Guesses that the last complete round relied on.
    pub facts: u64,
    /// Guesses that only the audit at the end of a round saw fall, in all rounds.
    pub audit_broken: u64,
    /// All executions with at most so many context switches were looked at, where switches are counted.
    pub context_bound: Option<u32>,
}

impl Coverage {
    /// Bytes per stored state, everything counted.
    pub fn bytes_per_state(&self) -> f64 {
        if self.states == 0 { 0.0 } else { self.peak_bytes as f64 / self.states as f64 }
    }
}

/// Whether a store can say that a state is new when it is not, or the other way round.
#[derive(Copy, Clone, Debug, PartialEq)]
pub enum Guarantee {
    /// Every state is told from every other.
    Exact,
    /// Different states may be taken for one: what is not found may still exist.
    Lossy(Loss),
}

/// How much a lossy store is expected to have left out, from how full it is. States that only
/// missing ones lead to are not counted: nobody knows how many there are.
#[derive(Copy, Clone, Debug, Default, PartialEq)]
pub struct Loss {
    /// The expected number of states that were reached and taken for others.
    pub states: f64,
    /// The probability that there is one at least.
    pub probability: f64,
}

impl fmt::Display for Loss {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Loss { states, probability } = *self;
        if probability == 0.0 {
            return f.write_str("none are expected to be missing");
        }
        if states.is_infinite() {
            return f.write_str("it is full, and most states may be missing");
        }
        if states >= 10.0 {
            return write!(f, "about {states:.0} that were reached are expected to be missing");
        }
        let probability = probability.min(0.999_999);
        if probability >= 0.001 {
            write!(f, "the probability that one or more are missing is {probability:.3}")
        } else {
            write!(f, "the probability that one or more are missing is {probability:.1e}")
        }
    }
}

/// Why nothing can be promised although nothing was found.
#[derive(Clone, Debug, PartialEq)]
pub enum Reason {
    /// The limit on states was reached.
    MaxStates(u64),
    /// The time ran out.
    Timeout(f64),
    /// The memory limit was reached.
    Memory(u64),
    /// The store cannot hold more, whatever the limit is: its names are used up or the system gave no
    /// memory. Bytes that are held.
    StoreFull(u64),
    /// Executions longer than the depth bound were cut.
    Depth(u64),
    /// Executions with more context switches were not followed.
    ContextBound(u32),
    /// States were told apart by an abstraction of them only.
    Abstraction,
    /// The system gave fewer threads than were asked for: how many, and how many were.
    Threads(usize, usize),
    /// Somebody interrupted the search.
    Interrupted,
    /// The store is lossy; how much so, if that is known.
    LossyStore(Option<Loss>),
    /// Paths ended at a fault whose property was not selected.
    PathEnded(Fault),
    /// A wide nondeterministic value was sampled.
    Sampled,
    /// Only a part of what is left to do was searched here.
    OtherParts,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_loss_is_said_as_precisely_as_it_is_known() {
        let said = |states: f64, probability: f64| Loss { states, probability }.to_string();
        assert_eq!(said(0.0, 0.0), "none are expected to be missing");
        assert!(said(2e-7, 2e-7).ends_with("one or more are missing is 2.0e-7"));
        assert!(said(1.5, 0.776_87).ends_with("one or more are missing is 0.777"));
        assert!(
            said(1234.4, 1.0).ends_with("about 1234 that were reached are expected to be missing")
        );
        assert!(said(f64::INFINITY, 1.0).ends_with("it is full, and most states may be missing"));
    }
}
