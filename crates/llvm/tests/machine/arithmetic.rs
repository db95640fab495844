//! Integers and the two common floating-point formats.

use super::{Frame, Machine, Outcome, cannot, signed};
use allways_program::Inst;
use allways_program::code::{
    Binary, Checked, FloatBinary, FloatConvert, FloatKind, FloatUnary, Unary,
};

impl Machine<'_> {
    pub(super) fn arithmetic(&mut self, frame: &mut Frame, inst: &Inst) -> Outcome<()> {
        match *inst {
            Inst::Binary { op, bits, dst, a, b, .. } => {
                let (a, b) = (self.wide(frame, a, bits), self.wide(frame, b, bits));
                match binary(op, a, b, bits) {
                    Some(value) => self.set(frame, dst, value, bits.into()),
                    None => return cannot(inst),
                }
            }
            Inst::Checked { op, bits, dst, flag, a, b } => {
                let (a, b) = (self.wide(frame, a, bits), self.wide(frame, b, bits));
                let (value, overflow) = checked(op, a, b, bits);
                self.set(frame, dst, value, bits.into());
                frame.slots[flag as usize] = overflow.into();
            }
            Inst::Unary { op, bits, dst, a } => {
                let value = unary(op, self.wide(frame, a, bits), bits);
                self.set(frame, dst, value, bits.into());
            }
            Inst::Funnel { left, bits, dst, a, b, count } => {
                let count = (self.wide(frame, count, bits) % u128::from(bits)) as u32;
                let (a, b) = (self.wide(frame, a, bits), self.wide(frame, b, bits));
                let bits = u32::from(bits);
                let value = match (left, count) {
                    (true, 0) => a,
                    (false, 0) => b,
                    (true, n) => a << n | b >> (bits - n),
                    (false, n) => a << (bits - n) | b >> n,
                };
                self.set(frame, dst, value, bits);
            }
            _ => return self.float(frame, inst),
        }
        Ok(())
    }

    fn float(&mut self, frame: &mut Frame, inst: &Inst) -> Outcome<()> {
        match *inst {
            Inst::Float { op, kind, dst, a, b } => {
                let (a, b) = (self.read(frame, a), self.read(frame, b));
                let Some(value) = float_binary(op, kind, a, b) else { return cannot(inst) };
                frame.slots[dst as usize] = value;
            }
            Inst::FloatUnary { op, kind, dst, a } => {
                let Some(value) = float_unary(op, kind, self.read(frame, a)) else {
                    return cannot(inst);
                };
                frame.slots[dst as usize] = value;
            }
            Inst::FloatCompare { mask, kind, dst, a, b } => {
                let (a, b) = (self.read(frame, a), self.read(frame, b));
                let (Some(a), Some(b)) = (decode(kind, a), decode(kind, b)) else {
                    return cannot(inst);
                };
                let bit = match a.partial_cmp(&b) {
                    Some(std::cmp::Ordering::Less) => 0,
                    Some(std::cmp::Ordering::Equal) => 1,
                    Some(std::cmp::Ordering::Greater) => 2,
                    None => 3,
                };
                frame.slots[dst as usize] = u64::from(mask >> bit & 1);
            }
            Inst::FloatConvert { op, dst, a } => {
                let from = match op {
                    FloatConvert::FromSigned { bits, .. }
                    | FloatConvert::FromUnsigned { bits, .. } => self.wide(frame, a, bits),
                    _ => self.read(frame, a).into(),
                };
                let Some((value, bits)) = convert(op, from) else { return cannot(inst) };
                self.set(frame, dst, value, bits);
            }
            _ => return cannot(inst),
        }
        Ok(())
    }
}

fn binary(op: Binary, a: u128, b: u128, bits: u8) -> Option<u128> {
    let (x, y) = (signed(a, bits), signed(b, bits));
    let most = if bits == 128 { u128::MAX } else { (1 << bits) - 1 };
    let (low, high) = (i128::MIN >> (128 - bits), i128::MAX >> (128 - bits));
    Some(match op {
        Binary::Add => a.wrapping_add(b),
        Binary::Sub => a.wrapping_sub(b),
        Binary::Mul => a.wrapping_mul(b),
        Binary::UDiv => a.checked_div(b)?,
        Binary::SDiv => x.checked_div(y)? as u128,
        Binary::URem => a.checked_rem(b)?,
        Binary::SRem => x.checked_rem(y)? as u128,
        Binary::Shl if b < bits.into() => a << b,
        Binary::LShr if b < bits.into() => a >> b,
        Binary::AShr if b < bits.into() => (x >> b) as u128,
        Binary::And => a & b,
        Binary::Or => a | b,
        Binary::Xor => a ^ b,
        Binary::UMin => a.min(b),
        Binary::UMax => a.max(b),
        Binary::SMin => x.min(y) as u128,
        Binary::SMax => x.max(y) as u128,
        Binary::UAddSat => a.saturating_add(b).min(most),
        Binary::USubSat => a.saturating_sub(b),
        Binary::SAddSat => x.saturating_add(y).clamp(low, high) as u128,
        Binary::SSubSat => x.saturating_sub(y).clamp(low, high) as u128,
        _ => return None,
    })
}

