//! What is wrong with the text of a formula, and where.

use std::fmt;
use std::ops::Range;

/// Columns of the source line shown around the place of an error.
const WINDOW: usize = 96;

/// An error in the text of a formula.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseError {
    /// The bytes of the text the error is about; empty at the end of the text.
    pub span: Range<usize>,
    /// What is wrong, in one sentence without a full stop.
    pub message: String,
    /// What to write instead, where the slip is a common one.
    pub help: Option<String>,
}

impl ParseError {
    pub(super) fn new(span: Range<usize>, message: impl Into<String>) -> Self {
        ParseError { span, message: message.into(), help: None }
    }

    pub(super) fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// The message, the line of `text` it is about with carets below the place, and the help.
    ///
    /// `text` is what was given to [`crate::Formula::parse`]; another text gives carets in the wrong
    /// place but no panic.
    pub fn render(&self, text: &str) -> String {
        let start = floor_boundary(text, self.span.start);
        let end = floor_boundary(text, self.span.end).max(start);
        let line_start = text[..start].rfind('\n').map_or(0, |at| at + 1);
        let line_end = text[start..].find('\n').map_or(text.len(), |at| start + at);
        let before: Vec<char> = text[line_start..start].chars().collect();
        let marked = text[start..end.min(line_end)].chars().count().max(1);
        let line: Vec<char> = text[line_start..line_end].chars().collect();

        let from = before.len().saturating_sub(WINDOW / 2);
        let to = line.len().min(from + WINDOW);
        let column = before.len() - from;
        let shown: String = line[from..to].iter().map(|&c| printable(c)).collect();
        let lead = if from > 0 { "…" } else { "" };
        let tail = if to < line.len() { "…" } else { "" };
        let indent = " ".repeat(column + lead.chars().count());
        let carets = "^".repeat(marked.min((WINDOW - column).max(1)));

        let mut out = format!("{}\n  | {lead}{shown}{tail}\n  | {indent}{carets}", self.message);
        if let Some(help) = &self.help {
            out.push_str("\n  help: ");
            out.push_str(help);
        }
        out
    }
}

/// Every character of the shown line takes one column, so that the carets stand below their place.
fn printable(c: char) -> char {
    if c.is_control() { ' ' } else { c }
}

fn floor_boundary(text: &str, at: usize) -> usize {
    let mut at = at.min(text.len());
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}

impl fmt::Display for ParseError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{} (at byte {})", self.message, self.span.start)?;
        match &self.help {
            Some(help) => write!(out, "; {help}"),
            None => Ok(()),
        }
    }
}

impl std::error::Error for ParseError {}
