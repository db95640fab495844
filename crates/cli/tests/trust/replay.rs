//! Traces from elsewhere.

use crate::{allways, files, folder, stderr, write};
use serde_json::{Value, json};
use tempfile::TempDir;

const WRONG: &str = "#include <assert.h>\nint main(void) { assert(N == 2); return 0; }\n";

/// A folder with a trace in it, and the trace.
fn traced() -> (TempDir, Value) {
    let folder = folder(WRONG);
    let words = ["check", "project/program.c", "-D", "N=3", "--trace-out", "trace.json"];
    assert_eq!(allways(folder.path(), &words).status.code(), Some(1));
    let text = std::fs::read(folder.path().join("trace.json")).expect("a trace");
    let trace = serde_json::from_slice(&text).expect("JSON");
    (folder, trace)
}

#[test]
fn a_trace_brings_only_harmless_compiler_options() {
    let (folder, mut trace) = traced();
    let replay =
        |options: &[&str]| allways(folder.path(), &[&["replay", "trace.json"], options].concat());
    assert_eq!(replay(&[]).status.code(), Some(1), "{}", stderr(&replay(&[])));
    for flag in ["-fplugin=evil.so", "-oout", "-save-temps", "@evil", "-Xclang"] {
        trace["check"]["build"]["compiler"]["flags"] = json!(["-D", "N=3", flag]);
        write(folder.path(), "trace.json", &trace.to_string());
        let before = files(folder.path());
        let output = replay(&[]);
        assert_eq!(output.status.code(), Some(2), "{flag}");
        assert!(stderr(&output).contains(&format!("`{flag}`")), "{}", stderr(&output));
        assert!(stderr(&output).contains("add --trust-project"), "{}", stderr(&output));
        assert_eq!(files(folder.path()), before);
    }
    trace["check"]["build"]["compiler"]["flags"] = json!(["-D", "N=3", "-fno-integrated-as"]);
    write(folder.path(), "trace.json", &trace.to_string());
    let trusted = replay(&["--trust-project"]);
    assert_eq!(trusted.status.code(), Some(1), "{}", stderr(&trusted));
}

/// clang would take a source of such a name for a file of options, from whatever folder.
#[test]
fn a_source_is_no_file_of_options() {
    let (folder, mut trace) = traced();
    write(folder.path(), "@evil.c", "x -DEVIL");
    write(&folder.path().join("project"), "@evil.c", "int main(void) { return 0; }\n");
    for file in ["@evil.c", "./@evil.c", "project/@evil.c"] {
        trace["check"]["build"]["files"] = json!([file]);
        write(folder.path(), "trace.json", &trace.to_string());
        let output = allways(folder.path(), &["replay", "trace.json"]);
        assert_eq!(output.status.code(), Some(2), "{}", stderr(&output));
        assert!(stderr(&output).contains("rename it"), "{}", stderr(&output));
    }
}
