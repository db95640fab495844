//! POSIX threads, semaphores and C11's threads. What they keep lies in the program's own memory,
//! laid out as glibc does it, so that static initialisers, copies and frees mean what they mean
//! there; who waits for what is kept with the threads.
//!
//! Every operation is one atomic access, except that initialising and destroying are plain writes
//! to every byte: a race with them is a race.

mod attr;
mod attributes;
mod barrier;
mod c11;
mod cancel;
mod cond;
mod futex;
mod key;
mod mutex;
mod once;
mod rwlock;
mod schedule;
mod semaphore;
mod spin;
mod thread;
mod timeout;

use super::{Model, Outcome, errno};
use crate::fault::Halt;
use crate::machine::{Event, Machine, Mode};
use crate::state::Chunk;
use allways_trace::Operation;

/// The functions of this folder.
pub const MODELS: &[&[Model]] = &[
    attr::MODELS,
    attributes::MODELS,
    barrier::MODELS,
    c11::MODELS,
    cancel::MODELS,
    cond::MODELS,
    futex::MODELS,
    key::MODELS,
    mutex::MODELS,
    once::MODELS,
    rwlock::MODELS,
    schedule::MODELS,
    semaphore::MODELS,
    spin::MODELS,
    thread::MODELS,
];

/// Whether the program's pointers have 32 bits.
fn is_narrow(machine: &Machine<'_>) -> bool {
    machine.vm.program.pointer_bits == 32
}

/// The 32 bits at an offset, if they are defined.
fn field(bytes: &Chunk, at: u64) -> Option<u32> {
    let (value, defined) = bytes.bits(at as usize, 4);
    (defined as u32 == u32::MAX).then_some(value as u32)
}

/// Sets the 32 bits at an offset.
fn set_field(bytes: &mut Chunk, at: u64, value: u32) {
    bytes.set_bits(at as usize, 4, value.into(), u32::MAX.into());
}

/// Writes fields of 32 bits.
fn write_fields(
    machine: &mut Machine<'_>,
    address: u64,
    fields: &[(u64, u32)],
    mode: Mode,
) -> Result<(), Halt> {
    for &(at, value) in fields {
        let value = (value.into(), u32::MAX.into());
        machine.write_bits(address + at, 4, value, mode)?;
    }
    Ok(())
}

/// Writes an `int` that the caller gets.
fn write_int(machine: &mut Machine<'_>, address: u64, value: u32) -> Result<(), Halt> {
    machine.write_number(address, 4, value.into())
}

/// Reads an `int` that must be defined.
fn read_int(machine: &mut Machine<'_>, address: u64) -> Result<u32, Halt> {
    Ok(machine.read_number(address, 4)? as u32)
}

/// Initialises an object with fields of 32 bits, the rest zero.
fn initialise(
    machine: &mut Machine<'_>,
    address: u64,
    size: u64,
    fields: &[(u64, u32)],
) -> Result<Outcome, Halt> {
    let mut bytes = Chunk::zero(size as usize);
    fields.iter().for_each(|&(at, value)| set_field(&mut bytes, at, value));
    machine.write_bytes(address, &bytes, Mode::Initialise)?;
    machine.note(|| Event::Did { what: Operation::Initialise, address });
    Outcome::number(0)
}

/// Ends an object: a write to every byte that leaves `value` at an offset, as a mark, and nothing
/// that may be read anywhere else.
fn finish(
    machine: &mut Machine<'_>,
    address: u64,
    size: u64,
    (at, value): (u64, u32),
) -> Result<Outcome, Halt> {
    let mut bytes = Chunk::undefined(size as usize);
    set_field(&mut bytes, at, value);
    machine.write_bytes(address, &bytes, Mode::Initialise)?;
    machine.note(|| Event::Did { what: Operation::Destroy, address });
    Outcome::number(0)
}
