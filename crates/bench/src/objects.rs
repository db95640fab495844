//! What a transition costs when it changes one word of a large object.

use crate::Bench;
use crate::runs::{check, median};
use crate::table::{Table, count};
use anyhow::Result;

const SIZES: [u64; 5] = [1 << 10, 16 << 10, 256 << 10, 4 << 20, 16 << 20];

/// Prints the table.
pub fn run(bench: &Bench) -> Result<()> {
    let mut table =
        Table::new(&["object", "states", "transitions", "ns/transition", "ratio", "bytes/state"]);
    let steps = bench.size(200, 5);
    let mut first = None;
    for size in SIZES {
        let defines = [format!("-DSIZE={size}"), format!("-DSTEPS={steps}")];
        // The same steps for every size: how much `full` puts together depends on it.
        let options = ["--property", "assert", "--reduction", "tau"];
        let runs: Result<Vec<_>> =
            (0..bench.runs).map(|_| check(bench, "object.c", &options, &defines)).collect();
        let run = median(runs?, |run| run.seconds);
        let cost = run.nanoseconds_a_transition();
        table.row([
            if size < 1 << 20 {
                format!("{} KiB", size >> 10)
            } else {
                format!("{} MiB", size >> 20)
            },
            count(run.states),
            count(run.transitions),
            format!("{cost:.0}"),
            format!("{:.2}", cost / *first.get_or_insert(cost)),
            format!("{:.1}", run.peak_bytes as f64 / run.states.max(1) as f64),
        ]);
    }
    bench.show("", table);
    Ok(())
}
