//! Bytes, with which of their bits have a value.

use serde::{Deserialize, Serialize};

/// Bytes with definedness. Serialised as hexadecimal digits.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "(String, String)", into = "(String, String)")]
pub struct Bytes {
    /// Values; undefined bits are zero.
    pub value: Vec<u8>,
    /// One where the bit is defined; as long as `value`.
    pub defined: Vec<u8>,
}

/// Stands for the definedness of bytes that are all defined.
const ALL: &str = "";

impl Bytes {
    /// `size` zero bytes.
    pub fn zero(size: usize) -> Bytes {
        Bytes { value: vec![0; size], defined: vec![0xff; size] }
    }

    /// `size` bytes without a value.
    pub fn undefined(size: usize) -> Bytes {
        Bytes { value: vec![0; size], defined: vec![0; size] }
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.value.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.value.is_empty()
    }

    /// Whether there are bytes, and none of their bits has a value.
    pub fn is_undefined(&self) -> bool {
        !self.is_empty() && self.defined.iter().all(|&d| d == 0)
    }

    /// Up to 16 bytes as a number and its definedness; zero behind the end.
    pub fn bits(&self, offset: usize, size: usize) -> (u128, u128) {
        let read = |from: &[u8]| {
            let mut number = [0; 16];
            let part = from.get(offset..).unwrap_or_default();
            let size = size.min(16).min(part.len());
            number[..size].copy_from_slice(&part[..size]);
            u128::from_le_bytes(number)
        };
        (read(&self.value), read(&self.defined))
    }

    /// `size` bytes from `offset` on, as far as they are there.
    pub fn slice(&self, offset: usize, size: usize) -> Bytes {
        let part = |from: &[u8]| {
            let rest = from.get(offset..).unwrap_or_default();
            rest[..size.min(rest.len())].to_vec()
        };
        Bytes { value: part(&self.value), defined: part(&self.defined) }
    }

    /// Takes bytes from another one.
    pub fn extend(&mut self, other: &Bytes) {
        self.value.extend_from_slice(&other.value);
        self.defined.extend_from_slice(&other.defined);
    }

    /// The bytes of a bit-field, as a number of 8 bytes.
    pub fn bit_field(&self, bit: u64, bits: u16, signed: bool) -> Bytes {
        let (value, defined) = self.bits((bit / 8) as usize, 16);
        let width = u32::from(bits).clamp(1, 64);
        let mask = u64::MAX >> (64 - width);
        let shifted = |number: u128| (number >> (bit % 8)) as u64 & mask;
        let (mut value, mut defined) = (shifted(value), shifted(defined));
        let extend = |number: u64| ((number << (64 - width)) as i64 >> (64 - width)) as u64;
        if signed {
            (value, defined) = (extend(value), extend(defined));
        } else {
            defined |= !mask;
        }
        Bytes { value: value.to_le_bytes().into(), defined: defined.to_le_bytes().into() }
    }
}

impl From<Bytes> for (String, String) {
    fn from(bytes: Bytes) -> (String, String) {
        let whole = bytes.defined.iter().all(|&d| d == 0xff);
        let defined = if whole { ALL.to_string() } else { digits(&bytes.defined) };
        (digits(&bytes.value), defined)
    }
}

impl TryFrom<(String, String)> for Bytes {
    type Error = &'static str;

    fn try_from((value, defined): (String, String)) -> Result<Bytes, &'static str> {
        let value = bytes(&value)?;
        let defined = if defined == ALL { vec![0xff; value.len()] } else { bytes(&defined)? };
        if value.len() != defined.len() {
            return Err("bytes and their definedness differ in length");
        }
        Ok(Bytes { value, defined })
    }
}

fn digits(bytes: &[u8]) -> String {
    bytes
        .iter()
        .flat_map(|b| [b >> 4, b & 15])
        .map(|d| char::from(b"0123456789abcdef"[usize::from(d)]))
        .collect()
}

fn bytes(digits: &str) -> Result<Vec<u8>, &'static str> {
    let digit = |c: u8| char::from(c).to_digit(16).ok_or("no hexadecimal digit");
    let pair = |pair: &[u8]| match pair {
        [high, low] => Ok((digit(*high)? << 4 | digit(*low)?) as u8),
        _ => Err("half a byte"),
    };
    digits.as_bytes().chunks(2).map(pair).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_travel_as_digits() {
        let partly = Bytes { value: vec![0x12, 0, 0xff], defined: vec![0xff, 0, 0xff] };
        for (bytes, text) in [
            (partly, r#"["1200ff","ff00ff"]"#),
            (Bytes::zero(2), r#"["0000",""]"#),
            (Bytes::undefined(1), r#"["00","00"]"#),
            (Bytes::default(), r#"["",""]"#),
        ] {
            assert_eq!(serde_json::to_string(&bytes).unwrap(), text);
            assert_eq!(serde_json::from_str::<Bytes>(text).unwrap(), bytes);
        }
        for wrong in [r#"["0",""]"#, r#"["0g",""]"#, r#"["00","ffff"]"#] {
            assert!(serde_json::from_str::<Bytes>(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn bit_fields_keep_their_sign() {
        let bytes = Bytes { value: vec![0b1110_1101, 0b1], defined: vec![0xff, 0xff] };
        assert_eq!(bytes.bit_field(1, 3, false).bits(0, 8).0, 6);
        assert_eq!(bytes.bit_field(1, 3, true).bits(0, 8).0 as u64 as i64, -2);
        assert_eq!(bytes.bit_field(5, 4, false).bits(0, 8).0, 0b1111);
    }

    #[test]
    fn what_lies_behind_the_end_is_not_there() {
        let bytes = Bytes::zero(3);
        assert_eq!(bytes.slice(2, 8).len(), 1);
        assert!(bytes.slice(9, 1).is_empty());
        assert_eq!(bytes.bits(2, 4), (0, 0xff));
    }
}
