//! Damaged traces, automata, project files and option files: refused, or read as what they have become.

use crate::{BOUNDS, LIMITS};
use allways_testkit::{damaged, reworded, run_within};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};

const SOURCE: &str = "#include <assert.h>\nint flag;\nint main(void) {\n  flag = 1;\n  assert(flag == N);\n\
    \x20 return 0;\n}\n";

const AUTOMATON: &str = "HOA: v1\nname: \"GF a\"\nStates: 2\nStart: 0\nAP: 2 \"{flag == 1}\" \"{flag == 2}\"\n\
    acc-name: Buchi\nAcceptance: 1 Inf(0)\nproperties: trans-labels explicit-labels trans-acc\n\
    --BODY--\nState: 0\n[0 & !1] 0 {0}\n[!0 | 1] 1\nState: 1 {0}\n[t] 1 {0}\n[0] 0\n--END--\n";

const PROJECT: &str = "# Defaults\nproperty = \"assert,race\"\nentry = 'main'\narg = [\"x\", \"y\"]\nmemory = \"64M\"\n\
    threads = 2\nmax-states = 1_000\ntimeout = 2.5\ncompile-timeout = 60\nstdin = \"program.c\"\n\
    nondet = \"-1..3\"\nmalloc-fail = true\ncflags = [\n  \"-DN=3\", \"-I.\", '-std=c11',\n  \"-O2\", \"-Wall\",\n\
    \x20 \"-fwrapv\", \"-include\", \"program.c\",\n]\n";

const OPTIONS: &str = "# Options\n--property assert,race --ltl 'G (a -> F b)'\n--memory=64M -DN=3 -I \"a b\"\n\
    --nondet -1..3 --arg \"-x\" --threads 2 -O2\n-- -Wall -fwrapv\n";

/// A folder with a program and its trace.
pub struct Folder {
    path: PathBuf,
    trace: Vec<u8>,
}

impl Folder {
    /// Puts a program into a folder and saves a counterexample of it.
    pub fn new(path: &Path) -> Folder {
        std::fs::write(path.join("program.c"), SOURCE).expect("a file");
        let words = ["check", "program.c", "-DN=3", "--trace-out", "trace.json"];
        let ended = run_within(BOUNDS, path, env!("CARGO_BIN_EXE_allways"), &words);
        assert_eq!(ended.code, 1, "{}", ended.stderr);
        let trace = std::fs::read(path.join("trace.json")).expect("a trace");
        Folder { path: path.to_path_buf(), trace }
    }

    /// `allways replay` of a damaged trace.
    pub fn trace(&self, seed: u64) -> Result<i32, String> {
        let name = format!("{seed}.json");
        std::fs::write(self.path.join(&name), hurt(&self.trace, seed)).expect("a file");
        self.run(&["replay", &name], seed)
    }

    /// `allways check` with a damaged automaton.
    pub fn automaton(&self, seed: u64) -> Result<i32, String> {
        let name = format!("{seed}.hoa");
        std::fs::write(self.path.join(&name), hurt(AUTOMATON.as_bytes(), seed)).expect("a file");
        let words = ["check", "program.c", "-DN=1", "--automaton", &name];
        self.run(&[&words[..], &LIMITS].concat(), seed)
    }

    fn run(&self, words: &[&str], seed: u64) -> Result<i32, String> {
        let ended = run_within(BOUNDS, &self.path, env!("CARGO_BIN_EXE_allways"), words);
        let is_bug = ended.stderr.contains("bug in Allways");
        if (0..=3).contains(&ended.code) && !is_bug {
            return Ok(ended.code);
        }
        Err(format!("seed {seed}: {words:?} exits with {}: {}", ended.code, ended.stderr))
    }
}

/// A damaged `allways.toml` beside a program: whether it was read. If so, it sets nothing dangerous.
pub fn project(folder: &Path, seed: u64) -> Result<bool, String> {
    let folder = folder.join(format!("project{seed}"));
    std::fs::create_dir_all(&folder).expect("a folder");
    std::fs::write(folder.join("program.c"), SOURCE).expect("a file");
    std::fs::write(folder.join("allways.toml"), hurt(PROJECT.as_bytes(), seed)).expect("a file");
    let file = folder.join("program.c").display().to_string();
    let asked = catch_unwind(|| allways::asked(&[file]));
    std::fs::remove_dir_all(&folder).expect("a folder");
    let Ok(asked) = asked else { return Err(format!("seed {seed}: a panic")) };
    let Ok((build, _)) = asked else { return Ok(false) };
    let is_harmless = |flag: &&String| {
        let starts = ["-D", "-U", "-I", "-std=", "-W", "-f", "-w", "-m", "-g", "-O", "-p", "-a"];
        let is_path = flag.starts_with(&folder.display().to_string()) || *flag == "-include";
        (is_path || starts.iter().any(|start| flag.starts_with(start)))
            && !["plugin", "-Wl,", "-Wp,"].iter().any(|word| flag.contains(word))
    };
    match build.compiler.flags.iter().find(|flag| !is_harmless(flag)) {
        None => Ok(true),
        Some(flag) => Err(format!("seed {seed}: `{flag}`")),
    }
}

/// A damaged option file: whether it was read.
pub fn options(folder: &Path, seed: u64) -> Result<bool, String> {
    let file = folder.join(format!("options{seed}"));
    std::fs::write(&file, hurt(OPTIONS.as_bytes(), seed)).expect("a file");
    let words = [format!("@{}", file.display()), "program.c".to_string()];
    let asked = catch_unwind(AssertUnwindSafe(|| allways::asked(&words).is_ok()));
    std::fs::remove_file(&file).expect("a file");
    asked.map_err(|_| format!("seed {seed}: a panic"))
}

/// Half of them by bytes, half of them by words.
fn hurt(content: &[u8], seed: u64) -> Vec<u8> {
    match std::str::from_utf8(content) {
        Ok(text) if seed.is_multiple_of(2) => reworded(text, seed).into_bytes(),
        _ => damaged(content, seed),
    }
}
