//! From what a verifier found to a verdict of ours.

use super::{Job, Run, Trouble};
use crate::args::{SpinArgs, Switches};
use allways_check::{Answer, Assumption, Outcome, Request, Warning, Why, tell, unmodelled};
use allways_pan::{Schedule, Setup};
use allways_program::Program;
use allways_report::reason;
use allways_space::{Coverage, Fault, Property, Reason, Target};
use allways_vm::{Action, Vm};
use anyhow::{Context, Result, bail};

/// Checks everything that an execution can violate in finitely many steps.
pub fn check(job: &Job<'_>, program: &Program, request: &Request) -> Result<Outcome, Trouble> {
    let Searched { vm, run, setup, found } = match job.args.bound()? {
        Switches::AnyNumber => search(job, program, request, None)?,
        Switches::AtMost(most) => search(job, program, request, Some(most))?,
        Switches::FewFirst => few_switches_first(job, program, request)?,
    };
    let left_out = left_out(job.args, &setup, &run);
    let mut outcome = Outcome::new(answer(left_out), coverage(&run), request.store);
    outcome.assumptions = of_world(&vm);
    outcome.warnings = unmodelled(&vm).into_iter().chain(forgotten(&run)).collect();
    if let Some(found) = found {
        outcome.found = Some(tell(&vm, request, &found.actions, found.fault)?);
        outcome.answer = found.answer;
    }
    Ok(outcome)
}

/// The answer of a run that found nothing.
pub fn answer(left_out: Option<String>) -> Answer {
    left_out.map_or(Answer::Holds, |text| Answer::Unknown(Why::Said(text)))
}

/// What the executions of another process relied on.
pub fn of_world(vm: &Vm) -> Vec<Assumption> {
    vm.assumed_elsewhere().into_iter().map(Assumption::World).collect()
}

/// A search that is through, and what it found.
struct Searched {
    vm: Vm,
    run: Run,
    setup: Setup,
    found: Option<Trail>,
}

impl Searched {
    /// More switches would show nothing else.
    fn is_decided(&self) -> bool {
        self.found.is_some() || !self.run.notes.cut || self.run.ended.is_some()
    }
}

fn search(
    job: &Job<'_>,
    program: &Program,
    request: &Request,
    bound: Option<u16>,
) -> Result<Searched, Trouble> {
    let vm =
        Vm::new(program.clone(), request.machine_options()).map_err(allways_check::Error::from)?;
    let (run, mut verifier, setup) = job.search(program, &vm, bound, None)?;
    let found = match run.output.errors {
        0 => None,
        _ => Some(found(&vm, &verifier.replay(&setup)?)?),
    };
    Ok(Searched { vm, run, setup, found })
}

/// Bounds that are tried before all executions are searched. SPIN counts the switches in its states, so
/// a program that runs for ever has more with every bound, and no bound of its own would ever prove it.
const FEW: u16 = 2;

/// `--context-bound auto`: what is found needs the fewest switches; what is proved is proved without a bound.
fn few_switches_first(
    job: &Job<'_>,
    program: &Program,
    request: &Request,
) -> Result<Searched, Trouble> {
    for bound in 0..=FEW {
        let searched = search(job, program, request, Some(bound))?;
        if searched.is_decided() {
            return Ok(searched);
        }
    }
    let all = search(job, program, request, None)?;
    if all.found.is_none() {
        return Ok(all);
    }
    // There is an execution, so some bound finds one.
    for bound in FEW + 1..u16::MAX {
        let searched = search(job, program, request, Some(bound))?;
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
pub struct Trail {
    /// Whose fault it is.
    pub answer: Answer,
    /// The fault, if it is the program's.
    pub fault: Option<Fault>,
    /// The way there.
    pub actions: Vec<Action>,
}

/// Follows the steps of a trail.
pub fn found(vm: &Vm, schedule: &Schedule) -> Result<Trail> {
    let actions = schedule.actions();
    let replay = allways_search::replay(vm, &actions)
        .context("SPIN's trail does not replay; this is a bug in Allways, please report it")?;
    match replay.end {
        Some(Target::Fault(fault)) => {
            Ok(Trail { answer: Answer::Violated(fault.property), fault: Some(fault), actions })
        }
        Some(Target::Unsupported(_)) => {
            Ok(Trail { answer: Answer::Unsupported, fault: None, actions })
        }
        _ => bail!("SPIN's trail leads to no fault; this is a bug in Allways, please report it"),
    }
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
        return Some(reason(&Reason::PathEnded(fault)));
    }
    if notes.sampled {
        return Some(reason(&Reason::Sampled));
    }
    if args.is_lossy() {
        return Some(reason(&Reason::LossyStore(None)));
    }
    if setup.is_abstract() {
        return Some("states are told apart by the abstraction only (--abstraction)".to_string());
    }
    setup.bound.filter(|_| notes.cut).map(|bound| {
        format!("executions with more than {bound} preemptive context switches were not followed")
    })
}

/// What a user with more memory could do.
pub fn forgotten(run: &Run) -> Option<Warning> {
    let times = run.notes.forgotten;
    (times > 0).then(|| {
        let times = allways_report::plural(times, "time");
        Warning::Said(format!(
            "the virtual machine forgot what it had interned {times}: a larger --interned is faster"
        ))
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
