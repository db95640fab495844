//! `allways replay`: runs a saved counterexample again and confirms it.

use crate::args::{self, CheckArgs, Cli, Command, ReplayArgs};
use crate::reporting::{self, Outcome, Show};
use crate::{check, compile, temporal};
use allways_report::{Summary, TraceFile, VerdictKind};
use allways_vm::{Action, Vm};
use anyhow::{Context, Result, bail};
use clap::Parser;
use std::process::ExitCode;

/// Runs a saved counterexample.
pub fn run(replay: &ReplayArgs) -> ExitCode {
    let show = Show {
        json: replay.json,
        quiet: false,
        colour: reporting::colour(replay.color),
        saved: Some(replay.trace.display().to_string()),
    };
    match confirm(replay) {
        Ok(outcome) => {
            if !replay.json {
                println!("replayed: the execution is confirmed");
            }
            reporting::print(&outcome, &show)
        }
        Err(error) => reporting::print(&Outcome::error(format!("{error:#}")), &show),
    }
}

fn confirm(replay: &ReplayArgs) -> Result<Outcome> {
    let trace = TraceFile::read(&replay.trace)
        .with_context(|| format!("cannot replay `{}`", replay.trace.display()))?;
    let (check, compiler) = saved_check(&trace)?;
    let (program, _) = compile::program(&check.files, &compiler, false)?;
    if program.digest() != trace.digest {
        bail!(
            "the program has changed since the trace was saved: run `allways check` again, or go \
             back to the sources and options it was made with"
        );
    }
    let action =
        |d: &allways_report::Decision| Action { thread: d.thread, choice: d.choice as u32 };
    let actions: Vec<Action> = trace.decisions.iter().map(action).collect();
    let mut explanation = match trace.cycle_decision {
        Some(start) => temporal::replay(program, &check, &actions, start)?,
        None => {
            let vm = Vm::new(program, check::vm_options(&check)?)?;
            allways_vm::explain(&vm, &actions)?
        }
    };
    if explanation.property != trace.explanation.property {
        bail!("the execution ends in another fault than the one that was saved");
    }
    // What was found out besides, by other searches, is said again.
    explanation.message = trace.explanation.message;
    explanation.help = trace.explanation.help;
    let verdict =
        if explanation.property.is_some() { VerdictKind::Violated } else { VerdictKind::Error };
    let summary = Summary { options: trace.options, ..Summary::new(verdict) };
    Ok(Outcome { summary, explanation: Some(explanation) })
}

/// The options of the check that saved the trace.
fn saved_check(trace: &TraceFile) -> Result<(CheckArgs, args::Compiler)> {
    let words = ["allways", "check"].map(str::to_string).into_iter();
    let line = words.chain(trace.options.iter().cloned()).map(Into::into).collect();
    let expanded = args::expand(line)?;
    match Cli::try_parse_from(&expanded.rest)?.command {
        Some(Command::Check(check)) => Ok((*check, expanded.compiler)),
        _ => bail!("the trace file does not say how its program was made"),
    }
}
