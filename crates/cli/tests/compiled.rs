//! What is said about code and options that a check cannot take as they are.

use serde_json::Value;
use std::process::Command;

/// The exit code and the JSON of a check of a file with this content.
fn check(name: &str, content: &str, options: &[&str]) -> (Option<i32>, Value) {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join(name), content).expect("a file");
    let output = Command::new(env!("CARGO_BIN_EXE_allways"))
        .current_dir(folder.path())
        .args(["check", name, "--json"])
        .args(options)
        .output()
        .expect("the checker runs");
    (output.status.code(), serde_json::from_slice(&output.stdout).expect("JSON"))
}

/// Code that appends to a string of libstdc++.
const OTHER_LIBRARY: &str = r#"
target triple = "x86_64-pc-linux-gnu"
declare ptr @_ZNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEE6appendEPKc(ptr, ptr)
define i32 @main() {
  %s = alloca [32 x i8]
  %r = call ptr @_ZNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEE6appendEPKc(ptr %s, ptr %s)
  ret i32 0
}
"#;

#[test]
fn code_of_another_library_is_refused() {
    let (code, json) = check("program.ll", OTHER_LIBRARY, &[]);
    let message = json["message"].as_str().unwrap_or_default();
    assert_eq!((code, &json["verdict"]), (Some(2), &Value::from("error")), "{json}");
    for word in ["libstdc++", "basic_string", "-stdlib=libc++"] {
        assert!(message.contains(word), "`{word}` is missing: {message}");
    }
}

#[test]
fn sanitizers_are_left_out_with_a_warning() {
    let (code, json) = check("program.cpp", "int main() {}", &["--", "-fsanitize=address"]);
    assert_eq!(code, Some(0), "{json}");
    let warnings = json["warnings"].to_string();
    assert!(warnings.contains("`-fsanitize=address` is ignored"), "{json}");
    let (_, json) = check("program.cpp", "int main() {}", &[]);
    assert!(!json["warnings"].to_string().contains("fsanitize"), "{json}");
}
