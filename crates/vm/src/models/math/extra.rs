//! Functions that take or return something besides numbers.

use super::{compute, double, extended, second, single};
use crate::effects::MEMORY;
use crate::fault::Halt;
use crate::library::host;
use crate::library::text::parse_float;
use crate::machine::{Args, Machine};
use crate::models::{Model, Outcome};
use crate::value::float;
use crate::value::word::Wide;
use allways_program::code::FloatKind;

/// The functions of this file.
pub const MODELS: &[Model] = &[
    Model { name: "fma", effects: MEMORY, run: fma },
    Model { name: "fmaf", effects: MEMORY, run: fmaf },
    Model { name: "fmal", effects: MEMORY, run: fmal },
    Model { name: "ldexp", effects: MEMORY, run: |m, a| scale_double(m, a, 32) },
    Model { name: "ldexpf", effects: MEMORY, run: |m, a| scale_single(m, a, 32) },
    Model { name: "ldexpl", effects: MEMORY, run: |m, a| scale_extended(m, a, 32) },
    Model { name: "scalbn", effects: MEMORY, run: |m, a| scale_double(m, a, 32) },
    Model { name: "scalbnf", effects: MEMORY, run: |m, a| scale_single(m, a, 32) },
    Model { name: "scalbnl", effects: MEMORY, run: |m, a| scale_extended(m, a, 32) },
    Model { name: "scalbln", effects: MEMORY, run: |m, a| scale_double(m, a, long_bits(m)) },
    Model { name: "scalblnf", effects: MEMORY, run: |m, a| scale_single(m, a, long_bits(m)) },
    Model { name: "scalblnl", effects: MEMORY, run: |m, a| scale_extended(m, a, long_bits(m)) },
    Model { name: "jn", effects: MEMORY, run: |m, a| bessel_double(m, a, host::jn) },
    Model { name: "jnf", effects: MEMORY, run: |m, a| bessel_single(m, a, host::jnf) },
    Model { name: "jnl", effects: MEMORY, run: |m, a| bessel_extended(m, a, host::jnl) },
    Model { name: "yn", effects: MEMORY, run: |m, a| bessel_double(m, a, host::yn) },
    Model { name: "ynf", effects: MEMORY, run: |m, a| bessel_single(m, a, host::ynf) },
    Model { name: "ynl", effects: MEMORY, run: |m, a| bessel_extended(m, a, host::ynl) },
    Model { name: "ilogb", effects: MEMORY, run: ilogb },
    Model { name: "ilogbf", effects: MEMORY, run: ilogbf },
    Model { name: "ilogbl", effects: MEMORY, run: ilogbl },
    Model { name: "frexp", effects: MEMORY, run: frexp },
    Model { name: "frexpf", effects: MEMORY, run: frexpf },
    Model { name: "frexpl", effects: MEMORY, run: |m, a| pointed(m, a, host::frexpl, 1, 4) },
    Model { name: "modf", effects: MEMORY, run: modf },
    Model { name: "modff", effects: MEMORY, run: modff },
    Model { name: "modfl", effects: MEMORY, run: |m, a| pointed(m, a, host::modfl, 1, 10) },
    Model { name: "remquo", effects: MEMORY, run: remquo },
    Model { name: "remquof", effects: MEMORY, run: remquof },
    Model { name: "remquol", effects: MEMORY, run: |m, a| pointed(m, a, host::remquol, 2, 4) },
    Model { name: "lgamma", effects: MEMORY, run: |m, a| lgamma(m, a, false) },
    Model { name: "lgammaf", effects: MEMORY, run: |m, a| lgammaf(m, a, false) },
    Model { name: "lgammal", effects: MEMORY, run: |m, a| lgammal(m, a, false) },
    Model { name: "gamma", effects: MEMORY, run: |m, a| lgamma(m, a, false) },
    Model { name: "gammaf", effects: MEMORY, run: |m, a| lgammaf(m, a, false) },
    Model { name: "gammal", effects: MEMORY, run: |m, a| lgammal(m, a, false) },
    Model { name: "lgamma_r", effects: MEMORY, run: |m, a| lgamma(m, a, true) },
    Model { name: "lgammaf_r", effects: MEMORY, run: |m, a| lgammaf(m, a, true) },
    Model { name: "lgammal_r", effects: MEMORY, run: |m, a| lgammal(m, a, true) },
    Model { name: "sincos", effects: MEMORY, run: sincos },
    Model { name: "sincosf", effects: MEMORY, run: sincosf },
    Model { name: "sincosl", effects: MEMORY, run: sincosl },
    Model { name: "nexttoward", effects: MEMORY, run: nexttoward },
    Model { name: "nexttowardf", effects: MEMORY, run: nexttowardf },
    Model { name: "nexttowardl", effects: MEMORY, run: nexttowardl },
    Model { name: "nan", effects: MEMORY, run: |m, a| nan(m, a, FloatKind::Double) },
    Model { name: "nanf", effects: MEMORY, run: |m, a| nan(m, a, FloatKind::Single) },
    Model { name: "nanl", effects: MEMORY, run: |m, a| nan(m, a, FloatKind::X87) },
];

