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
