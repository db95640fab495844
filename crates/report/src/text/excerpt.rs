//! A place in the source: where it is, its line, and a caret below the spot.

use super::line::{Line, Style, prefix, wrap};
use crate::source::{SourceLine, Sources};
use crate::statement::expression_length;
use crate::visible::{char_width, width};
use allways_trace::Place;

/// Indentation of everything below the headline.
const INDENT: usize = 2;

/// Calls that lead to a place, before the rest is only counted.
const MOST_CALLS: usize = 12;

/// Draws places so that their line numbers stand below each other.
pub(super) struct Excerpts {
    columns: usize,
    number_width: usize,
    last: Option<Place>,
}

impl Excerpts {
    /// For these places, on a terminal of `columns`.
    pub fn new<'a>(places: impl Iterator<Item = &'a Place>, columns: usize) -> Excerpts {
        let widest = places.map(|p| p.line.to_string().len()).max().unwrap_or(1);
        Excerpts { columns, number_width: widest.max(2), last: None }
    }

    /// `what` happened at `place`, with its source unless that was shown just before.
    pub fn show(
        &mut self,
        what: &str,
        place: &Place,
        thread: Option<u32>,
        style: Style,
        sources: &mut Sources,
    ) -> Vec<Line> {
        let Some(at) = spot(place) else { return Vec::new() };
        let mut lines = vec![heading(what, &at, place, thread)];
        let again = self.last.as_ref().is_some_and(|last| same_spot(last, place));
        if let Some(source) = sources.line(place).filter(|_| !again) {
            lines.extend(self.source(place.line, &source, style));
        }
        self.last = Some(place.clone());
        lines
    }

    /// How a thread came to a place: a line for all calls, or as many as it takes.
    pub fn called(&self, stack: &[Place]) -> Vec<Line> {
        if stack.is_empty() {
            return Vec::new();
        }
        let call = |place: &Place| match spot(&Place { column: 0, ..place.clone() }) {
            Some(at) => format!("{at} in {}", place.function),
            None => place.function.clone(),
        };
        let mut calls: Vec<String> = stack.iter().take(MOST_CALLS).map(call).collect();
        if stack.len() > MOST_CALLS {
            calls.push(format!("{} more calls", stack.len() - MOST_CALLS));
        }
        let label = "called from ";
        let room = self.columns.saturating_sub(INDENT + 2 + label.len()).max(16);
        let lines = wrap(&calls.join(", "), room);
        let lines = lines.iter().enumerate().map(|(number, text)| {
            let label = if number == 0 { label } else { "" };
            let edge = Line::indented(INDENT + 2).with(Style::Faint, label);
            edge.padded(INDENT + 2 + "called from ".len()).plain(text)
        });
        lines.collect()
    }

    fn source(&self, number: u32, source: &SourceLine, style: Style) -> Vec<Line> {
        let room = self.columns.saturating_sub(INDENT + 2 + self.number_width + 3);
        let (text, caret) = window(source, room);
        let mut lines = vec![self.gutter(&number.to_string()).plain(&text)];
        if let Some((before, length)) = caret {
            let underline = format!("^{}", "~".repeat(length.saturating_sub(1)));
            lines.push(self.gutter("").plain(&" ".repeat(before)).with(style, &underline));
        }
        lines.into_iter().map(|line| line.fit(self.columns)).collect()
    }

    fn gutter(&self, number: &str) -> Line {
        let width = self.number_width;
        Line::indented(INDENT + 2).with(Style::Faint, &format!("{number:>width$} │ "))
    }
}

/// `file:line:column`, as far as it is known, or the function alone.
fn spot(place: &Place) -> Option<String> {
    match place {
        Place { file, function, .. } if file.is_empty() => {
            (!function.is_empty()).then(|| format!("`{function}`"))
        }
        Place { file, line: 0, .. } => Some(file.clone()),
        Place { file, line, column: 0, .. } => Some(format!("{file}:{line}")),
        Place { file, line, column, .. } => Some(format!("{file}:{line}:{column}")),
    }
}

fn same_spot(a: &Place, b: &Place) -> bool {
    a.file == b.file && a.line == b.line && a.column == b.column
}

fn heading(what: &str, at: &str, place: &Place, thread: Option<u32>) -> Line {
    let before = match (what, &place.by[..]) {
        ("", "") => "at ".to_string(),
        ("", by) => format!("`{by}` called at "),
        (what, _) => format!("{what} at "),
    };
    let mut line = Line::indented(INDENT).plain(&before).with(Style::Strong, at);
    if !place.file.is_empty() && !place.function.is_empty() {
        line = line.plain(&format!(" in {}", place.function));
    }
    if let Some(thread) = thread {
        line = line.plain(&format!(", thread {thread}"));
    }
    if !what.is_empty() && !place.by.is_empty() {
        line = line.plain(&format!(", by `{}`", place.by));
    }
    line
}

/// The part of the line to show in `room` columns, and where the caret goes: columns before it and
/// its length.
fn window(source: &SourceLine, room: usize) -> (String, Option<(usize, usize)>) {
    let Some(column) = source.column else { return (source.text.clone(), None) };
    let expression = &source.text[column..];
    let length = width(&expression[..expression_length(expression)]).max(1);
    let start = window_start(source, column, length, room);
    let ellipsis = if start > 0 { "…" } else { "" };
    let text = format!("{ellipsis}{}", &source.text[start..]);
    let before = width(ellipsis) + width(&source.text[start..column]);
    let shown = width(prefix(&text, room)).saturating_sub(before).max(1);
    (text, Some((before, length.min(shown))))
}

/// A line too long begins at its statement; or, if the expression would not be seen then, as far
/// left of it as leaves room.
fn window_start(source: &SourceLine, column: usize, length: usize, room: usize) -> usize {
    if width(&source.text) <= room {
        return 0;
    }
    // An ellipsis at either end.
    let mut left = room.saturating_sub(length + 2);
    let mut leftmost = column;
    for (i, c) in source.text[..column].char_indices().rev() {
        match left.checked_sub(char_width(c)) {
            Some(rest) => (left, leftmost) = (rest, i),
            None => break,
        }
    }
    leftmost.max(source.statement_start())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is shown of `text` with the caret at the first `at`, in two lines.
    fn shown(text: &str, at: &str, room: usize) -> [String; 2] {
        let column = text.find(at);
        let (text, caret) = window(&SourceLine { text: text.to_string(), column }, room);
        let (before, length) = caret.expect("the column is known");
        [
            prefix(&text, room).to_string(),
            format!("{}^{}", " ".repeat(before), "~".repeat(length - 1)),
        ]
    }

    #[test]
    fn a_long_line_begins_at_its_statement() {
        let line = "first = 1; second = 2; third = call(fourth);";
        assert_eq!(shown(line, "call", 60), [line, "                               ^~~~~~~~~~~~"]);
        assert_eq!(shown(line, "call", 24), ["…third = call(fourth);", "         ^~~~~~~~~~~~"]);
        assert_eq!(shown(line, "second", 12), ["…second = 2;", " ^~~~~~"]);
    }

    #[test]
    fn the_expression_is_seen_whatever_stands_before_it() {
        let line = "if (some_long_condition && another_one && last_one) x;";
        assert_eq!(shown(line, "last_one", 20), ["…er_one && last_one)", "           ^~~~~~~~"]);
        assert_eq!(shown(line, "some", 10), ["…some_long", " ^~~~~~~~~"]);
    }
}
