//! Spin locks: an `int` that is 1 when free, as glibc has it, and else names the owner, under a
//! mark.

use super::{errno, finish, initialise, write_fields};
use crate::effects::{MEMORY, TRY, VISIBLE};
use crate::fault::{Block, Halt, Misuse};
use crate::machine::{Args, Event, Machine, Mode};
use crate::models::{Model, Outcome};
use allways_program::holder;
use allways_trace::Operation;

/// The functions of this file.
pub const MODELS: &[Model] = &[
    Model { name: "pthread_spin_init", effects: MEMORY, run: init },
    Model { name: "pthread_spin_destroy", effects: VISIBLE, run: destroy },
    Model { name: "pthread_spin_lock", effects: VISIBLE, run: lock },
    Model { name: "pthread_spin_trylock", effects: TRY, run: try_lock },
    Model { name: "pthread_spin_unlock", effects: VISIBLE, run: unlock },
];

const SIZE: u64 = 4;
const FREE: u32 = 1;
/// The number when thread 0 holds it.
const FIRST_OWNER: u32 = 2;
const DESTROYED: u32 = 0;

/// Who holds the lock.
fn owner(machine: &mut Machine<'_>, address: u64) -> Result<Option<u32>, Halt> {
    let bytes = machine.read_bytes(address, SIZE, Mode::AtomicWrite)?;
    match super::field(&bytes, 0) {
        None | Some(DESTROYED) => Err(Misuse::NotASpinLock.into()),
        Some(FREE) => Ok(None),
        Some(value) => Ok(Some(machine.number_in_lock(value).wrapping_sub(FIRST_OWNER))),
    }
}

fn init(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    let address = args.get(machine, 0)?;
    initialise(machine, address, SIZE, &[(0, FREE)])
}

fn destroy(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    let address = args.get(machine, 0)?;
    if owner(machine, address)?.is_some() {
        return Err(Misuse::DestroySpinLock.into());
    }
    finish(machine, address, SIZE, (0, DESTROYED))
}

fn take(machine: &mut Machine<'_>, address: u64) -> Result<Outcome, Halt> {
    let value = holder::marked(machine.thread_id() + FIRST_OWNER);
    write_fields(machine, address, &[(0, value)], Mode::AtomicWrite)?;
    machine.count_lock();
    machine.show_number(address);
    machine.note(|| Event::Did { what: Operation::Lock, address });
    Outcome::number(0)
}

fn lock(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    let address = args.get(machine, 0)?;
    match owner(machine, address)? {
        None => take(machine, address),
        Some(owner) => Err(Halt::Block(Block::Lock { address, owner })),
    }
}

fn try_lock(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    let address = args.get(machine, 0)?;
    match owner(machine, address)? {
        None => take(machine, address),
        Some(_) => Outcome::number(errno::EBUSY),
    }
}

fn unlock(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    let address = args.get(machine, 0)?;
    if owner(machine, address)? != Some(machine.thread_id()) {
        return Err(Misuse::SpinNotHeld.into());
    }
    write_fields(machine, address, &[(0, FREE)], Mode::AtomicWrite)?;
    machine.uncount_lock();
    machine.note(|| Event::Did { what: Operation::Unlock, address });
    Outcome::number(0)
}
