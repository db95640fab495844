//! A check has no global state: two checks in one process are independent of each other.

use crate::{code_of, libraries, root, sources};
use allways::{Build, asked};
use allways_check::{Control, Nobody, Outcome, Request, Stop, check};
use allways_program::Program;
use std::collections::BTreeSet;

/// Statics that can change, by crate, file and name, and why no check can tell.
const HARMLESS: [(&str, &str); 11] = [
    ("llvm/clang.rs FOUND", "where clang is: the same for all"),
    ("llvm/lower/intrinsic/mod.rs HANDLERS", "a table that is made when it is first needed"),
    ("search/options.rs NEVER", "the flag of a search that nobody stops: nothing sets it"),
    (
        "spin/library/c_interface.rs OPEN",
        "the machine in `pan`, which has one: C has no other place",
    ),
    ("spin/library/c_interface.rs MESSAGE", "the last error of that machine"),
    ("store/interner/arena.rs THREADS", "deals lanes out to threads: which one does not matter"),
    ("store/interner/arena.rs LANE", "the lane of a thread"),
    ("vm/library/host.rs LIBRARY", "the host's library of mathematics, opened once"),
    ("vm/machine/native.rs SITE", "a constant that needs an allocation"),
    ("vm/models/mod.rs TABLE", "a table that is made when it is first needed"),
    ("vm/models/random.rs LAST", "a generator that is kept: the same numbers with and without it"),
];

/// Types by which a static can change.
const CHANGING: [&str; 8] =
    ["Atomic", "Mutex", "RwLock", "OnceLock", "LazyLock", "OnceCell", "LazyCell", "Cell<"];

/// The names of the statics in a text that can change. The compiler warns of names that are not in capitals.
fn statics(text: &str) -> Vec<String> {
    let is_name = |c: char| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '_';
    let mut names = Vec::new();
    for (at, keyword) in text.match_indices("static ") {
        let before = &text[..at];
        let rest = &text[at + keyword.len()..];
        let declared = rest.trim_start_matches("mut ");
        let Some((name, behind)) = declared.split_once(':') else { continue };
        if before.ends_with('\'') || !name.chars().all(is_name) {
            continue;
        }
        let kind = behind.split('=').next().unwrap_or_default();
        // What a thread has of its own is another in each, whatever its type is.
        let is_of_thread = before.trim_end().ends_with("thread_local! {");
        let changes = CHANGING.iter().any(|word| kind.contains(word));
        if declared != rest || is_of_thread || changes {
            names.push(name.to_string());
        }
    }
    names
}

#[test]
fn libraries_have_no_global_state() {
    let mut found = BTreeSet::new();
    for name in libraries() {
        let folder = root().join("crates").join(&name).join("src");
        let mut files = Vec::new();
        sources(&folder, &mut files);
        for file in files {
            let inside = file.strip_prefix(&folder).expect("a file of the folder").display();
            let all = statics(&code_of(&file));
            found.extend(all.into_iter().map(|it| format!("{name}/{inside} {it}")));
        }
    }
    let known = HARMLESS.iter().map(|(what, _)| what.to_string()).collect();
    let (new, gone): (Vec<_>, Vec<_>) =
        (found.difference(&known).collect(), found.symmetric_difference(&known).collect());
    assert!(new.is_empty(), "global state: {new:?}");
    assert!(gone.is_empty(), "listed, but not there: {gone:?}");
}

#[test]
fn statics_that_change_are_found() {
    let text = "static mut A: u32 = 1; pub static B: Mutex<u8> = x; static C: u32 = 2; f(&'static D); \
                thread_local! {\n    static E: u8 = 3;\n}\nstatic F:\n    [AtomicU8; 2] = y;";
    assert_eq!(statics(text), ["A", "B", "E", "F"]);
}

/// Programs that hold, fail, guess, draw numbers and are about formulas.
const CHECKS: [&[&str]; 6] = [
    &["examples/bounded_buffer.c"],
    &["examples/peterson.c", "--reduction", "none"],
    &["examples/treiber_stack.c", "--search", "bfs"],
    &["examples/philosophers.c"],
    &["tests/programs/libc/random_is_shared.c"],
    &["examples/peterson.c", "--property", "termination"],
];

/// How often each check is made at once.
const COPIES: usize = 2;

/// What comes out of a check, except for what it took.
fn outcome(program: &Program, request: &Request) -> String {
    let control = Control { stop: &Stop::default(), watcher: &Nobody };
    let outcome = check(program, request, control).expect("it can be checked");
    let Outcome {
        answer,
        mut coverage,
        store,
        assumptions,
        warnings,
        unreached,
        found,
        unfinished,
    } = outcome;
    assert!(unfinished.is_none(), "nobody asked for it");
    (coverage.seconds, coverage.peak_bytes) = (0.0, 0);
    let found = found.map(|found| (found.fault, found.execution));
    format!(
        "{answer:?} {coverage:?} {store:?} {assumptions:?} {warnings:?} {unreached:?} {found:?}"
    )
}

#[test]
fn checks_at_once_come_to_the_same_as_one_after_the_other() {
    let ask = |words: &&[&str]| {
        let mut words: Vec<String> = words.iter().map(ToString::to_string).collect();
        words[0] = root().join(&words[0]).display().to_string();
        let (build, request) = asked(&words).expect("a command line");
        let program = Build::program_here(&build).expect("a program");
        (program, Request { threads: 1, ..request })
    };
    let asked: Vec<(Program, Request)> = CHECKS.iter().map(ask).collect();
    let alone: Vec<String> = asked.iter().map(|(p, r)| outcome(p, r)).collect();
    std::thread::scope(|scope| {
        let start = |number: usize| {
            let (program, request) = &asked[number % asked.len()];
            let builder = std::thread::Builder::new().stack_size(16 << 20);
            builder.spawn_scoped(scope, || outcome(program, request)).expect("a thread")
        };
        let workers: Vec<_> = (0..COPIES * asked.len()).map(start).collect();
        for (number, worker) in workers.into_iter().enumerate() {
            let together = worker.join().expect("no panic");
            assert_eq!(together, alone[number % asked.len()], "{:?}", CHECKS[number % asked.len()]);
        }
    });
}
