//! The invariants of docs/ARCHITECTURE.md: which crate may use which, who may print, and what is nowhere.

mod global_state;
mod modules;
mod one_way;
mod table;

use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::Command;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The folders of all crates.
fn crates() -> BTreeSet<String> {
    let entries = std::fs::read_dir(root().join("crates")).expect("a folder").flatten();
    entries.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect()
}

/// The text of a source without comments and tests.
fn code_of(file: &Path) -> String {
    let text = std::fs::read_to_string(file).expect("a source file");
    let text = text.split("#[cfg(test)]").next().unwrap_or_default();
    text.lines().map(|line| line.split("//").next().unwrap_or_default()).fold(
        String::new(),
        |mut all, line| {
            all.push_str(line);
            all.push('\n');
            all
        },
    )
}

/// What cargo knows of each crate of ours.
fn packages() -> Vec<Value> {
    let output = Command::new(env!("CARGO"))
        .args(["metadata", "--format-version", "1", "--no-deps", "--locked", "--offline"])
        .current_dir(root())
        .output()
        .expect("cargo runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let metadata: Value = serde_json::from_slice(&output.stdout).expect("cargo writes JSON");
    metadata["packages"].as_array().expect("a list of packages").clone()
}

/// For each crate of ours, the crates it depends on outside of tests.
fn dependencies() -> BTreeMap<String, BTreeSet<String>> {
    let name = |v: &Value| v["name"].as_str().expect("a name").to_string();
    let mut all = BTreeMap::new();
    for package in &packages() {
        let dependencies = package["dependencies"].as_array().expect("a list of dependencies");
        let real = dependencies.iter().filter(|d| d["kind"].is_null());
        all.insert(name(package), real.map(name).collect());
    }
    all
}

/// The folder of a crate of ours.
fn folder(dependency: &str) -> Option<&str> {
    if dependency == "allways" { Some("cli") } else { dependency.strip_prefix("allways-") }
}

fn set(names: &[&str]) -> BTreeSet<String> {
    names.iter().map(|n| n.to_string()).collect()
}

/// The crates with a `main`: they print and exit.
const PROGRAMS: [&str; 2] = ["bench", "cli"];

/// The crates without a `main`.
fn libraries() -> impl Iterator<Item = String> {
    crates().into_iter().filter(|name| !PROGRAMS.contains(&name.as_str()))
}

#[test]
fn crates_use_only_what_the_architecture_allows() {
    let all = dependencies();
    let rows = table::rows();
    for table::Row { name, may_use } in &rows {
        let unknown: Vec<_> = may_use.difference(&crates()).cloned().collect();
        assert!(unknown.is_empty(), "`{name}` may use what is not there: {unknown:?}");
        let mut packages = all.iter().filter(|(package, _)| folder(package) == Some(name));
        let (_, used) = packages.next().expect("a package for every row");
        let used: BTreeSet<String> =
            used.iter().filter_map(|d| folder(d)).map(Into::into).collect();
        let extra: Vec<_> = used.difference(may_use).collect();
        assert!(extra.is_empty(), "`{name}` must not use {extra:?}: see docs/ARCHITECTURE.md");
    }
    let described: BTreeSet<String> = rows.into_iter().map(|row| row.name).collect();
    assert_eq!(described, crates(), "every crate has a row in docs/ARCHITECTURE.md");
}

#[test]
fn every_crate_says_what_it_is() {
    for package in packages() {
        for key in ["description", "license", "rust_version"] {
            let said = package[key].as_str().is_some_and(|text| !text.is_empty());
            assert!(said, "{}: no {key}", package["name"]);
        }
        for key in ["keywords", "categories"] {
            let said = package[key].as_array().is_some_and(|list| !list.is_empty());
            assert!(said, "{}: no {key}", package["name"]);
        }
    }
}

/// proptest reads a file of failures only where it expects it. What failed becomes a test with a name.
#[test]
fn failures_of_random_tests_are_pinned_as_tests() {
    for name in crates() {
        let folder = root().join("crates").join(name);
        for inner in [folder.clone(), folder.join("tests")] {
            let entries = std::fs::read_dir(inner).into_iter().flatten().flatten();
            let mut files = entries.map(|entry| entry.path().display().to_string());
            let left = files.find(|file| file.ends_with("proptest-regressions"));
            assert!(left.is_none(), "write a test for what failed, and delete {left:?}");
        }
    }
}

#[test]
fn space_depends_on_nothing_at_all() {
    assert_eq!(dependencies()["allways-space"], BTreeSet::new());
}

/// A trace is data that travels: to a page, to a debugger, to another machine.
#[test]
fn a_trace_needs_nothing_to_be_read() {
    let all = set(&["allways-program", "allways-space", "serde"]);
    assert_eq!(dependencies()["allways-trace"], all);
}

#[test]
fn only_the_front_end_knows_llvm() {
    for (name, used) in dependencies() {
        if name != "allways-llvm" {
            assert!(!used.iter().any(|d| d.starts_with("llvm")), "`{name}` must not use LLVM");
        }
        if name != "allways" {
            assert!(!used.contains("allways-llvm"), "`{name}` must build without LLVM");
            assert!(!used.contains("clap"), "`{name}` must not read the command line");
        }
    }
}

fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).expect("a folder").flatten() {
        let path = entry.path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|e| e == "rs") {
            found.push(path);
        }
    }
}

