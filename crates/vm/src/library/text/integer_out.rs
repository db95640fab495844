//! Integers as `printf` writes them.

use super::{Field, Spec, pad};

/// The digits to write in.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Base {
    /// `d`, `i`.
    Signed,
    /// `u`.
    Decimal,
    /// `o`.
    Octal,
    /// `x`.
    Hex,
    /// `X`.
    UpperHex,
    /// `b`, `B`.
    Binary {
        /// `B`.
        upper: bool,
    },
    /// `p`: hexadecimal with a prefix, and with the flags of signed numbers.
    Pointer,
}

/// Writes an integer.
pub fn integer(
    spec: &Spec,
    Field { width, precision }: Field,
    base: Base,
    negative: bool,
    magnitude: u64,
    out: &mut Vec<u8>,
) {
    let mut digits = match base {
        Base::Signed | Base::Decimal => magnitude.to_string(),
        Base::Octal => format!("{magnitude:o}"),
        Base::Hex | Base::Pointer => format!("{magnitude:x}"),
        Base::UpperHex => format!("{magnitude:X}"),
        Base::Binary { .. } => format!("{magnitude:b}"),
    };
    if precision == Some(0) && magnitude == 0 {
        digits.clear();
    }
    let at_least = precision.unwrap_or(1);
    digits = format!("{digits:0>at_least$}");
    if base == Base::Octal && spec.alternate && !digits.starts_with('0') {
        digits.insert(0, '0');
    }
    let signed = matches!(base, Base::Signed | Base::Pointer);
    let sign = match () {
        () if negative => "-",
        () if signed && spec.plus => "+",
        () if signed && spec.space => " ",
        () => "",
    };
    let prefix = match base {
        Base::Pointer => "0x",
        Base::Hex if spec.alternate && magnitude != 0 => "0x",
        Base::UpperHex if spec.alternate && magnitude != 0 => "0X",
        Base::Binary { upper: false } if spec.alternate && magnitude != 0 => "0b",
        Base::Binary { upper: true } if spec.alternate && magnitude != 0 => "0B",
        _ => "",
    };
    if spec.zero && !spec.left && precision.is_none() {
        let fill = width.saturating_sub(sign.len() + prefix.len());
        digits = format!("{digits:0>fill$}");
    }
    pad(spec, width, format!("{sign}{prefix}{digits}").as_bytes(), out);
}
