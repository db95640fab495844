//! Threads: create, join, detach, exit.

use super::errno;
use crate::explain::Event;
use crate::fault::{Block, FaultKind, Halt, Misuse};
use crate::machine::{Args, Machine, Mode};
use crate::models::{Model, Outcome};
use crate::state::Control;

/// The functions of this file.
pub const MODELS: &[Model] = &[
    Model { name: "pthread_create", run: create },
    Model { name: "pthread_join", run: join },
    Model { name: "pthread_detach", run: detach },
    Model { name: "pthread_exit", run: exit },
    Model { name: "pthread_self", run: own_handle },
    Model { name: "pthread_equal", run: equal },
];

fn create(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    let out = args.get(machine, 0)?;
    let function = machine.function_at(args.get(machine, 2)?)?;
    let argument = args.word(machine, 3);
    let frames = machine.frames_for_thread(function, argument)?;
    let control = Control { function, ..Control::default() };
    let number = machine.new_thread(control, frames)?;
    let handle = machine.vm.space.handle(number);
    let unit = u64::from(machine.vm.program.pointer_bits) / 8;
    machine.write_bits(out, unit, (handle.into(), u64::MAX.into()), Mode::Write)?;
    machine.note(|| Event::Created { thread: number, function });
    Outcome::number(0)
}

/// The thread of a handle that may still be joined or detached.
fn joinable(machine: &mut Machine<'_>, handle: u64) -> Result<(u32, Control), Halt> {
    let misuse = FaultKind::Misuse(Misuse::NotAThread);
    let number = machine.vm.space.thread_of(handle).ok_or(misuse)?;
    let control = machine.control_of(number).ok_or(misuse)?;
    if control.detached || control.released {
        return Err(FaultKind::Misuse(Misuse::JoinedTwice).into());
    }
    Ok((number, control))
}

fn join(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    let (number, control) = joinable(machine, args.get(machine, 0)?)?;
    if number == machine.thread_id() {
        return Outcome::number(errno::EDEADLK);
    }
    let out = args.get(machine, 1)?;
    let Some(result) = control.ended else {
        return Err(Halt::Block(Block::Join { thread: number }));
    };
    if out != 0 {
        let unit = u64::from(machine.vm.program.pointer_bits) / 8;
        let value = (result.value.into(), result.defined.into());
        machine.write_bits(out, unit, value, Mode::Write)?;
    }
    machine.release_thread(number);
    machine.note(|| Event::Joined { thread: number });
    Outcome::number(0)
}

fn detach(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    let (number, control) = joinable(machine, args.get(machine, 0)?)?;
    machine.set_control_of(number, Control { detached: true, ..control });
    if control.ended.is_some() {
        machine.release_thread(number);
    }
    Outcome::number(0)
}

fn exit(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    let result = args.word(machine, 0);
    machine.end_thread(result)?;
    Ok(Outcome::Moved)
}

fn own_handle(machine: &mut Machine<'_>, _: &Args<'_>) -> Result<Outcome, Halt> {
    Outcome::number(machine.vm.space.handle(machine.thread_id()))
}

fn equal(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    let same = args.get(machine, 0)? == args.get(machine, 1)?;
    Outcome::number(u64::from(same))
}
