//! The binary `allways`: options, exit codes, wiring. The only crate that prints or exits.

mod args;
mod assumptions;
mod bench;
mod check;
mod compile;
mod home;
mod interrupt;
mod limits;
mod ltl;
mod optimised;
mod overdue;
mod progress;
mod promela;
mod replay;
mod reporting;
mod spin;
mod stores;
mod temporal;

use args::{Cli, Command};
use clap::Parser;
use std::process::ExitCode;

/// Exit code of a wrong request or a program that cannot be checked.
const WRONG_REQUEST: u8 = 2;

fn main() -> ExitCode {
    interrupt::die_quietly_on_closed_pipe();
    let expanded = match args::expand(std::env::args_os().collect()) {
        Ok(expanded) => expanded,
        Err(error) => return fail(&error),
    };
    let cli = match Cli::try_parse_from(&expanded.rest) {
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
        Some(Command::Check(check)) => check::run(*check, expanded.compiler),
        Some(Command::Replay(replay)) => replay::run(&replay),
        Some(Command::Ltl(args)) => ltl::run(&args),
        Some(Command::Bench(args)) => bench::run(&args),
        Some(Command::Promela(args)) => promela::run(&args, &expanded.compiler),
        Some(Command::Spin(args)) => spin::run(&args, &expanded.compiler),
        Some(Command::Lower { request }) => {
            ExitCode::from(allways_llvm::child_main(&request, &mut std::io::stdout().lock()))
        }
        Some(other) => fail(&anyhow::anyhow!("`allways {}` is not available yet", other.name())),
        None => {
            let _ = <Cli as clap::CommandFactory>::command().print_help();
            ExitCode::from(WRONG_REQUEST)
        }
    }
}

fn fail(error: &anyhow::Error) -> ExitCode {
    eprintln!("error: {error:#}");
    ExitCode::from(WRONG_REQUEST)
}

fn print_include_dir() -> ExitCode {
    match home::include_dir() {
        Ok(dir) => {
            println!("{}", dir.display());
            ExitCode::SUCCESS
        }
        Err(error) => fail(&error),
    }
}