fn long_bits(machine: &Machine<'_>) -> u32 {
    machine.vm.program.pointer_bits.into()
}

fn fma(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    let (x, y, z) = (args.double(machine, 0)?, args.double(machine, 1)?, args.double(machine, 2)?);
    double(compute(machine, || host::fma.call(x, y, z))?)
}

fn fmaf(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    let (x, y, z) = (args.single(machine, 0)?, args.single(machine, 1)?, args.single(machine, 2)?);
    single(compute(machine, || host::fmaf.call(x, y, z))?)
}

fn fmal(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    let (x, y) = (args.extended(machine, 0)?, args.extended(machine, 1)?);
    let z = args.extended(machine, 2)?;
    let [x, y, z] = [x, y, z].map(Wide::new);
    Ok(Outcome::Wide(float::fma(FloatKind::X87, x, y, z)))
}

/// The exponent to add. More than a format's range in an `int` is as good as more than an `int`.
fn exponent(machine: &Machine<'_>, args: &Args<'_>, bits: u32) -> Result<i32, Halt> {
    let exponent = crate::value::word::signed(args.low(machine, 1, bits)?, bits);
    Ok(exponent.clamp(i32::MIN.into(), i32::MAX.into()) as i32)
}

fn scale_double(machine: &mut Machine<'_>, args: &Args<'_>, bits: u32) -> Result<Outcome, Halt> {
    let (x, n) = (args.double(machine, 0)?, exponent(machine, args, bits)?);
    double(compute(machine, || host::ldexp.call(x, n))?)
}

fn scale_single(machine: &mut Machine<'_>, args: &Args<'_>, bits: u32) -> Result<Outcome, Halt> {
    let (x, n) = (args.single(machine, 0)?, exponent(machine, args, bits)?);
    single(compute(machine, || host::ldexpf.call(x, n))?)
}

fn scale_extended(machine: &mut Machine<'_>, args: &Args<'_>, bits: u32) -> Result<Outcome, Halt> {
    let (x, n) = (args.extended(machine, 0)?, exponent(machine, args, bits)?);
    extended(compute(machine, || host::ldexpl.call([x, 0], n))?)
}

fn bessel_double(
    machine: &mut Machine<'_>,
    args: &Args<'_>,
    call: host::IntAndDouble,
) -> Result<Outcome, Halt> {
    let (n, x) = (args.int(machine, 0)?, args.double(machine, 1)?);
    double(compute(machine, || call.call(n, x))?)
}

fn bessel_single(
    machine: &mut Machine<'_>,
    args: &Args<'_>,
    call: host::IntAndSingle,
) -> Result<Outcome, Halt> {
    let (n, x) = (args.int(machine, 0)?, args.single(machine, 1)?);
    single(compute(machine, || call.call(n, x))?)
}