fn checked(op: Checked, a: u128, b: u128, bits: u8) -> (u128, bool) {
    let (x, y) = (signed(a, bits), signed(b, bits));
    let unsigned =
        |(value, over): (u128, bool)| (value, over || (bits < 128 && value >> bits != 0));
    let with_sign =
        |(value, over): (i128, bool)| (value as u128, over || signed(value as u128, bits) != value);
    match op {
        Checked::UAdd => unsigned(a.overflowing_add(b)),
        Checked::USub => unsigned(a.overflowing_sub(b)),
        Checked::UMul => unsigned(a.overflowing_mul(b)),
        Checked::SAdd => with_sign(x.overflowing_add(y)),
        Checked::SSub => with_sign(x.overflowing_sub(y)),
        Checked::SMul => with_sign(x.overflowing_mul(y)),
    }
}

fn unary(op: Unary, a: u128, bits: u8) -> u128 {
    let top = 128 - u32::from(bits);
    match op {
        Unary::PopCount => a.count_ones().into(),
        Unary::LeadingZeros => (a.leading_zeros() - top).into(),
        Unary::TrailingZeros => a.trailing_zeros().min(bits.into()).into(),
        Unary::ByteSwap => a.swap_bytes() >> top,
        Unary::BitReverse => a.reverse_bits() >> top,
        Unary::Abs => signed(a, bits).unsigned_abs(),
    }
}

fn decode(kind: FloatKind, bits: u64) -> Option<f64> {
    match kind {
        FloatKind::Single => Some(f32::from_bits(bits as u32).into()),
        FloatKind::Double => Some(f64::from_bits(bits)),
        _ => None,
    }
}

fn encode(kind: FloatKind, value: f64) -> Option<u64> {
    match kind {
        FloatKind::Single => Some((value as f32).to_bits().into()),
        FloatKind::Double => Some(value.to_bits()),
        _ => None,
    }
}

/// Computing in the wider format and rounding again gives the same for these operations.
fn float_binary(op: FloatBinary, kind: FloatKind, a: u64, b: u64) -> Option<u64> {
    let (a, b) = (decode(kind, a)?, decode(kind, b)?);
    let value = match op {
        FloatBinary::Add => a + b,
        FloatBinary::Sub => a - b,
        FloatBinary::Mul => a * b,
        FloatBinary::Div => a / b,
        FloatBinary::Rem => a % b,
        FloatBinary::MinNum => a.min(b),
        FloatBinary::MaxNum => a.max(b),
        FloatBinary::CopySign => a.copysign(b),
        _ => return None,
    };
    encode(kind, value)
}

fn float_unary(op: FloatUnary, kind: FloatKind, a: u64) -> Option<u64> {
    let a = decode(kind, a)?;
    let value = match op {
        FloatUnary::Neg => -a,
        FloatUnary::Abs => a.abs(),
        FloatUnary::Sqrt => a.sqrt(),
        FloatUnary::Floor => a.floor(),
        FloatUnary::Ceil => a.ceil(),
        FloatUnary::Trunc => a.trunc(),
        FloatUnary::Round => a.round(),
        FloatUnary::RoundEven => a.round_ties_even(),
    };
    encode(kind, value)
}

fn convert(op: FloatConvert, from: u128) -> Option<(u128, u32)> {
    Some(match op {
        FloatConvert::Resize { from: kind, to } => {
            (encode(to, decode(kind, from as u64)?)?.into(), to.bits())
        }
        FloatConvert::ToSigned { from: kind, bits, .. } => {
            (decode(kind, from as u64)? as i128 as u128, bits.into())
        }
        FloatConvert::ToUnsigned { from: kind, bits, .. } => {
            (decode(kind, from as u64)? as u128, bits.into())
        }
        FloatConvert::FromSigned { bits, to } => {
            let value = signed(from, bits);
            let bits = match to {
                FloatKind::Single => (value as f32).to_bits().into(),
                _ => encode(to, value as f64)?,
            };
            (bits.into(), to.bits())
        }
        FloatConvert::FromUnsigned { to, .. } => {
            let bits = match to {
                FloatKind::Single => (from as f32).to_bits().into(),
                _ => encode(to, from as f64)?,
            };
            (bits.into(), to.bits())
        }
    })
}
