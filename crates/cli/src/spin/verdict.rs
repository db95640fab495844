//! From what a verifier found to a verdict of ours.

use super::{Job, Run};
use crate::args::{SpinArgs, Switches};
use crate::reporting::Outcome;
use crate::{assumptions, check};
use allways_pan::{Schedule, Setup};
use allways_program::Program;
use allways_report::{Summary, VerdictKind};
use allways_space::{Counterexample, Coverage, Fault, Property, Reason, Target};
use allways_vm::{Action, Vm};
use anyhow::{Context, Result, bail};

/// Checks everything that an execution can violate in finitely many steps.
pub fn check(job: &Job<'_>, program: &Program, notes: Vec<String>) -> Result<Outcome> {
    let args = job.request.args;
    let vm = Vm::new(program.clone(), check::vm_options(args)?)?;
    let warnings: Vec<String> = notes.into_iter().chain(check::unmodelled(&vm)).collect();
    if !args.quiet && !args.json {
        warnings.iter().for_each(|w| eprintln!("warning: {w}"));
    }
    let Searched { run, setup, found } = match job.args.bound()? {
        Switches::AnyNumber => search(job, program, &vm, None)?,
        Switches::AtMost(most) => search(job, program, &vm, Some(most))?,
        Switches::FewFirst => few_switches_first(job, program, &vm)?,
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
    summary.assumptions = assumptions::told(&vm.assumed_elsewhere());
    summary.warnings = warnings;
    summary.warnings.extend(forgotten(&run));
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

/// A search that is through, and what it found.
struct Searched {
    run: Run,
    setup: Setup,
    found: Option<Found>,
}

impl Searched {
    /// More switches would show nothing else.
    fn is_decided(&self) -> bool {
        self.found.is_some() || !self.run.notes.cut || self.run.ended.is_some()
    }
}

fn search(job: &Job<'_>, program: &Program, vm: &Vm, bound: Option<u16>) -> Result<Searched> {
    let (run, mut verifier, setup) = job.search(program, vm, bound, None)?;
    let found = match run.output.errors {
        0 => None,
        _ => Some(found(vm, &verifier.replay(&setup)?)?),
    };
    Ok(Searched { run, setup, found })
}

/// Bounds that are tried before all executions are searched. SPIN counts the switches in its states, so
/// a program that runs for ever has more with every bound, and no bound of its own would ever prove it.
const FEW: u16 = 2;

/// `--context-bound auto`: what is found needs the fewest switches; what is proved is proved without a bound.
fn few_switches_first(job: &Job<'_>, program: &Program, vm: &Vm) -> Result<Searched> {
    for bound in 0..=FEW {
        let searched = search(job, program, vm, Some(bound))?;
        if searched.is_decided() {
            return Ok(searched);
        }
    }
    let all = search(job, program, vm, None)?;
    if all.found.is_none() {
        return Ok(all);
    }
    // There is an execution, so some bound finds one.
    for bound in FEW + 1..u16::MAX {
        let searched = search(job, program, vm, Some(bound))?;
        if searched.found.is_some() {
            return Ok(searched);
        }
        if searched.is_decided() {
            break;
        }
    }
    Ok(all)
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
    setup.bound.filter(|_| notes.cut).map(|bound| {
        format!("executions with more than {bound} preemptive context switches were not followed")
    })
}

/// What a user with more memory could do.
pub fn forgotten(run: &Run) -> Option<String> {
    let times = run.notes.forgotten;
    (times > 0).then(|| {
        let times = allways_report::plural(times, "time");
        format!(
            "the virtual machine forgot what it had interned {times}: a larger --interned is faster"
        )
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
        facts: 0,
        audit_broken: 0,
    }
}
