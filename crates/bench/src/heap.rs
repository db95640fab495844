//! Programs that allocate, beside GenMC and Nidhugg where they are installed.

use crate::Bench;
use crate::runs::{Checked, check, median, run as run_command};
use crate::table::{Table, count};
use anyhow::{Result, bail};
use std::process::Command;

/// A program, and what its threads do: the usual plan and a small one.
struct Program {
    name: &'static str,
    file: &'static str,
    plans: [&'static str; 2],
}

const PROGRAMS: [Program; 5] = [
    Program {
        name: "lock-free queue (Michael, Scott)",
        file: "../examples/ms_queue.c",
        plans: ["E|E|D|D", "E|D"],
    },
    Program {
        name: "lock-free queue (Michael, Scott)",
        file: "../examples/ms_queue.c",
        plans: ["EE|EE|DD", "E|E"],
    },
    Program {
        name: "lock-free stack (Treiber)",
        file: "../examples/treiber_stack.c",
        plans: ["PO|PO|PO", "P|O"],
    },
    Program {
        name: "two-lock queue",
        file: "../examples/two_lock_queue.c",
        plans: ["EE|EE|EE|DD|DD", "E|D"],
    },
    Program { name: "pool of threads", file: "pool.c", plans: ["JJJ|JJ|WW", "J|W"] },
];

/// Other checkers: what is run is the name with the words, the definition, more words and the file.
struct Peer {
    name: &'static str,
    command: &'static str,
    /// In front of the definition, and behind it.
    words: [&'static [&'static str]; 2],
}

const PEERS: [Peer; 2] = [
    Peer { name: "GenMC", command: "genmc", words: [&["--sc", "--"], &[]] },
    Peer { name: "Nidhugg", command: "nidhuggc", words: [&[], &["--", "--sc"]] },
];

/// What both peers say when they have explored everything and found nothing.
const NO_ERRORS: &str = "No errors were detected";

/// Prints the table.
pub fn run(bench: &Bench) -> Result<()> {
    let mut table = Table::new(&[
        "program",
        "threads",
        "checker",
        "states",
        "transitions",
        "seconds",
        "bytes/state",
    ]);
    for program in &PROGRAMS {
        let plan = bench.size(program.plans[0], program.plans[1]);
        let define = format!("-DTHREADS=\"{plan}\"");
        let ours = measure(bench, program.file, &define)?;
        table.row([
            program.name.to_string(),
            plan.to_string(),
            "full".to_string(),
            count(ours.states),
            count(ours.transitions),
            format!("{:.3}", ours.seconds),
            format!("{:.1}", ours.peak_bytes as f64 / ours.states.max(1) as f64),
        ]);
        for peer in PEERS.iter().filter(|peer| is_installed(peer)) {
            let seconds = measure_peer(bench, peer, program.file, &define)?;
            let seconds = seconds.map_or("fails".to_string(), |seconds| format!("{seconds:.3}"));
            let cells = ["", plan, peer.name, "", ""].map(str::to_string);
            table.row(cells.into_iter().chain([seconds]));
        }
    }
    bench.show("", table);
    Ok(())
}

fn measure(bench: &Bench, file: &str, define: &str) -> Result<Checked> {
    let defines = [define.to_string()];
    let runs: Result<Vec<_>> = (0..bench.runs).map(|_| check(bench, file, &[], &defines)).collect();
    let run = median(runs?, |run| run.seconds);
    if run.verdict != "holds" {
        bail!("{file} does not hold with {define}: {}", run.verdict);
    }
    Ok(run)
}

fn is_installed(peer: &Peer) -> bool {
    Command::new(peer.command).arg("--version").output().is_ok()
}

/// How long a peer takes, compiling included; `None` where it cannot check the program.
fn measure_peer(bench: &Bench, peer: &Peer, file: &str, define: &str) -> Result<Option<f64>> {
    let mut seconds = Vec::new();
    for _ in 0..bench.runs {
        let mut command = Command::new(peer.command);
        command.args(peer.words[0]).arg(define).args(peer.words[1]).arg(bench.folder.join(file));
        let ended = run_command(&mut command)?;
        if !ended.stdout.contains(NO_ERRORS) {
            return Ok(None);
        }
        seconds.push(ended.seconds);
    }
    Ok(Some(median(seconds, |&seconds| seconds)))
}
