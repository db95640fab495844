//! What the C++ runtime needs natively: static variables of functions, and the end of a program.
//!
//! A static variable of a function has a guard of eight bytes: the first is 1 when the variable is
//! initialised, the second while a thread initialises it. Which thread that is it does not say: the program
//! looks at the guard itself, and whoever could read the number of a thread there could tell threads apart.
//! An initialisation that comes to itself again waits for good.

use super::{Model, Outcome};
use crate::effects::VISIBLE;
use crate::fault::{Block, FaultKind, Halt};
use crate::machine::{Args, Event, Machine, Mode};
use allways_trace::Operation;

/// The functions of this file.
pub const MODELS: &[Model] = &[
    Model { name: "__cxa_guard_acquire", effects: VISIBLE, run: acquire },
    Model { name: "__cxa_guard_release", effects: VISIBLE, run: release },
    Model { name: "__cxa_guard_abort", effects: VISIBLE, run: give_up },
    Model { name: "__abort_message", effects: VISIBLE, run: terminate },
];

const SIZE: u64 = 8;
const DONE: u64 = 1;
const RUNNING: u64 = 1 << 8;

fn write(machine: &mut Machine<'_>, guard: u64, value: u64) -> Result<(), Halt> {
    machine.write_bits(guard, SIZE, (value.into(), u64::MAX.into()), Mode::AtomicWrite)
}

fn acquire(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    let guard = args.get(machine, 0)?;
    let (value, _) = machine.read_bits(guard, SIZE, Mode::AtomicWrite)?;
    let value = value as u64;
    if value & 0xff != 0 {
        return Outcome::number(0);
    }
    if value & RUNNING != 0 {
        return Err(Halt::Block(Block::Static { guard }));
    }
    write(machine, guard, RUNNING)?;
    machine.note(|| Event::Did { what: Operation::Initialise, address: guard });
    Outcome::number(1)
}

fn release(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    let guard = args.get(machine, 0)?;
    write(machine, guard, DONE)?;
    machine.note(|| Event::Did { what: Operation::Initialised, address: guard });
    Ok(Outcome::Nothing)
}

/// The initialisation was left by an exception: the next one tries again.
fn give_up(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    let guard = args.get(machine, 0)?;
    write(machine, guard, 0)?;
    Ok(Outcome::Nothing)
}

/// The last words of libc++abi before it ends the program.
fn terminate(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    let given = |number| args.word(machine, number).get().filter(|_| number < args.len());
    let [text, exception, what] = [0, 2, 3].map(|number| given(number).unwrap_or(0));
    Err(FaultKind::Terminate { text, exception, what }.into())
}
