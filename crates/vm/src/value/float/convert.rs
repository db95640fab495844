//! Conversions between formats, and from and to integers.

use super::soft::with_format;
use super::{double, from_double, from_single, single};
use crate::fault::FaultKind;
use crate::value::word::{Wide, wide_mask};
use allways_program::code::{FloatConvert, FloatKind, OutOfRange};
use rustc_apfloat::ieee::{BFloat, Half, Quad, X87DoubleExtended};
use rustc_apfloat::{Float, FloatConvert as _, Round, Status};

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
///
/// # Errors
/// Where the value does not fit, and that is undefined behaviour.
pub fn convert(op: FloatConvert, a: Wide) -> Result<Wide, FaultKind> {
    let (from_bits, to_bits) = widths(op);
    if !a.is_defined() {
        return Ok(Wide::undefined(to_bits));
    }
    Ok(match op {
        FloatConvert::Resize { from, to } => resize(from, to, a),
        FloatConvert::ToSigned { from, bits, beyond } => {
            return to_integer(from, bits.into(), true, beyond, a);
        }
        FloatConvert::ToUnsigned { from, bits, beyond } => {
            return to_integer(from, bits.into(), false, beyond, a);
        }
        FloatConvert::FromSigned { to, .. } => {
            let shift = 128 - from_bits;
            from_signed(to, ((a.value << shift) as i128) >> shift)
        }
        FloatConvert::FromUnsigned { to, .. } => from_unsigned(to, a.value),
    })
}

fn from_signed(to: FloatKind, value: i128) -> Wide {
    fn soft<F: Float>(value: i128) -> u128 {
        F::from_i128(value).value.to_bits()
    }
    match to {
        FloatKind::Single => from_single(value as f32),
        FloatKind::Double => from_double(value as f64),
        _ => Wide::new(with_format!(to, soft(value))),
    }
}

fn from_unsigned(to: FloatKind, value: u128) -> Wide {
    fn soft<F: Float>(value: u128) -> u128 {
        F::from_u128(value).value.to_bits()
    }
    match to {
        FloatKind::Single => from_single(value as f32),
        FloatKind::Double => from_double(value as f64),
        _ => Wide::new(with_format!(to, soft(value))),
    }
}

/// Every format fits into quad, so going through it rounds once.
pub fn resize(from: FloatKind, to: FloatKind, a: Wide) -> Wide {
    match (from, to) {
        (FloatKind::Single, FloatKind::Double) => from_double(single(a).into()),
        (FloatKind::Double, FloatKind::Single) => from_single(double(a) as f32),
        _ => Wide::new(narrow(to, widen(from, a.value))),
    }
}

/// A number of any format as a quad, exactly.
pub fn widen(from: FloatKind, bits: u128) -> Quad {
    let lost = &mut false;
    match from {
        FloatKind::Half => Half::from_bits(bits).convert(lost).value,
        FloatKind::BFloat => BFloat::from_bits(bits).convert(lost).value,
        FloatKind::Single => rustc_apfloat::ieee::Single::from_bits(bits).convert(lost).value,
        FloatKind::Double => rustc_apfloat::ieee::Double::from_bits(bits).convert(lost).value,
        FloatKind::X87 => X87DoubleExtended::from_bits(bits).convert(lost).value,
        FloatKind::Quad => Quad::from_bits(bits),
    }
}

/// A quad rounded to a format.
pub fn narrow(to: FloatKind, value: Quad) -> u128 {
    fn round<F: Float>(value: Quad) -> u128
    where
        Quad: rustc_apfloat::FloatConvert<F>,
    {
        let converted: F = value.convert(&mut false).value;
        converted.to_bits()
    }
    with_format!(to, round(value))
}

fn to_integer(
    from: FloatKind,
    bits: u32,
    signed: bool,
    beyond: OutOfRange,
    a: Wide,
) -> Result<Wide, FaultKind> {
    let value = widen(from, a.value);
    let (width, exact) = (bits as usize, &mut false);
    let (status, integer) = if signed {
        let result = value.to_i128_r(width, Round::TowardZero, exact);
        (result.status, result.value as u128)
    } else {
        let result = value.to_u128_r(width, Round::TowardZero, exact);
        (result.status, result.value)
    };
    match beyond {
        OutOfRange::Fault if status.contains(Status::INVALID_OP) => {
            Err(FaultKind::Conversion { bits, signed })
        }
        OutOfRange::Undefined if status.contains(Status::INVALID_OP) => Ok(Wide::undefined(bits)),
        _ => Ok(Wide::new(integer & wide_mask(bits))),
    }
}
