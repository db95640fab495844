//! Results on their way out: text, JSON, files.

use crate::args::CheckArgs;
use allways_report::{Colour, Look, Sources, Summary, Unreached, VerdictKind};
use allways_space::{Coverage, Explanation};
use anyhow::{Context, Result};
use std::path::Path;
use std::process::ExitCode;

/// A finished check.
pub struct Outcome {
    /// What was found.
    pub summary: Summary,
    /// How, where there is something to show.
    pub explanation: Option<Explanation>,
}

impl Outcome {
    /// Whether nothing that is checked after it can change it.
    pub fn is_final(&self) -> bool {
        matches!(self.summary.verdict, VerdictKind::Violated | VerdictKind::Error)
    }

    /// The outcome of two checks of one program, of which the first is not final.
    pub fn after(first: Option<Outcome>, second: Outcome) -> Outcome {
        let Some(first) = first else { return second };
        let (a, b) = (first.summary.coverage.clone(), second.summary.coverage.clone());
        let keep_first = first.summary.verdict == VerdictKind::Unknown && !second.is_final();
        let (mut kept, other) = if keep_first { (first, second) } else { (second, first) };
        kept.summary.coverage = Coverage {
            states: a.states + b.states,
            transitions: a.transitions + b.transitions,
            depth: a.depth.max(b.depth),
            seconds: a.seconds + b.seconds,
            peak_bytes: a.peak_bytes.max(b.peak_bytes),
            rounds: a.rounds.max(b.rounds),
            facts: a.facts.max(b.facts),
            audit_broken: a.audit_broken + b.audit_broken,
        };
        let known = kept.summary.assumptions.clone();
        let more = other.summary.assumptions.into_iter().filter(|text| !known.contains(text));
        kept.summary.assumptions.extend(more);
        kept.summary.warnings.extend(other.summary.warnings);
        if kept.summary.unreached == Unreached::default() {
            kept.summary.unreached = other.summary.unreached;
        }
        kept
    }

    /// A request that cannot be answered.
    pub fn error(message: String) -> Outcome {
        let summary = Summary { message, ..Summary::new(VerdictKind::Error) };
        Outcome { summary, explanation: None }
    }
}

/// How a person wants to see it.
#[derive(Clone, Debug)]
pub struct Show {
    /// As JSON.
    pub json: bool,
    /// In one line.
    pub quiet: bool,
    /// With colours.
    pub colour: Colour,
    /// Where the counterexample was saved.
    pub saved: Option<String>,
}

impl Show {
    /// As the options say.
    pub fn of(args: &CheckArgs) -> Show {
        Show {
            json: args.json,
            quiet: args.quiet,
            colour: colour(args.color),
            saved: args.trace_out.as_ref().map(|p| p.display().to_string()),
        }
    }
}

/// `--color` as the report wants it.
pub fn colour(color: crate::args::Color) -> Colour {
    match color {
        crate::args::Color::Auto => Colour::Auto,
        crate::args::Color::Always => Colour::Always,
        crate::args::Color::Never => Colour::Never,
    }
}

/// Columns of the terminal, as the shell says.
fn columns() -> usize {
    let set = std::env::var("COLUMNS").ok().and_then(|c| c.parse().ok());
    set.unwrap_or(100)
}

/// Prints an outcome and says with which code to exit.
pub fn print(outcome: &Outcome, show: &Show) -> ExitCode {
    let Outcome { summary, explanation } = outcome;
    let explanation = explanation.as_ref();
    if show.json {
        println!("{}", allways_report::json(summary, explanation));
    } else if show.quiet {
        print!("{}", allways_report::headline(summary, explanation));
    } else if summary.verdict == VerdictKind::Error && explanation.is_none() {
        eprintln!("error: {}", summary.message);
    } else {
        let look = Look {
            colour: show.colour.enabled(&std::io::stdout()),
            width: columns(),
            full: false,
            saved: show.saved.clone(),
        };
        print!("{}", allways_report::text(summary, explanation, &mut Sources::new(), &look));
    }
    ExitCode::from(summary.verdict.exit_code())
}

/// Writes a file that the user asked for.
pub fn write(path: &Path, content: &str) -> Result<()> {
    std::fs::write(path, content).with_context(|| format!("cannot write `{}`", path.display()))
}
