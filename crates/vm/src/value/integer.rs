//! Integer arithmetic on values with definedness.
//!
//! Definedness follows the bits: exact for bitwise operations, shifts and width changes, and for
//! comparisons that the defined bits decide; additions are known below their lowest unknown bit.

use crate::fault::FaultKind;
use crate::value::word::{Wide, Word, mask, signed, wide_mask};
use allways_program::code::{Binary, Checked, Compare, Resize, Unary};

/// A two-operand operation on values of at most 64 bits.
#[inline]
pub fn binary(op: Binary, bits: u32, a: Word, b: Word) -> Result<Word, FaultKind> {
    if a.is_defined() && b.is_defined() {
        let plain = match op {
            Binary::Add => a.value.wrapping_add(b.value),
            Binary::Sub => a.value.wrapping_sub(b.value),
            Binary::Mul => a.value.wrapping_mul(b.value),
            Binary::And => a.value & b.value,
            Binary::Or => a.value | b.value,
            Binary::Xor => a.value ^ b.value,
            _ => return wide(op, bits, Wide::from_word(a), Wide::from_word(b)).map(Wide::low),
        };
        return Ok(Word::new(plain & mask(bits)));
    }
    wide(op, bits, Wide::from_word(a), Wide::from_word(b)).map(Wide::low)
}

/// A two-operand operation on values of at most 128 bits.
pub fn wide(op: Binary, bits: u32, a: Wide, b: Wide) -> Result<Wide, FaultKind> {
    let result = match op {
        Binary::Add => known(a.value.wrapping_add(b.value), a.known_below(b)),
        Binary::Sub => known(a.value.wrapping_sub(b.value), a.known_below(b)),
        Binary::Mul => multiply(a, b),
        Binary::And => Wide {
            value: a.value & b.value,
            defined: a.defined & b.defined | a.defined & !a.value | b.defined & !b.value,
        },
        Binary::Or => Wide {
            value: a.value | b.value,
            defined: a.defined & b.defined | a.defined & a.value | b.defined & b.value,
        },
        Binary::Xor => Wide { value: a.value ^ b.value, defined: a.defined & b.defined },
        Binary::UDiv | Binary::SDiv | Binary::URem | Binary::SRem => divide(op, bits, a, b)?,
        Binary::Shl | Binary::LShr | Binary::AShr => shift(op, bits, a, b)?,
        Binary::UMin => pick(bits, Compare::ULt, a, b),
        Binary::UMax => pick(bits, Compare::UGt, a, b),
        Binary::SMin => pick(bits, Compare::SLt, a, b),
        Binary::SMax => pick(bits, Compare::SGt, a, b),
        Binary::UAddSat
        | Binary::SAddSat
        | Binary::USubSat
        | Binary::SSubSat
        | Binary::UShlSat
        | Binary::SShlSat => saturating(op, bits, a, b)?,
    };
    Ok(result.canonical(bits))
}

fn known(value: u128, defined: u128) -> Wide {
    Wide { value: value & defined, defined }
}

fn multiply(a: Wide, b: Wide) -> Wide {
    let zero = |w: Wide| w.is_defined() && w.value == 0;
    if zero(a) || zero(b) {
        return Wide::new(0);
    }
    known(a.value.wrapping_mul(b.value), a.known_below(b))
}

fn wide_signed(value: u128, bits: u32) -> i128 {
    let shift = 128 - bits;
    ((value << shift) as i128) >> shift
}

fn smallest(bits: u32) -> i128 {
    -1i128 << (bits - 1)
}

fn divide(op: Binary, bits: u32, a: Wide, b: Wide) -> Result<Wide, FaultKind> {
    if !b.is_defined() {
        return Err(FaultKind::UndefinedDivisor);
    }
    if b.value == 0 {
        return Err(FaultKind::DivisionByZero);
    }
    if !a.is_defined() {
        return Ok(Wide::undefined(bits));
    }
    let (x, y) = (wide_signed(a.value, bits), wide_signed(b.value, bits));
    let is_signed = matches!(op, Binary::SDiv | Binary::SRem);
    if is_signed && y == -1 && x == smallest(bits) {
        return Err(FaultKind::DivisionOverflow);
    }
    Ok(Wide::new(match op {
        Binary::UDiv => a.value / b.value,
        Binary::URem => a.value % b.value,
        Binary::SDiv => x.wrapping_div(y) as u128,
        _ => x.wrapping_rem(y) as u128,
    }))
}

