//! What a check delivers, whatever ends it: a report, once, in all the forms that were asked for.

use serde_json::Value;
use std::fs::Permissions;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// A folder with a program in it.
fn folder(source: &str) -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("program.c"), source).expect("a file");
    folder
}

fn allways(folder: &Path, words: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_allways"));
    command.current_dir(folder).args(words).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

fn check(folder: &Path, options: &[&str]) -> Output {
    let words = [&["check", "program.c"], options].concat();
    allways(folder, &words).output().expect("the checker runs")
}

fn stdout(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

fn json(folder: &Path, file: &str) -> Value {
    let text = std::fs::read(folder.join(file)).expect("a file was written");
    serde_json::from_slice(&text).expect("JSON")
}

/// Counts for ever.
const ENDLESS: &str = "static volatile unsigned long n;\nint main(void) { for (;;) n++; }\n";

/// A step that takes very long.
const LONG_STEP: &str = "#include <string.h>\nstatic char all[1500000000];\n\
    int main(void) { for (;;) if (memchr(all, 1, sizeof all)) return 1; }\n";

const CLAIMS: [&str; 8] =
    ["--ltl", "F {n == 3}", "--ltl", "F {n == 4}", "--ltl", "F {n == 5}", "--property", "assert"];

/// Sends signals as soon as the search is under way, and waits for the end.
fn interrupted(mut child: Child, signals: &[&str]) -> Output {
    std::thread::sleep(Duration::from_secs(3));
    for signal in signals {
        let id = child.id().to_string();
        let sent = Command::new("kill").args([signal, id.as_str()]).status();
        assert!(sent.expect("kill runs").success(), "it ended before {signal}");
        std::thread::sleep(Duration::from_millis(200));
    }
    let start = Instant::now();
    while child.try_wait().expect("a child").is_none() {
        assert!(start.elapsed() < Duration::from_secs(60), "it does not end");
        std::thread::sleep(Duration::from_millis(10));
    }
    child.wait_with_output().expect("output")
}

#[test]
fn one_signal_ends_all_searches_of_a_check() {
    let folder = folder(ENDLESS);
    let words = [&["check", "program.c", "--json", "--reduction", "none"][..], &CLAIMS].concat();
    for signal in ["-INT", "-TERM"] {
        let child = allways(folder.path(), &words).spawn().expect("it starts");
        let output = interrupted(child, &[signal]);
        assert_eq!(output.status.code(), Some(3), "{}", stderr(&output));
        let report: Value = serde_json::from_slice(&output.stdout).expect("a report");
        assert_eq!(report["reason"], "interrupted", "{report}");
    }
}

#[test]
fn a_second_signal_does_not_wait_and_there_is_a_report() {
    let folder = folder(LONG_STEP);
    let words = ["check", "program.c", "--json"];
    let child = allways(folder.path(), &words).spawn().expect("it starts");
    let output = interrupted(child, &["-INT", "-INT"]);
    let report: Value = serde_json::from_slice(&output.stdout).expect("a report");
    assert_eq!((output.status.code(), &report["verdict"]), (Some(3), &"unknown".into()));
}

#[test]
fn files_are_written_when_a_step_is_given_up() {
    let folder = folder(LONG_STEP);
    let files = ["--sarif", "out.sarif", "--junit", "out.xml"];
    let output = check(folder.path(), &[&files[..], &["--timeout", "1"]].concat());
    assert_eq!(output.status.code(), Some(3), "{}", stderr(&output));
    let run = &json(folder.path(), "out.sarif")["runs"][0];
    assert_eq!(run["invocations"][0]["exitCode"], 3, "{run}");
    let junit = std::fs::read_to_string(folder.path().join("out.xml")).expect("a file");
    assert!(junit.contains("program.c"), "{junit}");
}

#[test]
fn a_file_that_cannot_be_written_is_said_before_any_work() {
    for option in ["--trace-out", "--sarif", "--junit"] {
        // The source does not compile: who got so far would say so.
        let folder = folder("this is no C");
        let output = check(folder.path(), &[option, "no/folder/out", "--color", "never"]);
        let said = "error: cannot write `no/folder/out`: No such file or directory (os error 2)\n";
        assert_eq!((output.status.code(), &*stderr(&output)), (Some(2), said), "{option}");
    }
}

/// What can be written before a check and not after it: a folder takes its place meanwhile.
#[test]
fn a_file_that_cannot_be_written_keeps_nothing_else_back() {
    let files = ["trace.json", "out.sarif", "out.xml"];
    let options = ["--trace-out", files[0], "--sarif", files[1], "--junit", files[2]];
    for lost in files {
        let folder = folder(WRONG);
        // Whoever lets clang run takes the place; the name of the file is no word of any other.
        let clang = folder.path().join("clang");
        let script = format!("#!/bin/sh\nmkdir -p {lost}\nexec clang-22 \"$@\"\n");
        std::fs::write(&clang, script).expect("a file");
        std::fs::set_permissions(&clang, Permissions::from_mode(0o755)).expect("a program");
        let words = [&["check", "program.c", "--arg", "x"], &options[..]].concat();
        let mut command = allways(folder.path(), &words);
        let output = command.env("ALLWAYS_CLANG", &clang).output().expect("the checker runs");
        assert_eq!(output.status.code(), Some(2), "{}", stderr(&output));
        assert!(stdout(&output).contains("assertion"), "{}", stdout(&output));
        assert_eq!(stdout(&output).contains("allways replay"), lost != files[0], "{lost}");
        assert!(stderr(&output).contains(&format!("error: cannot write `{lost}`")), "{lost}");
        for file in files.into_iter().filter(|file| *file != lost) {
            let text = std::fs::read_to_string(folder.path().join(file)).expect("it is written");
            assert!(text.contains("assertion"), "{file} without {lost}: {text}");
        }
    }
}

#[test]
fn a_check_that_finds_nothing_leaves_no_trace_and_keeps_the_old_one() {
    let folder = folder(WRONG);
    check(folder.path(), &["--trace-out", "new.json"]);
    assert!(!folder.path().join("new.json").exists());
    std::fs::write(folder.path().join("old.json"), "old").expect("a file");
    check(folder.path(), &["--trace-out", "old.json"]);
    assert_eq!(std::fs::read(folder.path().join("old.json")).expect("a file"), b"old");
}

const WRONG: &str = "#include <assert.h>\nint missing(void);\n\
    int main(int argc, char **argv) { assert(argc == 1); return argv[0] ? 0 : missing(); }\n";

#[test]
fn a_warning_appears_once() {
    let folder = folder(WRONG);
    let output = check(folder.path(), &["--color", "never"]);
    let said = format!("{}{}", stdout(&output), stderr(&output));
    assert_eq!(said.matches("`missing` has no body").count(), 1, "{said}");
    let quiet = check(folder.path(), &["--quiet"]);
    assert_eq!(stderr(&quiet), "");
}

#[test]
fn sarif_names_the_arguments_that_were_typed() {
    let folder = folder(WRONG);
    let typed = ["--sarif", "out.sarif", "--reduction", "superstep", "--arg", "x"];
    let output = check(folder.path(), &typed);
    assert_eq!(output.status.code(), Some(1), "{}", stderr(&output));
    let arguments =
        json(folder.path(), "out.sarif")["runs"][0]["invocations"][0]["arguments"].take();
    let wanted: Vec<&str> = ["check", "program.c"].into_iter().chain(typed).collect();
    assert_eq!(arguments, Value::from(wanted));
}

#[test]
fn a_replay_searches_nothing_and_says_nothing_of_a_search() {
    let folder = folder(WRONG);
    check(folder.path(), &["--arg", "x", "--trace-out", "trace.json"]);
    let output = allways(folder.path(), &["replay", "trace.json"]).output().expect("it runs");
    assert_eq!(output.status.code(), Some(1), "{}", stderr(&output));
    let said = stdout(&output);
    assert!(said.contains("replayed: the execution is confirmed"), "{said}");
    assert!(!said.contains("searched"), "{said}");
}

#[test]
fn a_trace_that_is_missing_or_of_another_version_is_refused_in_one_sentence() {
    let folder = folder(WRONG);
    let replay = || {
        let output = allways(folder.path(), &["replay", "trace.json"]).output().expect("it runs");
        assert_eq!(output.status.code(), Some(2));
        stderr(&output)
    };
    let missing = replay();
    let wanted = "error: cannot replay `trace.json`: No such file or directory (os error 2)\n";
    assert_eq!(missing, wanted);
    check(folder.path(), &["--arg", "x", "--trace-out", "trace.json"]);
    let mut trace = json(folder.path(), "trace.json");
    trace["schema"] = 1.into();
    std::fs::write(folder.path().join("trace.json"), trace.to_string()).expect("a file");
    let older = replay();
    assert!(older.contains("has schema 1, this version of allways reads schema 2"), "{older}");
}

/// The request is in the file: what standard input held, and every option that makes a difference.
#[test]
fn a_trace_holds_what_was_asked() {
    let source = "#include <assert.h>\n#include <stdio.h>\n#include <stdlib.h>\n\
        int main(void) { int c = getchar(); assert(c != 'x' || malloc(8)); return 0; }\n";
    let folder = folder(source);
    std::fs::write(folder.path().join("input"), "xyz").expect("a file");
    let options = ["--stdin", "input", "--malloc-fail", "--trace-out", "trace.json"];
    let output = check(folder.path(), &options);
    assert_eq!(output.status.code(), Some(1), "{}", stdout(&output));
    let request = json(folder.path(), "trace.json")["check"]["request"].take();
    assert_eq!((&request["stdin"], &request["malloc_fail"]), (&"xyz".into(), &true.into()));
    std::fs::remove_file(folder.path().join("input")).expect("a file");
    let output = allways(folder.path(), &["replay", "trace.json"]).output().expect("it runs");
    assert_eq!(output.status.code(), Some(1), "{}", stderr(&output));
}
