//! What a check takes of the machine: memory within its limit.

use allways_testkit::anonymous;
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
    /// The most memory that the process itself had, without its program and libraries; compilers are
    /// other processes.
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
    let mut rss = 0;
    while child.try_wait().expect("a child").is_none() {
        rss = rss.max(anonymous(child.id()).unwrap_or(0));
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
    // A field of bits is as large as it is from the beginning: what fills the memory is the list of
    // states that a breadth-first search keeps.
    let filling = ["tree dfs", "tree bfs", "flat dfs", "flat bfs", "compact dfs", "compact bfs"];
    for way in filling.into_iter().chain(["bitstate bfs"]) {
        if let Some((store, search)) = way.split_once(' ') {
            let limit = 64u64 << 20;
            let ended = with(&["--memory", "64M", "--search", search, "--store", store]);
            let reason = ended.report["reason"].as_str().unwrap_or("").to_string();
            assert_eq!(ended.report["verdict"], "unknown", "{search} {store}: {reason}");
            assert!(reason.contains("memory"), "{search} {store}: {reason}");
            assert_eq!(ended.code, Some(3));
            let grown = ended.rss.saturating_sub(idle);
            let counted = ended.report["peak_bytes"].as_u64().unwrap_or(0);
            assert!(counted as f64 <= 1.05 * limit as f64, "{search} {store}: {counted} counted");
            // Two workers have small tables of their own besides.
            let most = 1.05 * limit as f64 + f64::from(2 << 20);
            assert!(grown as f64 <= most, "{search} {store}: {grown} resident");
        }
    }
}

#[test]
fn a_field_of_bits_takes_half_of_the_memory() {
    let program = root().join("bench/philosophers.c");
    let define = ["--", "-DN=12", "-DPLATES=100"];
    let with = |options: &[&str]| check(&program, &[options, &define].concat());
    let idle = with(&["--max-states", "10"]).rss;
    let (limit, most) = (64u64 << 20, "600000");
    let ended = with(&["--memory", "64M", "--store", "bitstate", "--max-states", most]);
    assert_eq!((ended.code, &ended.report["store"]), (Some(3), &Value::from("bitstate")));
    let counted = ended.report["peak_bytes"].as_u64().unwrap_or(0);
    assert!((limit / 2..limit + limit / 20).contains(&counted), "{counted} counted");
    let grown = ended.rss.saturating_sub(idle);
    assert!(grown as f64 <= 1.05 * limit as f64, "{grown} resident");
}

/// A smaller store is used where the memory does not suffice, and that is said.
#[test]
fn auto_changes_the_store() {
    let program = root().join("bench/philosophers.c");
    let options = ["--property", "assert", "--reduction", "tau", "--store", "auto"];
    let with = |more: &[&str]| check(&program, &[&options, more].concat());
    // Too little for the tree, and for the first pages of compaction.
    let ended = with(&["--memory", "3M", "--", "-DN=6"]);
    assert_eq!((ended.code, &ended.report["verdict"]), (Some(3), &Value::from("unknown")));
    assert_eq!(ended.report["store"], "bitstate");
    let reason = ended.report["reason"].as_str().unwrap_or_default();
    assert!(reason.contains("mistake different states for the same"), "{reason}");
    let said = |n: usize| ended.report["warnings"][n].as_str().unwrap_or_default().to_string();
    assert!(said(0).contains("with --store tree; the search was restarted with --store compact"));
    assert!(
        said(1).contains("with --store compact; the search was restarted with --store bitstate")
    );
    // What the first searches held is given back before the next one begins; gaps in the heap count.
    let idle = with(&["--max-states", "10", "--", "-DN=12"]).rss;
    let ended = with(&["--memory", "64M", "--timeout", "30", "--", "-DN=12", "-DPLATES=100"]);
    let grown = ended.rss.saturating_sub(idle);
    assert_eq!(ended.code, Some(3));
    assert!(grown as f64 <= 1.15 * (64 << 20) as f64, "{grown} resident");
    // Where there is memory enough, nothing changes and everything is explored.
    let small = with(&["--", "-DN=3"]);
    assert_eq!((small.code, &small.report["store"]), (Some(0), &Value::from("tree")));
    assert_eq!(small.report["warnings"], Value::Array(Vec::new()));
}