#[test]
fn only_programs_print_and_exit() {
    let forbidden = ["println!", "eprintln!", "print!(", "eprint!(", "process::exit", "dbg!("];
    for name in libraries() {
        let mut files = Vec::new();
        sources(&root().join("crates").join(name).join("src"), &mut files);
        for file in files {
            let text = std::fs::read_to_string(&file).expect("a source file");
            for (number, line) in text.lines().enumerate() {
                let code = line.split("//").next().unwrap_or("");
                let hit = forbidden.iter().find(|f| code.contains(*f));
                assert!(hit.is_none(), "{}:{}: {hit:?}", file.display(), number + 1);
            }
        }
    }
}

#[test]
fn engines_and_stores_never_name_programs() {
    for name in ["search", "store", "report"] {
        let mut files = Vec::new();
        sources(&root().join("crates").join(name).join("src"), &mut files);
        for file in files {
            let text = std::fs::read_to_string(&file).expect("a source file");
            for word in ["allways_vm", "allways_program", "allways_llvm"] {
                assert!(!text.contains(word), "{} names {word}", file.display());
            }
        }
    }
}

/// `pan` is linked with it, and the linker leaves out what it does not call.
#[test]
fn the_library_for_pan_knows_nothing_of_who_runs_pan() {
    let mut files = Vec::new();
    sources(&root().join("crates/spin/src/library"), &mut files);
    for file in files {
        let text = std::fs::read_to_string(&file).expect("a source file");
        for word in ["allways_check", "allways_ltl", "allways_search"] {
            assert!(!text.contains(word), "{} names {word}", file.display());
        }
        let shared = ["crate::buffer", "crate::notes", "crate::setup"];
        let mut lines = text.lines().filter(|line| line.contains("crate::"));
        let other = lines.find(|line| !shared.iter().any(|module| line.contains(module)));
        assert!(other.is_none(), "{}: {other:?}", file.display());
    }
}

/// It is found and limited in one place.
#[test]
fn only_the_front_end_runs_clang() {
    for name in crates().into_iter().filter(|name| name != "llvm") {
        let mut files = Vec::new();
        sources(&root().join("crates").join(name).join("src"), &mut files);
        for file in files {
            let text = std::fs::read_to_string(&file).expect("a source file");
            let mut starts = text.lines().filter(|line| line.contains("Command::new("));
            let clang = starts.find(|line| line.to_lowercase().contains("clang"));
            assert!(clang.is_none(), "{}: {clang:?}", file.display());
        }
    }
}

/// Those below give reasons as data; words of a command line are for those who read one.
#[test]
fn searches_and_checks_name_no_options() {
    let names_option = |code: &str| {
        let behind = code.match_indices("--").filter_map(|(at, _)| code[at + 2..].chars().next());
        behind.into_iter().any(|c| c.is_ascii_lowercase())
    };
    for name in ["check", "program", "search", "space", "store", "trace", "vm"] {
        let mut files = Vec::new();
        sources(&root().join("crates").join(name).join("src"), &mut files);
        for file in files {
            let text = std::fs::read_to_string(&file).expect("a source file");
            for (number, line) in text.lines().enumerate() {
                let code = line.split("//").next().unwrap_or("");
                assert!(!names_option(code), "{}:{}: {line}", file.display(), number + 1);
            }
        }
    }
}
