//! Barriers. How many have arrived lies in memory; who waits is kept with the threads. Which of the
//! threads is told that it is the one is open.

use super::{errno, field, finish, initialise, write_fields};
use crate::effects::{MEMORY, VISIBLE};
use crate::fault::{Block, Halt, Misuse};
use crate::machine::{Args, Event, Machine, Mode};
use crate::models::{Model, Outcome};
use crate::state::{Control, Wait};
use allways_trace::Operation;

/// The functions of this file.
pub const MODELS: &[Model] = &[
    Model { name: "pthread_barrier_init", effects: MEMORY, run: init },
    Model { name: "pthread_barrier_destroy", effects: VISIBLE, run: destroy },
    Model { name: "pthread_barrier_wait", effects: VISIBLE, run: wait },
];

const ARRIVED: u64 = 0;
/// How many must arrive; 0 when the barrier is none.
const COUNT: u64 = 8;
/// `PTHREAD_BARRIER_SERIAL_THREAD`: -1.
const SERIAL_THREAD: u64 = u32::MAX as u64;
/// More than that glibc cannot count.
const MOST: u32 = u32::MAX / 2;

fn size(machine: &Machine<'_>) -> u64 {
    if super::is_narrow(machine) { 20 } else { 32 }
}

/// How many have arrived, and how many must.
fn read(machine: &mut Machine<'_>, address: u64) -> Result<(u32, u32), Halt> {
    let bytes = machine.read_bytes(address, size(machine), Mode::AtomicWrite)?;
    match (field(&bytes, ARRIVED), field(&bytes, COUNT)) {
        (Some(arrived), Some(count)) if count > 0 => Ok((arrived, count)),
        _ => Err(Misuse::NotABarrier.into()),
    }
}

fn waiters(machine: &mut Machine<'_>, address: u64) -> Vec<u32> {
    let waits = Wait::Barrier { barrier: address };
    let mut numbers = machine.thread_numbers();
    numbers.retain(|&number| machine.control_of(number).is_some_and(|c| c.wait == waits));
    numbers
}

fn init(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    let (address, count) = (args.get(machine, 0)?, args.get(machine, 2)? as u32);
    if count == 0 || count > MOST {
        return Outcome::number(errno::EINVAL);
    }
    initialise(machine, address, size(machine), &[(COUNT, count)])
}

fn destroy(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    let address = args.get(machine, 0)?;
    read(machine, address)?;
    if !waiters(machine, address).is_empty() {
        return Err(Misuse::DestroyBarrier.into());
    }
    finish(machine, address, size(machine), (COUNT, 0))
}

fn wait(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    let address = args.get(machine, 0)?;
    match machine.thread().control.wait {
        Wait::Barrier { .. } => Err(Halt::Block(Block::Barrier { address })),
        Wait::Passed { serial } => {
            machine.thread().control.wait = Wait::None;
            passed(serial)
        }
        _ => arrive(machine, address),
    }
}

fn passed(serial: bool) -> Result<Outcome, Halt> {
    Outcome::number(if serial { SERIAL_THREAD } else { 0 })
}

fn arrive(machine: &mut Machine<'_>, address: u64) -> Result<Outcome, Halt> {
    let (arrived, count) = read(machine, address)?;
    if arrived + 1 < count {
        write_fields(machine, address, &[(ARRIVED, arrived + 1)], Mode::AtomicWrite)?;
        machine.thread().control.wait = Wait::Barrier { barrier: address };
        machine.note(|| Event::Did { what: Operation::WaitAt, address });
        return Ok(Outcome::Moved);
    }
    let waiting = waiters(machine, address);
    let one = machine.choose(waiting.len() as u32 + 1)? as usize;
    write_fields(machine, address, &[(ARRIVED, 0)], Mode::AtomicWrite)?;
    for (position, &number) in waiting.iter().enumerate() {
        if let Some(control) = machine.control_of(number) {
            let wait = Wait::Passed { serial: position == one };
            machine.set_control_of(number, Control { wait, ..control });
        }
    }
    machine.note(|| Event::Did { what: Operation::Open, address });
    passed(one == waiting.len())
}
