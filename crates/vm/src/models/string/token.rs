//! Strings taken apart at delimiters.

use crate::effects::MEMORY;
use crate::fault::Halt;
use crate::library::Datum;
use crate::machine::{Args, Machine};
use crate::models::{Model, Outcome};

/// The functions of this file.
pub const MODELS: &[Model] = &[
    Model { name: "strtok", effects: MEMORY, run: strtok },
    Model { name: "strtok_r", effects: MEMORY, run: strtok_r },
    Model { name: "__strtok_r", effects: MEMORY, run: strtok_r },
    Model { name: "strsep", effects: MEMORY, run: strsep },
    Model { name: "__strsep_g", effects: MEMORY, run: strsep },
];

/// Two threads that use `strtok` race for the place where it goes on: it is an ordinary variable.
fn strtok(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    let place = machine.vm.library.address(Datum::Token);
    let (text, set) = (args.get(machine, 0)?, args.get(machine, 1)?);
    next_token(machine, text, set, place)
}

fn strtok_r(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    let (text, set) = (args.get(machine, 0)?, args.get(machine, 1)?);
    let place = args.get(machine, 2)?;
    next_token(machine, text, set, place)
}

fn next_token(machine: &mut Machine<'_>, text: u64, set: u64, place: u64) -> Result<Outcome, Halt> {
    let start = if text == 0 { machine.read_pointer(place)? } else { text };
    if start == 0 {
        return Outcome::number(0);
    }
    let set = machine.read_string(set)?;
    let skipped = machine.scan(start, u64::MAX, |b| b == 0 || !set.contains(&b))?;
    let token = start + skipped.len() as u64 - 1;
    if skipped.last() == Some(&0) {
        machine.write_pointer(place, token)?;
        return Outcome::number(0);
    }
    let taken = machine.scan(token, u64::MAX, |b| b == 0 || set.contains(&b))?;
    let end = token + taken.len() as u64 - 1;
    let next = if taken.last() == Some(&0) {
        end
    } else {
        machine.write_text(end, &[], 1)?;
        end + 1
    };
    machine.write_pointer(place, next)?;
    Outcome::number(token)
}

fn strsep(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    let (place, set) = (args.get(machine, 0)?, args.get(machine, 1)?);
    let start = machine.read_pointer(place)?;
    if start == 0 {
        return Outcome::number(0);
    }
    let set = machine.read_string(set)?;
    let taken = machine.scan(start, u64::MAX, |b| b == 0 || set.contains(&b))?;
    let end = start + taken.len() as u64 - 1;
    if taken.last() == Some(&0) {
        machine.write_pointer(place, 0)?;
    } else {
        machine.write_text(end, &[], 1)?;
        machine.write_pointer(place, end + 1)?;
    }
    Outcome::number(start)
}
