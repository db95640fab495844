//! What a check takes of the machine: memory within its limit.

use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().expect("the repository")
}

struct Ended {
    report: Value,
    code: Option<i32>,
    /// The most memory that the process itself had, compilers in other processes not counted.
    rss: u64,
}

/// Checks a program, and looks at its memory all the while.
fn check(file: &Path, options: &[&str]) -> Ended {
    let mut child = Command::new(env!("CARGO_BIN_EXE_allways"))
        .arg("check")
        .arg(file)
        .arg("--json")
        .args(options)
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("allways runs");
    let status = format!("/proc/{}/status", child.id());
    let mut rss = 0;
    while child.try_wait().expect("a child").is_none() {
        let text = std::fs::read_to_string(&status).unwrap_or_default();
        let line = text.lines().find(|line| line.starts_with("VmHWM:"));
        let kib = line.and_then(|line| line.split_whitespace().nth(1)?.parse().ok());
        rss = rss.max(1024 * kib.unwrap_or(0u64));
        std::thread::sleep(Duration::from_millis(2));
    }
    let output = child.wait_with_output().expect("output");
    let report = serde_json::from_slice(&output.stdout).expect("a report");
    Ended { report, code: output.status.code(), rss }
}

#[test]
fn the_memory_limit_is_kept() {
    let program = root().join("bench/philosophers.c");
    let define = ["--", "-DN=12", "-DPLATES=100"];
    let with = |options: &[&str]| check(&program, &[options, &define].concat());
    let idle = with(&["--max-states", "10"]).rss;
    for store in ["tree", "flat"] {
        for search in ["dfs", "bfs"] {
            let limit = 64u64 << 20;
            let ended = with(&["--memory", "64M", "--search", search, "--store", store]);
            let reason = ended.report["reason"].as_str().unwrap_or("").to_string();
            assert_eq!(ended.report["verdict"], "unknown", "{search} {store}: {reason}");
            assert!(reason.contains("memory"), "{search} {store}: {reason}");
            assert_eq!(ended.code, Some(3));
            let grown = ended.rss.saturating_sub(idle);
            let counted = ended.report["peak_bytes"].as_u64().unwrap_or(0);
            assert!(counted as f64 <= 1.05 * limit as f64, "{search} {store}: {counted} counted");
            // The baseline store leaves gaps in the heap, which nobody counts.
            let most = if store == "flat" { 1.25 } else { 1.05 };
            assert!(grown as f64 <= most * limit as f64, "{search} {store}: {grown} resident");
        }
    }
}

#[test]
fn every_benchmark_runs() {
    let output = Command::new(env!("CARGO_BIN_EXE_allways"))
        .args(["bench", "--small", "--runs", "1"])
        .output()
        .expect("allways runs");
    let text = String::from_utf8_lossy(&output.stdout);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{text}{errors}");
    for name in ["filter", "philosophers", "election", "ring"] {
        assert!(text.lines().any(|line| line.starts_with(name)), "no line for {name}: {text}");
    }
    for heading in ["spin:", "threads:", "objects:", "deadlock:", "stack:", "bytes/state", "16 MiB"]
    {
        assert!(text.contains(heading), "no {heading}: {text}");
    }
}

#[test]
fn a_benchmark_says_what_is_missing() {
    let output = Command::new(env!("CARGO_BIN_EXE_allways"))
        .args(["bench", "spin", "--small", "--runs", "1"])
        .env("PATH", "/nonexistent")
        .output()
        .expect("allways runs");
    assert_eq!(output.status.code(), Some(2));
    let text = String::from_utf8_lossy(&output.stderr);
    assert!(text.contains("`spin` is not installed"), "{text}");
    let output = Command::new(env!("CARGO_BIN_EXE_allways"))
        .args(["bench", "nothing"])
        .output()
        .expect("allways runs");
    assert_eq!(output.status.code(), Some(2));
    let text = String::from_utf8_lossy(&output.stderr);
    assert!(text.contains("there is no benchmark `nothing`; there are spin"), "{text}");
}
