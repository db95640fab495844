//! One program: made, run natively, checked.

use allways::asked;
use allways_check::{Answer as Said, Control, Nobody, Outcome, Stop, Why, check};
use allways_space::Reason;
use allways_testkit::{Bounds, Ended, run_within};
use std::path::Path;

const HEADERS: &str = "-I/usr/include/csmith";

/// With floating point csmith mixes pointers to `float` and `uint32_t`.
const DIALECT: [&str; 3] = ["-w", "-Wno-error=incompatible-pointer-types", "-fno-strict-aliasing"];

/// Seconds after which a native run counts as too long: some programs never end.
const NATIVE: f64 = 1.0;

/// Seconds that the checker gets; most programs take less than one.
const CHECK: &str = "20";

/// What is checked: the program as written and as the compiler makes it.
const LEVELS: [Option<&str>; 3] = [None, Some("-O0"), Some("-O2")];

/// Takes the place of the function that prints the checksum at the end of `main`.
const ENDING: &str = r#"#include <assert.h>
static void compare_checksum(uint32_t checksum, int print) {
  (void)print;
#ifdef EXPECTED
  assert(checksum == EXPECTED);
#else
  printf("0x%X", checksum);
#endif
}
"#;

/// A program of csmith in a folder of its own.
pub struct Subject {
    seed: u64,
    folder: tempfile::TempDir,
}

/// How one check compares.
pub enum Answer {
    /// The same checksum.
    Equal,
    /// The native run or the check was not finished in time.
    TooLong,
    /// The program does something that C leaves undefined and csmith does not avoid: it converts a
    /// number with a fraction to an integer type that cannot hold it, or has an endless loop without
    /// effect.
    Undefined,
    /// What went wrong.
    Different(String),
}

impl Subject {
    /// The program of a seed; every third computes with floating point too.
    pub fn make(seed: u64) -> Subject {
        let folder = tempfile::tempdir().expect("a folder");
        let seed_text = seed.to_string();
        let small = ["--max-funcs", "4", "--max-block-depth", "3"];
        let mut options = vec!["--seed", &seed_text, "--no-argc", "--quiet", "--concise"];
        options.extend(small);
        options.extend(seed.is_multiple_of(3).then_some("--float"));
        let made = run(folder.path(), 20.0, "csmith", &options);
        let text = String::from_utf8_lossy(&made.stdout);
        assert!(made.code == 0 && text.contains("platform_main_end("), "{}", made.stderr);
        let text = text
            .replace("#include \"csmith.h\"\n", &format!("#include \"csmith.h\"\n{ENDING}"))
            .replace("platform_main_end(", "compare_checksum(");
        std::fs::write(folder.path().join("program.c"), text).expect("a file");
        Subject { seed, folder }
    }

    /// Compares every level with the native run.
    pub fn compare(&self) -> Vec<Answer> {
        let Some(expected) = self.native() else { return vec![Answer::TooLong] };
        let check = |level: &Option<&str>| match self.check(*level, &expected) {
            Answer::Different(_) if self.is_undefined(&expected) => Answer::Undefined,
            answer => answer,
        };
        LEVELS.iter().map(check).collect()
    }

    /// Whether a native run is trapped at a conversion that does not fit, or comes to something else
    /// when nothing is optimised: a loop without effect may be endless then.
    fn is_undefined(&self, expected: &str) -> bool {
        let trap = ["-O1", "-fsanitize=float-cast-overflow", "-fsanitize-trap=float-cast-overflow"];
        let differs = |how: &[&str]| {
            let ran = self.built(how).map(|program| self.ran(&program, 10.0 * NATIVE));
            ran.is_some_and(|ran| ran.stdout != expected.as_bytes())
        };
        differs(&trap) || differs(&["-O1"])
    }

    fn native(&self) -> Option<String> {
        let ran = self.ran(&self.built(&["-O0"])?, NATIVE);
        // Some programs end badly by themselves: endless loops without effect are undefined.
        let usable = !ran.timed_out() && !ran.stdout.is_empty();
        usable.then(|| String::from_utf8_lossy(&ran.stdout).into_owned())
    }

    /// The program as the compiler makes it; `None` where that takes too long.
    fn built(&self, how: &[&str]) -> Option<String> {
        let options = [&[HEADERS, "program.c", "-o", "program"], how, &DIALECT].concat();
        let compiled = run(self.folder.path(), 60.0, "clang-22", &options);
        if compiled.timed_out() {
            return None;
        }
        assert_eq!(compiled.code, 0, "seed {}: {}", self.seed, compiled.stderr);
        Some(self.folder.path().join("program").display().to_string())
    }

    fn ran(&self, program: &str, seconds: f64) -> Ended {
        run::<&str>(self.folder.path(), seconds, program, &[])
    }

    /// Checks in this process: the program is compiled once for each level, and no other process starts.
    fn check(&self, level: Option<&str>, expected: &str) -> Answer {
        let outcome = match self.outcome(level, expected) {
            Ok(outcome) => outcome,
            Err(error) => return self.different(level, expected, &error),
        };
        match &outcome.answer {
            Said::Holds if outcome.unreached.assertions.is_empty() => Answer::Equal,
            Said::Unknown(Why::Reason(Reason::Timeout(_))) => Answer::TooLong,
            said => {
                let told = outcome.found.as_ref().map(|found| &found.explanation.finding);
                self.different(level, expected, &format!("{said:?}: {told:?}"))
            }
        }
    }

    fn outcome(&self, level: Option<&str>, expected: &str) -> Result<Outcome, String> {
        let program = self.folder.path().join("program.c").display().to_string();
        let define = format!("-DEXPECTED={expected}");
        let mut words = vec![&*program, "--timeout", CHECK, HEADERS, &*define];
        words.extend(level.into_iter().chain(["--"]).chain(DIALECT));
        let words: Vec<String> = words.into_iter().map(str::to_string).collect();
        let (build, request) = asked(&words).map_err(|error| format!("{error:#}"))?;
        let program = build.program_here().map_err(|error| format!("{error:#}"))?;
        let control = Control { stop: &Stop::default(), watcher: &Nobody };
        check(&program, &request, control).map_err(|error| format!("{error:?}"))
    }

    fn different(&self, level: Option<&str>, expected: &str, how: &str) -> Answer {
        let level = level.unwrap_or("as written");
        Answer::Different(format!("seed {} {level}: want {expected}: {how}", self.seed))
    }
}

fn run<S: AsRef<std::ffi::OsStr>>(
    folder: &Path,
    seconds: f64,
    program: &str,
    options: &[S],
) -> Ended {
    run_within(Bounds { seconds, memory: 8 << 30 }, folder, program, options)
}
