//! Help, man pages and completions: they list what works.

use std::process::Command;

fn said(args: &[&str]) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_allways")).args(args).output().expect("it runs");
    assert_eq!(output.status.code(), Some(0), "{args:?}: {output:?}");
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// What is refused as "not available yet".
const UNAVAILABLE: [&str; 10] = [
    "--disk",
    "--checkpoint",
    "--resume",
    "--witness",
    "--heuristic",
    "--seed",
    "tso",
    "astar",
    "cluster",
    "view",
];

#[test]
fn help_lists_only_what_works() {
    let (all, check) = (said(&["--help"]), said(&["check", "--help"]));
    for name in [
        "check",
        "replay",
        "ltl",
        "promela",
        "spin",
        "cc",
        "c++",
        "init",
        "bench",
        "completions",
        "man",
    ] {
        assert!(all.contains(&format!("\n  {name} ")), "{name} is missing:\n{all}");
    }
    let words = |text: &str| -> Vec<String> {
        let is_word = |c: char| c.is_alphanumeric() || c == '-';
        text.split(|c| !is_word(c)).map(str::to_string).collect()
    };
    for name in UNAVAILABLE {
        assert!(
            !words(&all).iter().chain(&words(&check)).any(|word| word == name),
            "{name} is listed"
        );
    }
    assert!(check.contains("State-space reduction"), "{check}");
    assert!(said(&["help", "cc"]).contains("ALLWAYS_CC"));
}

#[test]
fn help_of_spin_leaves_out_what_spin_refuses() {
    let spin = said(&["spin", "--help"]);
    assert!(spin.contains("--state ") && spin.contains("--reduction "), "{spin}");
    for name in ["--search ", "--store ", "--threads ", "--max-states "] {
        assert!(!spin.contains(name), "{name} is listed:\n{spin}");
    }
}

#[test]
fn help_ends_with_compiler_files_and_exit_codes() {
    for command in ["check", "spin"] {
        let help = said(&[command, "--help"]);
        for part in ["\nCompiler:\n", "\nFiles:\n", "\nExit codes:\n", "passed to clang"] {
            assert!(help.contains(part), "{command}: no {part:?}:\n{help}");
        }
    }
    assert!(!said(&["spin", "--help"]).contains("everything\n  after `--`"), "it is for pan");
}

#[test]
fn what_is_not_available_is_refused() {
    for args in [&["view", "x"][..], &["check", "x.c", "--disk", "d"], &["cluster", "x.c"]] {
        let output =
            Command::new(env!("CARGO_BIN_EXE_allways")).args(args).output().expect("it runs");
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{args:?}: {said}");
        assert!(said.contains("not available yet"), "{args:?}: {said}");
    }
}

#[test]
fn every_command_has_a_man_page() {
    assert!(said(&["man"]).contains(".TH allways 1"));
    let folder = tempfile::tempdir().expect("a folder");
    said(&["man", &folder.path().display().to_string()]);
    let page = std::fs::read_to_string(folder.path().join("allways-check.1")).expect("a page");
    assert!(page.contains("context\\-bound") && !page.contains("witness"), "{page}");
    assert!(!folder.path().join("allways-cluster.1").exists());
}

#[test]
fn shells_complete_commands_and_options() {
    for shell in ["bash", "zsh", "fish"] {
        let script = said(&["completions", shell]);
        assert!(script.contains("context-bound"), "{shell}: {script}");
    }
}
