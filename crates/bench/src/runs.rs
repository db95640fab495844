//! Programs under measurement: run as a child, their memory watched from outside.

use crate::Bench;
use anyhow::{Context, Result, bail};
use serde_json::Value;
use std::io::Read;
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// How often the memory of a child is looked at.
const LOOK: Duration = Duration::from_millis(5);

/// A child that has ended.
pub struct Ended {
    pub stdout: String,
    /// The most memory that was resident, in bytes: of the child alone, not of its own children.
    pub rss: u64,
    pub seconds: f64,
}

/// Runs a command to its end.
pub fn run(command: &mut Command) -> Result<Ended> {
    let name = command.get_program().to_string_lossy().into_owned();
    let start = Instant::now();
    let mut child = command
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .with_context(|| format!("cannot run `{name}`"))?;
    let mut output = child.stdout.take().context("the child has no output")?;
    let reader = thread::spawn(move || {
        let mut text = String::new();
        output.read_to_string(&mut text).map(|_| text)
    });
    let mut rss = 0;
    while child.try_wait()?.is_none() {
        rss = rss.max(most_resident(child.id()).unwrap_or(0));
        thread::sleep(LOOK);
    }
    let seconds = start.elapsed().as_secs_f64();
    let stdout = reader.join().expect("reading does not panic")?;
    Ok(Ended { stdout, rss, seconds })
}

/// The most memory that a process has had so far.
fn most_resident(process: u32) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let line = status.lines().find(|line| line.starts_with("VmHWM:"))?;
    let kib: u64 = line.split_whitespace().nth(1)?.parse().ok()?;
    Some(kib * 1024)
}

/// What `allways check` reported.
pub struct Checked {
    pub verdict: String,
    pub states: u64,
    pub transitions: u64,
    /// Of the search alone.
    pub seconds: f64,
    /// Of everything: compiling and telling the counterexample too.
    pub all_seconds: f64,
    pub peak_bytes: u64,
    pub rss: u64,
}

impl Checked {
    pub fn nanoseconds_a_transition(&self) -> f64 {
        1e9 * self.seconds / self.transitions.max(1) as f64
    }
}

/// Checks a program of the benchmarks' folder, on one thread where the options say nothing else.
pub fn check(bench: &Bench, file: &str, options: &[&str], defines: &[String]) -> Result<Checked> {
    // It started this program, from beside it.
    let allways = std::env::current_exe()?.canonicalize()?.with_file_name("allways");
    let mut command = Command::new(allways);
    command.arg("check").arg(bench.folder.join(file)).arg("--json");
    if !options.contains(&"--threads") {
        command.args(["--threads", "1"]);
    }
    command.args(options).arg("--").args(defines);
    let ended = run(&mut command)?;
    let report: Value = serde_json::from_str(&ended.stdout)
        .with_context(|| format!("checking {file} gave no report"))?;
    let number = |field: &str| report[field].as_u64().unwrap_or(0);
    let verdict = report["verdict"].as_str().unwrap_or_default().to_string();
    if verdict == "error" {
        bail!("checking {file}: {}", report["message"].as_str().unwrap_or("no message"));
    }
    Ok(Checked {
        verdict,
        states: number("states"),
        transitions: number("transitions"),
        seconds: report["seconds"].as_f64().unwrap_or(0.0).max(1e-6),
        all_seconds: ended.seconds,
        peak_bytes: number("peak_bytes"),
        rss: ended.rss,
    })
}

/// The middle one of several runs, by the key.
pub fn median<T>(mut runs: Vec<T>, key: impl Fn(&T) -> f64) -> T {
    runs.sort_by(|a, b| key(a).total_cmp(&key(b)));
    let middle = runs.len() / 2;
    runs.swap_remove(middle)
}
