//! What was measured, as JSON, and beside what was measured before.

use crate::table::Table;
use anyhow::{Context, Result, ensure};
use serde_json::{Value, json};
use std::path::Path;

/// Raised when old files can no longer be read.
const SCHEMA: u64 = 1;

/// A table that was measured.
pub struct Measured {
    pub benchmark: String,
    /// Tells tables of one benchmark apart.
    pub title: String,
    pub table: Table,
}

/// All tables as one object.
pub fn to_json(all: &[Measured], runs: u32, small: bool) -> Value {
    let table = |one: &Measured| {
        let (headings, rows) = one.table.rows().split_first().expect("a table has headings");
        json!({ "benchmark": one.benchmark, "title": one.title, "headings": headings, "rows": rows })
    };
    json!({
        "schema": SCHEMA,
        "version": env!("CARGO_PKG_VERSION"),
        "runs": runs,
        "small": small,
        "tables": all.iter().map(table).collect::<Vec<_>>(),
    })
}

/// Reads what [`to_json`] gave.
pub fn read(path: &Path) -> Result<Vec<Measured>> {
    let name = path.display();
    let text = std::fs::read_to_string(path).with_context(|| format!("cannot read `{name}`"))?;
    let value: Value =
        serde_json::from_str(&text).with_context(|| format!("`{name}` is not JSON"))?;
    let unusable = || format!("`{name}` was not written by `allways bench --json`");
    ensure!(value["schema"] == SCHEMA, unusable());
    let tables = value["tables"].as_array().with_context(unusable)?;
    tables.iter().map(|table| measured(table).with_context(unusable)).collect()
}

fn measured(value: &Value) -> Option<Measured> {
    let text = |value: &Value| value.as_str().map(str::to_string);
    let cells = |row: &Value| row.as_array()?.iter().map(text).collect::<Option<Vec<String>>>();
    let rows = value["rows"].as_array()?.iter().map(cells);
    let rows = [cells(&value["headings"])].into_iter().chain(rows);
    Some(Measured {
        benchmark: text(&value["benchmark"])?,
        title: text(&value["title"])?,
        table: Table::of(rows.collect::<Option<Vec<_>>>()?),
    })
}

/// The table with each number that was measured before as well replaced by the present one divided by that.
/// `None` when nothing was.
pub fn compare(now: &Measured, before: &[Measured]) -> Option<Table> {
    let before = before.iter().find(|b| b.benchmark == now.benchmark && b.title == now.title)?;
    let (old_headings, old_rows) = before.table.rows().split_first()?;
    let (headings, rows) = now.table.rows().split_first()?;
    let old_keys = keys(old_rows);
    let mut ratios = vec![headings.clone()];
    for (row, key) in rows.iter().zip(keys(rows)) {
        let Some(at) = old_keys.iter().position(|old| *old == key) else { continue };
        let old = |column: usize| {
            let column = old_headings.iter().position(|old| *old == headings[column])?;
            number(old_rows[at].get(column)?)
        };
        let ratio = |(column, cell): (usize, &String)| match (column, number(cell), old(column)) {
            (1.., Some(now), Some(before)) if before != 0.0 => format!("{:.2}", now / before),
            (0, ..) | (_, None, _) => cell.clone(),
            _ => String::new(),
        };
        ratios.push(row.iter().enumerate().map(ratio).collect());
    }
    (ratios.len() > 1).then(|| Table::of(ratios))
}

/// What a row is about: its first cell, the one above where that is empty, all cells that are no numbers, and
/// how many rows before it are about the same.
fn keys(rows: &[Vec<String>]) -> Vec<(Vec<&str>, usize)> {
    let mut keys: Vec<(Vec<&str>, usize)> = Vec::new();
    let mut first = "";
    for row in rows {
        if let Some(cell) = row.first().filter(|cell| !cell.is_empty()) {
            first = cell;
        }
        let words = row.iter().skip(1).filter(|cell| number(cell).is_none()).map(String::as_str);
        let key: Vec<&str> = [first].into_iter().chain(words).collect();
        let same = keys.iter().filter(|known| known.0 == key).count();
        keys.push((key, same));
    }
    keys
}

/// The number with which a cell begins.
fn number(cell: &str) -> Option<f64> {
    cell.split_whitespace().next()?.replace(',', "").parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn measured(seconds: [&str; 2]) -> Measured {
        let mut table = Table::new(&["program", "checker", "states", "time"]);
        table.row(["filter", "SPIN", "1,000", seconds[0]].map(str::to_string));
        table.row(["", "full", "10", seconds[1]].map(str::to_string));
        Measured { benchmark: "spin".to_string(), title: String::new(), table }
    }

    #[test]
    fn what_was_saved_is_compared_with_what_is_measured_now() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("old.json");
        let old = to_json(&[measured(["2.00 s", "0.40 s"])], 5, false);
        std::fs::write(&path, old.to_string()).unwrap();
        let old = read(&path).unwrap();
        let ratios = compare(&measured(["1.00 s", "0.60 s"]), &old).unwrap();
        let rows: Vec<String> = ratios.rows().iter().map(|row| row.join("|")).collect();
        let expected = ["program|checker|states|time", "filter|SPIN|1.00|0.50", "|full|1.00|1.50"];
        assert_eq!(rows, expected);
    }

    #[test]
    fn rows_and_tables_that_were_not_measured_before_are_left_out() {
        let old = [measured(["2.00", "0.40"])];
        let mut now = measured(["1.00", "0.40"]);
        now.table.row(["ring", "full", "7", "0.10"].map(str::to_string));
        assert_eq!(compare(&now, &old).unwrap().rows().len(), 3);
        now.benchmark = "stack".to_string();
        assert!(compare(&now, &old).is_none());
    }

    #[test]
    fn other_files_are_refused() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("old.json");
        for text in ["{}", "[1]", "no JSON", "{\"schema\":1,\"tables\":[{}]}"] {
            std::fs::write(&path, text).unwrap();
            assert!(read(&path).is_err(), "{text}");
        }
    }
}
