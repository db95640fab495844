//! `--trace-out`: a counterexample that can be run again. It holds the same `trace` as the JSON
//! output, the decisions that reproduce it, what was checked and how, and the digest of the program it
//! belongs to.

use crate::finding::{help, relation, sentence};
use crate::wire::{Entry, Location};
use allways_space::Property;
use allways_trace::{Finding, Optimised, Place, Related, Step, ThreadName, Trace};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::path::Path;
use std::{fmt, fs, io};

/// What the file says it is.
const KIND: &str = "allways-trace";

/// The version that this crate reads and writes: another one may mean another execution.
const SCHEMA: u64 = 3;

/// One decision of a schedule, in the numbering of whoever made it.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "(u32, u64)", into = "(u32, u64)")]
pub struct Decision {
    /// The thread that moves.
    pub thread: u32,
    /// Which of its moves.
    pub choice: u64,
}

impl From<(u32, u64)> for Decision {
    fn from((thread, choice): (u32, u64)) -> Decision {
        Decision { thread, choice }
    }
}

impl From<Decision> for (u32, u64) {
    fn from(decision: Decision) -> (u32, u64) {
        (decision.thread, decision.choice)
    }
}

/// A saved counterexample, with a check in the words of whoever makes it.
#[derive(Clone, Debug, PartialEq)]
pub struct TraceFile<C> {
    /// Identifies the program it belongs to.
    pub digest: String,
    /// What was checked and how: all that matters for running it again.
    pub check: C,
    /// What to do, in order.
    pub decisions: Vec<Decision>,
    /// For a lasso: the decision at which the part that repeats begins. Not the explanation's
    /// `cycle_start`, which counts steps: one decision may show as several.
    pub cycle_decision: Option<usize>,
    /// What it shows.
    pub explanation: Trace,
    /// The sources that its places are in, by name, where they were to be saved.
    pub sources: BTreeMap<String, String>,
}

/// The file's layout.
#[derive(Serialize, Deserialize)]
struct Layout<C> {
    kind: String,
    schema: u64,
    digest: String,
    check: C,
    property: Option<String>,
    /// Words are for scripts; what is read are `finding` and `places`.
    #[serde(skip_deserializing)]
    message: String,
    location: Location,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    stack: Vec<Place>,
    #[serde(skip_deserializing)]
    related: Vec<RelatedPlace>,
    #[serde(skip_deserializing)]
    help: String,
    threads: Vec<Thread>,
    /// For scripts; what is read are the `steps`.
    #[serde(skip_deserializing)]
    trace: Vec<Entry>,
    cycle_start: Option<usize>,
    #[serde(default)]
    shortest: bool,
    #[serde(skip_deserializing)]
    output: Vec<Output>,
    steps: Vec<Step>,
    finding: Finding,
    optimised: Optimised,
    places: Vec<Related>,
    decisions: Vec<Decision>,
    cycle_decision: Option<usize>,
    /// Sources by the names that places have for them, where they were to be saved.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    sources: BTreeMap<String, String>,
}

#[derive(Serialize)]
struct RelatedPlace {
    what: String,
    thread: u32,
    #[serde(flatten)]
    location: Location,
}

#[derive(Serialize, Deserialize)]
struct Thread {
    thread: u32,
    function: String,
}

/// What the program printed in a step of `trace`.
#[derive(Serialize)]
struct Output {
    step: usize,
    text: String,
}

/// The part that tells which kind of file it is, whatever else is in it.
#[derive(Deserialize)]
struct Header {
    kind: Option<serde_json::Value>,
    schema: Option<serde_json::Value>,
    verdict: Option<serde_json::Value>,
}

/// Why a trace file could not be read or written.
#[derive(Debug)]
pub enum TraceFileError {
    /// The file cannot be opened, read or written.
    Io(io::Error),
    /// It is not JSON, or a field is missing or of the wrong type.
    Malformed(serde_json::Error),
    /// It is JSON, but no trace file.
    NotATrace,
    /// It is the output of `--json`.
    JsonOutput,
    /// It was written by another version.
    OtherVersion(u64),
    /// It contradicts itself.
    Inconsistent(String),
}

impl fmt::Display for TraceFileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const WAY_OUT: &str = "`allways check --trace-out FILE` writes one";
        match self {
            TraceFileError::Io(error) => error.fmt(f),
            TraceFileError::Malformed(error) => {
                write!(f, "not a trace file: {error}; {WAY_OUT}")
            }
            TraceFileError::NotATrace => {
                write!(f, "not a trace file: `kind` is not \"{KIND}\"; {WAY_OUT}")
            }
            TraceFileError::JsonOutput => write!(
                f,
                "this is the output of --json, which lacks the decisions to replay; {WAY_OUT}"
            ),
            TraceFileError::OtherVersion(schema) => write!(
                f,
                "the trace file has schema {schema}, this version of allways reads schema {SCHEMA}; \
                 use the version that wrote it, or make the trace again"
            ),
            TraceFileError::Inconsistent(what) => {
                write!(f, "the trace file is damaged: {what}; make it again with --trace-out")
            }
        }
    }
}

// No source: what is behind it is in the message, and would be said twice.
impl std::error::Error for TraceFileError {}

