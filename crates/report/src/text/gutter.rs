//! The left edge of a schedule: the marks of a row, its thread where there are no columns, and its
//! place.

use super::line::{Line, Style};
use super::rows::Row;
use crate::visible::width;
use std::collections::{HashMap, HashSet};

/// Marks a context switch.
pub(super) const SWITCH: &str = "▸";
/// Marks the fault.
pub(super) const FAULT: &str = "✗";

/// Columns for names of files, at most.
const WIDEST: usize = 24;

/// The left edge.
pub(super) struct Gutter {
    /// The file that all rows are in; they show only lines then.
    pub file: Option<String>,
    /// What files are called, where there are several.
    names: HashMap<String, String>,
    place: usize,
    /// Columns for names of threads, 0 without.
    thread: usize,
}

impl Gutter {
    /// For these rows, without names of threads.
    pub fn new(rows: &[&Row]) -> Gutter {
        let mut gutter =
            Gutter { file: single_file(rows), names: short_names(rows), place: 0, thread: 0 };
        let widest = rows.iter().map(|row| width(&gutter.place(row))).max();
        gutter.place = widest.unwrap_or(0).clamp(width(gutter.place_title()), WIDEST);
        gutter
    }

    /// With room for names of threads.
    pub fn with_threads(self, columns: usize) -> Gutter {
        Gutter { thread: columns.max(width(THREAD_TITLE)), ..self }
    }

    /// Columns it takes, including the space after it.
    pub fn width(&self) -> usize {
        let thread = if self.thread == 0 { 0 } else { self.thread + 2 };
        3 + thread + self.place
    }

    /// Above the rows.
    pub fn header(&self) -> Line {
        let title = if self.thread == 0 { "" } else { THREAD_TITLE };
        self.line("", title, "", self.place_title())
    }

    /// For the first line of a row; with the name of its thread, where there is room for it.
    pub fn first(&self, row: &Row, thread: &str) -> Line {
        let switch = if row.switch { SWITCH } else { "" };
        let fault = if row.fault { FAULT } else { "" };
        self.line(switch, thread, fault, &self.place(row))
    }

    /// For any other line.
    pub fn blank(&self) -> Line {
        Line::indented(self.width())
    }

    fn line(&self, switch: &str, thread: &str, fault: &str, place: &str) -> Line {
        let mut line = Line::new().with(Style::Caution, switch).padded(1);
        if self.thread > 0 {
            let name = Line::new().with(Style::Strong, thread).fit(self.thread);
            line = line.plain(" ").then(name.padded(self.thread)).plain(" ");
        }
        let place = Line::new().with(Style::Faint, place).fit(self.place);
        let before = " ".repeat(self.place - place.width());
        let fault = Line::new().with(Style::Bad, fault).padded(1);
        line.then(fault).plain(&before).then(place).plain(" ")
    }

    fn place_title(&self) -> &'static str {
        if self.file.is_some() { "line" } else { "place" }
    }

    fn place(&self, row: &Row) -> String {
        let place = &row.place;
        match (&self.file, place.line) {
            _ if place.file.is_empty() => String::new(),
            (Some(_), 0) => String::new(),
            (Some(_), line) => line.to_string(),
            (None, 0) => self.name(&place.file).to_string(),
            (None, line) => format!("{}:{line}", self.name(&place.file)),
        }
    }

    fn name<'a>(&'a self, file: &'a str) -> &'a str {
        self.names.get(file).map_or(file, String::as_str)
    }
}

const THREAD_TITLE: &str = "thread";

/// The file that every row with a place is in.
fn single_file(rows: &[&Row]) -> Option<String> {
    let mut files = rows.iter().map(|row| &row.place.file).filter(|file| !file.is_empty());
    let first = files.next()?;
    files.all(|file| file == first).then(|| first.clone())
}

/// What files are called beside each other: by their names, and where two have the same one, by as many of the
/// folders they are in as tell them apart.
fn short_names(rows: &[&Row]) -> HashMap<String, String> {
    let files: HashSet<&str> = rows.iter().map(|row| row.place.file.as_str()).collect();
    let is_alone = |file: &str, parts: usize| {
        !files.iter().any(|other| *other != file && ending(other, parts) == ending(file, parts))
    };
    let short = |file: &str| {
        let most = file.split('/').count();
        let parts = (1..most).find(|&parts| is_alone(file, parts)).unwrap_or(most);
        ending(file, parts).to_string()
    };
    files.iter().map(|file| (file.to_string(), short(file))).collect()
}

/// The last parts of a path.
fn ending(file: &str, parts: usize) -> &str {
    let slash = file.rmatch_indices('/').nth(parts - 1);
    slash.map_or(file, |(at, _)| &file[at + 1..])
}
