//! Allways on C programs beside SPIN on Promela models of them, in turns: what else the machine does
//! meets both.

use crate::runs::{self, Checked};
use crate::table::{Table, count, megabytes};
use crate::{Bench, runs::check};
use anyhow::{Context, Result, bail};
use std::path::{Path, PathBuf};
use std::process::Command;

/// A program and its model.
struct Pair {
    name: &'static str,
    defines: &'static [&'static str],
    /// For `--small`.
    small: &'static [&'static str],
    /// Besides the default: the one whose steps are most like SPIN's, for the rates.
    steps: &'static str,
}

const PAIRS: [Pair; 4] = [
    Pair { name: "filter", defines: &["-DN=4"], small: &["-DN=2"], steps: "global" },
    Pair { name: "philosophers", defines: &["-DN=9"], small: &["-DN=3"], steps: "global" },
    Pair { name: "election", defines: &["-DN=8"], small: &["-DN=3"], steps: "global" },
    Pair { name: "ring", defines: &["-DWORKERS=2"], small: &["-DWORKERS=1"], steps: "tau" },
];

/// The reduction of whoever asks for none.
const DEFAULT: &str = "full";
/// Runs that take less say nothing about rates.
const SHORTEST: f64 = 0.05;

/// A program as one checker explored it.
pub struct Explored {
    pub states: u64,
    pub transitions: u64,
    pub seconds: f64,
    /// States and hash table.
    pub bytes: f64,
    pub rss: u64,
}

impl From<Checked> for Explored {
    fn from(run: Checked) -> Explored {
        let (states, transitions, seconds) = (run.states, run.transitions, run.seconds);
        Explored { states, transitions, seconds, bytes: run.peak_bytes as f64, rss: run.rss }
    }
}

/// Prints the table.
pub fn run(bench: &Bench) -> Result<()> {
    need("spin", "spin")?;
    need("gcc", "gcc")?;
    let folder = tempfile::tempdir()?;
    let mut table = Table::new(&[
        "program",
        "checker",
        "states",
        "transitions",
        "seconds",
        "states/s",
        "transitions/s",
        "bytes/state",
        "peak RSS",
        "times as fast",
        "states/s ratio",
        "transitions/s ratio",
    ]);
    for pair in &PAIRS {
        let (theirs, ours) = measure(bench, pair, folder.path())?;
        table.row(row(pair.name, "SPIN", &theirs));
        for (reduction, run) in [DEFAULT, pair.steps].into_iter().zip(&ours) {
            let cells = row("", reduction, run).into_iter().chain(ratios(&theirs, run));
            table.row(cells);
        }
    }
    bench.show("", table);
    Ok(())
}

fn row(program: &str, checker: &str, run: &Explored) -> Vec<String> {
    let rate = |n: u64| count((n as f64 / run.seconds) as u64);
    vec![
        program.to_string(),
        checker.to_string(),
        count(run.states),
        count(run.transitions),
        format!("{:.2}", run.seconds),
        rate(run.states),
        rate(run.transitions),
        format!("{:.1}", run.bytes / run.states.max(1) as f64),
        megabytes(run.rss),
    ]
}

/// How much sooner the verdict is there, and how the rates compare.
fn ratios(theirs: &Explored, ours: &Explored) -> [String; 3] {
    if theirs.seconds < SHORTEST || ours.seconds < SHORTEST {
        return ["too short"; 3].map(str::to_string);
    }
    let faster = theirs.seconds / ours.seconds;
    let rate = |ours: u64, theirs: u64| ours as f64 / theirs.max(1) as f64 * faster;
    let rates = [rate(ours.states, theirs.states), rate(ours.transitions, theirs.transitions)];
    [faster, rates[0], rates[1]].map(|ratio| format!("{ratio:.2}"))
}

/// SPIN's median, and those of the two reductions.
fn measure(bench: &Bench, pair: &Pair, folder: &Path) -> Result<(Explored, [Explored; 2])> {
    let defines = bench.size(pair.defines, pair.small);
    let defines: Vec<String> = defines.iter().map(|d| d.to_string()).collect();
    let pan = build(bench, pair.name, &defines, SAFETY, folder)?;
    let (mut theirs, mut ours) = (Vec::new(), [const { Vec::new() }; 2]);
    for _ in 0..bench.runs {
        theirs.push(verify(&pan, bench.size("24", "16"), &[])?);
        for (runs, reduction) in ours.iter_mut().zip([DEFAULT, pair.steps]) {
            runs.push(explore(bench, pair.name, reduction, &defines)?);
        }
    }
    let median = |runs| runs::median(runs, |run: &Checked| run.seconds).into();
    Ok((runs::median(theirs, |run| run.seconds), ours.map(median)))
}