impl<C: Clone + Serialize + DeserializeOwned> TraceFile<C> {
    /// The content of the file.
    pub fn to_json(&self) -> String {
        let layout = Layout::from(self);
        let mut text =
            serde_json::to_string_pretty(&layout).expect("strings and numbers always serialise");
        text.push('\n');
        text
    }

    /// Reads what [`TraceFile::to_json`] wrote. Fields it does not know are skipped.
    pub fn parse(content: &[u8]) -> Result<TraceFile<C>, TraceFileError> {
        let header: Header = serde_json::from_slice(content).map_err(TraceFileError::Malformed)?;
        header.accept()?;
        let layout: Layout<C> =
            serde_json::from_slice(content).map_err(TraceFileError::Malformed)?;
        layout.check()?;
        layout.into_trace_file()
    }

    /// Reads the file at `path`.
    pub fn read(path: &Path) -> Result<TraceFile<C>, TraceFileError> {
        let content = fs::read(path).map_err(TraceFileError::Io)?;
        TraceFile::parse(&content)
    }

    /// Writes the file at `path`, replacing what is there.
    pub fn write(&self, path: &Path) -> Result<(), TraceFileError> {
        fs::write(path, self.to_json()).map_err(TraceFileError::Io)
    }
}

impl Header {
    fn accept(&self) -> Result<(), TraceFileError> {
        if self.kind.as_ref().and_then(|k| k.as_str()) != Some(KIND) {
            let output = self.verdict.is_some();
            return Err(if output {
                TraceFileError::JsonOutput
            } else {
                TraceFileError::NotATrace
            });
        }
        match self.schema.as_ref().and_then(|s| s.as_u64()) {
            Some(schema) if schema != SCHEMA => Err(TraceFileError::OtherVersion(schema)),
            // Anything else that is wrong with it shows when the whole is read.
            _ => Ok(()),
        }
    }
}

impl<C: Clone> From<&TraceFile<C>> for Layout<C> {
    fn from(file: &TraceFile<C>) -> Layout<C> {
        let explanation = &file.explanation;
        let printed = explanation.steps.iter().enumerate().filter(|(_, s)| !s.output.is_empty());
        let threads = explanation.threads.iter();
        Layout {
            kind: KIND.to_string(),
            schema: SCHEMA,
            digest: file.digest.clone(),
            check: file.check.clone(),
            property: explanation.property.map(|p| p.name().to_string()),
            message: sentence(explanation),
            location: Location::from(&explanation.place),
            stack: explanation.stack.clone(),
            related: explanation.related.iter().map(RelatedPlace::from).collect(),
            help: help(explanation),
            threads: threads
                .map(|t| Thread { thread: t.thread, function: t.function.clone() })
                .collect(),
            trace: explanation.steps.iter().map(Entry::from).collect(),
            cycle_start: explanation.cycle_start,
            shortest: explanation.shortest,
            output: printed.map(|(step, s)| Output { step, text: s.output.clone() }).collect(),
            steps: explanation.steps.clone(),
            finding: explanation.finding.clone(),
            optimised: explanation.optimised,
            places: explanation.related.clone(),
            decisions: file.decisions.clone(),
            cycle_decision: file.cycle_decision,
            sources: file.sources.clone(),
        }
    }
}

impl<C> Layout<C> {
    /// Whoever reads the file indexes with these numbers.
    fn check(&self) -> Result<(), TraceFileError> {
        let steps = self.steps.len();
        let decisions = self.decisions.len();
        let wrong = if self.cycle_start.is_some_and(|i| i > steps && steps > 0) {
            format!("`cycle_start` lies beyond its {steps} steps")
        } else if self.cycle_decision.is_some_and(|i| i > decisions) {
            format!("`cycle_decision` lies beyond its {decisions} decisions")
        } else {
            return Ok(());
        };
        Err(TraceFileError::Inconsistent(wrong))
    }

    fn into_trace_file(self) -> Result<TraceFile<C>, TraceFileError> {
        let property = self.property.map(|name| property(&name)).transpose()?;
        let threads = self.threads.into_iter();
        let explanation = Trace {
            property,
            finding: self.finding,
            optimised: self.optimised,
            place: Place::from(self.location),
            stack: self.stack,
            related: self.places,
            threads: threads
                .map(|t| ThreadName { thread: t.thread, function: t.function })
                .collect(),
            cycle_start: self.cycle_start.filter(|&i| i <= self.steps.len()),
            steps: self.steps,
            shortest: self.shortest,
            recording: None,
        };
        Ok(TraceFile {
            digest: self.digest,
            check: self.check,
            decisions: self.decisions,
            cycle_decision: self.cycle_decision,
            explanation,
            sources: self.sources,
        })
    }
}

fn property(name: &str) -> Result<Property, TraceFileError> {
    Property::from_name(name)
        .ok_or_else(|| TraceFileError::Inconsistent(format!("there is no property `{name}`")))
}

impl From<&Related> for RelatedPlace {
    fn from(related: &Related) -> RelatedPlace {
        RelatedPlace {
            what: relation(related),
            thread: related.thread,
            location: Location::from(&related.place),
        }
    }
}
