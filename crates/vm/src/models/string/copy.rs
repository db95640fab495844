//! Copies of strings.

use crate::effects::{HEAP, MEMORY};
use crate::fault::Halt;
use crate::machine::{Args, Machine};
use crate::models::{Model, Outcome, check_apart, check_room, heap};

/// The functions of this file.
pub const MODELS: &[Model] = &[
    Model { name: "strcpy", effects: MEMORY, run: strcpy },
    Model { name: "stpcpy", effects: MEMORY, run: stpcpy },
    Model { name: "__stpcpy", effects: MEMORY, run: stpcpy },
    Model { name: "strncpy", effects: MEMORY, run: strncpy },
    Model { name: "stpncpy", effects: MEMORY, run: stpncpy },
    Model { name: "__stpncpy", effects: MEMORY, run: stpncpy },
    Model { name: "strcat", effects: MEMORY, run: strcat },
    Model { name: "strncat", effects: MEMORY, run: strncat },
    Model { name: "strlcpy", effects: MEMORY, run: strlcpy },
    Model { name: "strlcat", effects: MEMORY, run: strlcat },
    Model { name: "strxfrm", effects: MEMORY, run: strxfrm },
    Model { name: "strdup", effects: HEAP, run: strdup },
    Model { name: "__strdup", effects: HEAP, run: strdup },
    Model { name: "strndup", effects: HEAP, run: strndup },
    Model { name: "__strndup", effects: HEAP, run: strndup },
    Model { name: "strlen", effects: MEMORY, run: strlen },
    Model { name: "strnlen", effects: MEMORY, run: strnlen },
    Model { name: "__strcpy_chk", effects: MEMORY, run: strcpy_checked },
    Model { name: "__stpcpy_chk", effects: MEMORY, run: stpcpy_checked },
    Model { name: "__strncpy_chk", effects: MEMORY, run: strncpy_checked },
    Model { name: "__stpncpy_chk", effects: MEMORY, run: stpncpy_checked },
    Model { name: "__strcat_chk", effects: MEMORY, run: strcat_checked },
    Model { name: "__strncat_chk", effects: MEMORY, run: strncat_checked },
    Model { name: "__strlcpy_chk", effects: MEMORY, run: strlcpy_checked },
    Model { name: "__strlcat_chk", effects: MEMORY, run: strlcat_checked },
    Model { name: "__strlen_chk", effects: MEMORY, run: strlen },
];

fn strlen(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    let address = args.get(machine, 0)?;
    Outcome::number(machine.read_string(address)?.len() as u64)
}

fn strnlen(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    let (address, limit) = (args.get(machine, 0)?, args.size(machine, 1)?);
    Outcome::number(machine.read_string_up_to(address, limit)?.len() as u64)
}

fn strcpy(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    stpcpy(machine, args)?;
    Outcome::number(args.get(machine, 0)?)
}

/// Returns where the copy ends.
fn stpcpy(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    let (to, from) = (args.get(machine, 0)?, args.get(machine, 1)?);
    let text = machine.read_string(from)?;
    let size = text.len() as u64 + 1;
    check_apart((to, size), (from, size))?;
    machine.write_text(to, &text, 1)?;
    Outcome::number(to + text.len() as u64)
}

fn strncpy(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    stpncpy(machine, args)?;
    Outcome::number(args.get(machine, 0)?)
}

fn stpncpy(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    let (to, from) = (args.get(machine, 0)?, args.get(machine, 1)?);
    let size = args.size(machine, 2)?;
    let text = machine.read_string_up_to(from, size)?;
    check_apart((to, size), (from, size.min(text.len() as u64 + 1)))?;
    machine.write_text(to, &text, size - text.len() as u64)?;
    Outcome::number(to + text.len() as u64)
}

fn strcat(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    append(machine, args, u64::MAX)
}

fn strncat(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    let limit = args.size(machine, 2)?;
    append(machine, args, limit)
}

