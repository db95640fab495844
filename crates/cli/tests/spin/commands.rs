//! `allways spin` and `allways promela` as commands: files kept, requests refused, counterexamples saved.

use crate::cases::{allways, json, root};
use std::process::{Command, Stdio};
use std::time::Duration;

#[test]
fn kept_files_are_a_model_that_works_by_hand() {
    let folder = tempfile::tempdir().expect("a folder");
    let kept = folder.path().join("kept");
    let args = ["spin", "examples/peterson.c", "--keep", &kept.display().to_string(), "--", "-O0"];
    let output = allways(&args);
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    for file in ["model.pml", "program", "allways_vm.h", "pan.c", "pan"] {
        assert!(kept.join(file).exists(), "{file} is missing");
    }
    let run = Command::new("./pan").current_dir(&kept).output().expect("pan runs");
    assert!(String::from_utf8_lossy(&run.stdout).contains("errors: 0"));
}

#[test]
fn a_counterexample_is_saved_and_replays() {
    let folder = tempfile::tempdir().expect("a folder");
    let trace = folder.path().join("trace.json").display().to_string();
    let file = "examples/philosophers.c";
    let spin = json(&["spin", file, "--json", "--trace-out", &trace, "--", "-O0"]);
    assert_eq!(spin["verdict"], "violated", "{spin}");
    assert_eq!(spin["search"], "spin");
    let replayed = json(&["replay", &trace, "--json"]);
    assert_eq!(replayed["property"], "deadlock", "{replayed}");
}

#[test]
fn what_is_spins_is_refused_with_the_way_out() {
    for option in [
        &["--search", "bfs"][..],
        &["--store", "flat"],
        &["--depth", "9"],
        &["--threads", "2"],
        &["--handoff", "2"],
        &["--max-states", "9"],
        &["--progress"],
    ] {
        let args = [&["spin", "examples/peterson.c"], option].concat();
        let output = allways(&args);
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{option:?}");
        assert!(said.contains(option[0]) && said.contains("after `--`"), "{said}");
    }
}

/// What SPIN cannot do together, and what the message says to do instead.
#[test]
fn what_does_not_go_together_is_refused_with_the_way_out() {
    let formula = "examples/peterson_starvation.c";
    let refused: [(&str, &[&str], &str); 7] = [
        ("examples/peterson.c", &["--state", "root", "--", "-DNCORE=2"], "--state content"),
        (
            "examples/peterson.c",
            &["--abstraction", "f", "--", "-DNCORE=2"],
            "cannot be used with -DNCORE",
        ),
        ("examples/peterson.c", &["--abstraction", "f", "--state", "content"], "--state root"),
        (formula, &["--", "-f"], "--fair weak"),
        (formula, &["--context-bound", "2"], "temporal properties"),
        (formula, &["--context-bound", "auto"], "temporal properties"),
        ("examples/peterson.c", &["--context-bound", "70000"], "0 to 65535"),
    ];
    for (file, options, hint) in refused {
        let output = allways(&[&["spin", file], options].concat());
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{options:?}: {said}");
        assert!(said.contains(hint), "{options:?}: {said}");
    }
}

#[test]
fn mistakes_are_errors_with_a_message() {
    let output = allways(&["spin", "examples/peterson.c", "--", "-DVECTORSZ=oops"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("gcc rejects the verifier"));
    let output = allways(&["spin", "examples/missing.c"]);
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn without_spin_the_message_says_what_to_install() {
    // A PATH with everything that compiles C, but without SPIN.
    let folder = tempfile::tempdir().expect("a folder");
    for path in std::env::split_paths(&std::env::var_os("PATH").unwrap_or_default()) {
        for entry in std::fs::read_dir(path).into_iter().flatten().flatten() {
            let name = entry.file_name();
            if name.to_string_lossy().starts_with("clang") {
                let _ = std::os::unix::fs::symlink(entry.path(), folder.path().join(name));
            }
        }
    }
    let output = Command::new(env!("CARGO_BIN_EXE_allways"))
        .args(["spin", "examples/peterson.c"])
        .env("PATH", folder.path())
        .current_dir(root())
        .output()
        .expect("the checker runs");
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(said.contains("apt install spin"), "{said}");
}

/// A depth that is too small: the user's is kept and leaves something out, ours grows.
#[test]
fn a_search_that_is_cut_proves_nothing() {
    let spin = json(&["spin", "examples/peterson.c", "--json", "--", "-O0", "-m10"]);
    assert_eq!(spin["verdict"], "unknown", "{spin}");
    assert!(spin["reason"].as_str().unwrap().contains("depth"), "{spin}");
}

#[test]
fn trails_of_models_are_told_in_lines_of_c() {
    let folder = tempfile::tempdir().expect("a folder");
    let model = folder.path().join("model.pml").display().to_string();
    let output = allways(&["promela", "examples/peterson_swapped.c", "-o", &model]);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    for (program, args) in
        [("spin", &["-a", "model.pml"][..]), ("gcc", &["-w", "-o", "pan", "pan.c"]), ("./pan", &[])]
    {
        let run = Command::new(program).args(args).current_dir(folder.path()).output();
        run.unwrap_or_else(|problem| panic!("{program}: {problem}"));
    }
    let output = allways(&["promela", "--trail", &format!("{model}.trail")]);
    let told = String::from_utf8_lossy(&output.stdout);
    assert!(told.contains("peterson_swapped.c:"), "{told}");
    assert!(told.lines().last().is_some_and(|line| line.contains("assert")), "{told}");
}

/// Counts for ever.
const ENDLESS: &str = "static volatile unsigned long n;\nint main(void) { for (;;) n++; }\n";

#[test]
fn a_signal_ends_the_search_with_a_report() {
    for signal in ["-INT", "-TERM"] {
        let folder = tempfile::tempdir().expect("a folder");
        std::fs::write(folder.path().join("program.c"), ENDLESS).expect("a file can be written");
        let args = ["spin", "program.c", "--json", "--reduction", "tau", "--keep", "kept"];
        let mut command = Command::new(env!("CARGO_BIN_EXE_allways"));
        command.args(args).current_dir(folder.path()).stdout(Stdio::piped());
        let mut child = command.spawn().expect("it starts");
        while !folder.path().join("kept/pan.out").exists() {
            assert!(child.try_wait().expect("a child").is_none(), "it ends by itself");
            std::thread::sleep(Duration::from_millis(5));
        }
        let sent = Command::new("kill").args([signal, &child.id().to_string()]).status();
        assert!(sent.expect("kill runs").success());
        let output = child.wait_with_output().expect("it ends");
        assert_eq!(output.status.code(), Some(3), "{signal}");
        let said: serde_json::Value = serde_json::from_slice(&output.stdout).expect("a report");
        assert_eq!((&said["verdict"], &said["reason"]), (&"unknown".into(), &"interrupted".into()));
    }
}
