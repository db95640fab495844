//! What a check delivers, whatever ends it: a report, once, in all the forms that were asked for.

use serde_json::Value;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
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

fn signal(child: &Child, signal: &str) {
    let sent = Command::new("kill").args([signal, &child.id().to_string()]).status();
    assert!(sent.expect("kill runs").success(), "it ended before {signal}");
}

/// Waits until something is so, which it is soon on any machine.
fn wait_until(what: &str, mut is_so: impl FnMut() -> bool) {
    let start = Instant::now();
    while !is_so() {
        assert!(start.elapsed() < Duration::from_secs(120), "{what} takes for ever");
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// Waits for the first line of `--progress`.
fn searches(child: &mut Child) {
    let mut lines = BufReader::new(child.stderr.take().expect("a pipe")).lines();
    let first = lines.next().expect("a line").expect("text");
    assert!(first.contains("states"), "{first}");
    // Nobody reads the rest, but it must not wait for a reader.
    std::thread::spawn(move || lines.for_each(drop));
}

/// Waits for the end and gives what was printed: the report of an interrupted check.
fn interrupted(mut child: Child) -> Value {
    wait_until("the end", || child.try_wait().expect("a child").is_some());
    let output = child.wait_with_output().expect("output");
    assert_eq!(output.status.code(), Some(3), "{}", stderr(&output));
    let report: Value = serde_json::from_slice(&output.stdout).expect("a report");
    let said = (&report["verdict"], &report["reason"]);
    assert_eq!(said, (&"unknown".into(), &"interrupted".into()), "{report}");
    report
}

#[test]
fn one_signal_ends_all_searches_of_a_check() {
    let folder = folder(ENDLESS);
    let usual = ["check", "program.c", "--json", "--progress", "--reduction", "none"];
    let words = [&usual[..], &CLAIMS].concat();
    for number in ["-INT", "-TERM"] {
        let mut child = allways(folder.path(), &words).spawn().expect("it starts");
        searches(&mut child);
        signal(&child, number);
        let report = interrupted(child);
        assert!(report["states"].as_u64() > Some(0), "{report}");
    }
}

/// How long a check waits for the present step after one signal.
const PATIENCE: Duration = Duration::from_millis(1500);

/// Without the second signal no try ends sooner than that; with it a machine that has nothing else to do
/// ends the first try at once.
#[test]
fn a_second_signal_does_not_wait_and_there_is_a_report() {
    let folder = folder(LONG_STEP);
    let soon = (0..5).any(|_| {
        let words = ["check", "program.c", "--json"];
        let child = allways(folder.path(), &words).spawn().expect("it starts");
        wait_until("the step", || processor_time(child.id()) > Duration::from_millis(500));
        let start = Instant::now();
        signal(&child, "-INT");
        signal(&child, "-TERM");
        let report = interrupted(child);
        assert!(report["seconds"].as_f64() > Some(0.1), "{report}");
        assert!(report["peak_bytes"].as_u64() > Some(0), "{report}");
        start.elapsed() < PATIENCE
    });
    assert!(soon, "the second signal changes nothing");
}

/// The time that a process has used by itself.
fn processor_time(process: u32) -> Duration {
    let stat = std::fs::read_to_string(format!("/proc/{process}/stat")).expect("a process");
    let (_, behind_name) = stat.rsplit_once(')').expect("a name");
    let fields: Vec<&str> = behind_name.split_whitespace().collect();
    let ticks = |at: usize| fields[at].parse::<u64>().expect("a number");
    Duration::from_millis(10 * (ticks(11) + ticks(12)))
}

/// A clang that never ends stands for one that takes long.
#[test]
fn a_signal_ends_compiling_and_there_is_a_report() {
    for number in ["-INT", "-TERM"] {
        let folder = folder(WRONG);
        let script = "echo $$ >unfinished\nmv unfinished started\nexec sleep 1000";
        let clang = stand_in(folder.path(), script);
        let files = ["--sarif", "out.sarif", "--junit", "out.xml"];
        let words = [&["check", "program.c", "--json"], &files[..]].concat();
        let mut command = allways(folder.path(), &words);
        let child = command.env("ALLWAYS_CLANG", clang).spawn().expect("it starts");
        let started = folder.path().join("started");
        wait_until("clang", || started.exists());
        signal(&child, number);
        let report = interrupted(child);
        assert!(report["seconds"].as_f64() > Some(0.0), "{report}");
        let run = &json(folder.path(), "out.sarif")["runs"][0];
        assert_eq!(run["invocations"][0]["exitCode"], 3, "{run}");
        let junit = std::fs::read_to_string(folder.path().join("out.xml")).expect("a file");
        assert!(junit.contains("interrupted"), "{junit}");
        let clang = std::fs::read_to_string(started).expect("a number");
        wait_until("the end of clang", || !is_running(clang.trim()));
    }
}

/// Whether a process is there that has not ended. One that nobody asked about its end yet is a zombie.
fn is_running(process: &str) -> bool {
    let stat = std::fs::read_to_string(format!("/proc/{process}/stat"));
    stat.is_ok_and(|stat| !stat.contains(") Z "))
}

/// A program that is run in the place of clang. Somebody else writes it: a process that another test starts
/// meanwhile would hold it open, and it could not be run.
fn stand_in(folder: &Path, script: &str) -> PathBuf {
    let write = "printf '#!/bin/sh\\n%s\\n' \"$0\" >clang && chmod +x clang";
    let written = Command::new("sh").args(["-c", write, script]).current_dir(folder).status();
    assert!(written.expect("sh runs").success());
    folder.join("clang")
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

/// A file that can be written before a check and not after it: a folder takes its place while clang runs.
#[test]
fn a_file_that_cannot_be_written_keeps_nothing_else_back() {
    let files = ["trace.json", "out.sarif", "out.xml"];
    let options = ["--trace-out", files[0], "--sarif", files[1], "--junit", files[2]];
    for lost in files {
        let folder = folder(WRONG);
        let script = format!("mkdir -p {lost}\nexec clang-22 \"$@\"");
        let clang = stand_in(folder.path(), &script);
        let words = [&["check", "program.c", "--arg", "x"], &options[..]].concat();
        let mut command = allways(folder.path(), &words);
        let output = command.env("ALLWAYS_CLANG", clang).output().expect("the checker runs");
        assert_eq!(output.status.code(), Some(2), "{}", stderr(&output));
        assert!(stdout(&output).contains("assertion"), "{}", stdout(&output));
        assert_eq!(stdout(&output).contains("replay: saved"), lost != files[0], "{lost}");
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
fn a_missing_function_that_is_reached_is_an_error_and_no_warning() {
    let folder = folder("int one(void), two(void);\nint main(void) { return one() + two(); }\n");
    let output = check(folder.path(), &["--color", "never"]);
    assert_eq!(output.status.code(), Some(2), "{}", stderr(&output));
    let said = format!("{}{}", stdout(&output), stderr(&output));
    assert!(said.contains("error: the function `one` has no body"), "{said}");
    assert!(!said.contains("warning: `one`"), "{said}");
    assert!(said.contains("warning: `two` has no body"), "{said}");
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
    assert!(older.contains("has schema 1, this version of allways reads schema 3"), "{older}");
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
