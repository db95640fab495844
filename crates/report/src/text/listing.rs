//! A schedule in one column, with the name of the thread wherever it changes: for many threads and
//! for narrow terminals.

use super::cell::{CellLook, cell};
use super::gutter::Gutter;
use super::line::{Line, Style};
use super::rows::Row;
use crate::visible::width;

const FRAME: &str = "│ ";

/// The list.
pub(super) struct Listing {
    look: CellLook,
}

impl Listing {
    /// A list for these rows in `room` columns.
    pub fn new(rows: &[&Row], room: usize, full: bool) -> Listing {
        let inside = room.saturating_sub(width(FRAME));
        let widest = rows.iter().map(|row| width(&row.text)).max().unwrap_or(0);
        // Notes stand below each other, but not so far right that there is no room for them.
        Listing { look: CellLook { width: inside, notes_at: widest.min(inside / 2), full } }
    }

    /// The line above the rows.
    pub fn header(&self, gutter: &Gutter) -> Vec<Line> {
        vec![gutter.header().with(Style::Faint, FRAME)]
    }

    /// The lines of a row, the first with `thread` before it.
    pub fn row(&self, row: &Row, thread: &str, gutter: &Gutter) -> Vec<Line> {
        let cells = cell(row, self.look).into_iter().enumerate();
        let line = |(i, content)| {
            let edge = if i == 0 { gutter.first(row, thread) } else { gutter.blank() };
            edge.with(Style::Faint, FRAME).then(content)
        };
        cells.map(line).collect()
    }
}
