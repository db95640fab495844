//! `allways ltl`: the automaton of a formula.

use crate::args::LtlArgs;
use crate::desk;
use allways_ltl::{Automaton, Formula, hoa};
use anyhow::{Result, anyhow};
use std::process::ExitCode;

/// Prints the Büchi automaton of a formula in HOA format.
pub fn run(args: &LtlArgs) -> ExitCode {
    match automaton(&args.formula).and_then(|text| deliver(args, &text)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => crate::fail(&error),
    }
}

fn automaton(text: &str) -> Result<String> {
    let formula =
        Formula::parse(text).map_err(|error| anyhow!("invalid formula\n{}", error.render(text)))?;
    Ok(hoa::print(&Automaton::of(&formula)?, text))
}

fn deliver(args: &LtlArgs, text: &str) -> Result<()> {
    match &args.output {
        Some(file) => desk::write(file, text),
        None => {
            print!("{text}");
            Ok(())
        }
    }
}
