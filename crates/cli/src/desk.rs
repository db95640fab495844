//! Reports on their way out: text, JSON, files.

use crate::args::{CheckArgs, Color};
use crate::reporting::Report;
use allways_report::{Colour, Look, Sources, VerdictKind};
use anyhow::{Context, Result};
use std::fs::OpenOptions;
use std::io::ErrorKind;
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
    /// Every step of a long execution.
    pub full: bool,
    /// The names of what no execution reached, and not only how many they are.
    pub coverage: bool,
    /// Where the execution is saved.
    pub trace: Option<PathBuf>,
    /// Its sources are saved with it.
    pub embed_source: bool,
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
            full: args.full_trace,
            coverage: args.coverage,
            trace: args.trace_out.clone(),
            embed_source: args.embed_source,
            sarif: args.sarif.clone(),
            junit: args.junit.clone(),
            title: args.name(),
            turn: Mutex::new(()),
        }
    }

    /// Finds out before any work whether the files can be written. One that cannot is given up, and the
    /// others say why.
    pub fn prepare(&mut self) -> Result<()> {
        let files = [&mut self.trace, &mut self.sarif, &mut self.junit];
        let tried = files.map(|place| match place.as_deref().map(writable) {
            Some(Err(error)) => {
                *place = None;
                Err(error)
            }
            _ => Ok(()),
        });
        tried.into_iter().collect()
    }

    /// Writes the files that were asked for, prints, and says with which code to exit. What cannot be
    /// written is said besides: it keeps nothing else back.
    pub fn deliver(&self, mut report: Report) -> u8 {
        let _turn = self.turn.lock().unwrap_or_else(PoisonError::into_inner);
        report.summary.options = std::env::args().skip(1).collect();
        if let Some(trace) = report.trace.as_mut().filter(|_| self.embed_source) {
            trace.sources = Sources::to_save(&trace.explanation);
        }
        let saved = self.save(&report);
        let written = self.write_files(&report);
        let code = self.print_saved(&report, saved.is_ok());
        let errors = std::iter::once(saved).chain(written).filter_map(Result::err);
        errors.fold(code, |_, error| crate::complain(&error))
    }

    fn save(&self, report: &Report) -> Result<()> {
        let (Some(file), Some(trace)) = (&self.trace, &report.trace) else { return Ok(()) };
        trace.write(file).with_context(|| format!("cannot write `{}`", file.display()))
    }

    fn write_files(&self, report: &Report) -> [Result<()>; 2] {
        let Report { summary, explanation, .. } = report;
        let (explanation, mut sources) = (explanation.as_ref(), Sources::new());
        let sarif = self.sarif.as_ref().map_or(Ok(()), |file| {
            write(file, &allways_report::sarif(summary, explanation, &mut sources))
        });
        let junit = self.junit.as_ref().map_or(Ok(()), |file| {
            write(file, &allways_report::junit(&self.title, summary, explanation, &mut sources))
        });
        [sarif, junit]
    }

    /// Prints a report and says with which code to exit.
    pub fn print(&self, report: &Report) -> u8 {
        self.print_saved(report, true)
    }

    fn print_saved(&self, report: &Report, saved: bool) -> u8 {
        let Report { summary, explanation, sources, .. } = report;
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
                full: self.full,
                coverage: self.coverage,
                saved: self.trace.as_ref().filter(|_| saved).map(|file| file.display().to_string()),
            };
            let mut sources = Sources::saved(sources);
            print!("{}", allways_report::text(summary, explanation, &mut sources, &look));
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

/// Columns of the terminal, as the shell or the terminal says.
fn columns() -> usize {
    let set = std::env::var("COLUMNS").ok().and_then(|c| c.parse().ok());
    let terminal = || {
        let size = rustix::termios::tcgetwinsize(std::io::stdout()).ok()?;
        (size.ws_col > 0).then_some(usize::from(size.ws_col))
    };
    set.or_else(terminal).unwrap_or(100)
}

/// Writes a file that the user asked for.
pub fn write(path: &Path, content: &str) -> Result<()> {
    std::fs::write(path, content).with_context(|| format!("cannot write `{}`", path.display()))
}

/// Whether a file can be written, which it is not yet: it stays as it is, and one that is not there stays
/// away.
fn writable(path: &Path) -> Result<()> {
    let mut open = OpenOptions::new();
    let tried = match path.metadata() {
        // A pipe or a terminal: opening it could wait, or be noticed.
        Ok(file) if !file.is_file() && !file.is_dir() => Ok(()),
        Ok(_) => open.append(true).open(path).map(drop),
        Err(_) => match open.write(true).create_new(true).open(path) {
            Ok(_) => std::fs::remove_file(path),
            // A link that leads nowhere yet.
            Err(error) if error.kind() == ErrorKind::AlreadyExists => Ok(()),
            Err(error) => Err(error),
        },
    };
    tried.with_context(|| format!("cannot write `{}`", path.display()))
}
