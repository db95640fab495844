//! One conversion of `printf`: from an argument's value to text.

use super::float_out::float;
use super::integer_out::{Base, integer};
use super::number::Number;
use super::{Spec, pad};

/// Width and precision as they are after `*` was read.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct Field {
    /// The least width.
    pub width: usize,
    /// The precision.
    pub precision: Option<usize>,
}

/// An argument.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// An integer, extended to 64 bits by its sign if the conversion is signed.
    Integer(u64),
    /// A `double`.
    Double(u64),
    /// An x87 `long double`.
    Extended(u128),
    /// The bytes of a string or character.
    Text(Vec<u8>),
}

/// Writes a value; `false` when there is no such conversion.
pub fn convert(spec: &Spec, field: Field, value: &Value, out: &mut Vec<u8>) -> bool {
    match value {
        Value::Integer(bits) => return convert_integer(spec, field, *bits, out),
        Value::Double(bits) => {
            float(spec, field, Number::from_double(*bits), out);
        }
        Value::Extended(bits) => {
            float(spec, field, Number::from_extended(*bits), out);
        }
        Value::Text(text) => pad(spec, field.width, text, out),
    }
    true
}

fn convert_integer(spec: &Spec, field: Field, bits: u64, out: &mut Vec<u8>) -> bool {
    let base = match spec.letter {
        b'd' | b'i' => Base::Signed,
        b'u' => Base::Decimal,
        b'o' => Base::Octal,
        b'x' => Base::Hex,
        b'X' => Base::UpperHex,
        b'b' => Base::Binary { upper: false },
        b'B' => Base::Binary { upper: true },
        b'p' if bits == 0 => {
            pad(spec, field.width, b"(nil)", out);
            return true;
        }
        b'p' => Base::Pointer,
        _ => return false,
    };
    let negative = base == Base::Signed && (bits as i64) < 0;
    let magnitude = if negative { bits.wrapping_neg() } else { bits };
    integer(spec, field, base, negative, magnitude, out);
    true
}
