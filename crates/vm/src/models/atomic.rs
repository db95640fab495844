//! Atomic operations on objects for which there is no instruction: what the compiler's support
//! library does under a lock of its own.

use super::{Model, Outcome};
use crate::effects::ATOMIC;
use crate::fault::{FaultKind, Halt};
use crate::machine::{Args, Machine, Mode};

/// The functions of this file.
pub const MODELS: &[Model] = &[
    Model { name: "__atomic_load", effects: ATOMIC, run: load },
    Model { name: "__atomic_store", effects: ATOMIC, run: store },
    Model { name: "__atomic_exchange", effects: ATOMIC, run: exchange },
    Model { name: "__atomic_compare_exchange", effects: ATOMIC, run: compare_exchange },
    Model { name: "__atomic_is_lock_free", effects: ATOMIC, run: is_lock_free },
];

/// `void (size_t size, void *object, void *result, int order)`.
fn load(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    let (size, object) = (args.size(machine, 0)?, args.get(machine, 1)?);
    let result = args.get(machine, 2)?;
    let bytes = machine.read_bytes(object, size, Mode::AtomicRead)?;
    machine.write_bytes(result, &bytes, Mode::Write)?;
    Ok(Outcome::Nothing)
}

/// `void (size_t size, void *object, void *value, int order)`.
fn store(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    let (size, object) = (args.size(machine, 0)?, args.get(machine, 1)?);
    let value = args.get(machine, 2)?;
    let bytes = machine.read_bytes(value, size, Mode::Read)?;
    machine.write_bytes(object, &bytes, Mode::AtomicWrite)?;
    Ok(Outcome::Nothing)
}

/// `void (size_t size, void *object, void *value, void *result, int order)`.
fn exchange(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    let (size, object) = (args.size(machine, 0)?, args.get(machine, 1)?);
    let (value, result) = (args.get(machine, 2)?, args.get(machine, 3)?);
    let new = machine.read_bytes(value, size, Mode::Read)?;
    let old = machine.read_bytes(object, size, Mode::AtomicWrite)?;
    machine.write_bytes(result, &old, Mode::Write)?;
    machine.write_bytes(object, &new, Mode::AtomicWrite)?;
    Ok(Outcome::Nothing)
}

/// `bool (size_t size, void *object, void *expected, void *desired, int success, int failure)`.
/// Every byte decides, so that every byte must be initialised.
fn compare_exchange(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    let (size, object) = (args.size(machine, 0)?, args.get(machine, 1)?);
    let (expected, desired) = (args.get(machine, 2)?, args.get(machine, 3)?);
    let wanted = machine.read_bytes(expected, size, Mode::Read)?;
    let found = machine.read_bytes(object, size, Mode::AtomicWrite)?;
    for (address, bytes) in [(expected, &wanted), (object, &found)] {
        if let Some(offset) = bytes.defined.iter().position(|&defined| defined != u8::MAX) {
            let address = address + offset as u64;
            return Err(FaultKind::UndefinedMemory { address }.into());
        }
    }
    if wanted.value == found.value {
        let new = machine.read_bytes(desired, size, Mode::Read)?;
        machine.write_bytes(object, &new, Mode::AtomicWrite)?;
        return Outcome::number(1);
    }
    machine.write_bytes(expected, &found, Mode::Write)?;
    Outcome::number(0)
}

/// `bool (size_t size, void *object)`.
fn is_lock_free(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    let size = args.size(machine, 0)?;
    Outcome::number(matches!(size, 1 | 2 | 4 | 8).into())
}
