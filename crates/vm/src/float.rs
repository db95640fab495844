//! Floating point on values with definedness: an undefined bit in makes every bit out undefined.

use crate::fault::{Gap, Halt};
use crate::word::{Wide, Word, wide_mask};
use allways_program::code::{FloatBinary, FloatConvert, FloatKind, FloatUnary};

/// Applies a function to defined operands, by format.
macro_rules! by_kind {
    ($kind:expr, $bits:expr, [$($arg:expr),+], $single:expr, $double:expr) => {
        if [$($arg),+].iter().any(|w: &Wide| !w.is_defined()) {
            Ok(Wide::undefined($bits))
        } else {
            match $kind {
                FloatKind::Single => Ok($single),
                FloatKind::Double => Ok($double),
                _ => Err(Halt::Unsupported(Gap::Float)),
            }
        }
    };
}

fn single(w: Wide) -> f32 {
    f32::from_bits(w.value as u32)
}

fn double(w: Wide) -> f64 {
    f64::from_bits(w.value as u64)
}

fn from_single(x: f32) -> Wide {
    Wide::new(x.to_bits().into())
}

fn from_double(x: f64) -> Wide {
    Wide::new(x.to_bits().into())
}

/// A two-operand operation.
pub fn binary(op: FloatBinary, kind: FloatKind, a: Wide, b: Wide) -> Result<Wide, Halt> {
    by_kind!(
        kind,
        kind.bits(),
        [a, b],
        from_single(binary_single(op, single(a), single(b))),
        from_double(binary_double(op, double(a), double(b)))
    )
}

macro_rules! binary_native {
    ($name:ident, $float:ty) => {
        fn $name(op: FloatBinary, a: $float, b: $float) -> $float {
            match op {
                FloatBinary::Add => a + b,
                FloatBinary::Sub => a - b,
                FloatBinary::Mul => a * b,
                FloatBinary::Div => a / b,
                FloatBinary::Rem => a % b,
                FloatBinary::MinNum => a.min(b),
                FloatBinary::MaxNum => a.max(b),
                FloatBinary::Minimum if a.is_nan() || b.is_nan() => <$float>::NAN,
                FloatBinary::Maximum if a.is_nan() || b.is_nan() => <$float>::NAN,
                FloatBinary::Minimum if a == b => {
                    if a.is_sign_negative() {
                        a
                    } else {
                        b
                    }
                }
                FloatBinary::Maximum if a == b => {
                    if a.is_sign_negative() {
                        b
                    } else {
                        a
                    }
                }
                FloatBinary::Minimum => a.min(b),
                FloatBinary::Maximum => a.max(b),
                FloatBinary::CopySign => a.copysign(b),
            }
        }
    };
}

binary_native!(binary_single, f32);
binary_native!(binary_double, f64);

macro_rules! unary_native {
    ($name:ident, $float:ty) => {
        fn $name(op: FloatUnary, a: $float) -> $float {
            match op {
                FloatUnary::Neg => -a,
                FloatUnary::Abs => a.abs(),
                FloatUnary::Sqrt => a.sqrt(),
                FloatUnary::Floor => a.floor(),
                FloatUnary::Ceil => a.ceil(),
                FloatUnary::Trunc => a.trunc(),
                FloatUnary::Round => a.round(),
                FloatUnary::RoundEven => a.round_ties_even(),
            }
        }
    };
}

unary_native!(unary_single, f32);
unary_native!(unary_double, f64);

/// A one-operand operation.
pub fn unary(op: FloatUnary, kind: FloatKind, a: Wide) -> Result<Wide, Halt> {
    by_kind!(
        kind,
        kind.bits(),
        [a],
        from_single(unary_single(op, single(a))),
        from_double(unary_double(op, double(a)))
    )
}

/// Fused `a * b + c`.
pub fn fma(kind: FloatKind, a: Wide, b: Wide, c: Wide) -> Result<Wide, Halt> {
    by_kind!(
        kind,
        kind.bits(),
        [a, b, c],
        from_single(single(a).mul_add(single(b), single(c))),
        from_double(double(a).mul_add(double(b), double(c)))
    )
}

/// A comparison; `mask` as in the instruction.
pub fn compare(mask: u8, kind: FloatKind, a: Wide, b: Wide) -> Result<Word, Halt> {
    let truth = |order: Option<std::cmp::Ordering>| {
        let bit = order.map_or(8, |o| 1 << (o as i8 + 1));
        Wide::new(u128::from(mask & bit != 0))
    };
    let result: Result<Wide, Halt> = by_kind!(
        kind,
        1,
        [a, b],
        truth(single(a).partial_cmp(&single(b))),
        truth(double(a).partial_cmp(&double(b)))
    );
    result.map(Wide::low)
}

