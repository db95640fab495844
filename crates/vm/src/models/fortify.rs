//! What the compiler checks at run time when it is asked to fortify.

use super::{Model, Outcome};
use crate::effects::VISIBLE;
use crate::fault::{FaultKind, Halt};
use crate::machine::{Args, Machine};

/// The functions of this file.
pub const MODELS: &[Model] = &[
    Model { name: "__chk_fail", effects: VISIBLE, run: fail },
    Model { name: "__fortify_fail", effects: VISIBLE, run: fail },
    Model { name: "__stack_chk_fail", effects: VISIBLE, run: fail },
    Model { name: "__fdelt_chk", effects: VISIBLE, run: fdelt },
];

/// Faults when more bytes are to be written at the first argument than argument `room` says it has.
pub fn check_room(
    machine: &mut Machine<'_>,
    args: &Args<'_>,
    size: u64,
    room: usize,
) -> Result<(), Halt> {
    let room = args.size(machine, room)?;
    if size <= room {
        return Ok(());
    }
    Err(FaultKind::Overrun { address: args.get(machine, 0)?, size, room }.into())
}

/// Faults when what is written meets what is read: first bytes and sizes.
pub fn check_apart(written: (u64, u64), read: (u64, u64)) -> Result<(), Halt> {
    let ends = [written, read].map(|(start, size)| start.saturating_add(size));
    if written.1 == 0 || read.1 == 0 || written.0 >= ends[1] || read.0 >= ends[0] {
        return Ok(());
    }
    Err(FaultKind::Overlap { to: written.0, size: read.1 }.into())
}

fn fail(_: &mut Machine<'_>, _: &Args<'_>) -> Result<Outcome, Halt> {
    Err(FaultKind::Abort.into())
}

/// The word of an `fd_set` that a descriptor belongs to.
fn fdelt(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    let descriptor = args.long(machine, 0)?;
    if !(0..1024).contains(&descriptor) {
        return Err(FaultKind::Abort.into());
    }
    Outcome::number(descriptor as u64 / u64::from(machine.vm.program.pointer_bits))
}
