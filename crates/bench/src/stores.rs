//! What each store takes for a state of the same program, and how many states it finds.

use crate::Bench;
use crate::runs::median;
use crate::table::{Table, count, megabytes};
use allways::{Build, Compiler};
use allways_program::Program;
use allways_search::{Control, Options, Store};
use allways_space::{Coverage, Loss, Property, Reason, Verdict};
use allways_vm::{Granularity, Vm};
use anyhow::{Result, bail};

/// Bits of a field for each state: plenty, enough, and too few.
const BITS: [u64; 5] = [64, 16, 8, 4, 1];

/// Prints the table.
pub fn run(bench: &Bench) -> Result<()> {
    let define = format!("-DN={}", bench.size(6, 3));
    let compiler = Compiler { flags: vec![define], level: None };
    let build =
        Build { files: vec![bench.folder.join("philosophers.c")], compiler, ..Build::default() };
    let program = build.program_here()?;
    let mut table = Table::new(&[
        "store",
        "states",
        "share",
        "expected share",
        "bytes/state",
        "store alone",
        "counted",
        "seconds",
    ]);
    let (exact, _) = measure(bench, &program, Store::Tree)?;
    let field =
        |bits: u64| (format!("bitstate, {bits} bits"), Store::Bitstate(exact.states * bits / 8));
    let others = [("tree".to_string(), Store::Tree), ("compact".to_string(), Store::Compact)];
    for (name, store) in others.into_iter().chain(BITS.map(field)) {
        let (covered, loss) = measure(bench, &program, store)?;
        let expected = covered.states as f64 / (covered.states as f64 + loss.states);
        let own = match store {
            Store::Bitstate(bytes) => bytes as f64 / covered.states as f64,
            _ => f64::NAN,
        };
        table.row([
            name,
            count(covered.states),
            format!("{:.4}", covered.states as f64 / exact.states as f64),
            format!("{expected:.4}"),
            format!("{:.2}", covered.bytes_per_state()),
            if own.is_nan() { String::new() } else { format!("{own:.2}") },
            megabytes(covered.peak_bytes),
            format!("{:.2}", covered.seconds),
        ]);
    }
    bench.show("", table);
    Ok(())
}

/// The median of several searches, and what the store says that it lost.
fn measure(bench: &Bench, program: &Program, store: Store) -> Result<(Coverage, Loss)> {
    let one = || -> Result<(Coverage, Loss)> {
        let options = allways_vm::Options {
            properties: [Property::Assert].into_iter().collect(),
            granularity: Granularity::Tau,
            packed_roots: store.is_lossy(),
            ..allways_vm::Options::default()
        };
        let vm = Vm::new(program.clone(), options)?;
        let options = Options { store, ..Options::default() };
        match allways_search::run(&vm, &options, &Control::none())? {
            Verdict::Holds(covered) => Ok((covered, Loss::default())),
            Verdict::Unknown(Reason::LossyStore(Some(loss)), covered) => Ok((covered, loss)),
            verdict => bail!("the program was not explored: {verdict:?}"),
        }
    };
    let runs: Result<Vec<_>> = (0..bench.runs).map(|_| one()).collect();
    Ok(median(runs?, |run| run.0.seconds))
}
