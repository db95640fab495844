//! `allways replay`: runs a saved counterexample again and confirms it.

use crate::args::{Flag, ReplayArgs, Vetting};
use crate::compile;
use crate::desk::{self, Desk};
use crate::reporting::{Report, SavedTrace};
use crate::words;
use allways_check::{Execution, Request, Stop};
use allways_report::{Decision, Summary, VerdictKind};
use allways_trace::Trace;
use allways_vm::{Action, Detail};
use anyhow::{Context, Result, anyhow, bail};
use std::sync::Mutex;

/// Runs a saved counterexample; says with which code to exit.
pub fn run(replay: &ReplayArgs) -> u8 {
    let desk = Desk {
        json: replay.json,
        quiet: false,
        colour: desk::colour(replay.color),
        full: replay.full_trace,
        coverage: false,
        embed_source: false,
        trace: Some(replay.trace.clone()),
        sarif: None,
        junit: None,
        title: replay.trace.display().to_string(),
        turn: Mutex::new(()),
    };
    let answer = SavedTrace::read(&replay.trace)
        .with_context(|| format!("cannot replay `{}`", replay.trace.display()))
        .and_then(|mut trace| match confirm(&mut trace, replay) {
            Ok(explanation) => Ok((true, report(&trace, explanation))),
            Err(error) if !trace.sources.is_empty() => Ok((false, as_saved(trace, &error))),
            Err(error) => Err(error),
        });
    match answer {
        Ok((confirmed, report)) => {
            if !replay.json {
                println!("{}", if confirmed { CONFIRMED } else { AS_SAVED });
            }
            let code = desk.print(&report);
            if confirmed { code } else { VerdictKind::Unknown.exit_code() }
        }
        Err(error) => desk.print(&Report::error(format!("{error:#}"))),
    }
}

const CONFIRMED: &str = "replayed: the execution is confirmed";
const AS_SAVED: &str = "not replayed: the execution is shown as it was saved, with its own sources";

fn confirm(trace: &mut SavedTrace, replay: &ReplayArgs) -> Result<Trace> {
    vet(trace, replay.trust_project)?;
    let build = &trace.check.build;
    // The trace may be anybody's: its own idea of how much memory there is does not count.
    let limits = compile::limits(&Request::default(), replay.compile_timeout);
    let (program, _) = build.program(false, limits, &Stop::default())?;
    if program.digest() != trace.digest {
        bail!(
            "the program has changed since the trace was saved: run `allways check` again, or go \
             back to the sources and options it was made with"
        );
    }
    let mut explanation = allways_check::replay(program, &execution(trace)?, Detail::Steps)
        .map_err(|error| anyhow!("{}", words::error(&error, &build.files)))?;
    if explanation.property != trace.explanation.property {
        bail!("the execution ends in another fault than the one that was saved");
    }
    // What was found out besides, by other searches, is said again.
    explanation.optimised = trace.explanation.optimised;
    explanation.shortest = trace.explanation.shortest;
    Ok(explanation)
}

fn report(trace: &SavedTrace, explanation: Trace) -> Report {
    let verdict =
        if explanation.property.is_some() { VerdictKind::Violated } else { VerdictKind::Error };
    let summary = Summary { replayed: true, ..Summary::new(verdict) };
    let sources = trace.sources.clone();
    Report { summary, explanation: Some(explanation), trace: None, sources }
}

/// What a file holds whose program is not there, or has changed.
fn as_saved(trace: SavedTrace, why: &anyhow::Error) -> Report {
    let mut report = report(&trace, trace.explanation.clone());
    report.summary.warnings.push(format!("it was not run again: {why:#}"));
    report
}

/// A trace names the sources and the options they were compiled with, and may be from somebody who is
/// not trusted: of the options only those count that are known to be harmless.
fn vet(trace: &mut SavedTrace, trusted: bool) -> Result<()> {
    let build = &mut trace.check.build;
    let of_units = build.units.iter_mut().map(|unit| &mut unit.flags);
    for flags in of_units.chain([&mut build.compiler.flags, &mut build.shared]) {
        let vetting = Vetting { folder: None, trusted };
        let said: Vec<Flag> = flags.iter().map(|text| Flag { line: 0, text }).collect();
        *flags = vetting.flags(&said).map_err(|(_, why)| {
            anyhow!(
                "the trace has a compiler option that is not used without trust: {why}. If you trust \
                 whoever saved the trace, add --trust-project"
            )
        })?;
    }
    Ok(())
}

/// What is to be done.
fn execution(trace: &SavedTrace) -> Result<Execution> {
    let action = |decision: &Decision| {
        let choice = u32::try_from(decision.choice).context("the trace file is damaged")?;
        Ok(Action::of_thread(decision.thread, choice))
    };
    Ok(Execution {
        request: trace.check.request.clone(),
        decisions: trace.decisions.iter().map(action).collect::<Result<_>>()?,
        cycle_start: trace.cycle_decision,
    })
}
