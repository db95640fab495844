//! What a row says, in a given number of columns: the statement, what changed, what was printed.

use super::line::{Line, Style, fold, wrap};
use super::rows::Row;
use crate::visible::width;

const ARROW: &str = "→ ";
const PRINTS: &str = "prints ";

/// Indentation of what does not fit beside the statement.
const BELOW: usize = 2;

/// Lines of notes or of output per row, unless everything is asked for.
const MOST_LINES: usize = 8;

/// How cells are laid out.
#[derive(Copy, Clone)]
pub(super) struct CellLook {
    /// Columns there are.
    pub width: usize,
    /// Where notes begin at the earliest, if they fit beside the statement.
    pub notes_at: usize,
    /// Leave nothing out.
    pub full: bool,
}

/// The columns that a row would like.
pub(super) fn wanted(row: &Row) -> usize {
    let notes = joined(row);
    let beside = if notes.is_empty() { 0 } else { 2 + width(ARROW) + width(&notes) };
    let printed = row.output.iter().map(|o| BELOW + width(PRINTS) + 2 + width(o)).max();
    (width(&row.text) + beside).max(printed.unwrap_or(0))
}

/// The lines of a row.
pub(super) fn cell(row: &Row, look: CellLook) -> Vec<Line> {
    let style = if row.fault { Style::Bad } else { Style::Plain };
    let statement = Line::new().with(style, &row.text);
    let mut lines = match beside(&statement, &joined(row), look) {
        Some(line) => vec![line],
        None => {
            let mut lines = vec![statement.fit(look.width)];
            lines.extend(below(row, look));
            lines
        }
    };
    lines.extend(output(row, look));
    lines
}

fn joined(row: &Row) -> String {
    row.notes().join("; ")
}

/// Statement and notes on one line, if they fit; the notes below those of other rows if possible.
fn beside(statement: &Line, notes: &str, look: CellLook) -> Option<Line> {
    if notes.is_empty() {
        return (statement.width() <= look.width).then(|| statement.clone());
    }
    let places = [look.notes_at.max(statement.width()), statement.width()];
    let lines = places.map(|at| {
        let notes = format!("  {ARROW}{notes}");
        statement.clone().padded(at).with(Style::Value, &notes)
    });
    lines.into_iter().find(|line| line.width() <= look.width)
}

fn below(row: &Row, look: CellLook) -> Vec<Line> {
    let room = look.width.saturating_sub(BELOW + width(ARROW));
    let mut packed: Vec<String> = Vec::new();
    for note in row.notes() {
        match packed.last_mut() {
            Some(last) if width(last) + 2 + width(&note) <= room => {
                last.push_str("; ");
                last.push_str(&note);
            }
            _ => packed.extend(wrap(&note, room)),
        }
    }
    let more = limit(&mut packed, look);
    let mut lines = Vec::new();
    for (i, text) in packed.iter().enumerate() {
        let arrow = if i == 0 { ARROW } else { "  " };
        lines.push(Line::indented(BELOW).with(Style::Value, &format!("{arrow}{text}")));
    }
    lines.extend(more);
    lines
}

/// What was printed, letter by letter: folded where it is too long.
fn output(row: &Row, look: CellLook) -> Vec<Line> {
    let indent = BELOW + width(PRINTS);
    let room = look.width.saturating_sub(indent);
    let mut printed = Vec::new();
    for text in &row.output {
        let folded = fold(&format!("\"{text}\""), room);
        printed.extend(folded.into_iter().enumerate().map(|(i, part)| (i == 0, part)));
    }
    let more = limit(&mut printed, look);
    let line = |(first, text): &(bool, String)| {
        let prints = if *first { PRINTS } else { "" };
        let label = Line::indented(BELOW).with(Style::Faint, prints).padded(indent);
        label.with(Style::Output, text)
    };
    printed.iter().map(line).chain(more).collect()
}

/// Shortens `lines` to what may be shown; the line that says so.
fn limit<T>(lines: &mut Vec<T>, look: CellLook) -> Option<Line> {
    if look.full || lines.len() <= MOST_LINES + 1 {
        return None;
    }
    let left_out = lines.len() - MOST_LINES;
    lines.truncate(MOST_LINES);
    let text = format!("… {left_out} more lines");
    Some(Line::indented(BELOW).with(Style::Faint, &text).fit(look.width))
}
