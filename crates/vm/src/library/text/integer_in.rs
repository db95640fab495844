//! Integers as `strtol` and its kin read them.

/// What stands at the beginning of a text.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct IntegerText {
    /// Bytes that belong to the number, blanks in front of it included; 0 when there is none.
    pub used: usize,
    /// The value, cut to the range of its type.
    pub value: u64,
    /// It did not fit.
    pub overflow: bool,
}

/// What `isspace` says in the C locale.
pub fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t'..=b'\r')
}

/// Bytes of the prefix of a number, and its base.
fn prefix(text: &[u8], base: u32, binary: bool) -> (usize, u32) {
    let digit_follows = |base: u32| text.get(2).is_some_and(|d| char::from(*d).is_digit(base));
    match text {
        [b'0', b'x' | b'X', ..] if matches!(base, 0 | 16) && digit_follows(16) => (2, 16),
        [b'0', b'b' | b'B', ..] if binary && matches!(base, 0 | 2) && digit_follows(2) => (2, 2),
        [b'0', ..] if base == 0 => (0, 8),
        _ if base == 0 => (0, 10),
        _ => (0, base),
    }
}

/// Reads a number of `bits` bits. `binary`: C23's prefix `0b` is known.
pub fn parse_integer(text: &[u8], base: u32, bits: u32, signed: bool, binary: bool) -> IntegerText {
    let blanks = text.iter().take_while(|b| is_space(**b)).count();
    let negative = text.get(blanks) == Some(&b'-');
    let sign = usize::from(matches!(text.get(blanks), Some(b'-' | b'+')));
    let start = blanks + sign;
    let (skipped, base) = prefix(&text[start..], base, binary);
    let digits = &text[start + skipped..];
    let (mut magnitude, mut overflow, mut count) = (0u64, false, 0);
    while let Some(digit) = digits.get(count).and_then(|&d| char::from(d).to_digit(base)) {
        let next = magnitude.checked_mul(base.into()).and_then(|m| m.checked_add(digit.into()));
        overflow |= next.is_none();
        magnitude = next.unwrap_or(0);
        count += 1;
    }
    if count == 0 {
        return IntegerText { used: 0, value: 0, overflow: false };
    }
    let used = start + skipped + count;
    let (value, overflow) = clamp(magnitude, negative, overflow, bits, signed);
    IntegerText { used, value, overflow }
}

fn clamp(magnitude: u64, negative: bool, overflow: bool, bits: u32, signed: bool) -> (u64, bool) {
    let all = crate::value::word::mask(bits);
    let limit = match (signed, negative) {
        (true, true) => 1 << (bits - 1),
        (true, false) => all >> 1,
        (false, _) => all,
    };
    if overflow || magnitude > limit {
        return (limit, true);
    }
    (if negative { magnitude.wrapping_neg() & all } else { magnitude }, false)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn long(text: &str, base: u32) -> (usize, i64, bool) {
        let read = parse_integer(text.as_bytes(), base, 64, true, false);
        (read.used, read.value as i64, read.overflow)
    }

    #[test]
    fn numbers_and_what_follows() {
        assert_eq!(long(" \t-42x", 10), (5, -42, false));
        assert_eq!(long("0x1fg", 0), (4, 31, false));
        assert_eq!(long("0xg", 16), (1, 0, false));
        assert_eq!(long("0779", 0), (3, 63, false));
        assert_eq!(long("+", 10), (0, 0, false));
        assert_eq!(long("zz", 36), (2, 35 * 36 + 35, false));
    }

    #[test]
    fn what_does_not_fit_is_cut() {
        assert_eq!(long("9223372036854775808", 10), (19, i64::MAX, true));
        assert_eq!(long("-9223372036854775808", 10), (20, i64::MIN, false));
        assert_eq!(long("-99999999999999999999", 10), (21, i64::MIN, true));
        let unsigned = parse_integer(b"-1", 10, 32, false, false);
        assert_eq!((unsigned.value, unsigned.overflow), (0xffff_ffff, false));
    }
}
