//! The library and the instructions do what the host's do: programs that say line by line what they
//! compute.
//!
//! Each is compiled with clang and run; then it is checked with what it printed as standard input,
//! and compares each of its lines with the native one (`tests/native/say.h`).
//! `ALLWAYS_ROUNDS=3000` makes more random values.

use crate::case::Case;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// How programs of the library are checked.
const LIBRARY: [&[&str]; 2] = [&[], &["-O2"]];

/// How programs of instructions are checked. What they print does not depend on the size of
/// pointers: the run that they are compared with is of 64 bits always.
const INSTRUCTIONS: [&[&str]; 9] = [
    &[],
    &["-O0"],
    &["-O1"],
    &["-O2"],
    &["-O3"],
    &["-m32"],
    &["-m32", "-O0"],
    &["-m32", "-O2"],
    &["-m32", "-O3"],
];

/// A program and the options with which it is checked.
pub struct Native {
    file: PathBuf,
    ways: &'static [&'static [&'static str]],
}

fn programs(folder: &str) -> Vec<PathBuf> {
    let mut files: Vec<PathBuf> = std::fs::read_dir(crate::root().join(folder))
        .expect("a folder of programs")
        .flatten()
        .map(|entry| entry.path())
        .filter(|path| path.extension().is_some_and(|e| e == "c"))
        .collect();
    files.sort();
    files
}

/// The programs of `tests/native`.
pub fn library() -> Vec<Native> {
    programs("tests/native").into_iter().map(|file| Native { file, ways: &LIBRARY }).collect()
}

/// The programs of `tests/native/instructions`.
pub fn instructions() -> Vec<Native> {
    let files = programs("tests/native/instructions").into_iter();
    files.map(|file| Native { file, ways: &INSTRUCTIONS }).collect()
}

/// How many random values programs try that try some.
fn rounds() -> String {
    format!("-DROUNDS={}", allways_testkit::number("ALLWAYS_ROUNDS", 60))
}

/// What the program prints when it runs.
fn run(native: &Native, level: &str, folder: &Path) -> Result<Vec<u8>, String> {
    let program = folder.join("program");
    let compiled = Command::new("clang-22")
        .args(["-w", level, &rounds(), "-o"])
        .args([&program, &native.file])
        .args(["-lm", "-latomic", "-pthread"])
        .output()
        .map_err(|e| format!("clang-22: {e}"))?;
    if !compiled.status.success() {
        return Err(String::from_utf8_lossy(&compiled.stderr).into_owned());
    }
    let output = Command::new(program).stdin(Stdio::null()).output().map_err(|e| e.to_string())?;
    if !output.status.success() || output.stdout.is_empty() {
        return Err(format!("the native run ends with {}", output.status));
    }
    Ok(output.stdout)
}

/// Runs a program, then checks it against what it printed.
pub fn compare(native: &Native) -> Result<(), String> {
    let folder = tempfile::tempdir().expect("a folder");
    let mut complaints = Vec::new();
    for options in native.ways {
        // What the compiler may leave out or compute by itself differs from level to level.
        let level = options.iter().find(|o| o.starts_with("-O")).unwrap_or(&"-O0");
        let input = folder.path().join(format!("printed{level}"));
        if !input.exists() {
            let printed = run(native, level, folder.path())
                .map_err(|why| format!("{} {level}: {why}", native.file.display()))?;
            std::fs::write(&input, printed).expect("a file can be written");
        }
        complaints.extend(check(native, &input, options).err());
    }
    if complaints.is_empty() { Ok(()) } else { Err(complaints.join("\n")) }
}

fn check(native: &Native, input: &Path, options: &[&str]) -> Result<(), String> {
    let mut check = Command::new(env!("CARGO_BIN_EXE_allways"));
    check.current_dir(crate::root()).arg("check").arg(&native.file).arg("--stdin").arg(input);
    let output =
        check.args(options).args(["--", "-w", &rounds()]).output().expect("the checker runs");
    if output.status.code() == Some(0) {
        return Ok(());
    }
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let tail: Vec<&str> = text.lines().rev().take(12).collect();
    let tail = tail.into_iter().rev().collect::<Vec<_>>().join("\n");
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    Err(format!("{} {}: {tail}{errors}", native.file.display(), options.join(" ")))
}

/// C++ programs that the host's library cannot run: what it lacks, or has and we have not.
const NOT_HERE: [&str; 4] =
    ["backtrace.cpp", "containers.cpp", "formatting.cpp", "more_containers.cpp"];

/// Options that both compilers take.
fn is_common(option: &str) -> bool {
    ["-std=", "-D", "-O"].iter().any(|begin| option.starts_with(begin))
}

/// The cases of C++ programs that hold whatever threads do, so that a run of them succeeds.
pub fn runs_well(case: &Case) -> bool {
    let name = case.file.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let common = case.options.iter().all(|option| is_common(option));
    case.verdict == "holds" && common && !NOT_HERE.contains(&name.as_str())
}

/// Runs a C++ program with the host's library: its assertions hold there too.
pub fn succeeds(case: &Case) -> Result<(), String> {
    let folder = tempfile::tempdir().expect("a folder");
    let program = folder.path().join("program");
    let compiled = Command::new("clang++-22")
        .args(["-w", "-Iinclude", "-pthread", "-o"])
        .args([&program, &case.file])
        .args(&case.options)
        .arg("-latomic")
        .output()
        .map_err(|e| format!("clang++-22: {e}"))?;
    if !compiled.status.success() {
        return Err(format!("{}: {}", case.name(), String::from_utf8_lossy(&compiled.stderr)));
    }
    let ended = Command::new(program).stdin(Stdio::null()).output().map_err(|e| e.to_string())?;
    if ended.status.success() {
        return Ok(());
    }
    let said = String::from_utf8_lossy(&ended.stderr).into_owned();
    Err(format!("{}: {}: {said}", case.name(), ended.status))
}
