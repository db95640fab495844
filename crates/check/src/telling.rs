//! An execution that was found, replayed in small steps and told.

use crate::claim::Claim;
use crate::control::Stop;
use crate::error::Error;
use crate::outcome::{Execution, Found};
use crate::request::Request;
use allways_search::{Control, Fewest, Limits, Shortening, replay};
use allways_space::{Coverage, Fault, Target, ThreadId};
use allways_trace::Trace;
use allways_vm::{
    Action, Detail, Granularity, PlainSteps, ToldSteps, Vm, explain, refine, refine_plain,
};
use std::time::Instant;

/// The most states that are looked at for a shorter execution, besides as many as were searched.
const FEW: u64 = 200_000;

/// The same in all.
const MANY: u64 = 1_000_000;

/// The most steps of all threads that are looked at to follow an execution, each thread's at each of its steps. With
/// more, following it alone takes longer than the search.
const MOST_LOOKS: usize = 50_000;

/// Who may end the telling early, and what there is left for it.
#[derive(Copy, Clone)]
pub struct Effort<'a> {
    /// Ends it.
    pub stop: &'a Stop,
    /// When the first search began: the time is for all together.
    pub start: Instant,
    /// What was searched: telling takes no longer.
    pub coverage: &'a Coverage,
}

/// Tells an execution that ends in a fault, or cannot go on.
///
/// # Errors
/// When the machine does not come to the same end: a bug of ours.
pub fn tell(
    vm: &Vm,
    request: &Request,
    actions: &[Action],
    fault: Option<Fault>,
    effort: Effort<'_>,
) -> Result<Found, Error> {
    let decisions = small_steps(vm, actions)?;
    let Fewest { actions: decisions, proven } = fewest(vm, request, decisions, effort);
    let mut explanation = explain(vm, &decisions, Detail::Steps).map_err(untold)?;
    explanation.shortest = proven;
    let execution = Execution { request: as_told(request, vm), decisions, cycle_start: None };
    Ok(Found { explanation, fault, execution })
}

/// Tells an endless execution, after making sure that it violates the property: its word is read and
/// asked once more, without any automaton.
///
/// # Errors
/// When the machine does not do the same again, or the execution violates nothing: a bug of ours.
pub fn tell_endless(
    claim: &Claim,
    vm: &Vm,
    request: &Request,
    prefix: &[Action],
    cycle: &[Action],
) -> Result<Found, Error> {
    let start = small_steps(vm, prefix)?.len();
    let decisions = small_steps(vm, &[prefix, cycle].concat())?;
    let explanation = confirm(claim, vm, &decisions, start, Detail::Steps).map_err(untold)?;
    let request = as_told(&claim.alone(request), vm);
    let execution = Execution { request, decisions, cycle_start: Some(start) };
    Ok(Found { explanation, fault: None, execution })
}

/// Tells an endless execution in small steps, if it violates the claim.
pub(crate) fn confirm(
    claim: &Claim,
    vm: &Vm,
    actions: &[Action],
    start: usize,
    detail: Detail,
) -> Result<Trace, String> {
    let ends = start == actions.len();
    let told = allways_vm::explain_lasso(vm, actions, start, claim.endless(ends), detail)
        .map_err(|error| error.to_string())?;
    if claim.is_violated_by(told.prefix, told.cycle) {
        Ok(told.trace)
    } else {
        Err("the execution does not violate the property".to_string())
    }
}

/// The execution with the same end that has the fewest context switches, and of those one with the fewest steps, as
/// far as that can be found out: among all executions, also those that the search did not have to look at.
fn fewest(
    vm: &Vm,
    request: &Request,
    decisions: Vec<Action>,
    effort: Effort<'_>,
) -> Fewest<Action> {
    let threads = decisions.iter().map(|decision| decision.thread() as usize + 1).max();
    if decisions.len() * threads.unwrap_or(0) > MOST_LOOKS {
        return Fewest { actions: decisions, proven: false };
    }
    let known = replay(&ToldSteps(vm), &decisions).ok();
    let found = known.as_ref().and_then(|known| known.end).and_then(|goal| {
        let Fewest { actions, proven } = fewest_to(vm, request, goal, effort)?;
        let actions = refine_plain(vm, &actions).ok()?;
        let switches = changes(&replay(&ToldSteps(vm), &actions).ok()?.threads);
        Some((Fewest { actions, proven }, switches))
    });
    let most = known.map_or(0, |known| changes(&known.threads));
    match found {
        // Without a proof, what was known may be better.
        Some((found, switches)) if found.proven || switches <= most => found,
        _ => Fewest { actions: decisions, proven: false },
    }
}

fn changes(threads: &[ThreadId]) -> usize {
    threads.windows(2).filter(|pair| pair[0] != pair[1]).count()
}

fn fewest_to(
    vm: &Vm,
    request: &Request,
    goal: Target,
    effort: Effort<'_>,
) -> Option<Fewest<Action>> {
    let most = FEW.saturating_add(effort.coverage.states).min(MANY);
    let mut shortening = Shortening { states: most, ..Shortening::after(effort.coverage) };
    if let Some(all) = request.time() {
        shortening.time = shortening.time.min(all.saturating_sub(effort.start.elapsed()) / 2);
    }
    let limits = Limits { memory: request.memory_limit(), ..Limits::default() };
    let control = Control { stop: &effort.stop.asked, progress: &|_| {} };
    allways_search::fewest_to(&PlainSteps(vm), goal, &shortening, &limits, &control).ok()?
}

fn small_steps(vm: &Vm, actions: &[Action]) -> Result<Vec<Action>, Error> {
    refine(vm, actions).map_err(untold)
}

fn untold(error: impl ToString) -> Error {
    Error::NotTold(error.to_string())
}

/// The request that makes the steps in which an execution is told.
fn as_told(request: &Request, vm: &Vm) -> Request {
    let by_instructions = vm.is_told_by_instructions();
    let granularity = if by_instructions { Granularity::Instruction } else { Granularity::Tau };
    Request { granularity, ..request.clone() }
}
