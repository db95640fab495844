//! The formats that are computed in software: half, bfloat, x87's extended and quad.

use allways_program::code::{FloatBinary, FloatKind, FloatUnary};
use rustc_apfloat::ieee::{BFloat, Half, Quad, X87DoubleExtended};
use rustc_apfloat::{Float, Round};
use std::cmp::Ordering;

/// Runs a generic function for the type of a software format.
macro_rules! with_format {
    ($kind:expr, $function:ident($($arg:expr),*)) => {
        match $kind {
            FloatKind::Half => $function::<Half>($($arg),*),
            FloatKind::BFloat => $function::<BFloat>($($arg),*),
            FloatKind::X87 => $function::<X87DoubleExtended>($($arg),*),
            FloatKind::Single => $function::<rustc_apfloat::ieee::Single>($($arg),*),
            FloatKind::Double => $function::<rustc_apfloat::ieee::Double>($($arg),*),
            FloatKind::Quad => $function::<Quad>($($arg),*),
        }
    };
}
pub(super) use with_format;

/// Bits of the significand, the one before the point included.
pub fn precision(kind: FloatKind) -> u32 {
    match kind {
        FloatKind::Half => 11,
        FloatKind::BFloat => 8,
        FloatKind::Single => 24,
        FloatKind::Double => 53,
        FloatKind::X87 => 64,
        FloatKind::Quad => 113,
    }
}

/// The bit that tells a quiet NaN from a signalling one.
pub fn quiet_bit(kind: FloatKind) -> u128 {
    1 << (precision(kind) - 2)
}

fn sign_bit(kind: FloatKind) -> u128 {
    1 << (kind.bits() - 1)
}

/// A two-operand operation.
pub fn binary(op: FloatBinary, kind: FloatKind, a: u128, b: u128) -> u128 {
    if op == FloatBinary::CopySign {
        return a & !sign_bit(kind) | b & sign_bit(kind);
    }
    if matches!(op, FloatBinary::MinNum | FloatBinary::MaxNum) {
        return extreme(op, kind, a, b);
    }
    let (result, nan) = with_format!(kind, compute(op, a, b));
    if nan { invalid(kind, &[a, b]) } else { result }
}

fn compute<F: Float>(op: FloatBinary, a: u128, b: u128) -> (u128, bool) {
    let (a, b) = (F::from_bits(a), F::from_bits(b));
    let value = match op {
        FloatBinary::Add => (a + b).value,
        FloatBinary::Sub => (a - b).value,
        FloatBinary::Mul => (a * b).value,
        FloatBinary::Div => (a / b).value,
        FloatBinary::Rem => a.c_fmod(b).value,
        FloatBinary::Minimum => a.minimum(b),
        FloatBinary::Maximum => a.maximum(b),
        FloatBinary::MinNum | FloatBinary::MaxNum | FloatBinary::CopySign => {
            unreachable!("computed on the bits")
        }
    };
    (value.to_bits(), value.is_nan())
}

/// C's `fmin` and `fmax`: a NaN loses. Of two zeros it is the first, except that glibc's `fmaxl`
/// takes the second.
fn extreme(op: FloatBinary, kind: FloatKind, a: u128, b: u128) -> u128 {
    let first = match (compare(kind, a, b), op) {
        (None, _) => is_nan(kind, b),
        (Some(Ordering::Equal), _) => op == FloatBinary::MinNum || kind != FloatKind::X87,
        (Some(order), FloatBinary::MinNum) => order == Ordering::Less,
        (Some(order), _) => order == Ordering::Greater,
    };
    if first { a } else { b }
}

/// The NaN that an operation gives: a NaN operand made quiet, or else the processor's own, which is
/// negative on x86. Of two operands x87 prefers the larger significand.
fn invalid(kind: FloatKind, operands: &[u128]) -> u128 {
    let nans = operands.iter().copied().filter(|&o| is_nan(kind, o));
    let chosen = if kind == FloatKind::X87 {
        nans.max_by_key(|n| n & u128::from(u64::MAX))
    } else {
        nans.into_iter().next()
    };
    match chosen {
        Some(nan) => nan | quiet_bit(kind),
        None => with_format!(kind, default_nan()) | sign_bit(kind),
    }
}

fn default_nan<F: Float>() -> u128 {
    F::qnan(None).to_bits()
}

fn is_nan(kind: FloatKind, bits: u128) -> bool {
    fn test<F: Float>(bits: u128) -> bool {
        F::from_bits(bits).is_nan()
    }
    with_format!(kind, test(bits))
}

