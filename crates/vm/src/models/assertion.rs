//! Assertions, and `abort`.

use super::{Model, Outcome};
use crate::effects::{ALIKE, VISIBLE};
use crate::fault::{FaultKind, Halt};
use crate::machine::{Args, Machine};

/// The functions of this file.
pub const MODELS: &[Model] = &[
    Model { name: "__assert_fail", effects: ALIKE, run: assert_fail },
    Model { name: "__assert", effects: VISIBLE, run: assert_fail },
    Model { name: "__assert_rtn", effects: VISIBLE, run: |m, a| assertion(m, a, 3) },
    Model { name: "__assert_perror_fail", effects: VISIBLE, run: abort_with_message },
    Model { name: "abort", effects: ALIKE, run: abort },
];

fn assert_fail(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    assertion(machine, args, 0)
}

/// `text`: the argument that is the asserted expression.
fn assertion(machine: &mut Machine<'_>, args: &Args<'_>, text: usize) -> Result<Outcome, Halt> {
    Err(FaultKind::Assertion { text: args.get(machine, text)? }.into())
}

/// `assert_perror`: an error number that is not 0.
fn abort_with_message(_: &mut Machine<'_>, _: &Args<'_>) -> Result<Outcome, Halt> {
    Err(FaultKind::Abort.into())
}

fn abort(machine: &mut Machine<'_>, _: &Args<'_>) -> Result<Outcome, Halt> {
    if machine.vm.abort_ends_the_run() {
        machine.end_process(134);
        return Ok(Outcome::Moved);
    }
    Err(FaultKind::Abort.into())
}
