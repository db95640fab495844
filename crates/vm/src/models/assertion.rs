//! Assertions and ways to say that something went wrong.

use super::{Model, Outcome};
use crate::fault::{Block, FaultKind, Halt};
use crate::machine::{Args, Machine};

/// The functions of this file.
pub const MODELS: &[Model] = &[
    Model { name: "__assert_fail", run: assert_fail },
    Model { name: "__assert", run: assert_fail },
    Model { name: "reach_error", run: reach_error },
    Model { name: "__VERIFIER_error", run: reach_error },
    Model { name: "__VERIFIER_assume", run: assume },
    Model { name: "__VERIFIER_assert", run: verifier_assert },
    Model { name: "abort", run: abort },
];

fn assert_fail(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    Err(FaultKind::Assertion { text: args.get(machine, 0)? }.into())
}

fn reach_error(_: &mut Machine<'_>, _: &Args<'_>) -> Result<Outcome, Halt> {
    Err(FaultKind::ReachError.into())
}

fn abort(machine: &mut Machine<'_>, _: &Args<'_>) -> Result<Outcome, Halt> {
    if machine.vm.abort_ends_the_run() {
        machine.end_process(134);
        return Ok(Outcome::Moved);
    }
    Err(FaultKind::Abort.into())
}

fn assume(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    let condition = args.word(machine, 0).get().ok_or(FaultKind::UndefinedBranch)?;
    if condition == 0 { Err(Halt::Block(Block::Assume)) } else { Ok(Outcome::Nothing) }
}

fn verifier_assert(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    let condition = args.word(machine, 0).get().ok_or(FaultKind::UndefinedBranch)?;
    if condition == 0 { Err(FaultKind::ReachError.into()) } else { Ok(Outcome::Nothing) }
}
