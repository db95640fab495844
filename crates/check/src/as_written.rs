//! Faults that only optimised code has: the optimiser may load a variable where the program does not,
//! and so make a race, or use a value that the program never looks at.

use crate::control::Stop;
use crate::error::Error;
use crate::request::Request;
use crate::search;
use allways_program::Program;
use allways_search::{Control, Options, Store, run};
use allways_space::{Fault, Property, Verdict};
use allways_vm::Vm;
use std::time::Instant;

/// What the program as written does.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum AsWritten {
    /// It has such a fault too.
    Faulty,
    /// It has none.
    Correct,
    /// Nobody knows.
    Unknown,
}

/// Whether the optimiser may have made a fault: a race or a use of an uninitialised value.
pub fn may_be_made(fault: Fault) -> bool {
    fault.property == Property::Race || allways_vm::is_uninitialised(fault)
}

/// Looks for a fault like one of the optimised program in the program as written, until `end`.
///
/// # Errors
/// When the program cannot be started, or what was found not be run again.
pub fn has_fault_like(
    fault: Fault,
    program: Program,
    request: &Request,
    end: Instant,
    stop: &Stop,
) -> Result<AsWritten, Error> {
    let mut options = request.machine_options();
    options.properties = [fault.property].into_iter().collect();
    let vm = Vm::new(program, options)?;
    let time = end.saturating_duration_since(Instant::now());
    let options = search::options(request, Store::Tree, Some(time));
    let control = Control { stop: &stop.asked, progress: &|_| {} };
    let verdict = run(&vm, &Options { shorten: false, ..options }, &control)?;
    Ok(match verdict {
        Verdict::Violated(_, found, _) if may_be_made(found) => AsWritten::Faulty,
        Verdict::Holds(_) => AsWritten::Correct,
        _ => AsWritten::Unknown,
    })
}