fn shift(op: Binary, bits: u32, a: Wide, b: Wide) -> Result<Wide, FaultKind> {
    if !b.is_defined() {
        return Ok(Wide::undefined(bits));
    }
    if b.value >= u128::from(bits) {
        return Err(FaultKind::Shift { count: b.value as u64, bits });
    }
    let count = b.value as u32;
    let width = wide_mask(bits);
    Ok(match op {
        Binary::Shl => {
            Wide { value: a.value << count, defined: (a.defined << count) | wide_mask(count) }
        }
        Binary::LShr => Wide {
            value: a.value >> count,
            defined: (a.defined & width | !width) >> count | !(width >> count),
        },
        _ => Wide {
            value: (wide_signed(a.value, bits) >> count) as u128,
            defined: (wide_signed(a.defined & width, bits) >> count) as u128,
        },
    })
}

fn pick(bits: u32, prefer_a: Compare, a: Wide, b: Wide) -> Wide {
    let choice = compare_wide(prefer_a, bits, a, b);
    if !choice.is_defined() {
        return if a == b { a } else { Wide::undefined(bits) };
    }
    if choice.value == 1 { a } else { b }
}

fn saturating(op: Binary, bits: u32, a: Wide, b: Wide) -> Result<Wide, FaultKind> {
    if !a.is_defined() || !b.is_defined() {
        return Ok(Wide::undefined(bits));
    }
    let (x, y) = (wide_signed(a.value, bits), wide_signed(b.value, bits));
    let (least, most) = (smallest(bits), !smallest(bits));
    let clamp = |exact: Option<i128>, negative: bool| match exact {
        Some(v) => v.clamp(least, most) as u128,
        None => (if negative { least } else { most }) as u128,
    };
    let top = wide_mask(bits);
    Ok(Wide::new(match op {
        Binary::UAddSat => a.value.checked_add(b.value).map_or(top, |v| v.min(top)),
        Binary::USubSat => a.value.saturating_sub(b.value),
        Binary::SAddSat => clamp(x.checked_add(y), x < 0),
        Binary::SSubSat => clamp(x.checked_sub(y), x < 0),
        _ => return saturating_shift(op, bits, a, b),
    }))
}

fn saturating_shift(op: Binary, bits: u32, a: Wide, b: Wide) -> Result<Wide, FaultKind> {
    let shifted = shift(Binary::Shl, bits, a, b)?.canonical(bits);
    let back_op = if op == Binary::UShlSat { Binary::LShr } else { Binary::AShr };
    let back = shift(back_op, bits, shifted, b)?.canonical(bits);
    if back.value == a.value {
        return Ok(shifted);
    }
    let negative = op == Binary::SShlSat && wide_signed(a.value, bits) < 0;
    Ok(Wide::new(match (op, negative) {
        (Binary::UShlSat, _) => wide_mask(bits),
        (_, true) => smallest(bits) as u128,
        (_, false) => !smallest(bits) as u128,
    }))
}

/// An operation that also says whether it overflowed: result and flag.
pub fn checked(op: Checked, bits: u32, a: Wide, b: Wide) -> (Wide, Word) {
    let plain = match op {
        Checked::UAdd | Checked::SAdd => Binary::Add,
        Checked::USub | Checked::SSub => Binary::Sub,
        Checked::UMul | Checked::SMul => Binary::Mul,
    };
    let result = wide(plain, bits, a, b).unwrap_or(Wide::undefined(bits));
    if !a.is_defined() || !b.is_defined() {
        return (result, Word::undefined(1));
    }
    let over = overflows(op, bits, a.value, b.value);
    (result, Word::new(u64::from(over)))
}

