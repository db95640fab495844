//! Keys of thread-specific values. Which exist belongs to the process; the values to the threads.

use super::{errno, write_int};
use crate::effects::VISIBLE;
use crate::fault::{Halt, Misuse};
use crate::machine::{Args, KEYS, Machine};
use crate::models::{Model, Outcome};

/// The functions of this file.
pub const MODELS: &[Model] = &[
    Model { name: "pthread_key_create", effects: VISIBLE, run: create },
    Model { name: "pthread_key_delete", effects: VISIBLE, run: delete },
    Model { name: "pthread_getspecific", effects: VISIBLE, run: get },
    Model { name: "pthread_setspecific", effects: VISIBLE, run: set },
    Model { name: "tss_get", effects: VISIBLE, run: get },
];

/// A key that exists.
fn key(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<u64, Halt> {
    let key = args.get(machine, 0)?;
    match machine.process.keys.get(key as usize) {
        Some(Some(_)) => Ok(key),
        _ => Err(Misuse::NotAKey.into()),
    }
}

/// Makes a key.
pub fn create(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    let (out, destructor) = (args.get(machine, 0)?, args.get(machine, 1)?);
    if destructor != 0 {
        machine.function_at(destructor)?;
    }
    let keys = &mut machine.process.keys;
    let number = keys.iter().position(Option::is_none).unwrap_or(keys.len());
    if number as u64 >= KEYS {
        return Outcome::number(errno::EAGAIN);
    }
    if number == keys.len() {
        keys.push(None);
    }
    keys[number] = Some(destructor);
    write_int(machine, out, number as u32)?;
    Outcome::number(0)
}

/// Ends a key; no destructor runs.
pub fn delete(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    let key = key(machine, args)?;
    machine.clear_specific(key);
    let keys = &mut machine.process.keys;
    keys[key as usize] = None;
    while keys.last() == Some(&None) {
        keys.pop();
    }
    Outcome::number(0)
}

fn get(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    machine.needs_thread()?;
    let key = key(machine, args)?;
    Ok(Outcome::Value(machine.specific(key)))
}

/// Sets the running thread's value.
pub fn set(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    let key = key(machine, args)?;
    let value = args.word(machine, 1);
    machine.set_specific(key, value)?;
    Outcome::number(0)
}
