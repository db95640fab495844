//! Floating-point numbers from text that is known to be a number.

use super::convert::widen;
use super::soft::{precision, quiet_bit, with_format};
use allways_program::code::FloatKind;
use rustc_apfloat::ieee::{BFloat, Half, Quad, X87DoubleExtended};
use rustc_apfloat::{Float, Round, Status};

/// The bits nearest to an unsigned decimal or hexadecimal number, and whether it is too large or
/// too small to be exact.
pub fn number(kind: FloatKind, text: &[u8]) -> (u128, bool) {
    let mut text = String::from_utf8_lossy(text).to_ascii_lowercase();
    if text.starts_with("0x") && !text.contains('p') {
        text.push_str("p0");
    }
    with_format!(kind, nearest(kind, &text))
}

fn nearest<F: Float>(kind: FloatKind, text: &str) -> (u128, bool) {
    match F::from_str_r(text, Round::NearestTiesToEven) {
        Ok(read) => {
            let out = read.status.intersects(Status::OVERFLOW | Status::UNDERFLOW)
                || read.status == Status::INEXACT
                    && read.value.is_smallest_normalized()
                    && is_tiny(kind, read.value.to_bits(), text);
            (read.value.to_bits(), out)
        }
        Err(_) => (0, false),
    }
}

/// Whether a number that was rounded up to the smallest normal one would have been below it, had
/// there been smaller exponents: x86 calls that an underflow too.
fn is_tiny(kind: FloatKind, smallest: u128, text: &str) -> bool {
    let smallest = widen(kind, smallest);
    let half_step = smallest.scalbn(-(precision(kind) as i32) - 1);
    match Quad::from_str_r(text, Round::NearestTiesToEven) {
        Ok(read) => (smallest - read.value).value > half_step,
        Err(_) => false,
    }
}

/// Infinity.
pub fn infinity(kind: FloatKind) -> u128 {
    fn bits<F: Float>() -> u128 {
        F::INFINITY.to_bits()
    }
    with_format!(kind, bits())
}

/// A quiet NaN with a payload.
pub fn nan(kind: FloatKind, payload: u64) -> u128 {
    fn bits<F: Float>() -> u128 {
        F::qnan(None).to_bits()
    }
    with_format!(kind, bits()) | u128::from(payload) & (quiet_bit(kind) - 1)
}
