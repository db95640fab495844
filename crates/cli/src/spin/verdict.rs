//! From what a verifier found to a verdict of ours.

use super::{Job, Run};
use crate::args::SpinArgs;
use crate::check;
use crate::reporting::Outcome;
use allways_pan::{Schedule, Setup};
use allways_program::Program;
use allways_report::{Summary, VerdictKind};
use allways_space::{Counterexample, Coverage, Fault, Property, Reason, Target};
use allways_vm::{Action, Vm};
use anyhow::{Context, Result, bail};

/// Checks everything that an execution can violate in finitely many steps.
pub fn check(job: &Job<'_>, program: Program, notes: Vec<String>) -> Result<Outcome> {
    let args = job.request.args;
    let vm = Vm::new(program.clone(), check::vm_options(args)?)?;
    let warnings: Vec<String> = notes.into_iter().chain(check::unmodelled(&vm)).collect();
    if !args.quiet && !args.json {
        warnings.iter().for_each(|w| eprintln!("warning: {w}"));
    }
    let (run, mut verifier, setup) = job.search(program, &vm, None)?;
    let found = match run.output.errors {
        0 => None,
        _ => Some(found(&vm, &verifier.replay(&setup)?)?),
    };
    let left_out = left_out(job.args, &setup, &run);
    let kind = match (&found, &left_out) {
        (Some(found), _) => found.kind,
        (None, Some(_)) => VerdictKind::Unknown,
        (None, None) => VerdictKind::Holds,
    };
    let mut summary = Summary::new(kind);
    summary.coverage = coverage(&run);
    summary.reason = left_out.filter(|_| kind == VerdictKind::Unknown);
    summary.warnings = warnings;
    let explanation = match found {
        Some(found) => {
            let (actions, explanation) = check::explain(&vm, &found.path)?;
            let options = job.request.options.clone();
            check::save_trace(job.request, &actions, None, options, &explanation)?;
            Some(explanation)
        }
        None => None,
    };
    Ok(Outcome { summary, explanation })
}

/// What a trail leads to.
pub struct Found {
    /// Whose fault it is.
    pub kind: VerdictKind,
    /// The way there.
    pub path: Counterexample<Action>,
}

/// Follows the steps of a trail.
pub fn found(vm: &Vm, schedule: &Schedule) -> Result<Found> {
    let actions = schedule.actions();
    let replay = allways_search::replay(vm, &actions)
        .context("SPIN's trail does not replay; this is a bug in Allways, please report it")?;
    let kind = match replay.end {
        Some(Target::Fault(_)) => VerdictKind::Violated,
        Some(Target::Unsupported(_)) => VerdictKind::Error,
        _ => bail!("SPIN's trail leads to no fault; this is a bug in Allways, please report it"),
    };
    Ok(Found { kind, path: Counterexample { actions, cycle_start: None } })
}

/// Why a run that found nothing proves nothing.
pub fn left_out(args: &SpinArgs, setup: &Setup, run: &Run) -> Option<String> {
    let Run { output, notes, ended } = run;
    if let Some(ended) = ended {
        return Some(ended.clone());
    }
    if notes.full {
        return Some("the virtual machine has no room for another state".to_string());
    }
    if let Some(what) = &output.incomplete {
        return Some(format!("SPIN: {what}"));
    }
    if let Some((property, what, place)) = &notes.ended {
        let property = Property::from_name(property)?;
        let fault = Fault { property, what: *what, place: *place };
        return Some(Reason::PathEnded(fault).to_string());
    }
    if notes.sampled {
        return Some(Reason::Sampled.to_string());
    }
    if args.is_lossy() {
        return Some(Reason::LossyStore(None).to_string());
    }
    if setup.is_abstract() {
        return Some("states are told apart by the abstraction only (--abstraction)".to_string());
    }
    setup.bound.map(|bound| {
        format!("executions with more than {bound} preemptive context switches were not followed")
    })
}

/// The figures of a run.
pub fn coverage(run: &Run) -> Coverage {
    Coverage {
        states: run.output.states,
        transitions: run.output.transitions,
        depth: run.output.depth,
        seconds: run.output.seconds,
        peak_bytes: run.output.bytes + run.notes.bytes,
        rounds: 0,
    }
}
