//! Non-local jumps. Signal masks are not kept: there are no signals to mask.

use super::{Model, Outcome};
use crate::effects::VISIBLE;
use crate::fault::Halt;
use crate::machine::{Args, Event, Leave, Machine};
use allways_trace::{Act, Operation};

/// The functions of this file.
pub const MODELS: &[Model] = &[
    Model { name: "setjmp", effects: VISIBLE, run: set },
    Model { name: "_setjmp", effects: VISIBLE, run: set },
    Model { name: "sigsetjmp", effects: VISIBLE, run: set },
    Model { name: "__sigsetjmp", effects: VISIBLE, run: set },
    Model { name: "longjmp", effects: VISIBLE, run: jump },
    Model { name: "_longjmp", effects: VISIBLE, run: jump },
    Model { name: "siglongjmp", effects: VISIBLE, run: jump },
    Model { name: "__longjmp_chk", effects: VISIBLE, run: jump },
];

fn set(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    let buffer = args.get(machine, 0)?;
    let target = machine.jump_target()?;
    machine.fill_jump_buffer(buffer, target)?;
    machine.note(|| Event::Did { what: Operation::SetJump, address: buffer });
    Outcome::number(0)
}

fn jump(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    let (buffer, value) = (args.get(machine, 0)?, args.get(machine, 1)? as u32);
    let target = machine.read_jump_buffer(buffer)?;
    // What is returned again is never 0: that is what the first return says.
    machine.jump_back(target, value.max(1), Leave::Jump)?;
    machine.note(|| Event::Acted(Act::JumpBack));
    Ok(Outcome::Moved)
}