fn bessel_extended(
    machine: &mut Machine<'_>,
    args: &Args<'_>,
    call: host::Extended,
) -> Result<Outcome, Halt> {
    let (n, x) = (args.int(machine, 0)?, args.extended(machine, 1)?);
    extended(compute(machine, || call.call([x, 0], n))?)
}

fn ilogb(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    let x = args.double(machine, 0)?;
    Outcome::number(compute(machine, || host::ilogb.call(x))? as u32 as u64)
}

fn ilogbf(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    let x = args.single(machine, 0)?;
    Outcome::number(compute(machine, || host::ilogbf.call(x))? as u32 as u64)
}

fn ilogbl(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    let x = args.extended(machine, 0)?;
    let result = compute(machine, || host::ilogbl.to_integer(x))?;
    Outcome::number(result as u32 as u64)
}

/// `long double` functions whose argument behind the numbers points to `bytes` of second result.
fn pointed(
    machine: &mut Machine<'_>,
    args: &Args<'_>,
    which: host::Extended,
    numbers: usize,
    bytes: u64,
) -> Result<Outcome, Halt> {
    let x = args.extended(machine, 0)?;
    let y = if numbers > 1 { args.extended(machine, 1)? } else { 0 };
    let out = args.get(machine, numbers)?;
    let (result, second) = compute(machine, || which.with_second([x, y]))?;
    machine.write_number(out, bytes, second)?;
    extended(result)
}

fn frexp(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    let (x, out) = (args.double(machine, 0)?, args.get(machine, 1)?);
    let (result, exponent) = compute(machine, || second(|out| host::frexp.call(x, out)))?;
    machine.write_number(out, 4, exponent as u32 as u128)?;
    double(result)
}

fn frexpf(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    let (x, out) = (args.single(machine, 0)?, args.get(machine, 1)?);
    let (result, exponent) = compute(machine, || second(|out| host::frexpf.call(x, out)))?;
    machine.write_number(out, 4, exponent as u32 as u128)?;
    single(result)
}

fn modf(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    let (x, out) = (args.double(machine, 0)?, args.get(machine, 1)?);
    let (result, whole) = compute(machine, || second(|out| host::modf.call(x, out)))?;
    machine.write_number(out, 8, whole.to_bits().into())?;
    double(result)
}

fn modff(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    let (x, out) = (args.single(machine, 0)?, args.get(machine, 1)?);
    let (result, whole) = compute(machine, || second(|out| host::modff.call(x, out)))?;
    machine.write_number(out, 4, whole.to_bits().into())?;
    single(result)
}

fn remquo(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    let (x, y) = (args.double(machine, 0)?, args.double(machine, 1)?);
    let out = args.get(machine, 2)?;
    let (result, quotient) = compute(machine, || second(|out| host::remquo.call(x, y, out)))?;
    machine.write_number(out, 4, quotient as u32 as u128)?;
    double(result)
}

fn remquof(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    let (x, y) = (args.single(machine, 0)?, args.single(machine, 1)?);
    let out = args.get(machine, 2)?;
    let (result, quotient) = compute(machine, || second(|out| host::remquof.call(x, y, out)))?;
    machine.write_number(out, 4, quotient as u32 as u128)?;
    single(result)
}

/// Stores the sign of a gamma function: where the second argument points, or in `signgam`.
fn store_sign(
    machine: &mut Machine<'_>,
    args: &Args<'_>,
    by_pointer: bool,
    sign: i32,
) -> Result<(), Halt> {
    let place = if by_pointer { Some(args.get(machine, 1)?) } else { machine.vm.library.signgam };
    match place {
        Some(place) => machine.write_number(place, 4, sign as u32 as u128),
        None => Ok(()),
    }
}

fn lgamma(machine: &mut Machine<'_>, args: &Args<'_>, reentrant: bool) -> Result<Outcome, Halt> {
    let x = args.double(machine, 0)?;
    let (result, sign) = compute(machine, || second(|out| host::lgamma_r.call(x, out)))?;
    store_sign(machine, args, reentrant, sign)?;
    double(result)
}

