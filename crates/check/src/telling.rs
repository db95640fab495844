//! An execution that was found, replayed in small steps and told.

use crate::claim::Claim;
use crate::error::Error;
use crate::outcome::{Execution, Found};
use crate::request::Request;
use allways_space::Fault;
use allways_trace::Trace;
use allways_vm::{Action, Detail, Granularity, Vm, explain, refine};

/// Tells an execution that ends in a fault, or cannot go on.
///
/// # Errors
/// When the machine does not come to the same end: a bug of ours.
pub fn tell(
    vm: &Vm,
    request: &Request,
    actions: &[Action],
    fault: Option<Fault>,
) -> Result<Found, Error> {
    let decisions = small_steps(vm, actions)?;
    let explanation = explain(vm, &decisions, Detail::Steps).map_err(untold)?;
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
