//! The report for people. Built as styled lines and coloured last, so that a report without colour
//! is the same report.

mod cell;
mod columns;
mod elide;
mod excerpt;
mod gutter;
mod line;
mod listing;
mod rows;
mod schedule;
mod verdicts;

use crate::source::Sources;
use crate::summary::Summary;
use crate::visible::clean;
use allways_trace::Trace;
use line::Line;
use std::io::IsTerminal;

/// `--color`.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub enum Colour {
    /// On a terminal, unless `NO_COLOR` is set or the terminal is dumb.
    #[default]
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
}

impl Colour {
    /// Whether to colour what goes to `stream`.
    pub fn enabled(self, stream: &impl IsTerminal) -> bool {
        let set = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty());
        match self {
            Colour::Always => true,
            Colour::Never => false,
            Colour::Auto => {
                let dumb = set("TERM").is_some_and(|term| term == "dumb");
                stream.is_terminal() && set("NO_COLOR").is_none() && !dumb
            }
        }
    }
}

/// How a report should look.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Look {
    /// Whether to use colours; see [`Colour::enabled`].
    pub colour: bool,
    /// Columns of the terminal.
    pub width: usize,
    /// Show long schedules in full.
    pub full: bool,
    /// Name what no execution reached, and do not only count it.
    pub coverage: bool,
    /// Where the counterexample was saved, if it was.
    pub saved: Option<String>,
}

impl Default for Look {
    fn default() -> Look {
        Look { colour: false, width: 100, full: false, coverage: false, saved: None }
    }
}

impl Look {
    /// The width to lay out for: below the minimum, lines get longer than the terminal.
    fn columns(&self) -> usize {
        self.width.max(32)
    }
}

/// The whole report.
pub fn text(
    summary: &Summary,
    explanation: Option<&Trace>,
    sources: &mut Sources,
    look: &Look,
) -> String {
    render(&verdicts::report(summary, explanation, sources, look), look)
}

/// The answer in one line, for `--quiet`: `violated: assertion `x == 1` failed [assert]`.
pub fn headline(summary: &Summary, explanation: Option<&Trace>) -> String {
    let mut out = String::new();
    verdicts::headline(summary, explanation).render(false, &mut out);
    out
}

/// The schedule alone, as a replay shows it. Empty when there are no steps.
pub fn schedule(explanation: &Trace, sources: &mut Sources, look: &Look) -> String {
    render(&schedule::lines(explanation, sources, look), look)
}

fn render(lines: &[Line], look: &Look) -> String {
    let mut out = String::new();
    for line in lines {
        line.render(look.colour, &mut out);
    }
    out
}

/// A thread's number and the function it runs: `1 worker`.
fn thread_label(explanation: &Trace, thread: u32) -> String {
    let name = explanation.threads.iter().find(|t| t.thread == thread);
    let function = name.map_or("", |name| &name.function);
    clean(format!("{thread} {function}").trim_end())
}

#[cfg(test)]
mod tests {
    use super::Colour;

    #[test]
    fn only_terminals_are_coloured_unasked() {
        let file = std::fs::File::open(env!("CARGO_MANIFEST_PATH")).expect("it was just built");
        assert!(Colour::Always.enabled(&file));
        assert!(!Colour::Auto.enabled(&file));
        assert!(!Colour::Never.enabled(&file));
    }
}
