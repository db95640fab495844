//! Lines with indentation and the places they come from.

use super::Text;
use crate::error::Location;
use std::path::Path;

/// The column at which comments with source lines stand.
const COMMENT: usize = 56;

/// A text under construction.
#[derive(Default)]
pub struct Printer {
    text: String,
    depth: usize,
    lines: Vec<Option<Location>>,
    last: Option<Location>,
}

impl Printer {
    pub fn indent(&mut self) {
        self.depth += 1;
    }

    pub fn dedent(&mut self) {
        self.depth = self.depth.saturating_sub(1);
    }

    pub fn blank(&mut self) {
        self.text.push('\n');
        self.lines.push(None);
        self.last = None;
    }

    /// A line; the place is written beside it when it differs from the line before.
    pub fn line(&mut self, line: &str, at: Option<&Location>) {
        let mut full = format!("{}{line}", "  ".repeat(self.depth));
        if let Some(at) = at.filter(|at| at.line > 0)
            && self.last.as_ref() != Some(at)
        {
            let file = Path::new(&*at.file).file_name();
            let file = file.map_or(at.file.to_string(), |f| f.to_string_lossy().into());
            full = format!("{full:COMMENT$} /* {file}:{} */", at.line);
            self.last = Some(at.clone());
        }
        self.lines.push(at.cloned().or_else(|| self.last.clone()));
        self.text.push_str(full.trim_end());
        self.text.push('\n');
    }

    /// A macro of several lines. Unlike `inline`, it leaves the line of its use in trails.
    pub fn definition(&mut self, head: &str, body: &[String]) {
        self.line(&format!("#define {head} \\"), None);
        for (position, line) in body.iter().enumerate() {
            let more = if position + 1 < body.len() { " \\" } else { "" };
            self.line(&format!("  {line}{more}"), None);
        }
    }

    /// A line after which everything is indented.
    pub fn open(&mut self, line: &str) {
        self.line(line, None);
        self.depth += 1;
    }

    pub fn open_at(&mut self, line: &str, at: &Location) {
        self.line(line, Some(at));
        self.depth += 1;
    }

    pub fn close(&mut self, line: &str) {
        self.depth = self.depth.saturating_sub(1);
        self.line(line, None);
    }

    /// A line one level further out, for labels and branches.
    pub fn outdented(&mut self, line: &str, at: Option<&Location>) {
        let depth = self.depth;
        self.depth = depth.saturating_sub(1);
        self.line(line, at);
        self.depth = depth;
    }

    pub fn finish(self) -> Text {
        Text { text: self.text, lines: self.lines }
    }
}
