//! `<ctype.h>`. The macros look into tables that `library` provides; the functions do the same.

use super::{Model, Outcome};
use crate::effects::VALUE;
use crate::fault::Halt;
use crate::library::Datum;
use crate::machine::{Args, Machine};

/// The functions of this file.
pub const MODELS: &[Model] = &[
    Model { name: "__ctype_b_loc", effects: VALUE, run: |m, _| place(m, Datum::ClassesAt) },
    Model { name: "__ctype_tolower_loc", effects: VALUE, run: |m, _| place(m, Datum::LowerAt) },
    Model { name: "__ctype_toupper_loc", effects: VALUE, run: |m, _| place(m, Datum::UpperAt) },
    Model { name: "isblank", effects: VALUE, run: |m, a| class(m, a, 0) },
    Model { name: "iscntrl", effects: VALUE, run: |m, a| class(m, a, 1) },
    Model { name: "ispunct", effects: VALUE, run: |m, a| class(m, a, 2) },
    Model { name: "isalnum", effects: VALUE, run: |m, a| class(m, a, 3) },
    Model { name: "isupper", effects: VALUE, run: |m, a| class(m, a, 8) },
    Model { name: "islower", effects: VALUE, run: |m, a| class(m, a, 9) },
    Model { name: "isalpha", effects: VALUE, run: |m, a| class(m, a, 10) },
    Model { name: "isdigit", effects: VALUE, run: |m, a| class(m, a, 11) },
    Model { name: "isxdigit", effects: VALUE, run: |m, a| class(m, a, 12) },
    Model { name: "isspace", effects: VALUE, run: |m, a| class(m, a, 13) },
    Model { name: "isprint", effects: VALUE, run: |m, a| class(m, a, 14) },
    Model { name: "isgraph", effects: VALUE, run: |m, a| class(m, a, 15) },
    Model { name: "isascii", effects: VALUE, run: is_ascii },
    Model { name: "toascii", effects: VALUE, run: to_ascii },
    Model {
        name: "tolower",
        effects: VALUE,
        run: |m, a| change_case(m, a, u8::to_ascii_lowercase),
    },
    Model {
        name: "toupper",
        effects: VALUE,
        run: |m, a| change_case(m, a, u8::to_ascii_uppercase),
    },
    Model {
        name: "_tolower",
        effects: VALUE,
        run: |m, a| change_case(m, a, u8::to_ascii_lowercase),
    },
    Model {
        name: "_toupper",
        effects: VALUE,
        run: |m, a| change_case(m, a, u8::to_ascii_uppercase),
    },
];

fn place(machine: &mut Machine<'_>, datum: Datum) -> Result<Outcome, Halt> {
    Outcome::number(machine.vm.library.address(datum))
}

/// A character that no table has an entry for is a read out of bounds, as it is in C.
fn class(machine: &mut Machine<'_>, args: &Args<'_>, bit: u32) -> Result<Outcome, Halt> {
    let character = i64::from(args.int(machine, 0)?);
    let table = machine.vm.library.address(Datum::Classes) + 2 * 128;
    let entry = machine.read_number(table.wrapping_add_signed(2 * character), 2)?;
    Outcome::number(entry & 1 << bit)
}

fn change_case(
    machine: &mut Machine<'_>,
    args: &Args<'_>,
    change: fn(&u8) -> u8,
) -> Result<Outcome, Halt> {
    let character = args.int(machine, 0)?;
    let changed = match character {
        -128..=-2 => i32::from(character as u8),
        0..=255 => i32::from(change(&(character as u8))),
        _ => character,
    };
    Outcome::number(changed as u32 as u64)
}

fn is_ascii(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    let ascii = args.low(machine, 0, 32)? < 128;
    Outcome::number(ascii.into())
}

fn to_ascii(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    Outcome::number(args.low(machine, 0, 32)? & 0x7f)
}
