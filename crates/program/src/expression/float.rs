//! Floating-point numbers, as bits of their formats.

use super::bits::{mask, signed};
use super::syntax::Binary;
use crate::code::FloatKind;
use rustc_apfloat::ieee::{BFloat, Double, Half, Quad, Single, X87DoubleExtended};
use rustc_apfloat::{Float, FloatConvert, Round, Status};
use std::cmp::Ordering;

/// Runs a generic function for the type of a format.
macro_rules! with_format {
    ($kind:expr, $function:ident($($arg:expr),*)) => {
        match $kind {
            FloatKind::Half => $function::<Half>($($arg),*),
            FloatKind::BFloat => $function::<BFloat>($($arg),*),
            FloatKind::Single => $function::<Single>($($arg),*),
            FloatKind::Double => $function::<Double>($($arg),*),
            FloatKind::X87 => $function::<X87DoubleExtended>($($arg),*),
            FloatKind::Quad => $function::<Quad>($($arg),*),
        }
    };
}

/// A number from its text, decimal or hexadecimal, without suffix.
pub(super) fn parse(kind: FloatKind, text: &str) -> Option<u128> {
    fn read<F: Float>(text: &str) -> Option<u128> {
        F::from_str_r(text, Round::NearestTiesToEven).ok().map(|parsed| parsed.value.to_bits())
    }
    with_format!(kind, read(text))
}

/// A sum, difference, product or quotient.
pub(super) fn binary(op: Binary, kind: FloatKind, a: u128, b: u128) -> u128 {
    fn compute<F: Float>(op: Binary, a: u128, b: u128) -> u128 {
        let (a, b) = (F::from_bits(a), F::from_bits(b));
        match op {
            Binary::Add => a + b,
            Binary::Sub => a - b,
            Binary::Mul => a * b,
            _ => a / b,
        }
        .value
        .to_bits()
    }
    with_format!(kind, compute(op, a, b))
}

/// The number with the other sign.
pub(super) fn negated(kind: FloatKind, a: u128) -> u128 {
    a ^ 1 << (kind.bits() - 1)
}

/// The order of two numbers; none with a NaN.
pub(super) fn order(kind: FloatKind, a: u128, b: u128) -> Option<Ordering> {
    fn compare<F: Float>(a: u128, b: u128) -> Option<Ordering> {
        F::from_bits(a).partial_cmp(&F::from_bits(b))
    }
    with_format!(kind, compare(a, b))
}

/// Whether a number is neither zero nor minus zero.
pub(super) fn is_true(kind: FloatKind, a: u128) -> bool {
    order(kind, a, 0) != Some(Ordering::Equal)
}

/// The nearest number of another format.
pub(super) fn converted(from: FloatKind, a: u128, to: FloatKind) -> u128 {
    fn exact<F: FloatConvert<Quad>>(a: u128) -> Quad {
        F::from_bits(a).convert(&mut false).value
    }
    fn nearest<F: Float>(a: Quad) -> u128
    where
        Quad: FloatConvert<F>,
    {
        let converted: F = FloatConvert::convert(a, &mut false).value;
        converted.to_bits()
    }
    if from == to {
        return a;
    }
    // Every format's numbers are numbers of the widest format: only the second step rounds.
    let wide = with_format!(from, exact(a));
    with_format!(to, nearest(wide))
}

/// The nearest number to an integer.
pub(super) fn from_integer(kind: FloatKind, a: u128, bits: u16, is_signed: bool) -> u128 {
    fn unsigned<F: Float>(a: u128) -> u128 {
        F::from_u128(a).value.to_bits()
    }
    fn with_sign<F: Float>(a: i128) -> u128 {
        F::from_i128(a).value.to_bits()
    }
    if is_signed {
        with_format!(kind, with_sign(signed(a, bits)))
    } else {
        with_format!(kind, unsigned(a & mask(bits)))
    }
}

/// The integer that is left without the fraction; none when it does not fit.
pub(super) fn to_integer(kind: FloatKind, a: u128, bits: u16, is_signed: bool) -> Option<u128> {
    fn truncated<F: Float>(a: u128, bits: u16, is_signed: bool) -> Option<u128> {
        let a = F::from_bits(a);
        let mut exact = false;
        let (status, value) = if is_signed {
            let result = a.to_i128_r(bits.into(), Round::TowardZero, &mut exact);
            (result.status, result.value as u128)
        } else {
            let result = a.to_u128_r(bits.into(), Round::TowardZero, &mut exact);
            (result.status, result.value)
        };
        (!status.contains(Status::INVALID_OP)).then_some(value & mask(bits))
    }
    with_format!(kind, truncated(a, bits, is_signed))
}
