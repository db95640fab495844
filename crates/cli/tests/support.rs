//! `docs/support.md` lists the library functions that are modelled, each with a program that tests
//! it. The lists are made from the tables of models and from `runtime/`; `make bless` writes them.

use allways_testkit::for_each;
use std::collections::HashMap;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::Command;

const BEGIN: &str = "<!-- generated: `make bless` writes it -->";

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().expect("the repository")
}

/// C and C++ sources below a folder, in order.
fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    let mut paths: Vec<PathBuf> = entries.flatten().map(|e| e.path()).collect();
    paths.sort();
    for path in paths {
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|e| e == "c" || e == "h" || e == "cpp") {
            found.push(path);
        }
    }
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_').filter(|w| !w.is_empty())
}

/// The ways in which a program is compiled in its tests: as it is, and with the options for the
/// compiler in its `// expect:` lines.
fn ways(text: &str) -> Vec<Vec<&str>> {
    let mut ways = vec![Vec::new()];
    let cases = text.lines().filter_map(|l| l.strip_prefix("// expect:"));
    for options in cases.filter_map(|case| case.split("=>").next()) {
        let is_flag =
            |w: &&str| ["-D", "-O", "-f", "-m32", "-std"].iter().any(|p| w.starts_with(p));
        let mut flags: Vec<&str> = options.split_whitespace().filter(is_flag).collect();
        if flags.contains(&"-m32") {
            flags.extend(["-idirafter", "/usr/include/x86_64-linux-gnu"]);
        }
        if !flags.is_empty() && !ways.contains(&flags) {
            ways.push(flags);
        }
    }
    ways
}

/// The functions that a program calls, by the names that the linker sees.
fn externals(file: &Path, flags: &[&str]) -> Vec<String> {
    let output = Command::new("clang-22")
        .args(["-w", "-S", "-emit-llvm", "-o", "-", "-D__ALLWAYS__", "-I"])
        .arg(root().join("include"))
        .args(flags)
        .arg(file)
        .output()
        .expect("clang runs");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let declared = text.lines().filter(|l| l.starts_with("declare "));
    let names = declared.filter_map(|l| l.split_once('@')?.1.split_once('('));
    let mut names: Vec<String> = names.map(|(name, _)| name.to_string()).collect();
    names.extend(text.contains("@llvm.memcpy.").then(|| "memcpy".to_string()));
    names
}

/// The functions that a C++ program calls, itself or through what is linked with it: the C++ library, and models
/// in C.
fn linked_externals(file: &Path, flags: &[&str]) -> Vec<String> {
    let mut words = vec![file.display().to_string()];
    words.extend(flags.iter().map(|flag| flag.to_string()));
    let asked = allways::asked(&words);
    let (build, _) = asked.expect("a program can be asked about");
    let checker = Path::new(env!("CARGO_BIN_EXE_allways"));
    let program = build.program_by(checker).expect("a program that compiles");
    program.functions.iter().map(|function| function.name.clone()).collect()
}

/// For each library function the first test program that calls it, itself or through a model in C.
fn tests() -> HashMap<String, String> {
    let mut files = Vec::new();
    for folder in ["tests/native", "tests/programs", "examples"] {
        sources(&root().join(folder), &mut files);
    }
    files.retain(|file| file.extension().is_some_and(|e| e == "c" || e == "cpp"));
    let called = for_each(&files, |file| {
        let text = std::fs::read_to_string(file).expect("a readable program");
        if file.extension().is_some_and(|e| e == "cpp") {
            let has_standard = |flags: &Vec<&str>| flags.iter().any(|f| f.starts_with("-std"));
            let flags = ways(&text).into_iter().find(has_standard);
            return linked_externals(file, &flags.unwrap_or_default());
        }
        let ways = ways(&text).into_iter();
        ways.flat_map(|flags| externals(file, &flags)).collect::<Vec<_>>()
    });
    let mut first = HashMap::new();
    for (file, names) in files.iter().zip(called) {
        let test = file.strip_prefix(root()).unwrap_or(file).display().to_string();
        for name in names {
            first.entry(name).or_insert_with(|| test.clone());
        }
    }
    for (function, model) in runtime() {
        let Some(test) = first.get(&function).cloned() else { continue };
        for name in externals(&root().join(model), &[]) {
            first.entry(name).or_insert_with(|| test.clone());
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

/// The lists, and the functions that no program tests.
fn generated() -> (String, Vec<String>) {
    let tests = tests();
    let mut untested = Vec::new();
    let mut test = |name: &str| match tests.get(name) {
        Some(file) => format!("`{file}`"),
        None => {
            untested.push(name.to_string());
            "–".to_string()
        }
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
    (text, untested)
}

#[test]
fn the_support_matrix_is_up_to_date() {
    let file = root().join("docs/support.md");
    let text = std::fs::read_to_string(&file).expect("docs/support.md");
    let (by_hand, listed) = text.split_once(BEGIN).expect("a line where the lists begin");
    let (wanted, untested) = generated();
    assert!(untested.is_empty(), "no program tests {}", untested.join(" "));
    if std::env::var_os("ALLWAYS_BLESS").is_some() {
        std::fs::write(&file, format!("{by_hand}{wanted}")).expect("a file can be written");
        return;
    }
    assert!(format!("{BEGIN}{listed}") == wanted, "`make bless` brings docs/support.md up to date");
}
