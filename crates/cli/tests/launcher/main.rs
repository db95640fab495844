//! The launcher `./allways`, run in clones where everything around it is a stand-in.

mod build;
mod fake_clone;
mod packages;

use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::Path;
use std::process::Stdio;

use fake_clone::{Ended, FakeClone};

#[test]
fn it_is_an_executable_shell_script() {
    let launcher = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../allways");
    assert_eq!(fs::metadata(&launcher).unwrap().permissions().mode() & 0o111, 0o111);
    assert!(fs::read_to_string(&launcher).unwrap().starts_with("#!/bin/sh\n"));
}

#[test]
fn the_warm_path_is_silent_and_calls_nothing() {
    let clone = FakeClone::built();
    let ended = clone.run(&["check"]);
    assert_eq!((ended.code, ended.stderr.as_str()), (Some(0), ""));
    assert_eq!(clone.calls(), [] as [&str; 0]);
}

#[test]
fn the_binary_takes_the_launchers_place() {
    let clone = FakeClone::built();
    let mut command = clone.launcher(&["violated"]);
    let child = command.stdout(Stdio::piped()).spawn().unwrap();
    let pid = child.id();
    let ended = Ended::from(child.wait_with_output().unwrap());
    assert!(ended.stdout.starts_with(&format!("pid {pid} in ")), "{}", ended.stdout);
    assert_eq!(ended.code, Some(1));
}

#[test]
fn two_at_once_install_and_build_once() {
    let clone = FakeClone::new().without_llvm();
    let start = || {
        let mut command = clone.launcher(&["check"]);
        command.env("BUILD_SECONDS", "0.5").stdout(Stdio::piped()).stderr(Stdio::piped());
        command.spawn().unwrap()
    };
    let ended = [start(), start()].map(|child| Ended::from(child.wait_with_output().unwrap()));
    assert_eq!(clone.builds(), 1);
    let calls = clone.calls();
    let installs = calls.iter().filter(|call| call.contains(" install "));
    assert_eq!(installs.count(), 1);
    assert!(ended.iter().all(|ended| ended.code == Some(0) && ended.stdout.ends_with("<check>\n")));
}

#[test]
fn any_path_to_the_launcher_leads_to_its_clone() {
    let clone = FakeClone::built();
    symlink("the root/allways", clone.path("near")).unwrap();
    fs::create_dir(clone.path("else where")).unwrap();
    symlink("../near", clone.path("else where/far")).unwrap();
    symlink(clone.path("the root"), clone.path("else where/folder")).unwrap();
    let here = clone.path("else where");
    let decoy = clone.path("decoy");
    fs::create_dir_all(decoy.join("folder")).unwrap();
    let absolute = clone.path("the root/allways");
    for launcher in
        [absolute.as_path(), Path::new("far"), Path::new("../near"), Path::new("folder/allways")]
    {
        let mut command = clone.shell(launcher, &["check"]);
        let ended = Ended::from(command.current_dir(&here).env("CDPATH", &decoy).output().unwrap());
        assert_eq!((ended.code, ended.stderr.as_str()), (Some(0), ""), "{launcher:?}");
        assert!(
            ended.stdout.contains("else where\n<check>"),
            "the caller's folder stays: {}",
            ended.stdout
        );
    }
    let bare = clone.shell(Path::new("allways"), &[]).output().unwrap();
    assert_eq!(Ended::from(bare).code, Some(0));
    assert_eq!(clone.builds(), 0);
}

#[test]
fn test_mode_lints_then_tests_and_ends_with_their_result() {
    let clone = FakeClone::built();
    let ended = clone.run(&["test", "a name"]);
    assert_eq!((ended.code, ended.stdout.as_str()), (Some(0), "test result: ok. 3 passed\n"));
    let calls = clone.calls();
    let calls: Vec<_> = calls.iter().filter(|call| !call.ends_with("--version")).collect();
    assert_eq!(
        calls,
        [
            "cargo fmt --check",
            "cargo clippy --workspace --all-targets --locked -- -D warnings",
            "cargo test --release --workspace --locked a name",
        ]
    );
}

#[test]
fn test_mode_does_not_need_the_linters() {
    let clone = FakeClone::built();
    let ended = clone.run_with(&["test"], &[("ABSENT", "fmt clippy")]);
    assert_eq!((ended.code, ended.stdout.as_str()), (Some(0), "test result: ok. 3 passed\n"));
    assert!(ended.stderr.contains("cargo clippy is not installed"), "{}", ended.stderr);
}

#[test]
fn test_mode_tells_complaints_and_failures_apart() {
    let clone = FakeClone::built();
    let complaint = clone.run_with(&["test"], &[("FAIL", "clippy")]);
    assert_eq!(
        (complaint.code, complaint.stdout.as_str()),
        (Some(1), "test result: ok. 3 passed\n")
    );
    assert!(
        complaint.stderr.ends_with("complaints above from: cargo clippy\n"),
        "{}",
        complaint.stderr
    );

    for fails in ["test", "clippy test"] {
        assert_eq!(clone.run_with(&["test"], &[("FAIL", fails)]).code, Some(101), "{fails}");
    }
}

#[test]
fn lint_mode_lints_and_runs_no_tests() {
    let clone = FakeClone::built();
    let ended = clone.run(&["lint"]);
    assert_eq!((ended.code, ended.stdout.as_str()), (Some(0), ""), "{}", ended.stderr);
    let calls = clone.calls();
    let calls: Vec<_> = calls.iter().filter(|call| !call.ends_with("--version")).collect();
    assert_eq!(
        calls,
        ["cargo fmt --check", "cargo clippy --workspace --all-targets --locked -- -D warnings"]
    );
    let complaint = clone.run_with(&["lint"], &[("FAIL", "fmt")]);
    assert_eq!(complaint.code, Some(1));
    assert!(
        complaint.stderr.ends_with("complaints above from: cargo fmt\n"),
        "{}",
        complaint.stderr
    );
}
