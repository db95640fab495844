//! `errno`: an `int` of each thread.

use super::{Model, Outcome};
use crate::effects::SELF;
use crate::fault::Halt;
use crate::machine::{Args, Machine, Mode};

/// The functions of this file.
pub const MODELS: &[Model] = &[Model { name: "__errno_location", effects: SELF, run: location }];

pub const EPERM: u64 = 1;
pub const EBADF: u64 = 9;
pub const EAGAIN: u64 = 11;
pub const ENOMEM: u64 = 12;
pub const EBUSY: u64 = 16;
pub const EINVAL: u64 = 22;
pub const ENOTTY: u64 = 25;
pub const ERANGE: u64 = 34;
pub const EDEADLK: u64 = 35;
pub const EOVERFLOW: u64 = 75;
pub const ENOTSUP: u64 = 95;
pub const ETIMEDOUT: u64 = 110;
pub const EOWNERDEAD: u64 = 130;
pub const ENOTRECOVERABLE: u64 = 131;

fn location(machine: &mut Machine<'_>, _: &Args<'_>) -> Result<Outcome, Halt> {
    Outcome::number(machine.errno_address()?)
}

/// Sets `errno`, of which nothing is left behind what is evaluated apart.
pub fn set(machine: &mut Machine<'_>, code: u64) -> Result<(), Halt> {
    if machine.is_evaluating() {
        return Ok(());
    }
    let address = machine.errno_address()?;
    machine.write_bits(address, 4, (code.into(), u32::MAX.into()), Mode::Write)
}

/// Sets `errno` and returns -1.
pub fn fail(machine: &mut Machine<'_>, code: u64) -> Result<Outcome, Halt> {
    set(machine, code)?;
    Outcome::number(u64::from(u32::MAX))
}

/// Sets `errno` and returns a null pointer.
pub fn null(machine: &mut Machine<'_>, code: u64) -> Result<Outcome, Halt> {
    set(machine, code)?;
    Outcome::number(0)
}
