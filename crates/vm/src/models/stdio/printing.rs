//! The `printf` family.

use super::arguments::Varargs;
use super::output::{print, write_to};
use super::printf::format;
use crate::effects::{HEAP, MEMORY, OUTPUT, VISIBLE};
use crate::fault::{FaultKind, Halt};
use crate::machine::{Args, Machine};
use crate::models::{Model, Outcome, errno, heap};

/// The functions of this file. Where the format stands, and whether a `va_list` follows it.
pub const MODELS: &[Model] = &[
    Model { name: "printf", effects: OUTPUT, run: |m, a| to_output(m, a, 0, false) },
    Model { name: "vprintf", effects: VISIBLE, run: |m, a| to_output(m, a, 0, true) },
    Model { name: "__printf_chk", effects: VISIBLE, run: |m, a| to_output(m, a, 1, false) },
    Model { name: "__vprintf_chk", effects: VISIBLE, run: |m, a| to_output(m, a, 1, true) },
    Model { name: "fprintf", effects: VISIBLE, run: |m, a| to_stream(m, a, 1, false) },
    Model { name: "vfprintf", effects: VISIBLE, run: |m, a| to_stream(m, a, 1, true) },
    Model { name: "__fprintf_chk", effects: VISIBLE, run: |m, a| to_stream(m, a, 2, false) },
    Model { name: "__vfprintf_chk", effects: VISIBLE, run: |m, a| to_stream(m, a, 2, true) },
    Model { name: "dprintf", effects: VISIBLE, run: |m, a| to_descriptor(m, a, 1, false) },
    Model { name: "vdprintf", effects: VISIBLE, run: |m, a| to_descriptor(m, a, 1, true) },
    Model { name: "__dprintf_chk", effects: VISIBLE, run: |m, a| to_descriptor(m, a, 2, false) },
    Model { name: "__vdprintf_chk", effects: VISIBLE, run: |m, a| to_descriptor(m, a, 2, true) },
    Model { name: "sprintf", effects: MEMORY, run: |m, a| to_string(m, a, 1, false, None) },
    Model { name: "vsprintf", effects: MEMORY, run: |m, a| to_string(m, a, 1, true, None) },
    Model {
        name: "__sprintf_chk",
        effects: MEMORY,
        run: |m, a| to_string(m, a, 3, false, Some(2)),
    },
    Model {
        name: "__vsprintf_chk",
        effects: MEMORY,
        run: |m, a| to_string(m, a, 3, true, Some(2)),
    },
    Model { name: "snprintf", effects: MEMORY, run: |m, a| to_bounded(m, a, 2, false, None) },
    Model { name: "vsnprintf", effects: MEMORY, run: |m, a| to_bounded(m, a, 2, true, None) },
    Model {
        name: "__snprintf_chk",
        effects: MEMORY,
        run: |m, a| to_bounded(m, a, 4, false, Some(3)),
    },
    Model {
        name: "__vsnprintf_chk",
        effects: MEMORY,
        run: |m, a| to_bounded(m, a, 4, true, Some(3)),
    },
    Model { name: "asprintf", effects: HEAP, run: |m, a| to_new(m, a, 1, false) },
    Model { name: "vasprintf", effects: HEAP, run: |m, a| to_new(m, a, 1, true) },
    Model { name: "__asprintf_chk", effects: HEAP, run: |m, a| to_new(m, a, 2, false) },
    Model { name: "__vasprintf_chk", effects: HEAP, run: |m, a| to_new(m, a, 2, true) },
];

/// The text of a call whose format is argument `at`.
fn text(
    machine: &mut Machine<'_>,
    args: &Args<'_>,
    at: usize,
    list: bool,
) -> Result<Vec<u8>, Halt> {
    let template = args.get(machine, at)?;
    let mut rest = if list {
        Varargs::of_list(machine, args, at + 1)?
    } else {
        Varargs::of_call(args, at + 1)
    };
    format(machine, template, &mut rest)
}

fn to_output(
    machine: &mut Machine<'_>,
    args: &Args<'_>,
    at: usize,
    list: bool,
) -> Result<Outcome, Halt> {
    let text = text(machine, args, at, list)?;
    print(machine, text)
}

fn to_stream(
    machine: &mut Machine<'_>,
    args: &Args<'_>,
    at: usize,
    list: bool,
) -> Result<Outcome, Halt> {
    let handle = args.get(machine, 0)?;
    let text = text(machine, args, at, list)?;
    write_to(machine, handle, text)
}

fn to_descriptor(
    machine: &mut Machine<'_>,
    args: &Args<'_>,
    at: usize,
    list: bool,
) -> Result<Outcome, Halt> {
    let descriptor = args.int(machine, 0)?;
    let text = text(machine, args, at, list)?;
    if descriptor != 1 && descriptor != 2 {
        return errno::fail(machine, errno::EBADF);
    }
    print(machine, text)
}

/// `room`: the argument that says how large the target is.
fn to_string(
    machine: &mut Machine<'_>,
    args: &Args<'_>,
    at: usize,
    list: bool,
    room: Option<usize>,
) -> Result<Outcome, Halt> {
    let to = args.get(machine, 0)?;
    let text = text(machine, args, at, list)?;
    if let Some(room) = room {
        crate::models::check_room(machine, args, text.len() as u64 + 1, room)?;
    }
    machine.write_text(to, &text, 1)?;
    Outcome::number(text.len() as u64)
}

fn to_bounded(
    machine: &mut Machine<'_>,
    args: &Args<'_>,
    at: usize,
    list: bool,
    room: Option<usize>,
) -> Result<Outcome, Halt> {
    let (to, size) = (args.get(machine, 0)?, args.size(machine, 1)?);
    if let Some(room) = room {
        let room = args.size(machine, room)?;
        if size > room {
            return Err(FaultKind::Overrun { address: to, size, room }.into());
        }
    }
    let text = text(machine, args, at, list)?;
    if size > 0 {
        let kept = text.len().min(size as usize - 1);
        machine.write_text(to, &text[..kept], 1)?;
    }
    Outcome::number(text.len() as u64)
}

fn to_new(
    machine: &mut Machine<'_>,
    args: &Args<'_>,
    at: usize,
    list: bool,
) -> Result<Outcome, Halt> {
    let out = args.get(machine, 0)?;
    let text = text(machine, args, at, list)?;
    let to = heap::request(machine, args, text.len() as u64 + 1)?;
    if to == 0 {
        return Outcome::number(super::END);
    }
    machine.write_text(to, &text, 1)?;
    machine.write_pointer(out, to)?;
    Outcome::number(text.len() as u64)
}
