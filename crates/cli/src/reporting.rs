//! What is said about a check.

use crate::compile::Build;
use crate::words;
use allways_check::{Answer, Execution, Outcome, Request, Why};
use allways_report::{Decision, Summary, TraceFile, Unreached, VerdictKind};
use allways_space::{Coverage, Reason};
use allways_trace::Trace;
use allways_vm::Action;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::time::Instant;

/// Everything that is said about a check.
pub struct Report {
    /// What was found.
    pub summary: Summary,
    /// How, where there is something to show.
    pub explanation: Option<Trace>,
    /// The execution that is shown, to be saved.
    pub trace: Option<SavedTrace>,
    /// Sources that were saved with the execution, by name.
    pub sources: BTreeMap<String, String>,
}

/// A saved execution: the file of `--trace-out`.
pub type SavedTrace = TraceFile<Checked>;

/// What was checked: how the program was made, and what was asked about it.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Checked {
    /// How the program was made.
    pub build: Build,
    /// What was asked.
    pub request: Request,
}

impl Report {
    /// A request that cannot be answered.
    pub fn error(message: String) -> Report {
        let summary = Summary { message, ..Summary::new(VerdictKind::Error) };
        Report { summary, explanation: None, trace: None, sources: BTreeMap::new() }
    }

    /// A check that was interrupted before there was a program to search.
    pub fn interrupted(request: &Request, start: Instant) -> Report {
        let seconds = start.elapsed().as_secs_f64();
        let coverage = Coverage { seconds, ..Coverage::default() };
        let answer = Answer::Unknown(Why::Reason(Reason::Interrupted));
        Report::of(Outcome::new(answer, coverage, request.store), request)
    }

    /// What came out of a check.
    pub fn of(outcome: Outcome, request: &Request) -> Report {
        let mut summary = answer(&outcome.answer);
        summary.coverage = outcome.coverage;
        let assumptions = outcome.assumptions.into_iter();
        summary.assumptions = assumptions.map(|a| words::assumption(a).to_string()).collect();
        summary.warnings = outcome.warnings.iter().map(words::warning).collect();
        let allways_vm::Unreached { assertions, functions } = outcome.unreached;
        summary.unreached = Unreached { assertions, functions };
        summary.threads = request.threads as u32;
        summary.reduction = words::reduction(request.granularity).to_string();
        summary.memory_model = "sc".to_string();
        summary.search = words::search(request.order).to_string();
        summary.store = words::store(outcome.store).to_string();
        let explanation = outcome.found.map(|found| found.explanation);
        Report { summary, explanation, trace: None, sources: BTreeMap::new() }
    }
}

fn answer(answer: &Answer) -> Summary {
    match answer {
        Answer::Holds => Summary::new(VerdictKind::Holds),
        Answer::Violated(property) => {
            Summary { property: Some(*property), ..Summary::new(VerdictKind::Violated) }
        }
        Answer::Unsupported => Summary::new(VerdictKind::Error),
        Answer::Unknown(Why::Reason(reason)) => Summary::unknown(reason),
        Answer::Unknown(Why::Elsewhere(reason)) => unknown(words::reason_of_spin(reason)),
        Answer::Unknown(Why::Said(what)) => unknown(format!("SPIN: {what}")),
    }
}

fn unknown(reason: String) -> Summary {
    Summary { reason: Some(reason), ..Summary::new(VerdictKind::Unknown) }
}

/// The file that an execution of a program is saved in.
pub fn trace(
    execution: Execution,
    explanation: Trace,
    build: &Build,
    digest: String,
) -> SavedTrace {
    let decision = |a: &Action| Decision { thread: a.thread(), choice: a.choice.into() };
    SavedTrace {
        digest,
        decisions: execution.decisions.iter().map(decision).collect(),
        cycle_decision: execution.cycle_start,
        check: Checked { build: build.clone(), request: execution.request },
        explanation,
        sources: BTreeMap::new(),
    }
}
