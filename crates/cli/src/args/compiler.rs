//! The part of the command line that is the compiler's.

use super::clang_flags::danger;
use serde::{Deserialize, Serialize};

/// Options for clang, and how far to optimise.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Compiler {
    /// Passed on as they are.
    pub flags: Vec<String>,
    /// `-O0` … `-O3`, then [`SMALL`] and [`SMALLEST`]; `None` checks the program as written.
    pub level: Option<u8>,
}

/// Options that take their value in the next argument, or joined.
const WITH_VALUE: [&str; 3] = ["-D", "-U", "-I"];

/// Options that take their value in the next argument.
const WITH_NEXT: [&str; 5] = ["-include", "-imacros", "-isystem", "-iquote", "-idirafter"];

/// Options that stand for themselves.
const PLAIN: [&str; 9] = [
    "-pthread",
    "-w",
    "-ansi",
    "-pedantic",
    "-pedantic-errors",
    "-nostdinc",
    "-nostdinc++",
    "-trigraphs",
    "-undef",
];

/// Beginnings of options that say how code is made and linked, which is not done here.
const DROPPED: [&str; 7] = ["-Wl,", "-Wa,", "-flto", "-fno-lto", "-fuse-ld=", "-g", "-pipe"];

/// Beginnings of options that change what a source means, or what is warned of.
const MEANING: [&str; 4] = ["-std=", "-W", "-f", "-m"];

impl Compiler {
    /// Takes an argument that is the compiler's; `next` is the one behind it. Says how many
    /// arguments were taken.
    pub fn take(&mut self, arg: &str, next: Option<&str>) -> usize {
        if let Some(level) = level(arg) {
            self.set_level(arg, level);
            return 1;
        }
        if arg == "-c" || DROPPED.iter().any(|begin| arg.starts_with(begin)) {
            return 1;
        }
        if WITH_VALUE.contains(&arg) || WITH_NEXT.contains(&arg) {
            self.flags.push(arg.to_string());
            self.flags.extend(next.map(str::to_string));
            return 2;
        }
        let joined = WITH_VALUE.iter().any(|option| arg.starts_with(option));
        if joined || PLAIN.contains(&arg) || is_meaning(arg) {
            self.flags.push(arg.to_string());
            return 1;
        }
        0
    }

    fn set_level(&mut self, arg: &str, level: u8) {
        self.level = Some(level);
        if arg == "-Ofast" {
            self.flags.push("-ffast-math".to_string());
        }
    }

    /// Options that ask for code which checks at run time, in a library of its own, what is checked here anyway.
    pub fn sanitizers(&self) -> impl Iterator<Item = &String> {
        self.flags.iter().filter(|flag| self.needs_sanitizer(flag))
    }

    /// The options that clang gets.
    pub fn kept_flags(&self) -> Vec<String> {
        self.flags.iter().filter(|flag| !self.needs_sanitizer(flag)).cloned().collect()
    }

    /// Checks that trap need no library.
    fn needs_sanitizer(&self, flag: &str) -> bool {
        let Some(checks) = flag.strip_prefix("-fsanitize=") else { return false };
        checks.split(',').any(|check| !self.flags.iter().any(|flag| traps(flag, check)))
    }

    /// Takes what stands behind `--`.
    pub fn take_rest(&mut self, rest: &[String]) {
        for arg in rest {
            match level(arg) {
                Some(level) => self.set_level(arg, level),
                None => self.flags.push(arg.clone()),
            }
        }
    }
}

/// Whether an option of that kind is harmless. What is not may stand behind `--`.
fn is_meaning(arg: &str) -> bool {
    let named = MEANING.iter().find(|begin| arg.len() > begin.len() && arg.starts_with(*begin));
    // Warnings are words: with a comma they are for other programs.
    let dangerous = danger(arg).is_some() && (named != Some(&"-W") || arg.contains(','));
    named.is_some() && !dangerous
}

/// Whether an option makes a check of the undefined behaviour sanitizer trap.
fn traps(flag: &str, check: &str) -> bool {
    match flag.strip_prefix("-fsanitize-trap=") {
        Some(checks) => checks.split(',').any(|trapping| trapping == check || trapping == "all"),
        None => matches!(flag, "-fsanitize-trap" | "-fsanitize-undefined-trap-on-error"),
    }
}

/// `-Os` as a level.
pub const SMALL: u8 = 4;
/// `-Oz` as a level.
pub const SMALLEST: u8 = 5;

fn level(arg: &str) -> Option<u8> {
    match arg {
        "-O0" => Some(0),
        "-O1" | "-O" | "-Og" => Some(1),
        "-O2" => Some(2),
        "-O3" | "-Ofast" => Some(3),
        "-Os" => Some(SMALL),
        "-Oz" => Some(SMALLEST),
        _ => None,
    }
}
