//! The part of the command line that is the compiler's.

use serde::{Deserialize, Serialize};

/// Options for clang, and how far to optimise.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Compiler {
    /// Passed on as they are.
    pub flags: Vec<String>,
    /// `-O0` … `-O3`; `None` checks the program as written.
    pub level: Option<u8>,
}

/// Options that take their value in the next argument, or joined.
const WITH_VALUE: [&str; 3] = ["-D", "-U", "-I"];

impl Compiler {
    /// Takes an argument that is the compiler's; `next` is the one behind it. Says how many
    /// arguments were taken.
    pub fn take(&mut self, arg: &str, next: Option<&str>) -> usize {
        if let Some(level) = level(arg) {
            self.level = Some(level);
            return 1;
        }
        if matches!(arg, "-m32" | "-m64" | "-pthread") || arg.starts_with("-std=") {
            self.flags.push(arg.to_string());
            return 1;
        }
        if WITH_VALUE.contains(&arg) || arg == "-include" {
            self.flags.push(arg.to_string());
            self.flags.extend(next.map(str::to_string));
            return 2;
        }
        if WITH_VALUE.iter().any(|option| arg.starts_with(option)) {
            self.flags.push(arg.to_string());
            return 1;
        }
        0
    }

    /// Takes what stands behind `--`.
    pub fn take_rest(&mut self, rest: &[String]) {
        for arg in rest {
            match level(arg) {
                Some(level) => self.level = Some(level),
                None => self.flags.push(arg.clone()),
            }
        }
    }
}

fn level(arg: &str) -> Option<u8> {
    match arg {
        "-O0" => Some(0),
        "-O1" | "-O" => Some(1),
        "-O2" => Some(2),
        "-O3" => Some(3),
        _ => None,
    }
}
