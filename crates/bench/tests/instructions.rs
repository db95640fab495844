//! How many instructions a few searches take, as callgrind counts them: unlike seconds they do not depend on what
//! else the machine does. With the versions of rustc and clang with which the baseline was counted, 5 % more is an
//! error; with others the ratio is only printed. `make bless` counts the baseline anew.

use serde_json::{Map, Value};
use std::path::{Path, PathBuf};
use std::process::Command;

/// Programs of the clone with the options of their check. One worker and no limit of time, so they take the same
/// steps in every run; hash tables with random seeds cost a little more or less.
const SEARCHES: [(&str, &[&str]); 4] = [
    ("bench/filter.c", &["-DN=3"]),
    ("bench/philosophers.c", &["-DN=6", "--reduction", "tau", "--max-states", "20000"]),
    ("examples/ms_queue.c", &["-DTHREADS=\"EE|EE|DD\""]),
    ("examples/two_lock_queue.c", &["-DTHREADS=\"EE|EE|DD\""]),
];

const MOST: f64 = 1.05;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn first_line(command: &str, argument: &str) -> Option<String> {
    let output = Command::new(command).arg(argument).output().ok()?;
    let text = String::from_utf8_lossy(&output.stdout);
    text.lines().next().map(str::to_string)
}

/// What decides the count besides the sources: a sixth of it is the dynamic linker's work.
fn versions() -> Option<String> {
    let clang = ["clang-22", "clang"].into_iter().find_map(|name| first_line(name, "--version"))?;
    let (rustc, libc) = (first_line("rustc", "--version")?, first_line("ldd", "--version")?);
    Some(format!("{rustc}, {clang}, {libc}"))
}

/// `allways check` of a program, in front of it the words that run it.
fn check(words: &[&str], (file, options): (&str, &[&str])) -> std::process::Output {
    let allways = Path::new(env!("CARGO_BIN_EXE_allways-bench")).with_file_name("allways");
    assert!(allways.exists(), "build it first: cargo build --release --locked -p allways");
    let line = words.iter().map(|word| word.to_string());
    let mut line = line.chain([allways.display().to_string()]);
    let mut command = Command::new(line.next().expect("there is a program"));
    command.args(line).arg("check").arg(root().join(file)).args(["--threads", "1", "--json"]);
    command.args(options).output().expect("it runs")
}

/// The instructions of a check of a program that was compiled before; why they cannot be counted.
fn instructions(search: (&str, &[&str])) -> Result<u64, String> {
    check(&[], search);
    let callgrind = ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null"];
    let output = check(&callgrind, search);
    let text = String::from_utf8_lossy(&output.stderr);
    let count =
        text.rsplit_once("Collected : ").and_then(|(_, count)| count.split_whitespace().next());
    count.and_then(|n| n.parse().ok()).ok_or_else(|| text.to_string())
}

#[test]
fn searches_take_no_more_instructions_than_before() {
    let counted = first_line("valgrind", "--version").is_some();
    let Some(versions) = versions().filter(|_| counted) else {
        eprintln!("not counted: valgrind, rustc or clang is missing");
        return;
    };
    let path = root().join("bench/instructions.json");
    let text = std::fs::read_to_string(&path).expect("the baseline");
    let all: Map<String, Value> = serde_json::from_str(&text).expect("the baseline is JSON");
    let known = all.get(&versions);
    let counts: Result<Map<String, Value>, String> = SEARCHES
        .into_iter()
        .map(|search| Ok((search.0.to_string(), instructions(search)?.into())))
        .collect();
    let now = match counts {
        Ok(now) => now,
        Err(why) if known.is_none() => return eprintln!("not counted: {why}"),
        Err(why) => panic!("not counted: {why}"),
    };
    if std::env::var_os("ALLWAYS_BLESS").is_some() {
        let all: Map<String, Value> = Map::from_iter([(versions, now.into())]);
        let text = serde_json::to_string_pretty(&all).expect("JSON") + "\n";
        return std::fs::write(&path, text).expect("it can be written");
    }
    let before = known.or_else(|| all.values().next()).expect("there is a baseline");
    for (name, now) in &now {
        let before = before[name].as_u64().expect("a program without a baseline: make bless");
        let ratio = now.as_u64().expect("a count") as f64 / before as f64;
        eprintln!("{name}: {now} instructions, {ratio:.3} times the baseline");
        assert!(
            known.is_none() || ratio <= MOST,
            "{name} takes {ratio:.3} times as many instructions"
        );
    }
}
