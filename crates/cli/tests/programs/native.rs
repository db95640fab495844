//! The library does what the host's does: programs that say line by line what they compute.
//!
//! Each is compiled with clang and run; then it is checked with what it printed as standard input,
//! and compares each of its lines with the native one (`tests/native/say.h`).

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// A program and a level of optimisation, `-O0` for the program as written.
pub struct Native {
    file: PathBuf,
    level: &'static str,
}

/// The programs of `tests/native`, each at two levels.
pub fn all() -> Vec<Native> {
    let folder = crate::root().join("tests/native");
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder)
        .expect("a folder of programs")
        .flatten()
        .map(|entry| entry.path())
        .filter(|path| path.extension().is_some_and(|e| e == "c"))
        .collect();
    files.sort();
    let levels = |file: &PathBuf| ["-O0", "-O2"].map(|level| Native { file: file.clone(), level });
    files.iter().flat_map(levels).collect()
}

/// What the program prints when it runs.
fn run(native: &Native, folder: &Path) -> Result<Vec<u8>, String> {
    let program = folder.join("program");
    let compiled = Command::new("clang-22")
        .args(["-w", native.level, "-o"])
        .args([&program, &native.file])
        .args(["-lm", "-pthread"])
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
    let complain =
        |what: String| Err(format!("{} {}: {what}", native.file.display(), native.level));
    let printed = match run(native, folder.path()) {
        Ok(printed) => printed,
        Err(why) => return complain(why),
    };
    let input = folder.path().join("printed");
    std::fs::write(&input, printed).expect("a file can be written");
    let mut check = Command::new(env!("CARGO_BIN_EXE_allways"));
    check.current_dir(crate::root()).arg("check").arg(&native.file).arg("--stdin").arg(&input);
    if native.level != "-O0" {
        check.arg(native.level);
    }
    let output = check.output().expect("the checker runs");
    if output.status.code() == Some(0) {
        return Ok(());
    }
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let tail: Vec<&str> = text.lines().rev().take(12).collect();
    complain(tail.into_iter().rev().collect::<Vec<_>>().join("\n"))
}
