//! `allways bench`: the benchmarks are a program of their own, beside this one.

use anyhow::{Error, anyhow};
use std::os::unix::process::CommandExt;
use std::process::{Command, ExitCode};

const NAME: &str = "allways-bench";

/// Becomes the program that measures, with the words of the command line.
pub fn run(words: &[String]) -> ExitCode {
    crate::fail(&start(words))
}

/// Comes back only if that is not possible, and says why.
fn start(words: &[String]) -> Error {
    let exe = match std::env::current_exe().and_then(|exe| exe.canonicalize()) {
        Ok(exe) => exe,
        Err(error) => return error.into(),
    };
    let bench = exe.with_file_name(NAME);
    if bench.exists() {
        let error = Command::new(&bench).args(words).exec();
        return anyhow!("cannot run `{}`: {error}", bench.display());
    }
    anyhow!(
        "`{NAME}`, which runs the benchmarks, is missing beside `{}`: build it with \
         `cargo build --release -p {NAME}` and copy it there, or run `./allways bench` from a clone",
        exe.display()
    )
}
