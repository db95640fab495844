//! When the binary is built, from what, and with which Rust.

use std::fs;

use crate::fake_clone::{Ended, FakeClone, set_age};

#[test]
fn the_first_run_fetches_builds_and_runs() {
    let clone = FakeClone::new();
    let ended = clone.run(&["check", "a file.c"]);
    assert_eq!(ended.code, Some(0));
    assert!(ended.stdout.ends_with("<check>\n<a file.c>\n"), "{}", ended.stdout);
    assert_eq!(ended.stdout.lines().count(), 3, "set-up must not write here: {}", ended.stdout);
    assert!(ended.stderr.starts_with("allways: building"), "{}", ended.stderr);
    assert_eq!(
        clone.calls(),
        [
            "cargo fetch --locked --target x86_64-unknown-linux-gnu",
            "cargo build --release --locked -p allways -p allways-bench"
        ]
    );
}

#[test]
fn a_newer_source_is_built() {
    let clone = FakeClone::built();
    for source in ["crates/cli/src/main.rs", "Cargo.toml"] {
        clone.forget_calls();
        set_age(&clone.path("the root").join(source), 10);
        assert_eq!(clone.run(&[]).code, Some(0));
        assert_eq!(clone.builds(), 1, "{source}");
        clone.run(&[]);
        assert_eq!(clone.builds(), 1, "{source} is built once only");
        set_age(&clone.path("the root/target/allways-built-from"), 30);
        set_age(&clone.path("the root").join(source), 60);
    }
}

#[test]
fn a_removed_source_is_noticed() {
    let clone = FakeClone::built();
    fs::remove_file(clone.path("the root/crates/cli/src/old.rs")).unwrap();
    clone.run(&[]);
    assert_eq!(clone.builds(), 1);
}

#[test]
fn an_edit_during_the_build_is_built_next_time() {
    let clone = FakeClone::new();
    let source = clone.path("the root/crates/cli/src/main.rs");
    clone.run_with(&[], &[("EDIT", source.to_str().unwrap())]);
    clone.run(&[]);
    assert_eq!(clone.builds(), 2);
    clone.run(&[]);
    assert_eq!(clone.builds(), 2);
}

#[test]
fn a_missing_binary_is_built() {
    let clone = FakeClone::built();
    fs::remove_file(clone.path("the root/target/release/allways")).unwrap();
    assert_eq!(clone.run(&[]).code, Some(0));
    assert_eq!(clone.builds(), 1);
}

#[test]
fn the_benchmarks_are_built_where_they_are_missing() {
    let clone = FakeClone::built();
    fs::remove_file(clone.path("the root/target/release/allways-bench")).unwrap();
    assert_eq!(clone.run(&["check", "a.c"]).code, Some(0));
    assert_eq!(clone.builds(), 0);
    assert_eq!(clone.run(&["bench"]).code, Some(0));
    assert_eq!(clone.builds(), 1);
}

#[test]
fn a_failed_build_shows_why_and_is_tried_again() {
    let clone = FakeClone::new();
    let ended =
        clone.run_with(&[], &[("FAIL", "build"), ("MESSAGE", "error[E0308]: mismatched types")]);
    assert_eq!((ended.code, ended.stdout.as_str()), (Some(2), ""));
    assert!(
        ended.stderr.contains("error[E0308]: mismatched types\nallways: the build failed"),
        "{}",
        ended.stderr
    );
    assert_eq!(clone.run(&[]).code, Some(0));
}

#[test]
fn another_target_folder_is_respected() {
    let clone = FakeClone::new();
    for _ in 0..2 {
        assert_eq!(clone.run_with(&[], &[("CARGO_TARGET_DIR", "other target")]).code, Some(0));
    }
    assert_eq!(clone.builds(), 1);
    assert!(clone.path("the root/other target/release/allways").exists());
    assert!(!clone.path("the root/target").exists());
}

#[test]
fn a_shared_target_folder_runs_the_callers_own_sources() {
    let clone = FakeClone::new();
    clone.fill_root("the second root");
    let shared = clone.path("shared target");
    for root in ["the root", "the second root", "the root"] {
        let mut command = clone.shell(&clone.path(root).join("allways"), &[]);
        let output = command.env("CARGO_TARGET_DIR", &shared).output().unwrap();
        assert_eq!(Ended::from(output).code, Some(0));
    }
    assert_eq!(clone.builds(), 3);
}

#[test]
fn an_old_rust_is_refused_before_anything_is_installed() {
    for (rust, found) in [("1.87.9", "1.87.9"), ("none", "none")] {
        let clone = FakeClone::new().without_llvm();
        let ended = clone.run_with(&[], &[("RUST", rust)]);
        assert_eq!(ended.code, Some(2));
        assert!(
            ended.stderr.contains(&format!("Rust 1.88 or newer is needed (found: {found})")),
            "{}",
            ended.stderr
        );
        assert!(ended.stderr.contains("https://sh.rustup.rs"), "{}", ended.stderr);
        assert_eq!(clone.calls(), [] as [&str; 0]);
    }
}

#[test]
fn a_newer_rust_in_the_home_folder_is_taken() {
    let clone = FakeClone::new().with_rust_at_home();
    let ended = clone.run_with(&[], &[("RUST", "1.63.0"), ("HOME_RUST", "1.100.0-nightly")]);
    assert_eq!((ended.code, clone.builds()), (Some(0), 1), "{}", ended.stderr);

    let clone = FakeClone::new().with_rust_at_home().without("cargo").without("rustc");
    assert_eq!(clone.run_with(&[], &[("HOME_RUST", "1.88.0")]).code, Some(0));
}
