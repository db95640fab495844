//! The benchmarks run, as `allways bench` starts them.

use std::path::Path;
use std::process::Command;

/// `allways bench`, built beside the benchmarks.
fn bench(options: &[&str]) -> Command {
    let allways = Path::new(env!("CARGO_BIN_EXE_allways-bench")).with_file_name("allways");
    assert!(allways.exists(), "build it first: cargo build --release --locked -p allways");
    let mut command = Command::new(allways);
    command.arg("bench").args(options);
    command
}

#[test]
fn every_benchmark_runs() {
    let figures = tempfile::tempdir().expect("a folder");
    let output = bench(&["--small", "--runs", "1", "--figures"])
        .arg(figures.path())
        .output()
        .expect("allways runs");
    let text = String::from_utf8_lossy(&output.stdout);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{text}{errors}");
    for name in ["filter", "philosophers", "election", "ring"] {
        assert!(text.lines().any(|line| line.starts_with(name)), "no line for {name}: {text}");
    }
    for heading in [
        "spin:",
        "heap:",
        "threads:",
        "objects:",
        "deadlock:",
        "stack:",
        "stores:",
        "reference:",
        "speed-up",
        "bytes/state",
        "16 MiB",
    ] {
        assert!(text.contains(heading), "no {heading}: {text}");
    }
    let figure = figures.path().join("figure_reference_handoff.svg");
    let figure = std::fs::read_to_string(figure).expect("a figure");
    assert!(figure.contains("</svg>"), "{figure}");
}

#[test]
fn a_benchmark_says_what_is_missing() {
    let output = bench(&["spin", "--small", "--runs", "1"])
        .env("PATH", "/nonexistent")
        .output()
        .expect("allways runs");
    assert_eq!(output.status.code(), Some(2));
    let text = String::from_utf8_lossy(&output.stderr);
    assert!(text.contains("`spin` is not installed"), "{text}");
    let output = bench(&["nothing"]).output().expect("allways runs");
    assert_eq!(output.status.code(), Some(2));
    let text = String::from_utf8_lossy(&output.stderr);
    assert!(text.contains("there is no benchmark `nothing`; there are spin"), "{text}");
}

#[test]
fn what_was_measured_before_is_compared_with() {
    let folder = tempfile::tempdir().expect("a folder");
    let old = folder.path().join("old.json");
    let output =
        bench(&["heap", "--small", "--runs", "1", "--json"]).output().expect("allways runs");
    assert!(output.status.success());
    let value: serde_json::Value =
        serde_json::from_slice(&output.stdout).expect("one object of JSON");
    assert_eq!(value["tables"][0]["benchmark"], "heap");
    std::fs::write(&old, &output.stdout).expect("a file");
    let output = bench(&["heap", "--small", "--runs", "1", "--compare"])
        .arg(&old)
        .output()
        .expect("allways runs");
    assert!(output.status.success());
    let text = String::from_utf8_lossy(&output.stdout);
    let (_, ratios) = text.split_once("now / before").expect("ratios");
    let row = ratios.lines().find(|line| line.starts_with("pool of threads")).expect("a row");
    // As many states and transitions as before.
    assert!(row.matches(" 1.00").count() >= 2, "{text}");
}
