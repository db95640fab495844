//! What a transition costs when there are more threads.

use crate::Bench;
use crate::runs::{check, median};
use crate::table::{Table, count};
use anyhow::Result;

/// Threads, and states after which to stop: sitting down takes a few states for each.
const SIZES: [(u32, u32); 3] = [(6, 20_000), (60, 6_000), (600, 4_000)];
const SMALL: [(u32, u32); 2] = [(3, 300), (12, 300)];

/// Prints the table.
pub fn run(bench: &Bench) -> Result<()> {
    let mut table = Table::new(&[
        "philosophers",
        "states",
        "transitions",
        "ns/transition",
        "ratio",
        "bytes/transition",
    ]);
    let mut first = None;
    for &(threads, states) in bench.size(&SIZES[..], &SMALL[..]) {
        let states = states.to_string();
        let defines = [format!("-DN={threads}"), "-DPLATES=10".to_string()];
        let one = || check(bench, "philosophers.c", &["--max-states", &states], &defines);
        let runs: Result<Vec<_>> = (0..bench.runs).map(|_| one()).collect();
        let run = median(runs?, |run| run.seconds);
        let cost = run.nanoseconds_a_transition();
        table.row([
            threads.to_string(),
            count(run.states),
            count(run.transitions),
            format!("{cost:.0}"),
            format!("{:.2}", cost / *first.get_or_insert(cost)),
            format!("{:.1}", run.peak_bytes as f64 / run.transitions.max(1) as f64),
        ]);
    }
    bench.show("", table);
    Ok(())
}
