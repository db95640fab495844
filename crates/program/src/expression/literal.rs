//! Numbers as C writes them, and their types.

use super::error::ExpressionError;
use super::float;
use super::types::{INT, Scalar};
use crate::Program;
use crate::code::FloatKind;
use std::ops::Range;

type Literal = Result<(u128, Scalar), ExpressionError>;

/// The value and type of a number.
pub(super) fn number(program: &Program, text: &str, span: Range<usize>) -> Literal {
    let lower = text.to_ascii_lowercase();
    let hex = lower.starts_with("0x");
    let floating = if hex { lower.contains(['p', '.']) } else { lower.contains(['.', 'e']) };
    if floating && !lower.starts_with("0b") {
        return floating_point(program, &lower, span);
    }
    integer(program, &lower, span)
}

fn integer(program: &Program, text: &str, span: Range<usize>) -> Literal {
    let (digits, radix) = match text.get(..2) {
        Some("0x") => (&text[2..], 16),
        Some("0b") => (&text[2..], 2),
        _ if text.starts_with('0') => (text, 8),
        _ => (text, 10),
    };
    let end = digits.find(|c: char| !c.is_digit(radix)).unwrap_or(digits.len());
    let (digits, suffix) = digits.split_at(end);
    let unsigned = suffix.contains('u');
    let long = match suffix.replacen('u', "", 1).as_str() {
        "" => 32,
        "l" | "z" => u16::from(program.pointer_bits),
        "ll" => 64,
        _ => {
            let error = ExpressionError::new(span, format!("`{text}` is not a number"));
            return Err(error.help("write it as in C: `12`, `0x1f`, `017`, `0b11`, `12ul`, `1.5`"));
        }
    };
    let Ok(value) = u64::from_str_radix(digits, radix) else {
        let error = ExpressionError::new(span, format!("`{text}` is not a number of 64 bits"));
        return Err(error.help("no integer type of C holds it"));
    };
    // The first type in C's list that holds the value; only a decimal number without `u` is never
    // unsigned.
    let widths = [32, u16::from(program.pointer_bits), 64];
    for bits in widths.into_iter().filter(|bits| *bits >= long) {
        if !unsigned && value >> (bits - 1) == 0 {
            return Ok((value.into(), Scalar::Int { bits, signed: true }));
        }
        if (unsigned || radix != 10) && (bits == 64 || value >> bits == 0) {
            return Ok((value.into(), Scalar::Int { bits, signed: false }));
        }
    }
    let error = ExpressionError::new(span, format!("`{text}` is too large for a signed number"));
    Err(error.help("write `u` behind it"))
}

fn floating_point(program: &Program, text: &str, span: Range<usize>) -> Literal {
    let hex = text.starts_with("0x");
    let (digits, kind) = match text.as_bytes().last() {
        Some(b'f') if !hex || text.contains('p') => (&text[..text.len() - 1], FloatKind::Single),
        Some(b'l') => (&text[..text.len() - 1], long_double(program)),
        _ => (text, FloatKind::Double),
    };
    match float::parse(kind, digits) {
        Some(bits) => Ok((bits, Scalar::Float(kind))),
        None => {
            let error = ExpressionError::new(span, format!("`{text}` is not a number"));
            Err(error.help("write it as in C: `1.5`, `2e-3`, `0x1.8p3`"))
        }
    }
}

/// The format of `long double`, which the program's types tell when it uses one.
pub(super) fn long_double(program: &Program) -> FloatKind {
    let mut named = program.debug.type_names.iter().filter(|(name, _)| name == "long double");
    match named.next().map(|(_, ty)| program.ty_of(*ty)) {
        Some(super::types::Ty::Scalar(Scalar::Float(kind))) => kind,
        _ => FloatKind::X87,
    }
}

/// The value and type of a character: a `char` made an `int`.
pub(super) fn character(program: &Program, byte: u8) -> (u128, Scalar) {
    let value = if char_is_signed(program) { i32::from(byte as i8) } else { i32::from(byte) };
    (u128::from(value as u32), INT)
}

/// Whether `char` is signed, which the program's types tell when it uses one.
pub(super) fn char_is_signed(program: &Program) -> bool {
    let mut named = program.debug.type_names.iter().filter(|(name, _)| name == "char");
    match named.next().map(|(_, ty)| program.ty_of(*ty)) {
        Some(super::types::Ty::Scalar(Scalar::Int { signed, .. })) => signed,
        _ => true,
    }
}