/// Whether the exact result does not fit.
pub fn overflows(op: Checked, bits: u32, a: u128, b: u128) -> bool {
    let (x, y) = (wide_signed(a, bits), wide_signed(b, bits));
    let fits_signed =
        |v: Option<i128>| v.is_some_and(|v| v >= smallest(bits) && v <= !smallest(bits));
    let fits_unsigned = |v: Option<u128>| v.is_some_and(|v| v <= wide_mask(bits));
    !match op {
        Checked::UAdd => fits_unsigned(a.checked_add(b)),
        Checked::USub => fits_unsigned(a.checked_sub(b)),
        Checked::UMul => fits_unsigned(a.checked_mul(b)),
        Checked::SAdd => fits_signed(x.checked_add(y)),
        Checked::SSub => fits_signed(x.checked_sub(y)),
        Checked::SMul => fits_signed(x.checked_mul(y)),
    }
}

/// A one-operand operation.
pub fn unary(op: Unary, bits: u32, a: Wide) -> Wide {
    let shift = 128 - bits;
    let permute =
        |f: fn(u128) -> u128| Wide { value: f(a.value << shift), defined: f(a.defined << shift) };
    match op {
        Unary::ByteSwap => permute(u128::swap_bytes).canonical(bits),
        Unary::BitReverse => permute(u128::reverse_bits).canonical(bits),
        _ if !a.is_defined() => Wide::undefined(bits),
        Unary::PopCount => Wide::new(u128::from(a.value.count_ones())),
        Unary::LeadingZeros => Wide::new(u128::from(a.value.leading_zeros() - shift)),
        Unary::TrailingZeros => Wide::new(u128::from(a.value.trailing_zeros().min(bits))),
        Unary::Abs => Wide::new(wide_signed(a.value, bits).unsigned_abs()).canonical(bits),
    }
}

/// Funnel shift of `a:b`.
pub fn funnel(left: bool, bits: u32, a: Wide, b: Wide, count: Wide) -> Wide {
    if !count.is_defined() {
        return Wide::undefined(bits);
    }
    let by = (count.value % u128::from(bits)) as u32;
    let (up, down) = if left { (by, bits - by) } else { (bits - by, by) };
    let half = |w: u128, other: u128| {
        let width = wide_mask(bits);
        let high = if up >= bits { 0 } else { w << up };
        let low = if down >= bits { 0 } else { (other & width) >> down };
        (high | low) & width
    };
    Wide { value: half(a.value, b.value), defined: half(a.defined, b.defined) }.canonical(bits)
}

/// A comparison of values of at most 64 bits.
#[inline]
pub fn compare(op: Compare, bits: u32, a: Word, b: Word) -> Word {
    if a.is_defined() && b.is_defined() {
        let (x, y) = (signed(a.value, bits), signed(b.value, bits));
        let holds = match op {
            Compare::Eq => a.value == b.value,
            Compare::Ne => a.value != b.value,
            Compare::ULt => a.value < b.value,
            Compare::ULe => a.value <= b.value,
            Compare::UGt => a.value > b.value,
            Compare::UGe => a.value >= b.value,
            Compare::SLt => x < y,
            Compare::SLe => x <= y,
            Compare::SGt => x > y,
            Compare::SGe => x >= y,
        };
        return Word::new(u64::from(holds));
    }
    compare_wide(op, bits, Wide::from_word(a), Wide::from_word(b)).low()
}

/// A comparison: a defined truth value where the defined bits decide it.
pub fn compare_wide(op: Compare, bits: u32, a: Wide, b: Wide) -> Wide {
    let decided = match op {
        Compare::Eq => equal(a, b),
        Compare::Ne => equal(a, b).map(|e| !e),
        Compare::ULt => less(a, b),
        Compare::UGt => less(b, a),
        Compare::ULe => less(b, a).map(|l| !l),
        Compare::UGe => less(a, b).map(|l| !l),
        Compare::SLt => less(biased(a, bits), biased(b, bits)),
        Compare::SGt => less(biased(b, bits), biased(a, bits)),
        Compare::SLe => less(biased(b, bits), biased(a, bits)).map(|l| !l),
        Compare::SGe => less(biased(a, bits), biased(b, bits)).map(|l| !l),
    };
    decided.map_or(Wide::undefined(1), |d| Wide::new(u128::from(d)))
}

fn equal(a: Wide, b: Wide) -> Option<bool> {
    let both = a.defined & b.defined;
    if a.value & both != b.value & both {
        return Some(false);
    }
    (both == !0).then_some(true)
}

