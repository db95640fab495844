//! The outcomes of one program.

use allways_testkit::{Bounds, Concurrent, run_within};
use serde_json::Value;
use std::collections::BTreeSet;
use std::fmt::Write;

const BOUNDS: Bounds = Bounds { seconds: 120.0, memory: 8 << 30 };

/// Native runs of a program.
const RUNS: u32 = 200;

/// Programs with more states are left out.
const MOST_STATES: &str = "400000";

/// Every operation may be held up.
const NATIVE: &str = r#"
#include <sched.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
static uint64_t noise_seed;
static _Thread_local uint64_t noise_state;
static void noise(void) {
  if (!noise_state) noise_state = noise_seed ^ (uint64_t)(uintptr_t)&noise_state;
  noise_state = noise_state * 6364136223846793005u + 1442695040888963407u;
  switch (noise_state >> 61) {
    case 0: sched_yield(); break;
    case 1: usleep(noise_state >> 40 & 63); break;
  }
}
#define NOISE() noise()
static void report(unsigned outcome) { printf("%u\n", outcome); }
__attribute__((constructor)) static void begin(void) {
  noise_seed = strtoull(getenv("NOISE"), NULL, 10) * 0x9e3779b97f4a7c15u + 1;
}
"#;

/// A program on disk.
pub struct Subject {
    /// The program alone.
    pub text: String,
    outcomes: u64,
    folder: tempfile::TempDir,
}

/// What the checker finds.
pub enum Possible {
    /// These outcomes and no others.
    All(BTreeSet<u64>),
    /// Too many states to tell.
    TooLarge,
}

impl Subject {
    /// Puts a program into a folder of its own.
    pub fn new(program: Concurrent) -> Subject {
        let folder = tempfile::tempdir().expect("a folder");
        Subject { text: program.text(), outcomes: program.outcomes(), folder }
    }

    /// The outcomes of many native runs.
    pub fn native(&self) -> BTreeSet<u64> {
        let source = format!("{NATIVE}{}", self.text);
        std::fs::write(self.folder.path().join("native.c"), source).expect("a file");
        let run =
            format!("for n in $(seq {RUNS}); do NOISE=$n timeout 10 ./native || exit 1; done");
        let script = format!("clang-22 -w -O1 -pthread native.c -o native && {{ {run}; }}");
        let ran = run_within(BOUNDS, self.folder.path(), "sh", &["-c", &script]);
        assert_eq!(ran.code, 0, "{}\n{}", ran.stderr, self.text);
        let text = String::from_utf8_lossy(&ran.stdout).into_owned();
        text.lines().map(|line| line.parse().expect("a number")).collect()
    }

    /// The outcomes that the checker reaches: for each there is an assertion, on the line of its
    /// number, and the checker says which assertions no execution reaches.
    pub fn possible(&self, options: &[&str]) -> Result<Possible, String> {
        let file = self.folder.path().join("checked.c");
        std::fs::write(&file, self.checked()).expect("a file");
        let properties = ["--property", "assert,deadlock,memory,ub"];
        let mut all = vec!["check", "checked.c", "--json", "--max-states", MOST_STATES];
        all.extend(properties);
        all.extend(options);
        let program = env!("CARGO_BIN_EXE_allways");
        let ended = run_within(BOUNDS, self.folder.path(), program, &all);
        let json: Value = serde_json::from_slice(&ended.stdout).unwrap_or_default();
        let reason = json["reason"].as_str().unwrap_or("");
        if json["verdict"] == "unknown" && reason.contains("--max-states") {
            return Ok(Possible::TooLarge);
        }
        if json["verdict"] != "holds" {
            return Err(format!(
                "{options:?}: exit {}: {} {} {}\n{}",
                ended.code, json["message"], json["location"], ended.stderr, self.text
            ));
        }
        let unreached = json["unreached"]["assertions"].as_array().cloned().unwrap_or_default();
        let line = |place: &Value| place.as_str().and_then(|p| p.rsplit(':').next()?.parse().ok());
        let never: BTreeSet<u64> = unreached.iter().filter_map(line).collect();
        Ok(Possible::All((0..self.outcomes).filter(|n| !never.contains(&(n + 1))).collect()))
    }

    fn checked(&self) -> String {
        let mut report = String::from("  switch (outcome) {\n#line 1\n");
        for outcome in 0..self.outcomes {
            let _ = writeln!(report, "    case {outcome}: vassert(outcome == {outcome}); break;");
        }
        report.push_str("  }\n");
        format!(
            "#include <allways.h>\n#define NOISE()\nstatic void report(unsigned outcome) {{\n\
             {report}}}\n#line 1 \"program.c\"\n{}",
            self.text
        )
    }
}
