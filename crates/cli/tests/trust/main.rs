//! What somebody else's project, trace or source can do to whoever checks it: nothing but be checked.

mod compiling;
mod project;
mod replay;

use std::path::Path;
use std::process::{Command, Output, Stdio};
use tempfile::TempDir;

/// A program that holds.
const GOOD: &str = "int main(void) { return 0; }\n";

/// A folder `project` with a program in it, and beside it something that is none of its business.
fn folder(source: &str) -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let project = folder.path().join("project");
    std::fs::create_dir_all(project.join("include")).expect("a folder");
    std::fs::create_dir(folder.path().join("outside")).expect("a folder");
    write(folder.path(), "outside/secret.h", "#define SECRET 1\n");
    write(folder.path(), "outside/input", "x");
    write(&project, "program.c", source);
    write(&project, "include/config.h", "#define CONFIG 3\n");
    folder
}

fn write(folder: &Path, name: &str, text: &str) {
    std::fs::write(folder.join(name), text).expect("a file");
}

/// Runs the checker in a folder.
fn allways(folder: &Path, words: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_allways"));
    command.current_dir(folder).args(words).stdin(Stdio::null());
    command.output().expect("the checker runs")
}

fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

fn stdout(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// Every file below a folder.
fn files(folder: &Path) -> Vec<String> {
    let mut names = Vec::new();
    for entry in std::fs::read_dir(folder).expect("a folder").flatten() {
        if entry.path().is_dir() && !entry.path().is_symlink() {
            names.extend(files(&entry.path()));
        } else {
            names.push(entry.path().display().to_string());
        }
    }
    names.sort();
    names
}
