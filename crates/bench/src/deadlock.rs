//! A deadlock that takes one step of every thread.

use crate::Bench;
use crate::runs::{check, median};
use crate::table::{Table, count, megabytes};
use anyhow::{Result, bail};

/// Prints the table.
pub fn run(bench: &Bench) -> Result<()> {
    let mut table = Table::new(&[
        "philosophers",
        "states",
        "transitions",
        "search",
        "with counterexample",
        "counted",
        "peak RSS",
    ]);
    let threads: u32 = bench.size(600, 12);
    let defines = [format!("-DN={threads}"), "-DLEFT_FIRST".to_string()];
    let one = || check(bench, "philosophers.c", &["--property", "deadlock"], &defines);
    let runs: Result<Vec<_>> = (0..bench.runs).map(|_| one()).collect();
    let run = median(runs?, |run| run.seconds);
    if run.verdict != "violated" {
        bail!("the deadlock was not found: {}", run.verdict);
    }
    table.row([
        threads.to_string(),
        count(run.states),
        count(run.transitions),
        format!("{:.2} s", run.seconds),
        format!("{:.2} s", run.all_seconds),
        megabytes(run.peak_bytes),
        megabytes(run.rss),
    ]);
    bench.show("", table);
    Ok(())
}
