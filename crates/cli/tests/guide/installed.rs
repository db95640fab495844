//! A binary alone is enough: headers and models are part of it.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// The binary, copied to a folder by another process: were this one to write the file, a test that starts a process
/// at that moment would keep it open for writing, and it could not be run ("text file busy").
fn copied_to(folder: &Path) -> PathBuf {
    let binary = folder.join("allways");
    let copied = Command::new("cp").arg(env!("CARGO_BIN_EXE_allways")).arg(&binary).status();
    assert!(copied.expect("it runs").success());
    binary
}

fn run(binary: &Path, folder: &Path, args: &[&str]) -> Output {
    let mut command = Command::new(binary);
    command.args(args).current_dir(folder).env("XDG_CACHE_HOME", folder.join("cache"));
    command.output().expect("it runs")
}

const PROGRAM: &str = "#include <allways.h>\n#include <stdlib.h>\n\
    static int order(const void *a, const void *b) { return *(int *)a - *(int *)b; }\n\
    int main(void) { int a[] = {2, 1}; qsort(a, 2, sizeof *a, order); vassert(a[0] == 1); return 0; }\n";

#[test]
fn a_binary_alone_checks_programs_in_any_folder() {
    let folder = tempfile::tempdir().expect("a folder");
    let binary = copied_to(folder.path());
    std::fs::write(folder.path().join("program.c"), PROGRAM).expect("a file");
    // The second run finds what the first has written.
    for _ in 0..2 {
        let output = run(&binary, folder.path(), &["check", "program.c", "-q"]);
        let said = String::from_utf8_lossy(&output.stdout).into_owned();
        assert_eq!(output.status.code(), Some(0), "{said}{output:?}");
        assert!(said.starts_with("holds"), "{said}");
    }
    let output = run(&binary, folder.path(), &["--print-include-dir"]);
    let include = String::from_utf8_lossy(&output.stdout).trim().to_string();
    assert!(Path::new(&include).starts_with(folder.path().join("cache")), "{include}");
    assert!(Path::new(&include).join("allways.h").is_file());
}

#[test]
fn without_the_benchmarks_it_says_how_to_get_them() {
    let folder = tempfile::tempdir().expect("a folder");
    let binary = copied_to(folder.path());
    let output = run(&binary, folder.path(), &["bench", "--list"]);
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(said.contains("cargo build --release -p allways-bench"), "{said}");
    assert!(said.contains("./allways bench"), "{said}");
}

#[test]
fn without_a_folder_to_write_to_it_says_which_variables_to_set() {
    let folder = tempfile::tempdir().expect("a folder");
    let binary = copied_to(folder.path());
    let mut command = Command::new(&binary);
    let output = command.arg("--print-include-dir").env_remove("HOME").env_remove("XDG_CACHE_HOME");
    let output = output.output().expect("it runs");
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(said.contains("HOME") && said.contains("XDG_CACHE_HOME"), "{said}");
}
