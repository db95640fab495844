//! Damaged bitcode, textual IR, sources, program files, traces, automata, project files and option files:
//! an error, or a verdict on what the file has become, but never a crash, a hang or more memory than
//! allowed.
//!
//! `ALLWAYS_DAMAGED=10000` makes that many files, `ALLWAYS_DAMAGED_FROM=N` begins with seed N.

mod program_file;
mod text_files;

use allways_testkit::{Bounds, damaged, for_each, number, reworded, run_within};
use program_file::Became;
use std::path::{Path, PathBuf};

/// Files in an everyday run.
const FILES: u64 = 240;

/// Program files for each of the others: most are refused, and quickly.
const PROGRAM_FILES: u64 = 10;

/// Traces and automata are fewer: each is a run of the checker.
const FEWER: u64 = 4;

/// What the search may use; the time for everything is in [`BOUNDS`].
const LIMITS: [&str; 6] = ["--max-states", "20000", "--timeout", "5", "--memory", "256M"];

/// A run that needs more has hung, or has no regard for limits.
const BOUNDS: Bounds = Bounds { seconds: 60.0, memory: 3 << 30 };

const PROGRAMS: [&str; 4] = [
    "tests/programs/assert/lost_update.c",
    "tests/programs/memory/use_after_free.c",
    "tests/programs/holds/strings.c",
    "tests/programs/holds/packed_bit_fields.c",
];

const KINDS: [&str; 3] = ["bc", "ll", "c"];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().expect("the repository")
}

/// Each program as bitcode, as text and as source.
fn originals(folder: &Path) -> Vec<(&'static str, Vec<u8>)> {
    let mut files = Vec::new();
    for program in PROGRAMS {
        let source = root().join(program).display().to_string();
        for kind in KINDS {
            if kind == "c" {
                files.push((kind, std::fs::read(&source).expect("a source")));
                continue;
            }
            let how: &[&str] = if kind == "ll" { &["-S", "-O1"] } else { &["-c", "-O0"] };
            let mut options = vec!["-g", "-emit-llvm", &source, "-o", "out"];
            options.extend(how);
            let made = run_within(BOUNDS, folder, "clang-22", &options);
            assert_eq!(made.code, 0, "{}", made.stderr);
            files.push((kind, std::fs::read(folder.join("out")).expect("clang's output")));
        }
    }
    files
}

fn check(folder: &Path, kind: &str, content: &[u8], seed: u64) -> Result<i32, String> {
    let name = format!("{seed}.{kind}");
    std::fs::write(folder.join(&name), content).expect("a file");
    let mut options = vec!["check", &name];
    options.extend(LIMITS);
    let ended = run_within(BOUNDS, folder, env!("CARGO_BIN_EXE_allways"), &options);
    if (0..=3).contains(&ended.code) {
        return Ok(ended.code);
    }
    let kept = std::env::temp_dir().join(format!("allways-damaged-{name}"));
    let copied = std::fs::copy(folder.join(&name), &kept).is_ok();
    let place = if copied { kept.display().to_string() } else { name };
    Err(format!("exit {} on {place}: {}", ended.code, ended.stderr))
}

#[test]
fn damaged_files_are_errors_and_nothing_worse() {
    let folder = tempfile::tempdir().expect("a folder");
    let originals = originals(folder.path());
    let seeds = seeds(number("ALLWAYS_DAMAGED", FILES));
    let results = for_each(&seeds, |&seed| {
        let (kind, content) = &originals[seed as usize % originals.len()];
        // Text in which single bytes are damaged is seldom more than a syntax error.
        let content = match std::str::from_utf8(content) {
            Ok(text) if seed / 3 % 4 != 0 => reworded(text, seed).into_bytes(),
            _ => damaged(content, seed),
        };
        check(folder.path(), kind, &content, seed)
    });
    let codes: Vec<i32> = results.iter().flatten().copied().collect();
    let count = |code| codes.iter().filter(|c| **c == code).count();
    println!("exit codes 0 to 3: {:?}", [0, 1, 2, 3].map(count));
    let wrong: Vec<&String> = results.iter().filter_map(|r| r.as_ref().err()).collect();
    assert!(wrong.is_empty(), "{} of {}: {wrong:#?}", wrong.len(), seeds.len());
    assert!(count(2) > 0, "no file was damaged enough");
}

#[test]
fn damaged_program_files_are_refused_or_run() {
    let sources: Vec<PathBuf> = PROGRAMS.iter().map(|p| root().join(p)).collect();
    let originals = program_file::originals(&sources);
    let seeds = seeds(number("ALLWAYS_DAMAGED", FILES) * PROGRAM_FILES);
    let results = for_each(&seeds, |&seed| {
        program_file::check(&originals[seed as usize % originals.len()], seed)
    });
    let count = |what| results.iter().filter(|r| **r == Ok(what)).count();
    let counts = [Became::Refused, Became::Idle, Became::Searched].map(count);
    println!("program files refused, idle and searched: {counts:?}");
    let wrong: Vec<&String> = results.iter().filter_map(|r| r.as_ref().err()).collect();
    assert!(wrong.is_empty(), "{} of {}: {wrong:#?}", wrong.len(), seeds.len());
    assert!(counts[0] > 0 && counts[2] > 0, "{counts:?}");
}

/// Traces and automata, each in a process.
#[test]
fn damaged_traces_and_automata_are_errors_and_nothing_worse() {
    let place = tempfile::tempdir().expect("a folder");
    let folder = text_files::Folder::new(place.path());
    let seeds = seeds(number("ALLWAYS_DAMAGED", FILES) / FEWER);
    let read = [text_files::Folder::trace, text_files::Folder::automaton];
    for (what, read) in ["traces", "automata"].into_iter().zip(read) {
        let codes = all(for_each(&seeds, |&seed| read(&folder, seed)));
        let counts = [0, 1, 2, 3].map(|code| codes.iter().filter(|c| **c == code).count());
        println!("{what}, exit codes 0 to 3: {counts:?}");
        assert!(counts[2] > 0, "no file was damaged enough: {counts:?}");
        assert!(counts[2] < codes.len(), "every file was damaged too much: {counts:?}");
    }
}

/// Project files and option files, in this process.
#[test]
fn damaged_options_are_refused_or_read() {
    let folder = tempfile::tempdir().expect("a folder");
    let seeds = seeds(number("ALLWAYS_DAMAGED", FILES) * PROGRAM_FILES);
    let read = [text_files::project, text_files::options];
    for (what, read) in ["project files", "option files"].into_iter().zip(read) {
        let good = all(for_each(&seeds, |&seed| read(folder.path(), seed)));
        let count = good.iter().filter(|good| **good).count();
        println!("{what}: {count} of {} read", good.len());
        assert!(count > 0 && count < good.len(), "{what}: {count} of {}", good.len());
    }
}

fn seeds(count: u64) -> Vec<u64> {
    let first = number("ALLWAYS_DAMAGED_FROM", 1);
    (first..first + count).collect()
}

/// What came of every file, if nothing went wrong.
fn all<T>(results: Vec<Result<T, String>>) -> Vec<T> {
    let wrong: Vec<&String> = results.iter().filter_map(|r| r.as_ref().err()).collect();
    assert!(wrong.is_empty(), "{} of {}: {wrong:#?}", wrong.len(), results.len());
    results.into_iter().flatten().collect()
}
