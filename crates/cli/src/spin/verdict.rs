//! From what a verifier found to a verdict of ours.

use super::Prepared;
use super::Run;
use super::verifier::Verifier;
use crate::args::{SpinArgs, typed};
use crate::reporting::Outcome;
use allways_pan::Setup;
use allways_report::{Decision, Summary, TraceFile, VerdictKind};
use allways_space::{Counterexample, Coverage, Explanation, Fault, Property, Reason, Target};
use allways_vm::Action;
use anyhow::{Context, Result, bail};

/// The outcome of a run.
pub fn outcome(
    args: &SpinArgs,
    prepared: &Prepared,
    verifier: &mut Verifier<'_>,
    setup: &Setup,
    run: Run,
) -> Result<Outcome> {
    let found = if run.output.errors > 0 { Some(found(prepared, verifier, setup)?) } else { None };
    let left_out = left_out(args, setup, &run);
    let kind = match (&found, &left_out) {
        (Some(found), _) => found.kind,
        (None, Some(_)) => VerdictKind::Unknown,
        (None, None) => VerdictKind::Holds,
    };
    let mut summary = Summary::new(kind);
    summary.options = prepared.options.clone();
    summary.threads = args.defined("NCORE").and_then(|n| n.parse().ok()).unwrap_or(1);
    summary.reduction = typed(args.check.reduction);
    summary.memory_model = typed(args.check.memory_model);
    summary.coverage = coverage(&run);
    summary.search = "spin".to_string();
    summary.store = args.store();
    summary.exhaustive = kind == VerdictKind::Holds;
    summary.reason = left_out.filter(|_| kind == VerdictKind::Unknown);
    summary.assumptions = prepared.assumptions.clone();
    summary.warnings = prepared.warnings.clone();
    let explanation = match found {
        Some(found) => Some(explain(args, prepared, &found.path)?),
        None => None,
    };
    Ok(Outcome { summary, explanation })
}

/// What a trail leads to.
struct Found {
    kind: VerdictKind,
    path: Counterexample<Action>,
}

/// Follows the trail that a verifier has written.
fn found(prepared: &Prepared, verifier: &mut Verifier<'_>, setup: &Setup) -> Result<Found> {
    let schedule = verifier.replay(setup)?;
    let actions = schedule.actions();
    let replay = allways_search::replay(&prepared.vm, &actions)
        .context("SPIN's trail does not replay; this is a bug in Allways, please report it")?;
    let kind = match replay.end {
        Some(Target::Fault(_)) => VerdictKind::Violated,
        Some(Target::Unsupported(_)) => VerdictKind::Error,
        _ => bail!("SPIN's trail leads to no fault; this is a bug in Allways, please report it"),
    };
    Ok(Found { kind, path: Counterexample { actions, cycle_start: None } })
}

/// Tells a counterexample, and saves it if asked.
fn explain(
    args: &SpinArgs,
    prepared: &Prepared,
    path: &Counterexample<Action>,
) -> Result<Explanation> {
    let bug = "this is a bug in Allways, please report it";
    let actions = allways_vm::refine(&prepared.vm, &path.actions).context(bug)?;
    let explanation = allways_vm::explain(&prepared.vm, &actions).context(bug)?;
    if let Some(file) = &args.check.trace_out {
        let decision = |a: &Action| Decision { thread: a.thread, choice: a.choice.into() };
        let saved = TraceFile {
            digest: prepared.digest.clone(),
            options: prepared.options.clone(),
            decisions: actions.iter().map(decision).collect(),
            cycle_decision: path.cycle_start,
            explanation: explanation.clone(),
        };
        saved.write(file).with_context(|| format!("cannot write `{}`", file.display()))?;
    }
    Ok(explanation)
}

/// Why a run that found nothing proves nothing.
fn left_out(args: &SpinArgs, setup: &Setup, run: &Run) -> Option<String> {
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
        return Some(Reason::LossyStore.to_string());
    }
    setup.bound.map(|bound| {
        format!("executions with more than {bound} preemptive context switches were not followed")
    })
}

fn coverage(run: &Run) -> Coverage {
    Coverage {
        states: run.output.states,
        transitions: run.output.transitions,
        depth: run.output.depth,
        seconds: run.output.seconds,
        peak_bytes: run.output.bytes + run.notes.bytes,
    }
}
