//! A schedule with a column per thread: reading down is time, reading across is who.

use super::cell::{CellLook, cell, wanted};
use super::gutter::Gutter;
use super::line::{Line, Style};
use super::rows::Row;
use crate::visible::width;

/// More threads than that are listed one below the other.
const MOST_THREADS: usize = 4;

/// A column narrower than that says too little, unless nothing wider is in it.
const NARROWEST: usize = 22;

/// Columns that frame a cell: `│ ` before and a space behind.
const FRAME: usize = 3;

/// The table.
pub(super) struct Columns {
    threads: Vec<u32>,
    titles: Vec<String>,
    widths: Vec<usize>,
    full: bool,
}

impl Columns {
    /// A table for these rows, if there are several threads and each gets enough room.
    /// `title` names a thread.
    pub fn new(
        rows: &[&Row],
        title: impl Fn(u32) -> String,
        room: usize,
        full: bool,
    ) -> Option<Columns> {
        let mut threads: Vec<u32> = rows.iter().map(|row| row.thread).collect();
        threads.sort_unstable();
        threads.dedup();
        if !(2..=MOST_THREADS).contains(&threads.len()) {
            return None;
        }
        let titles: Vec<String> = threads.iter().map(|t| title(*t)).collect();
        let mut columns = Columns { widths: Vec::new(), threads, titles, full };
        let wishes = columns.most(rows, wanted);
        let room = room.checked_sub(FRAME * columns.threads.len())?;
        columns.widths = shares(&wishes, room);
        let mut granted = columns.widths.iter().zip(&wishes);
        if granted.any(|(got, wish)| *got < NARROWEST.min(*wish)) {
            return None;
        }
        columns.tighten(rows, &wishes, room);
        Some(columns)
    }

    /// The most that `measure` says for a row of each thread; at least what the titles take.
    fn most(&self, rows: &[&Row], measure: impl Fn(&Row) -> usize) -> Vec<usize> {
        let mut most: Vec<usize> = self.titles.iter().map(|title| width(title)).collect();
        for row in rows {
            let column = self.column(row);
            most[column] = most[column].max(measure(row));
        }
        most
    }

    /// Rows that had to be broken need less than their share: whoever was cut short gets the rest.
    fn tighten(&mut self, rows: &[&Row], wishes: &[usize], room: usize) {
        let used = self.most(rows, |row| self.used(row));
        let full = used.iter().zip(&self.widths).map(|(used, share)| used >= share);
        let wishes = full.zip(wishes.iter().zip(&used));
        let wishes: Vec<usize> =
            wishes.map(|(full, (wish, used))| if full { *wish } else { *used }).collect();
        self.widths = shares(&wishes, room);
        let used = self.most(rows, |row| self.used(row));
        self.widths = used.iter().zip(&self.widths).map(|(used, share)| *used.min(share)).collect();
    }

    fn used(&self, row: &Row) -> usize {
        let lines = cell(row, self.look(self.column(row)));
        lines.iter().map(Line::width).max().unwrap_or(0)
    }

    fn column(&self, row: &Row) -> usize {
        self.threads.iter().position(|t| *t == row.thread).unwrap_or(0)
    }

    fn look(&self, column: usize) -> CellLook {
        CellLook { width: self.widths[column], notes_at: 0, full: self.full }
    }

    /// Columns it takes.
    pub fn width(&self) -> usize {
        self.widths.iter().map(|w| w + FRAME).sum()
    }

    /// The names of the threads and a rule below them.
    pub fn header(&self, gutter: &Gutter) -> Vec<Line> {
        let mut names = gutter.header();
        let mut rule = "─".repeat(gutter.width());
        for (title, width) in self.titles.iter().zip(&self.widths) {
            let name = Line::new().with(Style::Strong, title).fit(*width).padded(*width);
            names = names.with(Style::Faint, "│ ").then(name).plain(" ");
            rule.push('┼');
            rule.push_str(&"─".repeat(width + FRAME - 1));
        }
        vec![names, Line::new().with(Style::Faint, &rule)]
    }

    /// The lines of a row.
    pub fn row(&self, row: &Row, gutter: &Gutter) -> Vec<Line> {
        let column = self.column(row);
        let cells = cell(row, self.look(column)).into_iter().enumerate();
        let line = |(i, content): (usize, Line)| {
            let edge = if i == 0 { gutter.first(row, "") } else { gutter.blank() };
            self.widths.iter().enumerate().fold(edge, |line, (c, width)| {
                let inside = if c == column { content.clone() } else { Line::new() };
                line.with(Style::Faint, "│ ").then(inside.padded(*width)).plain(" ")
            })
        };
        cells.map(line).collect()
    }
}

/// Divides `room` among columns: nobody gets more than they wish, and those who cannot get their
/// wish get the same.
fn shares(wishes: &[usize], room: usize) -> Vec<usize> {
    let mut order: Vec<usize> = (0..wishes.len()).collect();
    order.sort_by_key(|i| wishes[*i]);
    let mut shares = vec![0; wishes.len()];
    let mut left = room;
    for (done, i) in order.into_iter().enumerate() {
        shares[i] = wishes[i].min(left / (wishes.len() - done));
        left -= shares[i];
    }
    shares
}

#[cfg(test)]
mod tests {
    use super::shares;

    #[test]
    fn small_wishes_leave_their_room_to_large_ones() {
        assert_eq!(shares(&[10, 20], 40), [10, 20]);
        assert_eq!(shares(&[90, 10, 50], 100), [45, 10, 45]);
        assert_eq!(shares(&[90, 90, 90], 30), [10, 10, 10]);
        assert!(shares(&[], 30).is_empty());
    }
}
