//! Cancellation and cleanup handlers.
//!
//! A request to end a thread waits until the thread calls a cancellation point. There it ends, with
//! one exception: a thread that is blocked when it is asked, and for which the event that it waits
//! for has come too, may also go on. So a thread that blocks notes that it does, where the program
//! can cancel at all.

use super::{Model, Outcome, errno, write_int};
use crate::effects::{CANCEL, CANCEL_TYPE, CANCELLATION, VISIBLE};
use crate::fault::{Block, Halt, Misuse};
use crate::machine::{Args, Event, Machine, Mode};
use crate::state::{Control, Wait};
use allways_trace::Act;

/// The functions of this file.
pub const MODELS: &[Model] = &[
    Model { name: "pthread_cancel", effects: CANCEL, run: cancel },
    Model { name: "pthread_setcancelstate", effects: VISIBLE, run: set_state },
    Model { name: "pthread_setcanceltype", effects: CANCEL_TYPE, run: set_type },
    Model { name: "pthread_testcancel", effects: CANCELLATION, run: test },
    Model { name: "__pthread_register_cancel", effects: VISIBLE, run: register },
    Model { name: "__pthread_unregister_cancel", effects: VISIBLE, run: unregister },
    Model { name: "__pthread_register_cancel_defer", effects: VISIBLE, run: register_deferred },
    Model {
        name: "__pthread_unregister_cancel_restore",
        effects: VISIBLE,
        run: unregister_restoring,
    },
    Model { name: "__pthread_unwind_next", effects: VISIBLE, run: unwind_next },
];

/// What became of a cancellation point.
pub(super) enum Point {
    /// The operation goes on.
    Go,
    /// The time is over.
    TimedOut,
    /// The thread has moved: it ends, or is known to be blocked.
    Moved,
}

/// Passes a cancellation point that blocks until the operation is `ready`, or the time is over.
pub(super) fn pass(
    machine: &mut Machine<'_>,
    ready: bool,
    timed: bool,
    block: Block,
) -> Result<Point, Halt> {
    let control = machine.thread().control;
    let suspended = control.wait == Wait::Suspended;
    if control.must_cancel() && !(suspended && ready && machine.choose(2)? == 0) {
        machine.cancel()?;
        return Ok(Point::Moved);
    }
    let may_suspend = !ready && !suspended && machine.vm.cancels() && !control.cancel.disabled;
    if may_suspend && (!timed || machine.choose(2)? == 1) {
        machine.thread().control.wait = Wait::Suspended;
        return Ok(Point::Moved);
    }
    if !ready && !timed {
        return Err(Halt::Block(block));
    }
    machine.thread().control.wait = Wait::None;
    Ok(if ready { Point::Go } else { Point::TimedOut })
}

fn cancel(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    let handle = args.get(machine, 0)?;
    let number = machine.vm.space.thread_of(handle).ok_or(Misuse::NotAThread)?;
    let control = machine.control_looked_at(number).ok_or(Misuse::NotAThread)?;
    if control.released {
        return Err(Misuse::NotAThread.into());
    }
    if control.ended.is_none() && control.exiting.is_none() {
        let mut control = control;
        control.cancel.pending = true;
        machine.set_control_of(number, control);
    }
    machine.note(|| Event::Cancelled { thread: number });
    Outcome::number(0)
}

/// Sets a flag of the running thread to the first argument, and stores what it was.
fn set_flag(
    machine: &mut Machine<'_>,
    args: &Args<'_>,
    flag: fn(&mut Control) -> &mut bool,
) -> Result<Outcome, Halt> {
    let (new, old) = (args.get(machine, 0)? as u32, args.get(machine, 1)?);
    if new > 1 {
        return Outcome::number(errno::EINVAL);
    }
    let was = *flag(&mut machine.thread().control);
    if old != 0 {
        write_int(machine, old, was.into())?;
    }
    *flag(&mut machine.thread().control) = new == 1;
    Outcome::number(0)
}

fn set_state(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    set_flag(machine, args, |control| &mut control.cancel.disabled)
}

fn set_type(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    set_flag(machine, args, |control| &mut control.cancel.anywhere)
}

/// Every call of it is a cancellation point; here nothing is left to do.
fn test(_: &mut Machine<'_>, _: &Args<'_>) -> Result<Outcome, Halt> {
    Ok(Outcome::Nothing)
}

/// A cleanup handler whose buffer `setjmp` has filled becomes the innermost.
fn register(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    let buffer = args.get(machine, 0)?;
    let (at, unit) = (machine.next_cleanup_at(buffer), machine.vm.pointer_bytes());
    let next = machine.thread().control.cleanup;
    machine.write_bits(at, unit, (next.into(), u128::MAX), Mode::Write)?;
    machine.thread().control.cleanup = buffer;
    machine.note(|| Event::Acted(Act::PushCleanup));
    Ok(Outcome::Nothing)
}

/// The innermost cleanup handler is gone.
fn unregister(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    let buffer = args.get(machine, 0)?;
    let (at, unit) = (machine.next_cleanup_at(buffer), machine.vm.pointer_bytes());
    let (next, _) = machine.read_bits(at, unit, Mode::Read)?;
    machine.thread().control.cleanup = next as u64;
    machine.note(|| Event::Acted(Act::PopCleanup));
    Ok(Outcome::Nothing)
}

/// Where the buffer of a handler keeps the type of cancellation that was in force.
fn type_at(machine: &Machine<'_>, buffer: u64) -> u64 {
    machine.next_cleanup_at(buffer) + 2 * machine.vm.pointer_bytes()
}

fn register_deferred(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    let at = type_at(machine, args.get(machine, 0)?);
    let anywhere = machine.thread().control.cancel.anywhere;
    write_int(machine, at, anywhere.into())?;
    machine.thread().control.cancel.anywhere = false;
    register(machine, args)
}

fn unregister_restoring(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    let at = type_at(machine, args.get(machine, 0)?);
    let (anywhere, _) = machine.read_bits(at, 4, Mode::Read)?;
    machine.thread().control.cancel.anywhere = anywhere != 0;
    unregister(machine, args)
}

/// A cleanup handler has run; on to the next.
fn unwind_next(machine: &mut Machine<'_>, _: &Args<'_>) -> Result<Outcome, Halt> {
    machine.unwind()?;
    Ok(Outcome::Moved)
}
