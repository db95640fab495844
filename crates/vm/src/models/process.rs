//! The process: its end, and the threads' turns.

use super::{Model, Outcome};
use crate::fault::Halt;
use crate::machine::{Args, Machine};
use crate::word::Word;

/// The functions of this file.
pub const MODELS: &[Model] = &[
    Model { name: "exit", run: exit },
    Model { name: "_exit", run: exit_now },
    Model { name: "_Exit", run: exit_now },
    Model { name: "quick_exit", run: exit_now },
    Model { name: "atexit", run: atexit },
    Model { name: "sched_yield", run: nothing_to_do },
    Model { name: "sleep", run: nothing_to_do },
    Model { name: "usleep", run: nothing_to_do },
];

fn exit(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    let status = args.get(machine, 0)?;
    machine.exit(Word::new(status));
    Ok(Outcome::Moved)
}

fn exit_now(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    let status = args.get(machine, 0)?;
    machine.end_process(status as u32);
    Ok(Outcome::Moved)
}

fn atexit(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    let handler = args.get(machine, 0)?;
    machine.function_at(handler)?;
    machine.process.exit_handlers.push(handler);
    Outcome::number(0)
}

/// Giving up the processor allows nothing that was not allowed before.
fn nothing_to_do(_: &mut Machine<'_>, _: &Args<'_>) -> Result<Outcome, Halt> {
    Outcome::number(0)
}