fn explore(bench: &Bench, name: &str, reduction: &str, defines: &[String]) -> Result<Checked> {
    let file = format!("{name}.c");
    let options = ["--property", "assert", "--reduction", reduction];
    let checked = check(bench, &file, &options, defines)?;
    if checked.verdict != "holds" {
        bail!("{file} does not hold: {}", checked.verdict);
    }
    Ok(checked)
}

/// Says what is missing before anything is measured.
pub fn need(tool: &str, package: &str) -> Result<()> {
    let there = Command::new(tool).arg("-V").output().is_ok();
    if !there {
        bail!(
            "`{tool}` is not installed, and this benchmark compares with SPIN: install `{package}`"
        );
    }
    Ok(())
}

/// Compiles SPIN's verifier for faults only.
pub const SAFETY: &[&str] = &["-DSAFETY"];

/// Makes SPIN's verifier: every state is stored in full and no order is left out.
pub fn build(
    bench: &Bench,
    name: &str,
    defines: &[String],
    flags: &[&str],
    folder: &Path,
) -> Result<PathBuf> {
    let folder = folder.join(format!("{name}{}", flags.concat()));
    std::fs::create_dir_all(&folder)?;
    let model = bench.folder.join(format!("{name}.pml"));
    let done = |command: &mut Command, what: &str| -> Result<()> {
        let output = command.current_dir(&folder).output().with_context(|| what.to_string())?;
        if !output.status.success() || !folder.join("pan.c").exists() {
            let said =
                String::from_utf8_lossy(&output.stdout) + String::from_utf8_lossy(&output.stderr);
            bail!("{what} failed:\n{said}");
        }
        Ok(())
    };
    done(Command::new("spin").arg("-a").args(defines).arg(&model), "spin -a")?;
    let usual = ["-O2", "-w", "-DNOREDUCE", "-DMEMLIM=8000", "-o", "pan", "pan.c"];
    done(Command::new("gcc").args(usual).args(flags), "gcc pan.c")?;
    Ok(folder.join("pan"))
}

/// Runs SPIN's verifier.
pub fn verify(pan: &Path, table_bits: &str, options: &[&str]) -> Result<Explored> {
    let mut command = Command::new(pan);
    command.current_dir(pan.parent().unwrap_or(pan));
    command.arg("-m1500000").arg("-E").arg(format!("-w{table_bits}")).args(options);
    let ended = runs::run(&mut command)?;
    let text = &ended.stdout;
    if !text.contains("errors: 0") || text.contains("max search depth too small") {
        bail!("SPIN did not verify its model:\n{text}");
    }
    let states = before(text, "states, stored").context("SPIN reported no states")?;
    let transitions = before(text, "transitions (=").context("SPIN reported no transitions")?;
    let megabytes = |what| before(text, what).unwrap_or(0.0);
    let stored = match megabytes("actual memory usage for states") {
        0.0 => megabytes("equivalent memory usage for states"),
        actual => actual,
    };
    let elapsed = text.split("elapsed time ").nth(1).and_then(|rest| rest.split(' ').next());
    let seconds: f64 = elapsed.and_then(|t| t.parse().ok()).unwrap_or(ended.seconds);
    Ok(Explored {
        states: states as u64,
        transitions: transitions as u64,
        // SPIN counts in hundredths.
        seconds: seconds.max(0.01),
        bytes: (stored + megabytes("memory used for hash table")) * 1024.0 * 1024.0,
        rss: ended.rss,
    })
}

/// The number that stands in front of a text, in the last line that has it.
fn before(text: &str, what: &str) -> Option<f64> {
    let line = text.lines().rev().find(|line| line.contains(what))?;
    line.split_whitespace().next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_found_in_spins_report() {
        let text = "  4324451 states, stored\n 17297805 transitions (= stored+matched)\n\
                    \x20 206.1\tactual memory usage for states\n";
        assert_eq!(before(text, "states, stored"), Some(4_324_451.0));
        assert_eq!(before(text, "transitions (="), Some(17_297_805.0));
        assert_eq!(before(text, "actual memory usage for states"), Some(206.1));
        assert_eq!(before(text, "hash table"), None);
    }
}
