//! `docs/support.md` lists the library functions that are modelled, each with a program that tests
//! it. The lists are made from the tables of models and from `runtime/`; `make bless` writes them.

use std::collections::HashMap;
use std::fmt::Write;
use std::path::{Path, PathBuf};

const BEGIN: &str = "<!-- generated: `make bless` writes it -->";

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().expect("the repository")
}

/// C sources below a folder, in order.
fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    let mut paths: Vec<PathBuf> = entries.flatten().map(|e| e.path()).collect();
    paths.sort();
    for path in paths {
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|e| e == "c" || e == "h") {
            found.push(path);
        }
    }
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_').filter(|w| !w.is_empty())
}

/// For each word the first test program that has it.
fn tests() -> HashMap<String, String> {
    let mut files = Vec::new();
    for folder in ["tests/native", "tests/programs", "examples"] {
        sources(&root().join(folder), &mut files);
    }
    let mut first = HashMap::new();
    for file in files {
        let text = std::fs::read_to_string(&file).expect("a readable program");
        let name = file.strip_prefix(root()).unwrap_or(&file).display().to_string();
        for word in words(&text) {
            first.entry(word.to_string()).or_insert_with(|| name.clone());
        }
    }
    first
}

/// The functions that `runtime/` defines: names at the beginning of a line, before a parenthesis,
/// that are neither static nor its own.
fn runtime() -> Vec<(String, String)> {
    let mut files = Vec::new();
    sources(&root().join("runtime"), &mut files);
    let mut functions = Vec::new();
    for file in files {
        let text = std::fs::read_to_string(&file).expect("a readable model");
        let name = file.strip_prefix(root()).unwrap_or(&file).display().to_string();
        for line in text.lines().filter(|l| !l.starts_with([' ', '#', '/', '}', '*'])) {
            let Some((before, rest)) = line.split_once('(') else { continue };
            let is_definition = !rest.ends_with(';') && !before.contains("typedef");
            let function = words(before).last().unwrap_or_default().to_string();
            if is_definition && !line.starts_with("static") && words(before).count() > 1 {
                functions.push((function, name.clone()));
            }
        }
    }
    functions.sort();
    functions
}

/// The name as a program writes it: what headers and the compiler make of it is left out.
fn as_written(name: &str) -> &str {
    let plain = name.strip_suffix("_chk").unwrap_or(name);
    let prefixes = ["__isoc99_", "__isoc23_", "__allways_", "__"];
    prefixes.iter().find_map(|p| plain.strip_prefix(p)).unwrap_or(plain)
}

fn generated() -> String {
    let tests = tests();
    let test = |name: &str| {
        let found = tests.get(name).or_else(|| tests.get(as_written(name)));
        found.map_or("–".to_string(), |file| format!("`{file}`"))
    };
    let mut text = String::from(BEGIN);
    for (family, names) in allways_vm::model_families() {
        write!(text, "\n\n### {family}\n\n| function | tested by |\n| --- | --- |").expect("text");
        for name in names {
            write!(text, "\n| `{name}` | {} |", test(name)).expect("text");
        }
    }
    text.push_str("\n\n### Models in C\n\n| function | model | tested by |\n| --- | --- | --- |");
    for (name, file) in runtime() {
        write!(text, "\n| `{name}` | `{file}` | {} |", test(&name)).expect("text");
    }
    text.push('\n');
    text
}

#[test]
fn the_support_matrix_is_up_to_date() {
    let file = root().join("docs/support.md");
    let text = std::fs::read_to_string(&file).expect("docs/support.md");
    let (by_hand, listed) = text.split_once(BEGIN).expect("a line where the lists begin");
    let wanted = generated();
    if std::env::var_os("ALLWAYS_BLESS").is_some() {
        std::fs::write(&file, format!("{by_hand}{wanted}")).expect("a file can be written");
        return;
    }
    assert!(format!("{BEGIN}{listed}") == wanted, "`make bless` brings docs/support.md up to date");
}
