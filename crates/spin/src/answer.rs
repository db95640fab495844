//! From what a verifier said to an answer of ours.

use crate::error::Error;
use crate::options::Options;
use crate::setup::Setup;
use crate::trail::Schedule;
use crate::verifier::Run;
use allways_check::{Answer, Assumption, Outcome, Request, Warning, Why};
use allways_space::{Coverage, Fault, Property, Reason, Target, Unsupported};
use allways_vm::{Action, Vm};

/// The outcome of a run that found nothing.
pub fn of_run(options: &Options, request: &Request, setup: &Setup, run: &Run, vm: &Vm) -> Outcome {
    let answer = left_out(options, setup, run).map_or(Answer::Holds, Answer::Unknown);
    let mut outcome = Outcome::new(answer, coverage(run), request.store);
    // What the executions of another process relied on.
    outcome.assumptions = vm.assumed_elsewhere().into_iter().map(Assumption::World).collect();
    outcome.warnings = forgotten(run).into_iter().collect();
    outcome
}

/// Why a run that found nothing proves nothing.
fn left_out(options: &Options, setup: &Setup, run: &Run) -> Option<Why> {
    let Run { output, notes, cut } = run;
    let elsewhere = |reason| Some(Why::Elsewhere(reason));
    if let Some(reason) = cut {
        return elsewhere(reason.clone());
    }
    if notes.full {
        return elsewhere(Reason::StoreFull(notes.bytes));
    }
    if let Some(what) = &output.incomplete {
        return Some(Why::Said(what.clone()));
    }
    if let Some((property, what, place)) = &notes.ended {
        let property = Property::from_name(property)?;
        return elsewhere(Reason::PathEnded(Fault { property, what: *what, place: *place }));
    }
    if notes.sampled {
        return elsewhere(Reason::Sampled);
    }
    if options.flags.is_lossy() {
        return elsewhere(Reason::LossyStore(None));
    }
    if setup.is_abstract() {
        return elsewhere(Reason::Abstraction);
    }
    let bound = setup.bound.filter(|_| notes.cut)?;
    elsewhere(Reason::ContextBound(bound.into()))
}

/// What a user with more memory could do.
fn forgotten(run: &Run) -> Option<Warning> {
    let times = run.notes.forgotten;
    (times > 0).then_some(Warning::Forgotten(times))
}

/// The figures of a run.
fn coverage(run: &Run) -> Coverage {
    Coverage {
        states: run.output.states,
        transitions: run.output.transitions,
        depth: run.output.depth,
        seconds: run.output.seconds,
        peak_bytes: run.output.bytes + run.notes.bytes,
        rounds: 0,
        facts: 0,
        audit_broken: 0,
        context_bound: None,
    }
}

/// What a trail leads to.
pub struct Found {
    /// Whose fault it is.
    pub answer: Answer,
    /// The fault, if it is the program's.
    pub fault: Option<Fault>,
    /// What cannot be executed, if that is where it leads.
    pub gap: Option<Unsupported>,
    /// The way there.
    pub actions: Vec<Action>,
}

/// Follows the steps of a trail.
pub fn found(vm: &Vm, schedule: &Schedule) -> Result<Found, Error> {
    let actions = schedule.actions();
    let replay = allways_search::replay(vm, &actions)
        .map_err(|error| Error::NotReplayed(error.to_string()))?;
    match replay.end {
        Some(Target::Fault(fault)) => {
            let answer = Answer::Violated(fault.property);
            Ok(Found { answer, fault: Some(fault), gap: None, actions })
        }
        Some(Target::Unsupported(gap)) => {
            Ok(Found { answer: Answer::Unsupported, fault: None, gap: Some(gap), actions })
        }
        _ => Err(Error::NoFault),
    }
}
