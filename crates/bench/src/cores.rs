//! What a second core brings: safety, stack slicing and liveness, beside SPIN on models of the same
//! programs. Runs of one and of two cores take turns.

use crate::Bench;
use crate::runs::{Checked, check, median};
use crate::spin::{self, Explored};
use crate::table::{Table, count};
use anyhow::Result;
use std::path::Path;

const FORMULA: &str = "G ({eaten == 0} -> F {eaten > 0})";
const SAFETY: &[&str] = &["--property", "assert", "--reduction", "tau"];
const LIVENESS: &[&str] = &["--property", "ltl", "--ltl", FORMULA, "--reduction", "tau"];
const FAIR: &[&str] =
    &["--property", "ltl", "--ltl", FORMULA, "--reduction", "tau", "--fair", "weak"];
const HEADINGS: [&str; 7] =
    ["search", "states", "1 core, s", "2 cores, s", "speed-up", "bytes/state, 1", "bytes/state, 2"];
/// Depths for stack slicing.
const DEPTHS: [&str; 8] = ["1", "3", "10", "20", "50", "200", "1000", "10000"];

/// What is compared on one and on two cores.
struct Search {
    name: &'static str,
    file: &'static str,
    sizes: [&'static str; 2],
    options: &'static [&'static str],
}

const SEARCHES: [Search; 6] = [
    search("depth-first", "philosophers.c", ["-DN=7", "-DN=3"], SAFETY),
    search(
        "breadth-first",
        "philosophers.c",
        ["-DN=7", "-DN=3"],
        &["--property", "assert", "--reduction", "tau", "--search", "bfs"],
    ),
    search(
        "depth-first, full",
        "philosophers.c",
        ["-DN=13", "-DN=3"],
        &["--property", "assert", "--reduction", "full"],
    ),
    search("liveness (CNDFS)", "liveness.c", ["-DN=5", "-DN=2"], LIVENESS),
    search("liveness, fair (UFSCC)", "liveness.c", ["-DN=5", "-DN=2"], FAIR),
    search("slices of 20", "philosophers.c", ["-DN=7", "-DN=3"], SLICES),
];
const SLICES: &[&str] = &["--property", "assert", "--reduction", "tau", "--handoff=20"];

const fn search(
    name: &'static str,
    file: &'static str,
    sizes: [&'static str; 2],
    options: &'static [&'static str],
) -> Search {
    Search { name, file, sizes, options }
}

/// Prints the tables.
pub fn run(bench: &Bench) -> Result<()> {
    spin::need("spin", "spin")?;
    spin::need("gcc", "gcc")?;
    let mut table = Table::new(&HEADINGS);
    for search in &SEARCHES {
        let [one, two] = measure(bench, search)?;
        row(&mut table, search.name, &one, &two);
    }
    baseline(bench, &mut table)?;
    bench.show("", table);
    let folder = tempfile::tempdir()?;
    let mut table = Table::new(&HEADINGS);
    panned(bench, &mut table, folder.path())?;
    bench.show("SPIN on its own models", table);
    depths(bench)
}

fn defines(bench: &Bench, search: &Search) -> [String; 1] {
    [bench.size(search.sizes[0], search.sizes[1]).to_string()]
}

fn measure(bench: &Bench, search: &Search) -> Result<[Checked; 2]> {
    let defines = defines(bench, search);
    let (mut one, mut two) = (Vec::new(), Vec::new());
    for _ in 0..bench.runs {
        for (threads, runs) in [("1", &mut one), ("2", &mut two)] {
            let options = [search.options, &["--threads", threads]].concat();
            runs.push(check(bench, search.file, &options, &defines)?);
        }
    }
    Ok([one, two].map(|runs| median(runs, |run| run.seconds)))
}

fn row(table: &mut Table, name: &str, one: &Checked, two: &Checked) {
    let same = if one.states == two.states { "" } else { " (differ)" };
    let bytes = |run: &Checked| format!("{:.1}", run.peak_bytes as f64 / run.states.max(1) as f64);
    table.row([
        name.to_string(),
        count(one.states) + same,
        format!("{:.2}", one.seconds),
        format!("{:.2}", two.seconds),
        format!("{:.2}", one.seconds / two.seconds),
        bytes(one),
        bytes(two),
    ]);
}

/// Liveness as multi-core SPIN does it, against one worker.
fn baseline(bench: &Bench, table: &mut Table) -> Result<()> {
    let search = &SEARCHES[3];
    let defines = defines(bench, search);
    let options =
        |threads, more: &[&'static str]| [search.options, &["--threads", threads], more].concat();
    let (mut one, mut two) = (Vec::new(), Vec::new());
    for _ in 0..bench.runs {
        one.push(check(bench, search.file, &options("1", &[]), &defines)?);
        two.push(check(bench, search.file, &options("2", &["--two-core-baseline"]), &defines)?);
    }
    let [one, two] = [one, two].map(|runs| median(runs, |run| run.seconds));
    row(table, "liveness (two-core baseline)", &one, &two);
    Ok(())
}

/// SPIN on its own models.
fn panned(bench: &Bench, table: &mut Table, folder: &Path) -> Result<()> {
    let safety = ("philosophers", bench.size("-DN=10", "-DN=3"), spin::SAFETY, &[][..]);
    let liveness = ("liveness", bench.size("-DN=6", "-DN=2"), &[][..], &["-a"][..]);
    for (name, size, flags, options) in [safety, liveness] {
        let size = [size.to_string()];
        let one = spin::build(bench, name, &size, flags, folder)?;
        let two = spin::build(bench, name, &size, &[flags, &["-DNCORE=2"]].concat(), folder)?;
        let bits = bench.size("24", "16");
        let mut runs: [Vec<Explored>; 2] = [Vec::new(), Vec::new()];
        for _ in 0..bench.runs {
            runs[0].push(spin::verify(&one, bits, options)?);
            runs[1].push(spin::verify(&two, bits, options)?);
        }
        let [one, two] = runs.map(|runs| median(runs, |run| run.seconds));
        table.row([
            format!("SPIN, {name}"),
            count(one.states),
            format!("{:.2}", one.seconds),
            format!("{:.2}", two.seconds),
            format!("{:.2}", one.seconds / two.seconds),
            format!("{:.1}", one.bytes / one.states.max(1) as f64),
            format!("{:.1}", two.bytes / two.states.max(1) as f64),
        ]);
    }
    Ok(())
}

/// Two workers that hand states on at different depths, against one that does not.
fn depths(bench: &Bench) -> Result<()> {
    let mut table = Table::new(&["handoff depth", "2 cores, s", "speed-up"]);
    let search = &SEARCHES[0];
    let defines = defines(bench, search);
    let median_of = |options: &[&str]| -> Result<Checked> {
        let run = |_| check(bench, search.file, options, &defines);
        Ok(median((0..bench.runs).map(run).collect::<Result<Vec<_>>>()?, |run| run.seconds))
    };
    let alone = median_of(&[search.options, &["--threads", "1"]].concat())?;
    for depth in DEPTHS {
        let handoff = ["--threads", "2", "--handoff", depth];
        let together = median_of(&[search.options, &handoff].concat())?;
        table.row([
            depth.to_string(),
            format!("{:.2}", together.seconds),
            format!("{:.2}", alone.seconds / together.seconds),
        ]);
    }
    bench.show("two workers that hand states on at a depth", table);
    Ok(())
}
