//! Tables of states: `<!-- states: allways check FILE ROW --reduction COLUMN -->` before a table says how each
//! cell is measured. ROW is the code in the row's first cell, or nothing; COLUMN the code in the head of the
//! column. Columns whose head is no code are quoted from elsewhere.

use crate::shell::Shell;
use crate::{PAGES, blessing, no_complaints, pages, read, shown};
use serde_json::Value;
use std::path::Path;

const MARK: &str = "<!-- states: ";

fn cells(line: &str) -> Vec<&str> {
    line.trim_matches('|').split('|').map(str::trim).collect()
}

fn code(cell: &str) -> Option<&str> {
    cell.strip_prefix('`')?.strip_suffix('`')
}

/// 1234567 as 1,234,567.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let place = |i: usize| i > 0 && (digits.len() - i).is_multiple_of(3);
    let group = |(i, c): (usize, char)| if place(i) { format!(",{c}") } else { c.to_string() };
    digits.chars().enumerate().map(group).collect()
}

fn states(shell: &mut Shell, command: &str) -> String {
    let report = shell.run(&format!("{command} --json"));
    let report: Value =
        serde_json::from_str(&report).unwrap_or_else(|_| panic!("{command}: {report}"));
    assert_eq!(report["verdict"], "holds", "{command}");
    grouped(report["states"].as_u64().expect("a number of states"))
}

/// A row of a table with its cells measured.
fn measured_row(shell: &mut Shell, command: &str, head: &[&str], row: &[&str]) -> Vec<String> {
    let command = command.replace("ROW", code(row[0]).unwrap_or(""));
    let cell = |(name, old): (&&str, &&str)| match code(name) {
        Some(column) => states(shell, &command.replace("COLUMN", column)),
        None => old.to_string(),
    };
    head.iter().zip(row).map(cell).collect()
}

/// A page with its tables measured, and how many rows these have.
fn measured(page: &Path) -> (String, usize) {
    let text = read(page);
    let (mut shell, mut rows, mut new) = (Shell::of_page(page), 0, String::new());
    let (mut command, mut head) = (None, None);
    for line in text.lines() {
        let mut line_now = line.to_string();
        match (command, &head) {
            _ if line.starts_with(MARK) => {
                command = line.strip_prefix(MARK).and_then(|rest| rest.strip_suffix(" -->"));
                head = None;
            }
            (Some(_), None) if line.starts_with('|') => head = Some(cells(line)),
            (Some(_), Some(_)) if line.starts_with("| ---") => {}
            (Some(command), Some(head)) if line.starts_with('|') => {
                let row = measured_row(&mut shell, command, head, &cells(line));
                line_now = format!("| {} |", row.join(" | ")).replace("|  |", "| |");
                rows += 1;
            }
            _ if !line.is_empty() => command = None,
            _ => {}
        }
        new += &format!("{line_now}\n");
    }
    (new, rows)
}

#[test]
fn tables_of_states_are_measured() {
    let _alone = PAGES.lock();
    let (mut complaints, mut all) = (Vec::new(), 0);
    for page in pages().iter().filter(|page| read(page).contains(MARK)) {
        let (new, count) = measured(page);
        all += count;
        if blessing() {
            std::fs::write(page, new).expect("a page can be written");
        } else if new != read(page) {
            let old = read(page);
            let pairs = old.lines().zip(new.lines()).filter(|(old, new)| old != new);
            let lines: Vec<String> = pairs.map(|(old, new)| format!("{old}\n{new}")).collect();
            complaints.push(format!("{}: measured\n{}", shown(page), lines.join("\n")));
        }
    }
    no_complaints(&complaints);
    assert!(all >= 4, "only {all} rows");
}

#[test]
fn numbers_are_grouped() {
    let all = [7, 43, 100, 1992772].map(grouped);
    assert_eq!(all, ["7", "43", "100", "1,992,772"]);
}
