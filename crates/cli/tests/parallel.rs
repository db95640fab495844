//! Several workers: the same answers as one, and the same manners at limits and signals.

use allways_testkit::anonymous;
use serde_json::Value;
use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

const FORMULA: &str = "G ({eaten == 0} -> F {eaten > 0})";

/// The ways to search that several workers know.
const WAYS: [&[&str]; 5] = [
    &[],
    &["--search", "bfs"],
    &["--handoff", "20"],
    &["--property", "ltl", "--ltl", FORMULA],
    &["--property", "ltl", "--ltl", FORMULA, "--fair", "weak"],
];

fn program(name: &str) -> PathBuf {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    root.canonicalize().expect("the repository").join(name)
}

fn command(file: &str, options: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_allways"));
    command.arg("check").arg(program(file)).arg("--json").args(options);
    command
}

fn report(output: &Output) -> Value {
    serde_json::from_slice(&output.stdout).unwrap_or_else(|_| {
        panic!("no report: {}", String::from_utf8_lossy(&output.stderr));
    })
}

fn check(file: &str, options: &[&str]) -> Value {
    report(&command(file, options).output().expect("allways runs"))
}

#[test]
fn any_number_of_workers_sees_the_same_states() {
    for way in WAYS {
        let answer = |threads: &str| {
            let threads = ["--threads", threads];
            let report = check(
                "bench/liveness.c",
                &[way, &threads, &["--reduction", "tau", "-DN=4"]].concat(),
            );
            ["verdict", "states", "transitions"].map(|field| report[field].to_string())
        };
        let alone = answer("1");
        assert_eq!(alone[0], "\"holds\"", "{way:?}");
        for threads in ["2", "3"] {
            assert_eq!(answer(threads), alone, "{way:?} with {threads} workers");
        }
    }
}

#[test]
fn guesses_that_fall_late_fall_in_the_same_order() {
    // The last thread breaks the guess about every cell, after tens of thousands of states.
    let file = "tests/parallel/late_guess.c";
    let answer = |threads: &str, search: &str| {
        let report = check(file, &["--threads", threads, "--search", search]);
        ["verdict", "states", "transitions"].map(|field| report[field].to_string())
    };
    for search in ["dfs", "bfs"] {
        let alone = answer("1", search);
        assert_eq!(alone[0], "\"holds\"");
        for _ in 0..2 {
            assert_eq!(answer("2", search), alone, "{search}");
        }
    }
}

#[test]
fn a_fault_far_away_is_found_and_replayed() {
    for way in [&WAYS[0], &WAYS[1], &WAYS[2]] {
        let options = ["--threads", "2", "--property", "deadlock", "--reduction", "tau"];
        let defines = ["--", "-DN=6", "-DLEFT_FIRST"];
        let report = check("bench/philosophers.c", &[way, &options[..], &defines].concat());
        assert_eq!(report["verdict"], "violated", "{way:?}");
        assert_eq!(report["property"], "deadlock");
        assert_eq!(report["threads"], 2);
        assert!(!report["trace"].as_array().expect("a trace").is_empty());
    }
}

/// A search that nobody waits for the end of.
fn endless(way: &[&str], more: &[&str]) -> Child {
    let size = ["--threads", "2", "--reduction", "none", "-DN=12", "-DMEALS=100"];
    command("bench/liveness.c", &[way, &size[..], more].concat())
        .stdout(Stdio::piped())
        .stderr(if more.contains(&"--progress") { Stdio::piped() } else { Stdio::null() })
        .spawn()
        .expect("allways runs")
}

/// Waits for the end and gives the report; it must come soon and say that nothing is known.
fn ended(mut child: Child, what: &str) -> Value {
    let start = Instant::now();
    while child.try_wait().expect("a child").is_none() {
        assert!(start.elapsed() < Duration::from_secs(60), "{what} does not end");
        std::thread::sleep(Duration::from_millis(10));
    }
    let output = child.wait_with_output().expect("output");
    assert_eq!(output.status.code(), Some(3), "{what}");
    let report = report(&output);
    assert_eq!(report["verdict"], "unknown", "{what}");
    report
}

#[test]
fn signals_end_a_search_of_many() {
    for (way, signal) in WAYS.into_iter().zip(["-INT", "-TERM"].into_iter().cycle()) {
        let mut child = endless(way, &["--progress"]);
        let mut progress = BufReader::new(child.stderr.take().expect("a pipe"));
        let line = progress.by_ref().lines().next().expect("a line").expect("text");
        assert!(line.contains("states"), "{way:?}: {line}");
        std::thread::spawn(move || std::io::copy(&mut progress, &mut std::io::sink()));
        let sent = Command::new("kill").args([signal, &child.id().to_string()]).status();
        assert!(sent.expect("kill runs").success(), "{way:?} ended before {signal}");
        let report = ended(child, &format!("{way:?} {signal}"));
        assert_eq!(report["reason"], "interrupted", "{way:?} {signal}");
        assert!(report["states"].as_u64() > Some(0));
    }
}

#[test]
fn a_time_limit_ends_a_search_of_many() {
    for way in WAYS {
        let report = ended(endless(way, &["--timeout", "1"]), &format!("{way:?}"));
        assert!(report["reason"].as_str().is_some_and(|why| why.contains("time limit")), "{way:?}");
    }
}

#[test]
fn a_memory_limit_is_kept_by_many() {
    let limit = 64u64 << 20;
    for way in WAYS {
        let child = endless(way, &["--memory", "64M"]);
        let process = child.id();
        let watch = std::thread::spawn(move || {
            let mut rss = 0;
            while let Some(bytes) = anonymous(process) {
                rss = rss.max(bytes);
                std::thread::sleep(Duration::from_millis(5));
            }
            rss
        });
        let report = ended(child, &format!("{way:?}"));
        assert!(report["reason"].as_str().is_some_and(|why| why.contains("memory")), "{way:?}");
        let counted = report["peak_bytes"].as_u64().unwrap_or(0);
        assert!(counted as f64 <= 1.05 * limit as f64, "{way:?}: {counted} counted");
        let rss: u64 = watch.join().expect("somebody watched");
        // What compiling leaves behind is some 10 MB.
        assert!(rss < limit + limit / 4, "{way:?}: {rss} resident");
    }
}

#[test]
fn wrong_requests_are_refused() {
    for options in [
        &["--threads", "0"][..],
        &["--threads", "many"],
        &["--handoff", "0"],
        &["--handoff=20", "--search", "bfs"],
        &["--handoff=20", "--depth", "100"],
        &["--handoff=20", "--context-bound", "2"],
    ] {
        let output = command("examples/peterson.c", options).output().expect("allways runs");
        assert_eq!(output.status.code(), Some(2), "{options:?}");
    }
}
