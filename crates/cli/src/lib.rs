//! The command `allways`: options, exit codes, wiring.
//!
//! [`main()`] is all of it. Tests make programs and requests as the command does, from the words that
//! a user would type ([`asked`]), and check in their own process; so do benchmarks ([`benchmarks_asked`]).

mod args;
mod bench;
mod cc;
mod check;
mod compile;
mod compile_commands;
mod compiler_command;
mod desk;
mod init;
mod interrupt;
mod ltl;
mod manual;
mod optimised;
mod progress;
mod promela;
mod replay;
mod reporting;
mod setup;
mod shipped_files;
mod spin;
mod task;
mod words;

pub use args::{BenchArgs, Compiler};
pub use compile::Build;
pub use interrupt::die_quietly_on_closed_pipe;

use allways_check::Request;
use anyhow::{Result, bail};
use args::{Cli, Command};
use std::process::ExitCode;

/// Exit code of a wrong request or a program that cannot be checked.
const WRONG_REQUEST: u8 = 2;

/// Does what the command line says.
pub fn main() -> ExitCode {
    interrupt::die_quietly_on_closed_pipe();
    let line = match cc::asked(std::env::args_os().collect()) {
        Ok((language, words)) => return cc::run(language, words),
        Err(line) => line,
    };
    let expanded = match args::expand(line) {
        Ok(expanded) => expanded,
        Err(error) => return fail(&error),
    };
    let cli = match Cli::of(&expanded.rest) {
        Ok(cli) => cli,
        Err(error) => {
            let code = if error.use_stderr() { WRONG_REQUEST } else { 0 };
            let _ = error.print();
            return ExitCode::from(code);
        }
    };
    if cli.print_include_dir {
        return print_include_dir();
    }
    match cli.command {
        Some(Command::Check(args)) => check::run(&args, expanded.compiler).into(),
        Some(Command::Replay(replay)) => replay::run(&replay).into(),
        Some(Command::Init(args)) => init::run(&args, &expanded.compiler),
        Some(Command::Ltl(args)) => ltl::run(&args),
        Some(Command::Bench(_)) => bench::run(&expanded.rest[1..]),
        Some(Command::Promela(args)) => promela::run(&args, &expanded.compiler),
        Some(Command::Spin(args)) => spin::run(&args, expanded.compiler).into(),
        Some(Command::Setup(args)) => setup::run(&args),
        Some(Command::Lower) => {
            let (mut input, mut output) = (std::io::stdin().lock(), std::io::stdout().lock());
            ExitCode::from(allways_llvm::child_main(&mut input, &mut output))
        }
        Some(Command::Completions { shell }) => manual::completions(shell),
        Some(Command::Man { folder }) => manual::pages(folder.as_deref()),
        Some(other) => fail(&anyhow::anyhow!("`allways {}` is not available yet", other.name())),
        None => {
            let _ = args::command().print_help();
            ExitCode::from(WRONG_REQUEST)
        }
    }
}

/// How `allways check` with these words behind it makes the program, and what it asks about it.
///
/// # Errors
/// When the words are wrong.
pub fn asked(words: &[String]) -> Result<(Build, Request)> {
    let command = ["allways", "check"].map(str::to_string).into_iter();
    let line = command.chain(words.iter().cloned()).map(Into::into).collect();
    let expanded = args::expand(line)?;
    let Some(Command::Check(args)) = Cli::of(&expanded.rest)?.command else {
        bail!("this is no check");
    };
    let (build, _) = Build::asked(&args, expanded.compiler)?;
    Ok((build, args.request()?))
}

/// What `allways` with these words behind it is asked to measure.
///
/// # Errors
/// When the words are wrong, or ask for something else.
pub fn benchmarks_asked(words: &[String]) -> Result<BenchArgs> {
    let line: Vec<String> =
        std::iter::once("allways").map(str::to_string).chain(words.iter().cloned()).collect();
    match Cli::of(&line)?.command {
        Some(Command::Bench(args)) => Ok(args),
        _ => bail!("nothing is asked for that could be measured; use `allways bench`"),
    }
}

fn fail(error: &anyhow::Error) -> ExitCode {
    complain(error).into()
}

/// Says what is wrong, and with which code to exit.
fn complain(error: &anyhow::Error) -> u8 {
    eprintln!("error: {error:#}");
    WRONG_REQUEST
}

fn print_include_dir() -> ExitCode {
    match shipped_files::include_dir() {
        Ok(dir) => {
            println!("{}", dir.display());
            ExitCode::SUCCESS
        }
        Err(error) => fail(&error),
    }
}
