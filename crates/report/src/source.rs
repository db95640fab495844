//! The source files that places point into, read when first needed.

use crate::statement;
use crate::visible::{clean, clean_from, width};
use allways_trace::{Place, Trace};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fs;
use std::path::Path;

/// Larger files are taken for missing: no one wrote them by hand.
const LARGEST: u64 = 64 << 20;

/// Longer lines are taken for missing: nobody could read them, and every step on them would cost.
const LONGEST_LINE: usize = 4096;

/// Source files by the name the compiler was given. A file that is missing or unreadable just has
/// no lines.
#[derive(Debug, Default)]
pub struct Sources {
    files: HashMap<String, Option<File>>,
}

#[derive(Debug)]
struct File {
    bytes: Vec<u8>,
    starts: Vec<usize>,
}

/// A line of source as it is shown: without indentation, without anything unprintable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct SourceLine {
    /// The line.
    pub text: String,
    /// The byte in `text` that the place's column points at.
    pub column: Option<usize>,
}

impl Sources {
    /// No file read yet; relative names are resolved against the current directory.
    pub fn new() -> Sources {
        Sources::default()
    }

    /// Those that were saved with an execution; others are read when they are needed.
    pub fn saved(files: &BTreeMap<String, String>) -> Sources {
        let mut sources = Sources::new();
        files.iter().for_each(|(file, content)| sources.insert(file, content));
        sources
    }

    /// The files that the places of an execution are in, as far as they can be read and are text.
    pub fn to_save(trace: &Trace) -> BTreeMap<String, String> {
        let related = trace.related.iter().flat_map(|r| r.stack.iter().chain([&r.place]));
        let steps = trace.steps.iter().map(|step| &step.place);
        let places = trace.stack.iter().chain([&trace.place]).chain(related).chain(steps);
        let names: BTreeSet<&str> = places.map(|place| place.file.as_str()).collect();
        let content = |name: &str| String::from_utf8(read(Path::new(name))?.bytes).ok();
        let named = |name: &str| Some((name.to_string(), content(name)?));
        names.into_iter().filter_map(named).collect()
    }

    /// Gives `file` a content, whatever lies on disk under that name.
    pub fn insert(&mut self, file: &str, content: &str) {
        self.files.insert(file.to_string(), Some(File::new(content.as_bytes().to_vec())));
    }

    /// The line that `place` is on.
    pub(crate) fn line(&mut self, place: &Place) -> Option<SourceLine> {
        let raw = self.raw_line(place).filter(|line| line.len() <= LONGEST_LINE)?;
        let column = (place.column as usize).checked_sub(1).filter(|c| *c <= raw.len());
        let (before, after) = raw.split_at(column.unwrap_or(0));
        let before = clean(&String::from_utf8_lossy(before));
        let after = clean_from(&String::from_utf8_lossy(after), width(&before));
        let whole = format!("{before}{after}");
        let indentation = whole.len() - whole.trim_start().len();
        let text = whole.trim().to_string();
        let column = column.and_then(|_| before.len().checked_sub(indentation));
        Some(SourceLine { column: column.filter(|c| *c <= text.len()), text })
    }

    /// The column of `place` in characters instead of bytes; as it is where the source is missing.
    pub(crate) fn column_in_characters(&mut self, place: &Place) -> u32 {
        let column = (place.column as usize).saturating_sub(1);
        match self.raw_line(place).and_then(|line| line.get(..column)) {
            Some(before) => String::from_utf8_lossy(before).chars().count() as u32 + 1,
            None => place.column,
        }
    }

    fn raw_line(&mut self, place: &Place) -> Option<&[u8]> {
        if place.file.is_empty() {
            return None;
        }
        if !self.files.contains_key(&place.file) {
            self.files.insert(place.file.clone(), read(Path::new(&place.file)));
        }
        self.files.get(&place.file)?.as_ref()?.line(place.line)
    }
}

impl SourceLine {
    /// The statement that the column points into; the whole line without one.
    pub(crate) fn statement(&self) -> &str {
        match self.column {
            Some(column) => &self.text[statement::around(&self.text, column)],
            None => &self.text,
        }
    }

    /// Where that statement begins, at the latest at the column: tells the statements of one line
    /// apart.
    pub(crate) fn statement_start(&self) -> usize {
        self.column.map_or(0, |column| statement::around(&self.text, column).start.min(column))
    }
}

impl File {
    fn new(bytes: Vec<u8>) -> File {
        let ends = bytes.iter().enumerate().filter(|(_, b)| **b == b'\n').map(|(i, _)| i + 1);
        let starts = std::iter::once(0).chain(ends).collect();
        File { bytes, starts }
    }

    /// Line `number`, from 1, without its end.
    fn line(&self, number: u32) -> Option<&[u8]> {
        let index = (number as usize).checked_sub(1)?;
        let start = *self.starts.get(index)?;
        let end = self.starts.get(index + 1).map_or(self.bytes.len(), |next| next - 1);
        let line = &self.bytes[start..end];
        Some(line.strip_suffix(b"\r").unwrap_or(line))
    }
}

/// Only ordinary files are opened: reading a device or a pipe could take forever.
fn read(path: &Path) -> Option<File> {
    let metadata = fs::metadata(path).ok()?;
    if !metadata.is_file() || metadata.len() > LARGEST {
        return None;
    }
    fs::read(path).ok().map(File::new)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn place(line: u32, column: u32) -> Place {
        Place { file: "a.c".to_string(), line, column, ..Place::default() }
    }

    fn sources(content: &str) -> Sources {
        let mut sources = Sources::new();
        sources.insert("a.c", content);
        sources
    }

    #[test]
    fn lines_lose_indentation_and_the_column_follows() {
        let mut s = sources("one\r\n\t x\t= 1;\r\n");
        let line = s.line(&place(2, 5)).expect("line 2 exists");
        assert_eq!(line, SourceLine { text: "x  = 1;".to_string(), column: Some(3) });
        assert_eq!(s.line(&place(1, 0)).expect("line 1 exists").column, None);
        assert_eq!(s.line(&place(2, 99)).expect("line 2 exists").column, None);
    }

    #[test]
    fn lines_that_do_not_exist_are_none() {
        let mut s = sources("one\ntwo");
        assert_eq!(s.line(&place(2, 1)).expect("line 2 exists").text, "two");
        assert_eq!(s.line(&place(3, 1)), None);
        assert_eq!(s.line(&place(0, 1)), None);
        assert_eq!(sources(&"x".repeat(5000)).line(&place(1, 1)), None);
    }

    #[test]
    fn missing_files_and_directories_have_no_lines() {
        let mut s = Sources::new();
        for file in ["", "no/such/file.c", "/", "/dev/zero"] {
            let place = Place { file: file.to_string(), line: 1, ..Place::default() };
            assert_eq!(s.line(&place), None, "{file}");
        }
    }

    #[test]
    fn bytes_that_are_no_text_keep_the_column_right() {
        let mut s = Sources::new();
        s.files.insert("a.c".to_string(), Some(File::new(b"\xff\xe9 = x;".to_vec())));
        let line = s.line(&place(1, 6)).expect("line 1 exists");
        assert_eq!(&line.text[line.column.expect("in the line")..], "x;");
    }

    #[test]
    fn columns_are_counted_in_characters_for_formats_that_want_them() {
        let mut s = sources("/* é日 */ x = 1;");
        assert_eq!(s.column_in_characters(&place(1, 13)), 10);
        assert_eq!(s.column_in_characters(&place(7, 13)), 13);
        assert_eq!(s.column_in_characters(&place(1, 0)), 1);
    }
}
