//! The `scanf` family.

use super::END;
use super::arguments::Varargs;
use super::input::{Reader, is_input};
use super::scanf::Scan;
use crate::effects::{MEMORY, VISIBLE};
use crate::fault::Halt;
use crate::machine::{Args, Machine};
use crate::models::{Model, Outcome};

/// The functions of this file: where the format stands, whether a `va_list` follows it, and whether
/// C23's prefix `0b` is known.
pub const MODELS: &[Model] = &[
    Model { name: "scanf", effects: VISIBLE, run: |m, a| from_input(m, a, 0, false, false) },
    Model { name: "vscanf", effects: VISIBLE, run: |m, a| from_input(m, a, 0, true, false) },
    Model { name: "fscanf", effects: VISIBLE, run: |m, a| from_stream(m, a, false, false) },
    Model { name: "vfscanf", effects: VISIBLE, run: |m, a| from_stream(m, a, true, false) },
    Model { name: "sscanf", effects: MEMORY, run: |m, a| from_string(m, a, false, false) },
    Model { name: "vsscanf", effects: MEMORY, run: |m, a| from_string(m, a, true, false) },
    Model {
        name: "__isoc99_scanf",
        effects: VISIBLE,
        run: |m, a| from_input(m, a, 0, false, false),
    },
    Model {
        name: "__isoc99_vscanf",
        effects: VISIBLE,
        run: |m, a| from_input(m, a, 0, true, false),
    },
    Model {
        name: "__isoc99_fscanf",
        effects: VISIBLE,
        run: |m, a| from_stream(m, a, false, false),
    },
    Model {
        name: "__isoc99_vfscanf",
        effects: VISIBLE,
        run: |m, a| from_stream(m, a, true, false),
    },
    Model { name: "__isoc99_sscanf", effects: MEMORY, run: |m, a| from_string(m, a, false, false) },
    Model { name: "__isoc99_vsscanf", effects: MEMORY, run: |m, a| from_string(m, a, true, false) },
    Model {
        name: "__isoc23_scanf",
        effects: VISIBLE,
        run: |m, a| from_input(m, a, 0, false, true),
    },
    Model {
        name: "__isoc23_vscanf",
        effects: VISIBLE,
        run: |m, a| from_input(m, a, 0, true, true),
    },
    Model { name: "__isoc23_fscanf", effects: VISIBLE, run: |m, a| from_stream(m, a, false, true) },
    Model { name: "__isoc23_vfscanf", effects: VISIBLE, run: |m, a| from_stream(m, a, true, true) },
    Model { name: "__isoc23_sscanf", effects: MEMORY, run: |m, a| from_string(m, a, false, true) },
    Model { name: "__isoc23_vsscanf", effects: MEMORY, run: |m, a| from_string(m, a, true, true) },
];

fn scan<'v>(
    machine: &mut Machine<'v>,
    args: &Args<'_>,
    reader: &mut Reader<'v>,
    at: usize,
    (list, binary): (bool, bool),
) -> Result<Outcome, Halt> {
    let template = args.get(machine, at)?;
    let format = machine.read_string(template)?;
    let rest = if list {
        Varargs::of_list(machine, args, at + 1)?
    } else {
        Varargs::of_call(args, at + 1)
    };
    let done = Scan::new(machine, args, rest, reader, binary).run(&format)?;
    Outcome::number(done as u32 as u64)
}

fn from_input(
    machine: &mut Machine<'_>,
    args: &Args<'_>,
    at: usize,
    list: bool,
    binary: bool,
) -> Result<Outcome, Halt> {
    let mut reader = Reader::of_stdin(machine);
    let outcome = scan(machine, args, &mut reader, at, (list, binary))?;
    reader.finish(machine);
    Ok(outcome)
}

fn from_stream(
    machine: &mut Machine<'_>,
    args: &Args<'_>,
    list: bool,
    binary: bool,
) -> Result<Outcome, Halt> {
    let handle = args.get(machine, 0)?;
    if !is_input(machine, handle)? {
        return Outcome::number(END);
    }
    from_input(machine, args, 1, list, binary)
}

fn from_string(
    machine: &mut Machine<'_>,
    args: &Args<'_>,
    list: bool,
    binary: bool,
) -> Result<Outcome, Halt> {
    let address = args.get(machine, 0)?;
    let mut reader = Reader::new(machine.read_string(address)?);
    scan(machine, args, &mut reader, 1, (list, binary))
}