fn lgammaf(machine: &mut Machine<'_>, args: &Args<'_>, reentrant: bool) -> Result<Outcome, Halt> {
    let x = args.single(machine, 0)?;
    let (result, sign) = compute(machine, || second(|out| host::lgammaf_r.call(x, out)))?;
    store_sign(machine, args, reentrant, sign)?;
    single(result)
}

fn lgammal(machine: &mut Machine<'_>, args: &Args<'_>, reentrant: bool) -> Result<Outcome, Halt> {
    let x = args.extended(machine, 0)?;
    let (result, sign) = compute(machine, || host::lgammal_r.with_second([x, 0]))?;
    store_sign(machine, args, reentrant, sign as i32)?;
    extended(result)
}

fn sincos(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    let x = args.double(machine, 0)?;
    let (sine, cosine) = compute(machine, || host::sin.call(x).zip(host::cos.call(x)))?;
    write_pair(machine, args, 8, sine.to_bits().into(), cosine.to_bits().into())
}

fn sincosf(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    let x = args.single(machine, 0)?;
    let (sine, cosine) = compute(machine, || host::sinf.call(x).zip(host::cosf.call(x)))?;
    write_pair(machine, args, 4, sine.to_bits().into(), cosine.to_bits().into())
}

fn sincosl(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    let x = args.extended(machine, 0)?;
    let pair = || host::sinl.call([x, 0], 0).zip(host::cosl.call([x, 0], 0));
    let (sine, cosine) = compute(machine, pair)?;
    write_pair(machine, args, 10, sine, cosine)
}

fn write_pair(
    machine: &mut Machine<'_>,
    args: &Args<'_>,
    bytes: u64,
    first: u128,
    second: u128,
) -> Result<Outcome, Halt> {
    let (first_at, second_at) = (args.get(machine, 1)?, args.get(machine, 2)?);
    machine.write_number(first_at, bytes, first)?;
    machine.write_number(second_at, bytes, second)?;
    Ok(Outcome::Nothing)
}

/// Which way `y` lies from a number of another format, as an infinity; `None` when it is equal.
fn direction(kind: FloatKind, x: u128, y: u128) -> Option<f64> {
    use std::cmp::Ordering;
    match float::order(kind, x, FloatKind::X87, y) {
        Some(Ordering::Less) => Some(f64::INFINITY),
        Some(Ordering::Greater) => Some(f64::NEG_INFINITY),
        Some(Ordering::Equal) => None,
        None => Some(f64::NAN),
    }
}

fn nexttoward(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    let (x, y) = (args.double(machine, 0)?, args.extended(machine, 1)?);
    match direction(FloatKind::Double, x.to_bits().into(), y) {
        Some(to) => double(compute(machine, || host::nextafter.call(x, to))?),
        None => Ok(Outcome::Wide(float::resize(FloatKind::X87, FloatKind::Double, Wide::new(y)))),
    }
}

fn nexttowardf(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    let (x, y) = (args.single(machine, 0)?, args.extended(machine, 1)?);
    match direction(FloatKind::Single, x.to_bits().into(), y) {
        Some(to) => single(compute(machine, || host::nextafterf.call(x, to as f32))?),
        None => Ok(Outcome::Wide(float::resize(FloatKind::X87, FloatKind::Single, Wide::new(y)))),
    }
}

fn nexttowardl(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    let (x, y) = (args.extended(machine, 0)?, args.extended(machine, 1)?);
    extended(compute(machine, || host::nextafterl.call([x, y], 0))?)
}

/// The NaN that `strtod` reads from `NAN(text)`.
fn nan(machine: &mut Machine<'_>, args: &Args<'_>, kind: FloatKind) -> Result<Outcome, Halt> {
    let tag = args.get(machine, 0)?;
    let tag = machine.read_string(tag)?;
    let text = [b"nan(".as_slice(), &tag, b")"].concat();
    Ok(Outcome::Wide(Wide::new(parse_float(&text, kind).bits)))
}
