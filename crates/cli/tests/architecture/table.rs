//! The table of crates in docs/ARCHITECTURE.md: the page is the rule, and this reads it.

use crate::root;
use std::collections::BTreeSet;

/// A row: a crate, and the crates that it may use.
#[derive(Debug, PartialEq, Eq)]
pub struct Row {
    /// The folder of the crate.
    pub name: String,
    pub may_use: BTreeSet<String>,
}

/// The rows of the table, in order.
pub fn rows() -> Vec<Row> {
    let page = root().join("docs/ARCHITECTURE.md");
    read(&std::fs::read_to_string(page).expect("the page"))
}

fn read(page: &str) -> Vec<Row> {
    let mut lines =
        page.lines().skip_while(|line| !line.starts_with("| crate |")).take_while(|l| l.len() > 1);
    let head = lines.next().expect("a table of crates");
    assert_eq!(head, "| crate | what belongs in it | may use |");
    let mut rows: Vec<Row> = Vec::new();
    for line in lines.skip(1) {
        let cells: Vec<&str> = line.trim_matches('|').split(" | ").map(str::trim).collect();
        let [name, _, used] = cells[..] else { panic!("not three cells: {line}") };
        let may_use = match used {
            "–" => BTreeSet::new(),
            "all of the above" => rows.iter().map(|row| row.name.clone()).collect(),
            _ => quoted(used).collect(),
        };
        assert!(used == "–" || !may_use.is_empty(), "`{used}` names no crates");
        rows.push(Row { name: quoted(name).next().expect("a crate in backticks"), may_use });
    }
    rows
}

/// What stands in backticks.
fn quoted(cell: &str) -> impl Iterator<Item = String> {
    cell.split('`').skip(1).step_by(2).map(str::to_string)
}

#[test]
fn rows_are_read() {
    let page = "text\n\n| crate | what belongs in it | may use |\n| --- | --- | --- |\n\
                | `a` | `x`, y | – |\n| `b` | z | `a` |\n| `c` (the binary `d`) | w | all of the above |\n\n\
                | room |\n";
    let row = |name: &str, may_use: &[&str]| Row {
        name: name.to_string(),
        may_use: may_use.iter().map(ToString::to_string).collect(),
    };
    assert_eq!(read(page), [row("a", &[]), row("b", &["a"]), row("c", &["a", "b"])]);
}
