//! Random C++ programs with exceptions: what they log is what they log natively.
//!
//! `ALLWAYS_CPP=300` makes that many programs, `ALLWAYS_CPP_FROM=N` begins with seed N.

mod program;

use allways_testkit::{Bounds, Ended, for_each, number, run_within};
use serde_json::Value;
use std::path::Path;

/// Programs in an everyday run.
const PROGRAMS: u64 = 8;

/// What is checked, in turn: the program as written and as the compiler makes it.
const LEVELS: [&[&str]; 4] = [&[], &["-O0"], &["-O2"], &[]];

#[test]
fn logs_are_those_of_native_runs() {
    let first = number("ALLWAYS_CPP_FROM", 1);
    let seeds: Vec<u64> = (first..first + number("ALLWAYS_CPP", PROGRAMS)).collect();
    let wrong: Vec<String> =
        for_each(&seeds, |seed| compare(*seed)).into_iter().flatten().collect();
    println!("{} programs, {} different", seeds.len(), wrong.len());
    assert!(wrong.is_empty(), "{} different:\n{}", wrong.len(), wrong.join("\n"));
}

/// What is different, if anything is.
fn compare(seed: u64) -> Option<String> {
    let folder = tempfile::tempdir().expect("a folder");
    let text = program::text(seed);
    std::fs::write(folder.path().join("program.cpp"), &text).expect("a file");
    let built = run(folder.path(), "clang++-22", &["-w", "-O1", "program.cpp", "-o", "program"]);
    assert_eq!(built.code, 0, "seed {seed}: {}\n{text}", built.stderr);
    let own = folder.path().join("program").display().to_string();
    let native = run(folder.path(), &own, &[]);
    let expected = String::from_utf8_lossy(&native.stdout).into_owned();
    assert!(native.code == 0 && !expected.is_empty(), "seed {seed}: {}\n{text}", native.stderr);
    let define = format!("-DEXPECTED={expected}");
    let level = LEVELS[(seed % 4) as usize];
    let options =
        [&["check", "program.cpp", "--json", "--timeout", "60", &define], level, &["--", "-w"]];
    let ended = run(folder.path(), env!("CARGO_BIN_EXE_allways"), &options.concat());
    let json: Value = serde_json::from_slice(&ended.stdout).unwrap_or_default();
    (json["verdict"] != "holds").then(|| {
        format!(
            "seed {seed} {level:?}: want {expected}, got {} {} {} {}",
            json["verdict"], json["message"], json["location"], ended.stderr
        )
    })
}

fn run(folder: &Path, program: &str, options: &[&str]) -> Ended {
    run_within(Bounds { seconds: 120.0, memory: 8 << 30 }, folder, program, options)
}
