//! What a report says besides the explanation.

use crate::finding::sentence;
use crate::reason::{advice, reason};
use allways_space::{Coverage, Property, Reason};
use allways_trace::Trace;

/// The four answers of the contract.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum VerdictKind {
    /// Every selected property holds and everything was explored.
    Holds,
    /// A property is violated.
    Violated,
    /// Nothing was found, but something was left out.
    Unknown,
    /// The request is wrong or the program cannot be checked.
    Error,
}

impl VerdictKind {
    /// The word used in text and JSON.
    pub fn name(self) -> &'static str {
        match self {
            VerdictKind::Holds => "holds",
            VerdictKind::Violated => "violated",
            VerdictKind::Unknown => "unknown",
            VerdictKind::Error => "error",
        }
    }

    /// The exit code that goes with it.
    pub fn exit_code(self) -> u8 {
        match self {
            VerdictKind::Holds => 0,
            VerdictKind::Violated => 1,
            VerdictKind::Error => 2,
            VerdictKind::Unknown => 3,
        }
    }
}

/// Everything a report needs besides the explanation.
#[derive(Clone, Debug, PartialEq)]
pub struct Summary {
    /// The answer.
    pub verdict: VerdictKind,
    /// What to say where no explanation says it (an error before the search); may be empty.
    pub message: String,
    /// The property concerned where no explanation names it.
    pub property: Option<Property>,
    /// What was visited.
    pub coverage: Coverage,
    /// Whether the whole state space was explored.
    pub exhaustive: bool,
    /// Why the answer is unknown.
    pub reason: Option<String>,
    /// What the user can do next, a sentence each; besides the explanation's help.
    pub advice: Vec<String>,
    /// What was taken for granted.
    pub assumptions: Vec<String>,
    /// What the user should know although it changes nothing.
    pub warnings: Vec<String>,
    /// What no execution came to.
    pub unreached: Unreached,
    /// Worker threads of the search.
    pub threads: u32,
    /// `--reduction`.
    pub reduction: String,
    /// `--memory-model`.
    pub memory_model: String,
    /// `--search`.
    pub search: String,
    /// `--store`.
    pub store: String,
    /// The command line that made this check, one argument each, without the name of the command.
    pub options: Vec<String>,
    /// Nothing was searched: a saved execution was run again.
    pub replayed: bool,
}

/// Parts of the program that no execution came to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Unreached {
    /// Assertions, as `file:line`.
    pub assertions: Vec<String>,
    /// Functions by name.
    pub functions: Vec<String>,
}

impl Summary {
    /// A summary of nothing but the answer; the caller fills in what it knows.
    pub fn new(verdict: VerdictKind) -> Summary {
        Summary {
            verdict,
            message: String::new(),
            property: None,
            coverage: Coverage::default(),
            exhaustive: verdict == VerdictKind::Holds,
            reason: None,
            advice: Vec::new(),
            assumptions: Vec::new(),
            warnings: Vec::new(),
            unreached: Unreached::default(),
            threads: 1,
            reduction: String::new(),
            memory_model: String::new(),
            search: String::new(),
            store: String::new(),
            options: Vec::new(),
            replayed: false,
        }
    }

    /// The summary of a search that left something out.
    pub fn unknown(why: &Reason) -> Summary {
        let property = match why {
            Reason::PathEnded(fault) => Some(fault.property),
            _ => None,
        };
        Summary {
            property,
            reason: Some(reason(why)),
            advice: vec![advice(why)],
            ..Summary::new(VerdictKind::Unknown)
        }
    }

    /// The answer in one sentence.
    pub(crate) fn sentence(&self, explanation: Option<&Trace>) -> String {
        let given = explanation.map_or_else(|| self.message.clone(), sentence);
        if !given.is_empty() {
            return given;
        }
        let default = match self.verdict {
            VerdictKind::Holds => "every selected property holds in every execution",
            VerdictKind::Violated => "a property is violated",
            VerdictKind::Unknown => "no violation was found, but not everything was explored",
            VerdictKind::Error => "the program cannot be checked",
        };
        default.to_string()
    }

    /// The property the answer is about: none when everything holds.
    pub(crate) fn about(&self, explanation: Option<&Trace>) -> Option<Property> {
        if self.verdict == VerdictKind::Holds {
            return None;
        }
        explanation.and_then(|e| e.property).or(self.property)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use allways_space::Fault;

    #[test]
    fn each_answer_has_its_name_and_code() {
        let cases = [
            (VerdictKind::Holds, "holds", 0),
            (VerdictKind::Violated, "violated", 1),
            (VerdictKind::Error, "error", 2),
            (VerdictKind::Unknown, "unknown", 3),
        ];
        for (verdict, name, code) in cases {
            assert_eq!((verdict.name(), verdict.exit_code()), (name, code));
            assert_eq!(Summary::new(verdict).exhaustive, verdict == VerdictKind::Holds);
        }
    }

    #[test]
    fn an_unselected_fault_is_named_in_the_reason_and_the_advice() {
        let fault = Fault { property: Property::Memory, what: 0, place: 0 };
        let summary = Summary::unknown(&Reason::PathEnded(fault));
        assert_eq!(summary.property, Some(Property::Memory));
        assert!(summary.reason.is_some_and(|r| r.contains("`memory`")));
        let advice = "add `memory` to --property, or leave out --ignore, to see the fault";
        assert_eq!(summary.advice, [advice]);
    }
}