fn append(machine: &mut Machine<'_>, args: &Args<'_>, limit: u64) -> Result<Outcome, Halt> {
    let (to, from) = (args.get(machine, 0)?, args.get(machine, 1)?);
    let end = to + machine.read_string(to)?.len() as u64;
    let text = machine.read_string_up_to(from, limit)?;
    let size = text.len() as u64 + 1;
    check_apart((end, size), (from, size))?;
    machine.write_text(end, &text, 1)?;
    Outcome::number(to)
}

fn strlcpy(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    let (to, from) = (args.get(machine, 0)?, args.get(machine, 1)?);
    let size = args.size(machine, 2)?;
    let text = machine.read_string(from)?;
    if size > 0 {
        let kept = text.len().min(size as usize - 1);
        machine.write_text(to, &text[..kept], 1)?;
    }
    Outcome::number(text.len() as u64)
}

fn strlcat(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    let (to, from) = (args.get(machine, 0)?, args.get(machine, 1)?);
    let size = args.size(machine, 2)?;
    let before = machine.read_string_up_to(to, size)?.len() as u64;
    let text = machine.read_string(from)?;
    if before < size {
        let kept = text.len().min((size - before) as usize - 1);
        machine.write_text(to + before, &text[..kept], 1)?;
    }
    Outcome::number(before + text.len() as u64)
}

/// In the C locale a string is its own key.
fn strxfrm(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    let (to, from) = (args.get(machine, 0)?, args.get(machine, 1)?);
    let size = args.size(machine, 2)?;
    let text = machine.read_string(from)?;
    let kept = text.len().min(size as usize);
    machine.write_text(to, &text[..kept], u64::from((kept as u64) < size))?;
    Outcome::number(text.len() as u64)
}

fn strdup(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    duplicate(machine, args, u64::MAX)
}

fn strndup(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    let limit = args.size(machine, 1)?;
    duplicate(machine, args, limit)
}

fn duplicate(machine: &mut Machine<'_>, args: &Args<'_>, limit: u64) -> Result<Outcome, Halt> {
    let from = args.get(machine, 0)?;
    let text = machine.read_string_up_to(from, limit)?;
    let to = heap::request(machine, args, text.len() as u64 + 1)?;
    if to != 0 {
        machine.write_text(to, &text, 1)?;
    }
    Outcome::number(to)
}

/// Checks that a string fits where it is to be copied.
fn check_copy(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<(), Halt> {
    let from = args.get(machine, 1)?;
    let size = machine.read_string(from)?.len() as u64 + 1;
    check_room(machine, args, size, 2)
}

fn strcpy_checked(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    check_copy(machine, args)?;
    strcpy(machine, args)
}

fn stpcpy_checked(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    check_copy(machine, args)?;
    stpcpy(machine, args)
}

fn strncpy_checked(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    check_room(machine, args, args.size(machine, 2)?, 3)?;
    strncpy(machine, args)
}

fn stpncpy_checked(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    check_room(machine, args, args.size(machine, 2)?, 3)?;
    stpncpy(machine, args)
}

/// Checks that a string of at most `limit` bytes fits behind the one that is there.
fn check_append(
    machine: &mut Machine<'_>,
    args: &Args<'_>,
    limit: u64,
    room: usize,
) -> Result<(), Halt> {
    let (to, from) = (args.get(machine, 0)?, args.get(machine, 1)?);
    let before = machine.read_string(to)?.len() as u64;
    let added = machine.read_string_up_to(from, limit)?.len() as u64;
    check_room(machine, args, before + added + 1, room)
}

fn strcat_checked(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    check_append(machine, args, u64::MAX, 2)?;
    strcat(machine, args)
}

fn strncat_checked(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    check_append(machine, args, args.size(machine, 2)?, 3)?;
    strncat(machine, args)
}

fn strlcpy_checked(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    check_room(machine, args, args.size(machine, 2)?, 3)?;
    strlcpy(machine, args)
}

fn strlcat_checked(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    check_room(machine, args, args.size(machine, 2)?, 3)?;
    strlcat(machine, args)
}
