//! What the compiler makes of mathematics: its own support functions, and results that the front end
//! asks for one by one.

use super::{compute, double, extended, second, single};
use crate::fault::Halt;
use crate::float;
use crate::host;
use crate::machine::{Args, Machine};
use crate::models::{Model, Outcome};
use crate::word::Wide;
use allways_program::code::{FloatBinary, FloatKind};

/// The functions of this file.
pub const MODELS: &[Model] = &[
    Model { name: "__powisf2", run: |m, a| power(m, a, FloatKind::Single) },
    Model { name: "__powidf2", run: |m, a| power(m, a, FloatKind::Double) },
    Model { name: "__powixf2", run: |m, a| power(m, a, FloatKind::X87) },
    Model { name: "__allways_modf_fraction", run: modf_fraction },
    Model { name: "__allways_modf_fractionf", run: modf_fraction_single },
    Model { name: "__allways_modf_fractionl", run: |m, a| pointed_result(m, a, host::modfl) },
    Model { name: "__allways_frexp_fraction", run: frexp_fraction },
    Model { name: "__allways_frexp_fractionf", run: frexp_fraction_single },
    Model { name: "__allways_frexp_fractionl", run: |m, a| pointed_result(m, a, host::frexpl) },
    Model { name: "__allways_frexp_exponent", run: frexp_exponent },
    Model { name: "__allways_frexp_exponentf", run: frexp_exponent_single },
    Model { name: "__allways_frexp_exponentl", run: frexp_exponent_extended },
];

/// By squaring, in the order of the compiler's own function, so that it rounds the same.
fn power(machine: &mut Machine<'_>, args: &Args<'_>, kind: FloatKind) -> Result<Outcome, Halt> {
    let mut base = args.wide(machine, 0, kind.bits());
    let exponent = args.int(machine, 1)?;
    let one = float::resize(FloatKind::Double, kind, float::from_double(1.0));
    let multiply = |a: Wide, b: Wide| float::binary(FloatBinary::Mul, kind, a, b);
    let mut left = exponent.unsigned_abs();
    let mut result = one;
    loop {
        if left & 1 == 1 {
            result = multiply(result, base);
        }
        left /= 2;
        if left == 0 {
            break;
        }
        base = multiply(base, base);
    }
    if exponent < 0 {
        result = float::binary(FloatBinary::Div, kind, one, result);
    }
    Ok(Outcome::Wide(result))
}

fn modf_fraction(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    let x = args.double(machine, 0)?;
    double(compute(machine, || second(|out| host::modf.call(x, out)))?.0)
}

fn modf_fraction_single(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    let x = args.single(machine, 0)?;
    single(compute(machine, || second(|out| host::modff.call(x, out)))?.0)
}

fn pointed_result(
    machine: &mut Machine<'_>,
    args: &Args<'_>,
    which: host::Extended,
) -> Result<Outcome, Halt> {
    let x = args.extended(machine, 0)?;
    extended(compute(machine, || which.with_second([x, 0]))?.0)
}

fn frexp_fraction(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    let x = args.double(machine, 0)?;
    double(compute(machine, || second(|out| host::frexp.call(x, out)))?.0)
}

fn frexp_fraction_single(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    let x = args.single(machine, 0)?;
    single(compute(machine, || second(|out| host::frexpf.call(x, out)))?.0)
}

fn frexp_exponent(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    let x = args.double(machine, 0)?;
    Outcome::number(compute(machine, || second(|out| host::frexp.call(x, out)))?.1 as u32 as u64)
}

fn frexp_exponent_single(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    let x = args.single(machine, 0)?;
    Outcome::number(compute(machine, || second(|out| host::frexpf.call(x, out)))?.1 as u32 as u64)
}

fn frexp_exponent_extended(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    let x = args.extended(machine, 0)?;
    let (_, exponent) = compute(machine, || host::frexpl.with_second([x, 0]))?;
    Outcome::number(exponent as u32 as u64)
}
