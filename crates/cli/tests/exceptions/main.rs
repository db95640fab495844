//! Random C++ programs with exceptions: what they log is what they log natively.
//!
//! `ALLWAYS_CPP=300` makes that many programs, `ALLWAYS_CPP_FROM=N` begins with seed N.
//! `ALLWAYS_DUMP=1` shows the first.

mod program;

use allways::asked;
use allways_check::{Answer, Control, Nobody, Request, Stop, check};
use allways_program::Program;
use allways_testkit::{Bounds, Ended, for_each, number, run_within};
use std::ops::Range;
use std::path::Path;

/// Programs in an everyday run.
const PROGRAMS: u64 = 19;

/// Programs in one file: the seeds that are equal when they are divided by it.
const IN_ONE_FILE: u64 = 5;

/// What is checked, in turn: the programs as written and as the compiler makes them.
const LEVELS: [&[&str]; 4] = [&[], &["-O0"], &["-O2"], &[]];

#[test]
fn logs_are_those_of_native_runs() {
    let first = number("ALLWAYS_CPP_FROM", 1);
    if std::env::var_os("ALLWAYS_DUMP").is_some() {
        println!("{}", program::file(first..first + 1));
    }
    let files = files(first..first + number("ALLWAYS_CPP", PROGRAMS));
    let of_files = for_each(&files, |seeds| compare(seeds.clone()));
    let wrong: Vec<String> = of_files.into_iter().flatten().collect();
    let programs: u64 = files.iter().map(|seeds| seeds.end - seeds.start).sum();
    println!("{programs} programs, {} different", wrong.len());
    assert!(wrong.is_empty(), "{} different:\n{}", wrong.len(), wrong.join("\n"));
}

/// The seeds of each file. Where a file ends depends on the seed alone, so that one seed can be tried again.
fn files(seeds: Range<u64>) -> Vec<Range<u64>> {
    let numbers = seeds.start / IN_ONE_FILE..seeds.end.div_ceil(IN_ONE_FILE);
    let bounds = numbers.map(|file| file * IN_ONE_FILE..(file + 1) * IN_ONE_FILE);
    bounds.map(|all| all.start.max(seeds.start)..all.end.min(seeds.end)).collect()
}

/// What is different, if anything is.
fn compare(seeds: Range<u64>) -> Vec<String> {
    let folder = tempfile::tempdir().expect("a folder");
    let text = program::file(seeds.clone());
    std::fs::write(folder.path().join("programs.cpp"), &text).expect("a file");
    let level = LEVELS[(seeds.start / IN_ONE_FILE % 4) as usize];
    let (program, request) = compiled(folder.path(), level);
    let built = run(folder.path(), "clang++-22", &["-w", "-O0", "programs.cpp", "-o", "programs"]);
    assert_eq!(built.code, 0, "seeds {seeds:?}: {}\n{text}", built.stderr);
    let native = folder.path().join("programs").display().to_string();
    let of_seed = |seed: u64| {
        let ended = run(folder.path(), &native, &[&seed.to_string()]);
        let logged = String::from_utf8_lossy(&ended.stdout).into_owned();
        assert!(ended.code == 0 && !logged.is_empty(), "seed {seed}: {}\n{text}", ended.stderr);
        let said = differs(&program, &request, vec![seed.to_string(), logged.clone()])?;
        Some(format!("seed {seed} {level:?}: want {logged}, got {said}"))
    };
    seeds.filter_map(of_seed).collect()
}

/// The file in this folder as the checker compiles it, and what is asked about it.
fn compiled(folder: &Path, level: &[&str]) -> (Program, Request) {
    let file = folder.join("programs.cpp").display().to_string();
    let words = [&[file.as_str(), "--timeout", "60"], level, &["--", "-w"]].concat();
    let words: Vec<String> = words.into_iter().map(str::to_string).collect();
    let (build, request) = asked(&words).expect("a request");
    (build.program_here().unwrap_or_else(|error| panic!("{words:?}: {error:#}")), request)
}

/// What the checker says of a run with these arguments; `None` if the program logs what is expected.
fn differs(program: &Program, request: &Request, args: Vec<String>) -> Option<String> {
    let request = Request { args, ..request.clone() };
    let control = Control { stop: &Stop::default(), watcher: &Nobody };
    match check(program, &request, control) {
        Ok(outcome) if outcome.answer == Answer::Holds => None,
        Ok(outcome) => Some(format!("{:?} {:?}", outcome.answer, outcome.found)),
        Err(error) => Some(format!("{error:?}")),
    }
}

fn run(folder: &Path, program: &str, options: &[&str]) -> Ended {
    run_within(Bounds { seconds: 120.0, memory: 8 << 30 }, folder, program, options)
}