/// Compares the ranges that the undefined bits span.
fn less(a: Wide, b: Wide) -> Option<bool> {
    let most = |w: Wide| w.value | !w.defined;
    if most(a) < b.value {
        Some(true)
    } else if a.value >= most(b) {
        Some(false)
    } else {
        None
    }
}

/// With the sign bit turned over, so that signed order becomes unsigned order.
fn biased(w: Wide, bits: u32) -> Wide {
    let sign = 1u128 << (bits - 1);
    Wide { value: (w.value ^ sign) & w.defined & wide_mask(bits), defined: w.defined }
}

/// A change of width.
pub fn resize(op: Resize, from: u32, to: u32, a: Wide) -> Wide {
    match op {
        Resize::Trunc => a.canonical(to),
        Resize::ZExt => a,
        Resize::SExt => Wide {
            value: wide_signed(a.value, from) as u128,
            defined: wide_signed(a.defined & wide_mask(from), from) as u128,
        }
        .canonical(to),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn partly(value: u128, defined: u128, bits: u32) -> Wide {
        Wide { value, defined }.canonical(bits)
    }

    /// Every concrete pair that two partly defined bytes stand for gives a result that agrees with
    /// the defined bits of the abstract result: definedness never promises too much.
    #[test]
    fn defined_bits_never_lie() {
        let ops = [
            Binary::Add,
            Binary::Sub,
            Binary::Mul,
            Binary::And,
            Binary::Or,
            Binary::Xor,
            Binary::UMin,
            Binary::SMax,
            Binary::UDiv,
            Binary::SRem,
            Binary::Shl,
            Binary::AShr,
            Binary::LShr,
            Binary::UAddSat,
            Binary::SSubSat,
        ];
        let samples: Vec<Wide> = (0..16u128)
            .flat_map(|v| [0xf, 0x7, 0xb, 0xc, 0x0].map(|d| partly(v, d | !0xf, 4)))
            .collect();
        for op in ops {
            for &a in &samples {
                for &b in &samples {
                    let Ok(abstract_result) = wide(op, 4, a, b) else { continue };
                    for x in concrete(a) {
                        for y in concrete(b) {
                            let Ok(r) = wide(op, 4, Wide::new(x), Wide::new(y)) else { continue };
                            let known = abstract_result.defined;
                            assert_eq!(
                                r.value & known,
                                abstract_result.value & known,
                                "{op:?} {a:?} {b:?} {x} {y}"
                            );
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn comparisons_are_decided_only_when_all_agree() {
        let ops =
            [Compare::Eq, Compare::Ne, Compare::ULt, Compare::SLt, Compare::SGe, Compare::UGe];
        for op in ops {
            for v in 0..16u128 {
                for d in [0xf, 0x7, 0xc, 0x3, 0x8] {
                    let a = partly(v, d | !0xf, 4);
                    for y in 0..16u128 {
                        let result = compare_wide(op, 4, a, Wide::new(y));
                        let all: Vec<u128> = concrete(a)
                            .map(|x| compare_wide(op, 4, Wide::new(x), Wide::new(y)).value)
                            .collect();
                        if result.is_defined() {
                            assert!(all.iter().all(|&r| r == result.value));
                        } else {
                            assert!(all.contains(&0) && all.contains(&1), "{op:?} {a:?} {y}");
                        }
                    }
                }
            }
        }
    }

    fn concrete(w: Wide) -> impl Iterator<Item = u128> {
        (0..16u128).filter(move |x| x & w.defined & 0xf == w.value & 0xf)
    }

    #[test]
    fn funnel_shifts_as_rotations() {
        let a = Wide::new(0b1001_0110);
        for by in 0..20u128 {
            let left = funnel(true, 8, a, a, Wide::new(by)).value as u8;
            assert_eq!(left, 0b1001_0110u8.rotate_left(by as u32 % 8));
            let right = funnel(false, 8, a, a, Wide::new(by)).value as u8;
            assert_eq!(right, 0b1001_0110u8.rotate_right(by as u32 % 8));
        }
    }

    #[test]
    fn sign_extension_keeps_undefined_signs() {
        let w = resize(Resize::SExt, 4, 8, partly(0b0101, !0b1000, 4));
        assert_eq!(w.defined & 0xff, 0b0000_0111);
        assert_eq!(w.value, 0b0101);
    }
}