/// A one-operand operation.
pub fn unary(op: FloatUnary, kind: FloatKind, a: u128) -> u128 {
    match op {
        FloatUnary::Neg => a ^ sign_bit(kind),
        FloatUnary::Abs => a & !sign_bit(kind),
        _ if is_nan(kind, a) => invalid(kind, &[a]),
        FloatUnary::Sqrt => with_format!(kind, square_root(kind, a)),
        FloatUnary::Floor => with_format!(kind, integral(a, Round::TowardNegative)),
        FloatUnary::Ceil => with_format!(kind, integral(a, Round::TowardPositive)),
        FloatUnary::Trunc => with_format!(kind, integral(a, Round::TowardZero)),
        FloatUnary::Round => with_format!(kind, integral(a, Round::NearestTiesToAway)),
        FloatUnary::RoundEven => with_format!(kind, integral(a, Round::NearestTiesToEven)),
    }
}

fn integral<F: Float>(a: u128, round: Round) -> u128 {
    F::from_bits(a).round_to_integral(round).value.to_bits()
}

/// Digit by digit, as on paper: the significand is made an integer with an even exponent, its root
/// gets one bit more than the format has, and what is left over decides the rounding.
fn square_root<F: Float>(kind: FloatKind, bits: u128) -> u128 {
    let a = F::from_bits(bits);
    if a.is_zero() || a.is_pos_infinity() {
        return bits;
    }
    if a.is_negative() {
        return invalid(kind, &[]);
    }
    let digits = precision(kind);
    let exponent = a.ilogb();
    // a = significand * 2^(exponent - digits + 1), the significand an integer of `digits` bits.
    let mut significand = a.scalbn(digits as i32 - 1 - exponent).to_u128(128).value;
    let mut low = exponent - digits as i32 + 1;
    if low % 2 != 0 {
        significand <<= 1;
        low -= 1;
    }
    // Pairs of zeros behind the significand, until the root has `digits + 1` bits.
    let pairs = (128 - significand.leading_zeros()).div_ceil(2);
    let behind = digits + 1 - pairs;
    let (mut root, mut rest) = (0u128, 0u128);
    for step in (0..digits + 1).rev() {
        let pair = if step >= behind { significand >> (2 * (step - behind)) & 3 } else { 0 };
        rest = rest << 2 | pair;
        let trial = root << 2 | 1;
        root <<= 1;
        if trial <= rest {
            rest -= trial;
            root |= 1;
        }
    }
    let half = root & 1 == 1;
    let up = half && (rest != 0 || root & 2 != 0);
    let rounded = (root >> 1) + u128::from(up);
    let scale = low / 2 - behind as i32 + 1;
    F::from_u128(rounded).value.scalbn(scale).to_bits()
}

/// Fused `a * b + c`.
pub fn fma(kind: FloatKind, a: u128, b: u128, c: u128) -> u128 {
    fn fused<F: Float>(a: u128, b: u128, c: u128) -> (u128, bool) {
        let value = F::from_bits(a).mul_add(F::from_bits(b), F::from_bits(c)).value;
        (value.to_bits(), value.is_nan())
    }
    let (result, nan) = with_format!(kind, fused(a, b, c));
    if nan { invalid(kind, &[a, b, c]) } else { result }
}

/// How two numbers compare; `None` when one is no number.
pub fn compare(kind: FloatKind, a: u128, b: u128) -> Option<Ordering> {
    fn order<F: Float>(a: u128, b: u128) -> Option<Ordering> {
        F::from_bits(a).partial_cmp(&F::from_bits(b))
    }
    with_format!(kind, order(a, b))
}

/// What kind of number it is.
pub fn category(kind: FloatKind, a: u128) -> std::num::FpCategory {
    fn sort<F: Float>(a: u128) -> std::num::FpCategory {
        use std::num::FpCategory;
        let a = F::from_bits(a);
        match a.category() {
            rustc_apfloat::Category::NaN => FpCategory::Nan,
            rustc_apfloat::Category::Infinity => FpCategory::Infinite,
            rustc_apfloat::Category::Zero => FpCategory::Zero,
            rustc_apfloat::Category::Normal if a.is_denormal() => FpCategory::Subnormal,
            rustc_apfloat::Category::Normal => FpCategory::Normal,
        }
    }
    with_format!(kind, sort(a))
}
