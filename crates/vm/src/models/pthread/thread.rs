//! Threads: create, join, detach, exit.

use super::cancel::{self, Point};
use super::timeout::{self, Time};
use super::{attr, errno};
use crate::effects::{CREATE, EXIT, JOIN, SELF, VISIBLE};
use crate::fault::{Block, Halt, Misuse};
use crate::machine::{Args, Event, Machine, Mode};
use crate::models::{Model, Outcome};
use crate::state::{Control, Signals};
use crate::value::word::Word;

/// The functions of this file.
pub const MODELS: &[Model] = &[
    Model { name: "pthread_create", effects: CREATE, run: create },
    Model { name: "pthread_join", effects: JOIN, run: join },
    Model { name: "pthread_tryjoin_np", effects: VISIBLE, run: try_join },
    Model { name: "pthread_timedjoin_np", effects: VISIBLE, run: timed_join },
    Model { name: "__pthread_timedjoin_np64", effects: VISIBLE, run: timed_join_wide },
    Model { name: "pthread_clockjoin_np", effects: VISIBLE, run: clock_join },
    Model { name: "__pthread_clockjoin_np64", effects: VISIBLE, run: clock_join_wide },
    Model { name: "pthread_detach", effects: VISIBLE, run: detach },
    Model { name: "pthread_exit", effects: EXIT, run: exit },
    Model { name: "pthread_self", effects: SELF, run: own_handle },
    Model { name: "pthread_equal", effects: SELF, run: equal },
];

fn create(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    let (out, attributes) = (args.get(machine, 0)?, args.get(machine, 1)?);
    let wanted = attr::wanted(machine, attributes)?;
    if wanted.privileged {
        return Outcome::number(errno::EPERM);
    }
    let function = args.get(machine, 2)?;
    start(machine, out, function, args.word(machine, 3), wanted.detached)
}

/// Starts a thread and stores its handle.
pub fn start(
    machine: &mut Machine<'_>,
    out: u64,
    function: u64,
    argument: Word,
    detached: bool,
) -> Result<Outcome, Halt> {
    let function = machine.function_at(function)?;
    let frames = machine.frames_for_thread(function, argument)?;
    let signals = Signals { waiting: 0, ..machine.thread().control.signals };
    let control = Control { function, detached, signals, ..Control::default() };
    let number = machine.new_thread(control, frames)?;
    machine.hand_over(argument.value, number);
    machine.note_start();
    machine.process.shared = machine.vm.watches_names();
    machine.process.detached |= detached && machine.process.shared;
    let handle = machine.vm.space.handle(number);
    let unit = machine.vm.pointer_bytes();
    machine.write_bits(out, unit, (handle.into(), u64::MAX.into()), Mode::Write)?;
    machine.note(|| Event::Created { thread: number, function });
    Outcome::number(0)
}

/// The thread of a handle that may still be joined or detached.
fn joinable(machine: &mut Machine<'_>, handle: u64) -> Result<(u32, Control), Halt> {
    let number = machine.vm.space.thread_of(handle).ok_or(Misuse::NotAThread)?;
    let control = machine.control_of(number).ok_or(Misuse::NotAThread)?;
    if control.detached || control.released {
        return Err(Misuse::JoinedTwice.into());
    }
    Ok((number, control))
}

/// How long to wait for the end of a thread.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Patience {
    /// As long as it takes.
    Forever,
    /// Not at all.
    None,
    /// Until a deadline.
    Until(u64, Time),
}

/// Waits for the end of a thread and stores `size` bytes of its result.
pub fn join_with(
    machine: &mut Machine<'_>,
    (handle, out, size): (u64, u64, u64),
    patience: Patience,
) -> Result<Outcome, Halt> {
    machine.note_wait();
    if patience != Patience::Forever {
        machine.note_look_at_end();
    }
    let (number, control) = joinable(machine, handle)?;
    if number == machine.thread_id() {
        return Outcome::number(errno::EDEADLK);
    }
    if patience == Patience::None && control.ended.is_none() {
        return Outcome::number(errno::EBUSY);
    }
    if let Patience::Until(deadline, time) = patience
        && control.ended.is_none()
        && let Some(code) = timeout::check(machine, deadline, time)?
    {
        return Outcome::number(code);
    }
    let (ready, timed) = (control.ended.is_some(), patience != Patience::Forever);
    if patience != Patience::None {
        match cancel::pass(machine, ready, timed, Block::Join { thread: number })? {
            Point::Go => {}
            Point::TimedOut => return Outcome::number(errno::ETIMEDOUT),
            Point::Moved => return Ok(Outcome::Moved),
        }
    }
    let result = control.ended.unwrap_or(Word::ZERO);
    if out != 0 {
        machine.noted.takes_result = true;
        let value = (result.value.into(), result.defined.into());
        machine.write_bits(out, size, value, Mode::Write)?;
    }
    machine.release_thread(number);
    machine.regain_everything();
    machine.note(|| Event::Joined { thread: number });
    Outcome::number(0)
}

fn join_thread(
    machine: &mut Machine<'_>,
    args: &Args<'_>,
    patience: Patience,
) -> Result<Outcome, Halt> {
    let (handle, out) = (args.get(machine, 0)?, args.get(machine, 1)?);
    let size = machine.vm.pointer_bytes();
    join_with(machine, (handle, out, size), patience)
}

fn join(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    join_thread(machine, args, Patience::Forever)
}

fn try_join(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    join_thread(machine, args, Patience::None)
}

/// No deadline is one that never comes.
fn until(deadline: u64, time: Time) -> Patience {
    if deadline == 0 { Patience::Forever } else { Patience::Until(deadline, time) }
}

fn timed_join(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    let deadline = args.get(machine, 2)?;
    join_thread(machine, args, until(deadline, Time::Native))
}

fn timed_join_wide(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    let deadline = args.get(machine, 2)?;
    join_thread(machine, args, until(deadline, Time::Wide))
}

fn clock_join_with(
    machine: &mut Machine<'_>,
    args: &Args<'_>,
    time: Time,
) -> Result<Outcome, Halt> {
    let deadline = args.get(machine, 3)?;
    if !timeout::is_clock(args.get(machine, 2)?) {
        return Outcome::number(errno::EINVAL);
    }
    join_thread(machine, args, until(deadline, time))
}

fn clock_join(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    clock_join_with(machine, args, Time::Native)
}

fn clock_join_wide(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    clock_join_with(machine, args, Time::Wide)
}

/// Nobody will join a thread.
pub fn detach(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    let handle = args.get(machine, 0)?;
    machine.note_look_at_end();
    let (number, control) = joinable(machine, handle)?;
    machine.set_control_of(number, Control { detached: true, ..control });
    machine.process.detached |= machine.process.shared;
    if control.ended.is_some() {
        machine.release_thread(number);
    }
    Outcome::number(0)
}

fn exit(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    let result = args.word(machine, 0);
    machine.begin_exit(result)?;
    Ok(Outcome::Moved)
}

/// The running thread's handle.
pub fn own_handle(machine: &mut Machine<'_>, _: &Args<'_>) -> Result<Outcome, Halt> {
    machine.needs_thread()?;
    Outcome::number(machine.vm.space.handle(machine.thread_id()))
}

/// Whether two handles are the same.
pub fn equal(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    let same = args.get(machine, 0)? == args.get(machine, 1)?;
    Outcome::number(u64::from(same))
}
