//! The library by hand: a driver that runs functions and starts threads of a program instead of its `main`,
//! with an invariant and a bound.

use crate::cases::allways;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The newest static library that cargo has left.
fn library() -> PathBuf {
    let beside = Path::new(env!("CARGO_BIN_EXE_allways")).parent().unwrap();
    let folders = [beside.to_path_buf(), beside.join("deps")];
    let files = folders.iter().flat_map(|f| std::fs::read_dir(f).unwrap().flatten());
    let name = |path: &PathBuf| path.file_name().unwrap().to_string_lossy().into_owned();
    files
        .map(|entry| entry.path())
        .filter(|path| name(path).starts_with("liballways_spin") && name(path).ends_with(".a"))
        .max_by_key(|path| path.metadata().and_then(|m| m.modified()).ok())
        .expect("the library is built")
}

/// Makes the verifier of the driver in a folder.
fn driver(folder: &Path, flags: &[&str]) {
    let here = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/spin");
    let source = here.join("driver.c").display().to_string();
    let kept = folder.display().to_string();
    // Races of this program are none of the driver's business.
    let spin = ["spin", &source, "--keep", &kept, "--property", "assert"];
    let output = allways(&[&spin, flags, &["--", "-O0"]].concat());
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    std::fs::copy(here.join("driver.pml"), folder.join("driver.pml")).unwrap();
    let library = library().display().to_string();
    for (program, args) in [
        ("spin", vec!["-a", "driver.pml"]),
        (
            "gcc",
            vec!["-w", "-DNOREDUCE", "-o", "pan", "pan.c", &library, "-lpthread", "-ldl", "-lm"],
        ),
    ] {
        let run = Command::new(program).args(&args).current_dir(folder).output().unwrap();
        assert!(run.status.success(), "{program}: {}", String::from_utf8_lossy(&run.stderr));
    }
}

/// Errors that the verifier finds, with a bound on switches.
fn errors(folder: &Path, bound: Option<&str>) -> u64 {
    let mut command = Command::new("./pan");
    command.current_dir(folder);
    if let Some(bound) = bound {
        command.env("BOUND", bound);
    }
    let output = command.output().expect("pan runs");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    let at = text.find("errors: ").unwrap_or_else(|| panic!("no statistics: {text}{said}"));
    let digits: String = text[at + 8..].chars().take_while(char::is_ascii_digit).collect();
    digits.parse().unwrap()
}

#[test]
fn a_driver_runs_functions_and_threads_of_a_program() {
    let folder = tempfile::tempdir().expect("a folder");
    driver(folder.path(), &[]);
    assert_eq!(errors(folder.path(), None), 0);
    let folder = tempfile::tempdir().expect("a folder");
    driver(folder.path(), &["-DSELFISH"]);
    assert_eq!(errors(folder.path(), None), 1);
    // Without preemption nobody is inside together with another.
    assert_eq!(errors(folder.path(), Some("0")), 0);
    assert_eq!(errors(folder.path(), Some("2")), 1);
}
