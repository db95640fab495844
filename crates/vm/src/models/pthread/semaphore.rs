//! Unnamed semaphores.

use super::cancel::{self, Point};
use super::timeout::{self, Time};
use super::{errno, field, finish, initialise, is_narrow, write_fields, write_int};
use crate::effects::{ALIKE, MEMORY, TRY, TRY_ALIKE, VISIBLE};
use crate::fault::{Block, Halt, Misuse};
use crate::machine::{Args, Event, Machine, Mode};
use crate::models::{Model, Outcome};
use allways_trace::Operation;

/// The functions of this file.
pub const MODELS: &[Model] = &[
    Model { name: "sem_init", effects: MEMORY, run: init },
    Model { name: "sem_destroy", effects: VISIBLE, run: destroy },
    Model { name: "sem_wait", effects: ALIKE, run: wait },
    Model { name: "sem_trywait", effects: TRY_ALIKE, run: try_wait },
    Model { name: "sem_timedwait", effects: VISIBLE, run: timed_wait },
    Model { name: "__sem_timedwait64", effects: VISIBLE, run: timed_wait_wide },
    Model { name: "sem_clockwait", effects: VISIBLE, run: clock_wait },
    Model { name: "__sem_clockwait64", effects: VISIBLE, run: clock_wait_wide },
    Model { name: "sem_post", effects: ALIKE, run: post },
    Model { name: "sem_getvalue", effects: TRY, run: get_value },
];

const VALUE: u64 = 0;
/// Padding that holds a mark while the semaphore is one: there is no static initialiser.
const MARK: u64 = 12;
const INITIALISED: u32 = 1;
/// `SEM_VALUE_MAX`.
const MOST: u32 = i32::MAX as u32;

fn size(machine: &Machine<'_>) -> u64 {
    if is_narrow(machine) { 16 } else { 32 }
}

fn value(machine: &mut Machine<'_>, address: u64) -> Result<u32, Halt> {
    let bytes = machine.read_bytes(address, size(machine), Mode::AtomicWrite)?;
    match (field(&bytes, VALUE), field(&bytes, MARK)) {
        (Some(value), Some(INITIALISED)) => Ok(value),
        _ => Err(Misuse::NotASemaphore.into()),
    }
}

fn init(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    let (address, value) = (args.get(machine, 0)?, args.get(machine, 2)? as u32);
    if value > MOST {
        return errno::fail(machine, errno::EINVAL);
    }
    initialise(machine, address, size(machine), &[(VALUE, value), (MARK, INITIALISED)])
}

fn destroy(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    let address = args.get(machine, 0)?;
    value(machine, address)?;
    finish(machine, address, size(machine), (MARK, 0))
}

fn take(machine: &mut Machine<'_>, address: u64, value: u32) -> Result<Outcome, Halt> {
    write_fields(machine, address, &[(VALUE, value - 1)], Mode::AtomicWrite)?;
    machine.note(|| Event::Did { what: Operation::Take, address });
    Outcome::number(0)
}

fn wait(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    let address = args.get(machine, 0)?;
    wait_or_time_out(machine, address, false)
}

fn wait_or_time_out(machine: &mut Machine<'_>, address: u64, timed: bool) -> Result<Outcome, Halt> {
    let value = value(machine, address)?;
    match cancel::pass(machine, value > 0, timed, Block::Semaphore { address })? {
        Point::Go => take(machine, address, value),
        Point::TimedOut => {
            machine.note(|| Event::Did { what: Operation::TimeOut, address });
            errno::fail(machine, errno::ETIMEDOUT)
        }
        Point::Moved => Ok(Outcome::Moved),
    }
}

fn try_wait(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    let address = args.get(machine, 0)?;
    match value(machine, address)? {
        0 => errno::fail(machine, errno::EAGAIN),
        value => take(machine, address, value),
    }
}

/// Waits or times out. While the semaphore is 0 the time may pass.
fn wait_until(
    machine: &mut Machine<'_>,
    args: &Args<'_>,
    deadline: usize,
    time: Time,
) -> Result<Outcome, Halt> {
    let (address, deadline) = (args.get(machine, 0)?, args.get(machine, deadline)?);
    if let Some(code) = timeout::check(machine, deadline, time)? {
        return errno::fail(machine, code);
    }
    wait_or_time_out(machine, address, true)
}

fn timed_wait(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    wait_until(machine, args, 1, Time::Native)
}

fn timed_wait_wide(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    wait_until(machine, args, 1, Time::Wide)
}

fn clock_wait_with(
    machine: &mut Machine<'_>,
    args: &Args<'_>,
    time: Time,
) -> Result<Outcome, Halt> {
    if !timeout::is_clock(args.get(machine, 1)?) {
        return errno::fail(machine, errno::EINVAL);
    }
    wait_until(machine, args, 2, time)
}

fn clock_wait(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    clock_wait_with(machine, args, Time::Native)
}

fn clock_wait_wide(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    clock_wait_with(machine, args, Time::Wide)
}

fn post(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    let address = args.get(machine, 0)?;
    let value = value(machine, address)?;
    if value == MOST {
        return errno::fail(machine, errno::EOVERFLOW);
    }
    write_fields(machine, address, &[(VALUE, value + 1)], Mode::AtomicWrite)?;
    machine.note(|| Event::Did { what: Operation::Post, address });
    Outcome::number(0)
}

fn get_value(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    let (address, out) = (args.get(machine, 0)?, args.get(machine, 1)?);
    let value = value(machine, address)?;
    write_int(machine, out, value)?;
    Outcome::number(0)
}
