//! Integers of which some bits may be undefined.

use super::error::EvaluateErrorKind;
use super::syntax::{Binary, Compare};
use std::cmp::Ordering;

/// Up to 128 bits, low byte first as in memory, of which some may be undefined.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Bits {
    /// The value; undefined bits are zero.
    pub value: u128,
    /// One where the bit is defined.
    pub defined: u128,
}

/// The lowest bits.
pub(super) fn mask(bits: u16) -> u128 {
    if bits >= 128 { u128::MAX } else { (1 << bits) - 1 }
}

/// A number with its sign.
pub(super) fn signed(value: u128, bits: u16) -> i128 {
    let unused = 128 - u32::from(bits.clamp(1, 128));
    ((value << unused) as i128) >> unused
}

impl Bits {
    /// A value without undefined bits.
    pub fn known(value: u128) -> Bits {
        Bits { value, defined: u128::MAX }
    }

    /// Nothing of it is known.
    pub(super) fn unknown(bits: u16) -> Bits {
        Bits { value: 0, defined: !mask(bits) }
    }

    /// A truth value of which nothing is known.
    pub(super) fn undecided() -> Bits {
        Bits::unknown(1)
    }

    pub(super) fn truth(holds: bool) -> Bits {
        Bits::known(holds.into())
    }

    /// The lowest bits; those above are zero, and defined.
    pub(super) fn lowest(self, bits: u16) -> Bits {
        let defined = self.defined | !mask(bits);
        Bits { value: self.value & defined & mask(bits), defined }
    }

    /// Whether all bits are defined.
    pub fn is_defined(self) -> bool {
        self.defined == u128::MAX
    }

    /// A wider or narrower integer.
    pub(super) fn resized(self, from: u16, is_signed: bool, to: u16) -> Bits {
        if !is_signed {
            return self.lowest(from).lowest(to);
        }
        let defined = signed(self.defined, from) as u128;
        Bits { value: signed(self.value, from) as u128, defined }.lowest(to)
    }

    /// Whether it is not zero; none when that depends on undefined bits.
    pub(super) fn is_true(self) -> Option<bool> {
        if self.value != 0 { Some(true) } else { self.is_defined().then_some(false) }
    }

    pub(super) fn complement(self, bits: u16) -> Bits {
        Bits { value: !self.value & self.defined, defined: self.defined }.lowest(bits)
    }
}

/// The result of a sum, difference or product: undefined from the lowest undefined bit on.
fn carried(value: u128, a: Bits, b: Bits, bits: u16) -> Bits {
    let known = (a.defined & b.defined).trailing_ones();
    Bits { value, defined: mask(known as u16) }.lowest(bits)
}

/// An operation on two integers of a width. Overflow wraps around.
pub(super) fn binary<E>(
    op: Binary,
    bits: u16,
    is_signed: bool,
    a: Bits,
    b: Bits,
) -> Result<Bits, EvaluateErrorKind<E>> {
    Ok(match op {
        Binary::Add => carried(a.value.wrapping_add(b.value), a, b, bits),
        Binary::Sub => carried(a.value.wrapping_sub(b.value), a, b, bits),
        Binary::Mul => carried(a.value.wrapping_mul(b.value), a, b, bits),
        Binary::Div | Binary::Rem => return divide(op, bits, is_signed, a, b),
        Binary::And => {
            // A defined zero decides, whatever stands opposite.
            let zeros = a.defined & !a.value | b.defined & !b.value;
            Bits { value: a.value & b.value, defined: a.defined & b.defined | zeros }.lowest(bits)
        }
        Binary::Or => {
            let value = a.value | b.value;
            Bits { value, defined: a.defined & b.defined | value }.lowest(bits)
        }
        Binary::Xor => {
            Bits { value: a.value ^ b.value, defined: a.defined & b.defined }.lowest(bits)
        }
        Binary::Shl | Binary::Shr => unreachable!("shifts have operands of two types"),
    })
}

fn divide<E>(
    op: Binary,
    bits: u16,
    is_signed: bool,
    a: Bits,
    b: Bits,
) -> Result<Bits, EvaluateErrorKind<E>> {
    if !b.is_defined() {
        return Ok(Bits::unknown(bits));
    }
    if b.value == 0 {
        return Err(EvaluateErrorKind::DivisionByZero);
    }
    if !a.is_defined() {
        return Ok(Bits::unknown(bits));
    }
    if !is_signed {
        let value = if op == Binary::Div { a.value / b.value } else { a.value % b.value };
        return Ok(Bits::known(value).lowest(bits));
    }
    let (x, y) = (signed(a.value, bits), signed(b.value, bits));
    if y == -1 && a.value == 1 << (bits - 1) {
        return Err(EvaluateErrorKind::Overflow);
    }
    let value = if op == Binary::Div { x / y } else { x % y };
    Ok(Bits::known(value as u128).lowest(bits))
}

/// A shift by a number of bits, which has its own type.
pub(super) fn shift<E>(
    op: Binary,
    (bits, is_signed): (u16, bool),
    a: Bits,
    by: i128,
) -> Result<Bits, EvaluateErrorKind<E>> {
    if !(0..i128::from(bits)).contains(&by) {
        return Err(EvaluateErrorKind::Shift { by, bits });
    }
    let by = by as u32;
    Ok(match op {
        Binary::Shl => Bits { value: a.value << by, defined: a.defined << by | mask(by as u16) },
        _ if is_signed => Bits {
            value: (signed(a.value, bits) >> by) as u128,
            defined: (signed(a.defined, bits) >> by) as u128,
        },
        _ => Bits { value: a.value >> by, defined: a.defined >> by | !(u128::MAX >> by) },
    }
    .lowest(bits))
}

/// A comparison of two integers of a width.
pub(super) fn compare(op: Compare, bits: u16, is_signed: bool, a: Bits, b: Bits) -> Bits {
    if !a.is_defined() || !b.is_defined() {
        // Numbers that differ in a defined bit are different.
        let differ = (a.value ^ b.value) & a.defined & b.defined != 0;
        return match op {
            Compare::Eq if differ => Bits::truth(false),
            Compare::Ne if differ => Bits::truth(true),
            _ => Bits::undecided(),
        };
    }
    let order = if is_signed {
        signed(a.value, bits).cmp(&signed(b.value, bits))
    } else {
        a.value.cmp(&b.value)
    };
    Bits::truth(holds(op, Some(order)))
}

/// Whether a comparison holds; numbers without an order are only different.
pub(super) fn holds(op: Compare, order: Option<Ordering>) -> bool {
    match (op, order) {
        (Compare::Eq, order) => order == Some(Ordering::Equal),
        (Compare::Ne, order) => order != Some(Ordering::Equal),
        (_, None) => false,
        (Compare::Lt, Some(order)) => order.is_lt(),
        (Compare::Le, Some(order)) => order.is_le(),
        (Compare::Gt, Some(order)) => order.is_gt(),
        (Compare::Ge, Some(order)) => order.is_ge(),
    }
}
