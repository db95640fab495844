//! Floating point on values with definedness: an undefined bit in makes every bit out undefined.

mod convert;
mod native;
pub mod parse;
mod soft;

pub use convert::{convert, resize, widths};

use crate::value::word::{Wide, Word};
use allways_program::code::{FloatBinary, FloatKind, FloatUnary};

pub(crate) fn single(w: Wide) -> f32 {
    f32::from_bits(w.value as u32)
}

pub(crate) fn double(w: Wide) -> f64 {
    f64::from_bits(w.value as u64)
}

pub(crate) fn from_single(x: f32) -> Wide {
    Wide::new(x.to_bits().into())
}

pub(crate) fn from_double(x: f64) -> Wide {
    Wide::new(x.to_bits().into())
}

fn all_defined(operands: &[Wide]) -> bool {
    operands.iter().all(|w| w.is_defined())
}

/// A two-operand operation.
pub fn binary(op: FloatBinary, kind: FloatKind, a: Wide, b: Wide) -> Wide {
    if !all_defined(&[a, b]) {
        return Wide::undefined(kind.bits());
    }
    match kind {
        FloatKind::Single => from_single(native::binary_single(op, single(a), single(b))),
        FloatKind::Double => from_double(native::binary_double(op, double(a), double(b))),
        _ => Wide::new(soft::binary(op, kind, a.value, b.value)),
    }
}

/// A one-operand operation.
pub fn unary(op: FloatUnary, kind: FloatKind, a: Wide) -> Wide {
    if !a.is_defined() {
        return Wide::undefined(kind.bits());
    }
    match kind {
        FloatKind::Single => from_single(native::unary_single(op, single(a))),
        FloatKind::Double => from_double(native::unary_double(op, double(a))),
        _ => Wide::new(soft::unary(op, kind, a.value)),
    }
}

/// Fused `a * b + c`.
pub fn fma(kind: FloatKind, a: Wide, b: Wide, c: Wide) -> Wide {
    if !all_defined(&[a, b, c]) {
        return Wide::undefined(kind.bits());
    }
    match kind {
        FloatKind::Single => from_single(single(a).mul_add(single(b), single(c))),
        FloatKind::Double => from_double(double(a).mul_add(double(b), double(c))),
        _ => Wide::new(soft::fma(kind, a.value, b.value, c.value)),
    }
}

/// How numbers of two formats compare.
pub fn order(kind_a: FloatKind, a: u128, kind_b: FloatKind, b: u128) -> Option<std::cmp::Ordering> {
    convert::widen(kind_a, a).partial_cmp(&convert::widen(kind_b, b))
}

/// A comparison; `mask` as in the instruction.
pub fn compare(mask: u8, kind: FloatKind, a: Wide, b: Wide) -> Word {
    if !all_defined(&[a, b]) {
        return Word::undefined(1);
    }
    let order = match kind {
        FloatKind::Single => single(a).partial_cmp(&single(b)),
        FloatKind::Double => double(a).partial_cmp(&double(b)),
        _ => soft::compare(kind, a.value, b.value),
    };
    let bit = order.map_or(8, |o| 1 << (o as i8 + 1));
    Word::new(u64::from(mask & bit != 0))
}

/// Whether the value is in one of the classes of `mask`: signalling and quiet NaN, then negative
/// infinity, normal, subnormal, zero, then positive zero, subnormal, normal, infinity.
pub fn class(mask: u16, kind: FloatKind, a: Wide) -> Word {
    use std::num::FpCategory;
    if !a.is_defined() {
        return Word::undefined(1);
    }
    let negative = a.value >> (kind.bits() - 1) & 1 == 1;
    let quiet = a.value & soft::quiet_bit(kind) != 0;
    let distance = match soft::category(kind, a.value) {
        FpCategory::Nan => return Word::new(u64::from(mask & 1 << u16::from(quiet) != 0)),
        FpCategory::Infinite => 3,
        FpCategory::Normal => 2,
        FpCategory::Subnormal => 1,
        FpCategory::Zero => 0,
    };
    let bit = if negative { 1 << (5 - distance) } else { 1 << (6 + distance) };
    Word::new(u64::from(mask & bit != 0))
}
