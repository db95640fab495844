//! Reports on their way out: text, JSON, files.

use crate::args::{CheckArgs, Color};
use crate::reporting::Report;
use allways_report::{Colour, Look, Sources, VerdictKind};
use anyhow::{Context, Result};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

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
