//! Allways on C programs beside SPIN on Promela models of them, in turns: what else the machine does
//! meets both.

use super::runs::{self, Checked};
use super::table::{Table, count, megabytes};
use super::{Bench, runs::check};
use anyhow::{Context, Result, bail};
use std::path::{Path, PathBuf};
use std::process::Command;

/// A program and its model.
struct Pair {
    name: &'static str,
    defines: &'static [&'static str],
    /// For `--small`.
    small: &'static [&'static str],
    /// The one that gives about as many states as SPIN has.
    reduction: &'static str,
}

const PAIRS: [Pair; 4] = [
    Pair { name: "filter", defines: &["-DN=4"], small: &["-DN=2"], reduction: "full" },
    Pair { name: "philosophers", defines: &["-DN=10"], small: &["-DN=3"], reduction: "full" },
    Pair { name: "election", defines: &["-DN=8"], small: &["-DN=3"], reduction: "full" },
    Pair { name: "ring", defines: &["-DWORKERS=2"], small: &["-DWORKERS=1"], reduction: "tau" },
];

/// Runs that take less say nothing about rates.
const SHORTEST: f64 = 0.05;

/// What SPIN's verifier reported.
pub struct Panned {
    pub states: u64,
    pub transitions: u64,
    pub seconds: f64,
    /// States and hash table.
    pub bytes: f64,
    pub rss: u64,
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
        "states/s",
        "transitions/s",
        "bytes/state",
        "peak RSS",
        "states/s ratio",
        "transitions/s ratio",
    ]);
    for pair in &PAIRS {
        let (theirs, ours) = measure(bench, pair, folder.path())?;
        let rate = |n: u64, seconds: f64| n as f64 / seconds;
        let short = theirs.seconds < SHORTEST || ours.seconds < SHORTEST;
        let ratio =
            |ratio: f64| if short { "too short".to_string() } else { format!("{ratio:.2}") };
        let their_states = rate(theirs.states, theirs.seconds);
        let their_transitions = rate(theirs.transitions, theirs.seconds);
        let (states, transitions) =
            (rate(ours.states, ours.seconds), rate(ours.transitions, ours.seconds));
        table.row([
            pair.name.to_string(),
            "SPIN".to_string(),
            count(theirs.states),
            count(theirs.transitions),
            count(their_states as u64),
            count(their_transitions as u64),
            format!("{:.1}", theirs.bytes / theirs.states.max(1) as f64),
            megabytes(theirs.rss),
        ]);
        table.row([
            String::new(),
            "Allways".to_string(),
            count(ours.states),
            count(ours.transitions),
            count(states as u64),
            count(transitions as u64),
            format!("{:.1}", ours.peak_bytes as f64 / ours.states.max(1) as f64),
            megabytes(ours.rss),
            ratio(states / their_states),
            ratio(transitions / their_transitions),
        ]);
    }
    table.print();
    Ok(())
}

fn measure(bench: &Bench, pair: &Pair, folder: &Path) -> Result<(Panned, Checked)> {
    let defines = bench.size(pair.defines, pair.small);
    let defines: Vec<String> = defines.iter().map(|d| d.to_string()).collect();
    let pan = build(bench, pair.name, &defines, SAFETY, folder)?;
    let (mut theirs, mut ours) = (Vec::new(), Vec::new());
    for _ in 0..bench.runs {
        theirs.push(verify(&pan, bench.size("24", "16"), &[])?);
        let file = format!("{}.c", pair.name);
        let options = ["--property", "assert", "--reduction", pair.reduction];
        let checked = check(bench, &file, &options, &defines)?;
        if checked.verdict != "holds" {
            bail!("{file} does not hold: {}", checked.verdict);
        }
        ours.push(checked);
    }
    Ok((runs::median(theirs, |r| r.seconds), runs::median(ours, |r| r.seconds)))
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
pub fn verify(pan: &Path, table_bits: &str, options: &[&str]) -> Result<Panned> {
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
    Ok(Panned {
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
