//! `docs/support.md`: the library functions that have a model, each with a program that uses it. It is
//! made from the table of models; `make bless` writes it anew.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().expect("the repository")
}

fn programs(folder: &Path, found: &mut Vec<PathBuf>) {
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    let mut paths: Vec<PathBuf> = entries.flatten().map(|e| e.path()).collect();
    paths.sort();
    for path in paths {
        if path.is_dir() {
            programs(&path, found);
        } else if path.extension().is_some_and(|e| e == "c") {
            found.push(path);
        }
    }
}

/// For each identifier the first program that uses it.
fn uses() -> BTreeMap<String, String> {
    let root = root();
    let mut files = Vec::new();
    programs(&root.join("tests/programs"), &mut files);
    programs(&root.join("examples"), &mut files);
    programs(&root.join("crates/llvm/tests"), &mut files);
    let mut uses = BTreeMap::new();
    for file in files {
        let text = std::fs::read_to_string(&file).expect("a readable program");
        let name = file.strip_prefix(&root).expect("a file of ours").display().to_string();
        for word in text.split(|c: char| !c.is_alphanumeric() && c != '_') {
            if !word.is_empty() && !uses.contains_key(word) {
                uses.insert(word.to_string(), name.clone());
            }
        }
    }
    uses
}

/// Where a heading stands for a part of the names.
fn family(name: &str) -> &'static str {
    let starts = |prefixes: &[&str]| prefixes.iter().any(|p| name.starts_with(p));
    if starts(&["pthread_", "__pthread", "_pthread", "sem_", "__sem", "sched_"]) {
        "POSIX threads and semaphores"
    } else if starts(&["thrd_", "mtx_", "cnd_", "tss_", "call_once", "__thrd", "__mtx", "__cnd"]) {
        "C11 threads"
    } else if starts(&["__VERIFIER", "reach_error"]) {
        "SV-COMP"
    } else if starts(&["__allways"]) {
        "allways.h"
    } else {
        "C library"
    }
}

fn table() -> String {
    let uses = uses();
    let mut families: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for name in allways_vm::model_names() {
        families.entry(family(name)).or_default().push(name);
    }
    let mut out = String::from(
        "# What is supported\n\nThe library functions that have a model, each with a program of the \
         test suite that uses it. A function that is not listed and not defined in the program is \
         named before the search starts; reaching it is exit code 2. Functions under `runtime/` are \
         written in C and linked when they are needed.\n",
    );
    for (family, names) in families {
        out.push_str(&format!(
            "\n## {family} ({})\n\n| function | used in |\n| --- | --- |\n",
            names.len()
        ));
        for name in names {
            let used = uses.get(name).map_or("–".to_string(), |file| format!("`{file}`"));
            out.push_str(&format!("| `{name}` | {used} |\n"));
        }
    }
    out
}

#[test]
fn the_table_of_supported_functions_is_up_to_date() {
    let file = root().join("docs/support.md");
    let table = table();
    if std::env::var_os("ALLWAYS_BLESS").is_some() {
        std::fs::write(&file, &table).expect("the table can be written");
    }
    let written = std::fs::read_to_string(&file).unwrap_or_default();
    assert!(written == table, "docs/support.md is out of date: `make bless` writes it anew");
}
