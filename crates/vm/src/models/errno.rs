//! `errno`: an `int` of each thread.

use super::{Model, Outcome};
use crate::fault::Halt;
use crate::machine::{Args, Machine, Mode};

/// The functions of this file.
pub const MODELS: &[Model] = &[Model { name: "__errno_location", run: location }];

fn location(machine: &mut Machine<'_>, _: &Args<'_>) -> Result<Outcome, Halt> {
    Outcome::number(machine.errno_address()?)
}

/// Sets `errno` and returns -1.
pub fn fail(machine: &mut Machine<'_>, code: u64) -> Result<Outcome, Halt> {
    let address = machine.errno_address()?;
    machine.write_bits(address, 4, (code.into(), u32::MAX.into()), Mode::Write)?;
    Outcome::number(u64::from(u32::MAX))
}
