//! Results on their way out: text, JSON, files.

use crate::args::{CheckArgs, Color};
use crate::compile::Build;
use crate::words;
use allways_check::{Answer, Execution, Outcome, Request, Why};
use allways_report::{Colour, Decision, Look, Sources, Summary, TraceFile, Unreached, VerdictKind};
use allways_space::Explanation;
use allways_vm::Action;
use anyhow::{Context, Result};
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

/// Everything that is said about a check.
pub struct Report {
    /// What was found.
    pub summary: Summary,
    /// How, where there is something to show.
    pub explanation: Option<Explanation>,
    /// The execution that is shown, to be saved.
    pub trace: Option<Trace>,
}

/// A saved execution: the file of `--trace-out`.
pub type Trace = TraceFile<Checked>;

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
        Report { summary, explanation: None, trace: None }
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
        Report { summary, explanation, trace: None }
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
        Answer::Unknown(Why::Said(text)) => {
            Summary { reason: Some(text.clone()), ..Summary::new(VerdictKind::Unknown) }
        }
    }
}

/// The file that an execution of a program is saved in.
pub fn trace(
    execution: Execution,
    explanation: Explanation,
    build: &Build,
    digest: String,
) -> Trace {
    let decision = |a: &Action| Decision { thread: a.thread, choice: a.choice.into() };
    Trace {
        digest,
        decisions: execution.decisions.iter().map(decision).collect(),
        cycle_decision: execution.cycle_start,
        check: Checked { build: build.clone(), request: execution.request },
        explanation,
    }
}

/// Where a report goes, and how a person wants to see it.
pub struct Desk {
    /// As JSON.
    pub json: bool,
    /// In one line.
    pub quiet: bool,
    /// With colours.
    pub colour: Colour,
    /// Where the execution is saved.
    pub trace: Option<PathBuf>,
    /// Where the result goes as SARIF.
    pub sarif: Option<PathBuf>,
    /// Where the result goes as JUnit XML.
    pub junit: Option<PathBuf>,
    /// What the test case is called there.
    pub title: String,
    /// Whoever holds it reports: a check that is given up does, or its end.
    pub turn: Mutex<()>,
}

impl Desk {
    /// As the options say.
    pub fn of(args: &CheckArgs) -> Desk {
        Desk {
            json: args.json,
            quiet: args.quiet,
            colour: colour(args.color),
            trace: args.trace_out.clone(),
            sarif: args.sarif.clone(),
            junit: args.junit.clone(),
            title: args.files.first().map_or_else(String::new, |f| f.display().to_string()),
            turn: Mutex::new(()),
        }
    }

    /// Writes the files that were asked for, prints, and says with which code to exit.
    pub fn deliver(&self, mut report: Report) -> u8 {
        let _turn = self.turn.lock().unwrap_or_else(PoisonError::into_inner);
        report.summary.options = std::env::args().skip(1).collect();
        if let Err(error) = self.save(&report) {
            report = Report::error(format!("{error:#}"));
        }
        let written = self.write_files(&report);
        let code = self.print(&report);
        match written {
            Ok(()) => code,
            Err(error) => crate::complain(&error),
        }
    }

    fn save(&self, report: &Report) -> Result<()> {
        let (Some(file), Some(trace)) = (&self.trace, &report.trace) else { return Ok(()) };
        trace.write(file).with_context(|| format!("cannot write `{}`", file.display()))
    }

    fn write_files(&self, report: &Report) -> Result<()> {
        let Report { summary, explanation, .. } = report;
        let (explanation, mut sources) = (explanation.as_ref(), Sources::new());
        if let Some(file) = &self.sarif {
            write(file, &allways_report::sarif(summary, explanation, &mut sources))?;
        }
        if let Some(file) = &self.junit {
            write(file, &allways_report::junit(&self.title, summary, explanation, &mut sources))?;
        }
        Ok(())
    }

    /// Prints a report and says with which code to exit.
    pub fn print(&self, report: &Report) -> u8 {
        let Report { summary, explanation, .. } = report;
        let explanation = explanation.as_ref();
        if self.json {
            println!("{}", allways_report::json(summary, explanation));
        } else if self.quiet {
            print!("{}", allways_report::headline(summary, explanation));
        } else if summary.verdict == VerdictKind::Error && explanation.is_none() {
            eprintln!("error: {}", summary.message);
        } else {
            let look = Look {
                colour: self.colour.enabled(&std::io::stdout()),
                width: columns(),
                full: false,
                saved: self.trace.as_ref().map(|file| file.display().to_string()),
            };
            print!("{}", allways_report::text(summary, explanation, &mut Sources::new(), &look));
        }
        summary.verdict.exit_code()
    }
}

/// `--color` as the report wants it.
pub fn colour(color: Color) -> Colour {
    match color {
        Color::Auto => Colour::Auto,
        Color::Always => Colour::Always,
        Color::Never => Colour::Never,
    }
}

/// Columns of the terminal, as the shell says.
fn columns() -> usize {
    let set = std::env::var("COLUMNS").ok().and_then(|c| c.parse().ok());
    set.unwrap_or(100)
}

/// Writes a file that the user asked for.
pub fn write(path: &Path, content: &str) -> Result<()> {
    std::fs::write(path, content).with_context(|| format!("cannot write `{}`", path.display()))
}