/// Widths of source and result of a conversion.
pub fn widths(op: FloatConvert) -> (u32, u32) {
    match op {
        FloatConvert::Resize { from, to } => (from.bits(), to.bits()),
        FloatConvert::ToSigned { from, bits, .. } | FloatConvert::ToUnsigned { from, bits, .. } => {
            (from.bits(), bits.into())
        }
        FloatConvert::FromSigned { bits, to } | FloatConvert::FromUnsigned { bits, to } => {
            (bits.into(), to.bits())
        }
    }
}

/// A conversion.
pub fn convert(op: FloatConvert, a: Wide) -> Result<Wide, Halt> {
    let (from_bits, to_bits) = widths(op);
    match op {
        FloatConvert::Resize { from, to } => resize(from, to, a),
        FloatConvert::ToSigned { from, bits, saturate } => {
            to_integer(from, bits.into(), true, saturate, a)
        }
        FloatConvert::ToUnsigned { from, bits, saturate } => {
            to_integer(from, bits.into(), false, saturate, a)
        }
        _ if !a.is_defined() => Ok(Wide::undefined(to_bits)),
        FloatConvert::FromSigned { to, .. } => {
            let shift = 128 - from_bits;
            let value = ((a.value << shift) as i128) >> shift;
            from_number(to, value as f32, value as f64)
        }
        FloatConvert::FromUnsigned { to, .. } => from_number(to, a.value as f32, a.value as f64),
    }
}

fn from_number(to: FloatKind, as_single: f32, as_double: f64) -> Result<Wide, Halt> {
    match to {
        FloatKind::Single => Ok(from_single(as_single)),
        FloatKind::Double => Ok(from_double(as_double)),
        _ => Err(Halt::Unsupported(Gap::Float)),
    }
}

fn resize(from: FloatKind, to: FloatKind, a: Wide) -> Result<Wide, Halt> {
    if !a.is_defined() {
        return Ok(Wide::undefined(to.bits()));
    }
    match (from, to) {
        (FloatKind::Single, FloatKind::Double) => Ok(from_double(single(a).into())),
        (FloatKind::Double, FloatKind::Single) => Ok(from_single(double(a) as f32)),
        _ => Err(Halt::Unsupported(Gap::Float)),
    }
}

/// Out of range is undefined, as the compiler has it, unless the conversion saturates.
fn to_integer(
    from: FloatKind,
    bits: u32,
    signed: bool,
    saturate: bool,
    a: Wide,
) -> Result<Wide, Halt> {
    if !a.is_defined() {
        return Ok(Wide::undefined(bits));
    }
    let x = match from {
        FloatKind::Single => f64::from(single(a)),
        FloatKind::Double => double(a),
        _ => return Err(Halt::Unsupported(Gap::Float)),
    };
    let x = x.trunc();
    let (least, most) = if signed {
        (-((bits - 1) as f64).exp2(), ((bits - 1) as f64).exp2())
    } else {
        (0.0, f64::from(bits).exp2())
    };
    if x >= least && x < most {
        let value = if signed { (x as i128) as u128 } else { x as u128 };
        return Ok(Wide::new(value & wide_mask(bits)));
    }
    if !saturate {
        return Ok(Wide::undefined(bits));
    }
    Ok(Wide::new(match (x.is_nan(), x < least, signed) {
        (true, _, _) | (_, true, false) => 0,
        (_, true, true) => 1u128 << (bits - 1),
        (_, false, true) => wide_mask(bits - 1),
        (_, false, false) => wide_mask(bits),
    }))
}

/// Whether the value is in one of the classes of `mask`: signalling and quiet NaN, then negative
/// infinity, normal, subnormal, zero, then positive zero, subnormal, normal, infinity.
pub fn class(mask: u16, kind: FloatKind, a: Wide) -> Result<Word, Halt> {
    use std::num::FpCategory;
    let place = |category: FpCategory, negative: bool, quiet: bool| {
        let distance = match category {
            FpCategory::Nan => return 1u16 << u16::from(quiet),
            FpCategory::Infinite => 3,
            FpCategory::Normal => 2,
            FpCategory::Subnormal => 1,
            FpCategory::Zero => 0,
        };
        if negative { 1 << (5 - distance) } else { 1 << (6 + distance) }
    };
    let truth = |bit: u16| Wide::new(u128::from(mask & bit != 0));
    let result: Result<Wide, Halt> = by_kind!(
        kind,
        1,
        [a],
        {
            let x = single(a);
            truth(place(x.classify(), x.is_sign_negative(), a.value >> 22 & 1 == 1))
        },
        {
            let x = double(a);
            truth(place(x.classify(), x.is_sign_negative(), a.value >> 51 & 1 == 1))
        }
    );
    result.map(Wide::low)
}
