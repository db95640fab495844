//! `--json`: one object on one line. The contract fixes the names, their order and what is null.

use crate::finding::relation;
use crate::summary::Summary;
use crate::wire::{Call, Entry, Location, known_number, known_text};
use allways_trace::{Related, Trace};
use serde::Serialize;

/// The version of the object; fields may be added without a new one.
const SCHEMA: u32 = 1;

#[derive(Serialize)]
struct Object<'a> {
    schema: u32,
    verdict: &'a str,
    property: Option<&'a str>,
    message: String,
    location: Option<Location>,
    related: Vec<RelatedPlace>,
    states: u64,
    transitions: u64,
    depth: u64,
    seconds: f64,
    peak_bytes: u64,
    bytes_per_state: f64,
    rounds: u32,
    audit: AuditFigures,
    exhaustive: bool,
    reason: Option<&'a str>,
    assumptions: &'a [String],
    warnings: &'a [String],
    unreached: UnreachedParts<'a>,
    threads: u32,
    reduction: &'a str,
    memory_model: &'a str,
    search: &'a str,
    store: &'a str,
    trace: Vec<Entry>,
    cycle_start: Option<usize>,
    /// All executions with at most so many context switches were looked at.
    context_bound: Option<u32>,
    /// Where the functions were called that the thread was in, the innermost first.
    stack: Vec<Call>,
    /// Whether the execution is proven to be as short as can be.
    shortest: Option<bool>,
}

#[derive(Serialize)]
struct AuditFigures {
    facts: u64,
    broken: u64,
}

#[derive(Serialize)]
struct RelatedPlace {
    what: String,
    file: Option<String>,
    line: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    by: Option<String>,
    /// Where the functions were called that the thread was in, the innermost first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    stack: Vec<Call>,
}

#[derive(Serialize)]
struct UnreachedParts<'a> {
    assertions: &'a [String],
    functions: &'a [String],
}

/// The object that `--json` prints, with a newline at its end.
pub fn json(summary: &Summary, explanation: Option<&Trace>) -> String {
    let related = explanation.map_or(&[][..], |e| &e.related);
    let steps = explanation.map_or(&[][..], |e| &e.steps);
    let coverage = &summary.coverage;
    let object = Object {
        schema: SCHEMA,
        verdict: summary.verdict.name(),
        property: summary.about(explanation).map(|p| p.name()),
        message: summary.sentence(explanation),
        location: explanation.and_then(|e| Location::known(&e.place)),
        related: related.iter().map(RelatedPlace::from).collect(),
        states: coverage.states,
        transitions: coverage.transitions,
        depth: coverage.depth,
        seconds: rounded(coverage.seconds, 1e6),
        peak_bytes: coverage.peak_bytes,
        bytes_per_state: rounded(coverage.bytes_per_state(), 1e1),
        rounds: coverage.rounds,
        audit: AuditFigures { facts: coverage.facts, broken: coverage.audit_broken },
        exhaustive: summary.exhaustive,
        reason: summary.reason.as_deref(),
        assumptions: &summary.assumptions,
        warnings: &summary.warnings,
        unreached: UnreachedParts {
            assertions: &summary.unreached.assertions,
            functions: &summary.unreached.functions,
        },
        threads: summary.threads,
        reduction: &summary.reduction,
        memory_model: &summary.memory_model,
        search: &summary.search,
        store: &summary.store,
        trace: steps.iter().map(Entry::from).collect(),
        cycle_start: explanation.and_then(|e| e.cycle_start),
        context_bound: coverage.context_bound,
        stack: explanation.map_or(&[][..], |e| &e.stack).iter().map(Call::from).collect(),
        shortest: explanation.map(|e| e.shortest),
    };
    let mut text = serde_json::to_string(&object).expect("strings and numbers always serialise");
    text.push('\n');
    text
}

/// `value` to 1/`parts`; a value that is no number is 0, since JSON has no word for it.
fn rounded(value: f64, parts: f64) -> f64 {
    if value.is_finite() { (value * parts).round() / parts } else { 0.0 }
}

impl From<&Related> for RelatedPlace {
    fn from(related: &Related) -> RelatedPlace {
        RelatedPlace {
            what: relation(related),
            file: known_text(&related.place.file),
            line: known_number(related.place.line),
            by: known_text(&related.place.by),
            stack: related.stack.iter().map(Call::from).collect(),
        }
    }
}
