//! What kind of number it is: the functions that glibc's macros call.

use crate::effects::MEMORY;
use crate::fault::Halt;
use crate::machine::{Args, Machine};
use crate::models::{Model, Outcome};
use crate::value::float;
use crate::value::word::Wide;
use allways_program::code::FloatKind::{self, Double, Single, X87};

/// The functions of this file.
pub const MODELS: &[Model] = &[
    Model { name: "isnan", effects: MEMORY, run: |m, a| test(m, a, Double, NAN) },
    Model { name: "isnanf", effects: MEMORY, run: |m, a| test(m, a, Single, NAN) },
    Model { name: "isnanl", effects: MEMORY, run: |m, a| test(m, a, X87, NAN) },
    Model { name: "__isnan", effects: MEMORY, run: |m, a| test(m, a, Double, NAN) },
    Model { name: "__isnanf", effects: MEMORY, run: |m, a| test(m, a, Single, NAN) },
    Model { name: "__isnanl", effects: MEMORY, run: |m, a| test(m, a, X87, NAN) },
    Model { name: "finite", effects: MEMORY, run: |m, a| test(m, a, Double, FINITE) },
    Model { name: "finitef", effects: MEMORY, run: |m, a| test(m, a, Single, FINITE) },
    Model { name: "finitel", effects: MEMORY, run: |m, a| test(m, a, X87, FINITE) },
    Model { name: "__finite", effects: MEMORY, run: |m, a| test(m, a, Double, FINITE) },
    Model { name: "__finitef", effects: MEMORY, run: |m, a| test(m, a, Single, FINITE) },
    Model { name: "__finitel", effects: MEMORY, run: |m, a| test(m, a, X87, FINITE) },
    Model { name: "isinf", effects: MEMORY, run: |m, a| infinite(m, a, Double) },
    Model { name: "isinff", effects: MEMORY, run: |m, a| infinite(m, a, Single) },
    Model { name: "isinfl", effects: MEMORY, run: |m, a| infinite(m, a, X87) },
    Model { name: "__isinf", effects: MEMORY, run: |m, a| infinite(m, a, Double) },
    Model { name: "__isinff", effects: MEMORY, run: |m, a| infinite(m, a, Single) },
    Model { name: "__isinfl", effects: MEMORY, run: |m, a| infinite(m, a, X87) },
    Model { name: "__fpclassify", effects: MEMORY, run: |m, a| classify(m, a, Double) },
    Model { name: "__fpclassifyf", effects: MEMORY, run: |m, a| classify(m, a, Single) },
    Model { name: "__fpclassifyl", effects: MEMORY, run: |m, a| classify(m, a, X87) },
    Model { name: "__signbit", effects: MEMORY, run: |m, a| sign(m, a, Double) },
    Model { name: "__signbitf", effects: MEMORY, run: |m, a| sign(m, a, Single) },
    Model { name: "__signbitl", effects: MEMORY, run: |m, a| sign(m, a, X87) },
];

/// Classes as `float::class` numbers them.
const NAN: u16 = 0b11;
const NEGATIVE_INFINITY: u16 = 1 << 2;
const POSITIVE_INFINITY: u16 = 1 << 9;
const INFINITE: u16 = NEGATIVE_INFINITY | POSITIVE_INFINITY;
const ZERO: u16 = 1 << 5 | 1 << 6;
const SUBNORMAL: u16 = 1 << 4 | 1 << 7;
const FINITE: u16 = !(NAN | INFINITE) & 0x3ff;

fn argument(machine: &Machine<'_>, args: &Args<'_>, kind: FloatKind) -> Result<Wide, Halt> {
    let bits = if kind == X87 { args.extended(machine, 0)? } else { args.get(machine, 0)?.into() };
    Ok(Wide::new(bits))
}

fn is_in(number: Wide, kind: FloatKind, classes: u16) -> bool {
    float::class(classes, kind, number).value == 1
}

fn test(
    machine: &mut Machine<'_>,
    args: &Args<'_>,
    kind: FloatKind,
    classes: u16,
) -> Result<Outcome, Halt> {
    let number = argument(machine, args, kind)?;
    Outcome::number(is_in(number, kind, classes).into())
}

/// 1 or -1, by the sign.
fn infinite(machine: &mut Machine<'_>, args: &Args<'_>, kind: FloatKind) -> Result<Outcome, Halt> {
    let number = argument(machine, args, kind)?;
    Outcome::number(match () {
        () if is_in(number, kind, POSITIVE_INFINITY) => 1,
        () if is_in(number, kind, NEGATIVE_INFINITY) => u32::MAX.into(),
        () => 0,
    })
}

/// `FP_NAN`, `FP_INFINITE`, `FP_ZERO`, `FP_SUBNORMAL` and `FP_NORMAL` are 0 to 4.
fn classify(machine: &mut Machine<'_>, args: &Args<'_>, kind: FloatKind) -> Result<Outcome, Halt> {
    let number = argument(machine, args, kind)?;
    let classes = [NAN, INFINITE, ZERO, SUBNORMAL];
    let found = classes.iter().position(|&c| is_in(number, kind, c));
    Outcome::number(found.unwrap_or(classes.len()) as u64)
}

/// The sign's place in the number's highest word, as glibc returns it.
fn sign(machine: &mut Machine<'_>, args: &Args<'_>, kind: FloatKind) -> Result<Outcome, Halt> {
    let number = argument(machine, args, kind)?;
    let negative = number.value >> (kind.bits() - 1) & 1 == 1;
    let bit = match kind {
        X87 => 0x8000,
        Single => 8,
        _ => 128,
    };
    Outcome::number(if negative { bit } else { 0 })
}
