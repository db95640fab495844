//! What liveness costs beside safety on the same program, with and without fairness.

use crate::Bench;
use crate::runs::{check, median};
use crate::table::{Table, count};
use anyhow::Result;

/// An automaton of two states finds its violations.
const FORMULA: &str = "G ({eaten == 0} -> F {eaten > 0})";

/// Prints the table.
pub fn run(bench: &Bench) -> Result<()> {
    let mut table =
        Table::new(&["search", "states", "seconds", "ns/state", "ratio", "total", "bytes/state"]);
    let defines = [format!("-DN={}", bench.size(5, 2))];
    let safety: &[&str] = &["--property", "assert"];
    let liveness: &[&str] = &["--property", "ltl", "--ltl", FORMULA];
    let fair: &[&str] = &["--property", "ltl", "--ltl", FORMULA, "--fair", "weak"];
    let mut first = None;
    for (name, options) in [("safety", safety), ("liveness", liveness), ("liveness, fair", fair)] {
        let options = [options, &["--reduction", "tau"]].concat();
        let runs: Result<Vec<_>> =
            (0..bench.runs).map(|_| check(bench, "liveness.c", &options, &defines)).collect();
        let run = median(runs?, |run| run.seconds);
        let each = run.seconds * 1e9 / run.states.max(1) as f64;
        let (each_before, all_before) = *first.get_or_insert((each, run.seconds));
        table.row([
            name.to_string(),
            count(run.states),
            format!("{:.2}", run.seconds),
            format!("{each:.0}"),
            format!("{:.2}", each / each_before),
            format!("{:.2}", run.seconds / all_before),
            format!("{:.1}", run.peak_bytes as f64 / run.states.max(1) as f64),
        ]);
    }
    bench.show("", table);
    Ok(())
}
