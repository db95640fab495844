//! Programs that were compiled before are found again, and never those that were made from something else.

use serde_json::Value;
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;
use std::process::Command;
use tempfile::TempDir;

/// A folder with a program, a cache and a clang that counts how often it compiles.
struct Desk(TempDir);

const PROGRAM: &str = "#include <assert.h>\n#include <value.h>\n\
    int main(void) { assert(VALUE == 1); return 0; }\n";

impl Desk {
    fn new() -> Desk {
        let desk = Desk(tempfile::tempdir().expect("a folder"));
        desk.write("program.c", PROGRAM);
        std::fs::create_dir_all(desk.path("first")).expect("a folder");
        desk.write("second/value.h", "#define VALUE 1\n");
        let count = desk.path("compiled").display().to_string();
        let script = format!(
            "#!/bin/sh\ncase \"$*\" in *-emit-llvm*) echo \"$*\" >>'{count}' ;; esac\nexec clang-22 \"$@\"\n"
        );
        desk.write("clang", &script);
        let runs = std::fs::Permissions::from_mode(0o755);
        std::fs::set_permissions(desk.path("clang"), runs).expect("a script");
        desk
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn write(&self, name: &str, text: &str) {
        let path = self.path(name);
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        std::fs::write(path, text).expect("a file");
    }

    /// The verdict of a check, and how many files were compiled for it.
    fn check(&self, options: &[&str]) -> (String, usize) {
        let (json, compiled) = self.check_file("program.c", options);
        (json["verdict"].as_str().expect("a verdict").to_owned(), compiled)
    }

    /// What is said of a file, and how many files were compiled for it.
    fn check_file(&self, file: &str, options: &[&str]) -> (Value, usize) {
        let before = self.compiled();
        let output = Command::new(env!("CARGO_BIN_EXE_allways"))
            .args(["check", file, "--json", "-I", "first", "-I", "second"])
            .args(options)
            .current_dir(self.0.path())
            .env("XDG_CACHE_HOME", self.path("cache"))
            .env("ALLWAYS_CLANG", self.path("clang"))
            .output()
            .expect("the checker runs");
        let json = serde_json::from_slice(&output.stdout).expect("JSON");
        (json, self.compiled() - before)
    }

    fn compiled(&self) -> usize {
        std::fs::read_to_string(self.path("compiled")).unwrap_or_default().lines().count()
    }

    fn entries(&self) -> Vec<PathBuf> {
        let folder = std::fs::read_dir(self.path("cache/allways/programs")).expect("a folder");
        folder.flatten().map(|entry| entry.path()).collect()
    }
}

#[test]
fn what_did_not_change_is_not_compiled_again() {
    let desk = Desk::new();
    assert_eq!(desk.check(&[]), ("holds".into(), 1));
    assert_eq!(desk.check(&[]), ("holds".into(), 0));
    // Other options make another program; both are kept.
    assert_eq!(desk.check(&["-O1"]).1, 1);
    assert_eq!(desk.check(&["-DX"]).1, 1);
    assert_eq!(desk.check(&["-O1"]).1, 0);
    assert_eq!(desk.entries().len(), 3);
}

#[test]
fn a_header_that_changed_counts_though_it_looks_the_same() {
    let desk = Desk::new();
    assert_eq!(desk.check(&[]), ("holds".into(), 1));
    let header = desk.path("second/value.h");
    let date = header.metadata().and_then(|m| m.modified()).expect("a date");
    desk.write("second/value.h", "#define VALUE 2\n");
    let file = std::fs::File::options().write(true).open(&header).expect("a file");
    file.set_modified(date).expect("a date");
    assert_eq!(desk.check(&[]), ("violated".into(), 1));
    desk.write("second/value.h", "#define VALUE 1\n");
    assert_eq!(desk.check(&[]), ("holds".into(), 0));
}

#[test]
fn a_header_that_hides_another_counts() {
    let desk = Desk::new();
    assert_eq!(desk.check(&[]), ("holds".into(), 1));
    desk.write("first/value.h", "#define VALUE 3\n");
    assert_eq!(desk.check(&[]), ("violated".into(), 1));
}

/// clang's preprocessor says nothing of a file that has been through it.
#[test]
fn a_preprocessed_source_that_changed_counts() {
    let desk = Desk::new();
    for (text, verdict) in [("return 0;", "holds"), ("abort();", "violated")] {
        desk.write("program.i", &format!("void abort(void);\nint main(void) {{ {text} }}\n"));
        let (json, compiled) = desk.check_file("program.i", &[]);
        assert_eq!((json["verdict"].as_str(), compiled), (Some(verdict), 1));
    }
}

#[test]
fn a_report_shows_columns_of_the_present_text() {
    let desk = Desk::new();
    desk.write("own.h", "static inline void check(int x) { assert(x == 1); }\n");
    desk.write(
        "program.c",
        "#include <assert.h>\n#include \"own.h\"\nint main(void) { check(0); }\n",
    );
    let column = || desk.check_file("program.c", &[]).0["location"]["column"].as_u64();
    assert_eq!(column(), Some(35));
    desk.write("own.h", "static inline void check(int x) { /**/ assert(x == 1); }\n");
    assert_eq!(column(), Some(40));
}

#[test]
fn damaged_entries_are_ignored_and_replaced() {
    let desk = Desk::new();
    desk.check(&[]);
    let [entry] = &desk.entries()[..] else { panic!("one entry") };
    let whole = std::fs::read(entry).expect("an entry");
    let mut flipped = whole.clone();
    flipped[whole.len() / 2] ^= 0x10;
    for damaged in [&flipped[..], &whole[..whole.len() - 1], &[]] {
        std::fs::write(entry, damaged).expect("an entry");
        assert_eq!(desk.check(&[]), ("holds".into(), 1));
        assert_eq!(std::fs::read(entry).expect("an entry"), whole);
    }
}

#[test]
fn what_clang_reads_otherwise_is_not_kept() {
    let desk = Desk::new();
    for _ in 0..2 {
        assert_eq!(desk.check(&["--", "-Xclang", "-fno-validate-pch"]).1, 1);
    }
    desk.write("seed", "a seed");
    for _ in 0..2 {
        assert_eq!(desk.check(&["--", "-frandomize-layout-seed-file=seed"]).1, 1);
    }
}
