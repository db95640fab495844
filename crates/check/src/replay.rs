//! A saved execution, run again.

use crate::claim::Claim;
use crate::error::Error;
use crate::outcome::Execution;
use crate::telling;
use allways_program::Program;
use allways_trace::Trace;
use allways_vm::{Detail, Vm};

/// Runs an execution again and tells it, in as much detail as is asked for.
///
/// # Errors
/// When it cannot be run, or does not violate anything any more.
pub fn replay(program: Program, execution: &Execution, detail: Detail) -> Result<Trace, Error> {
    let Execution { request, decisions, cycle_start } = execution;
    let claim = Claim::alone_in(request)?;
    let vm = match &claim {
        Some(claim) => claim.machine(program, request)?,
        None => Vm::new(program, request.machine_options())?,
    };
    let told = match (claim, cycle_start) {
        (Some(claim), Some(start)) => telling::confirm(&claim, &vm, decisions, *start, detail),
        (None, Some(_)) => Err("it is endless and names no temporal property".to_string()),
        (_, None) => allways_vm::explain(&vm, decisions, detail).map_err(|error| error.to_string()),
    };
    told.map_err(Error::NotReplayed)
}
