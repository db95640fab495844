//! Floating-point numbers as `strtod` and `scanf` read them.

use super::integer_in::is_space;
use crate::value::float::parse;
use allways_program::code::FloatKind;

/// What stands at the beginning of a text.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct FloatText {
    /// Bytes that belong to the number, blanks in front of it included; 0 when there is none.
    pub used: usize,
    /// The bits of the number.
    pub bits: u128,
    /// It is too large, or too small to be exact.
    pub out_of_range: bool,
}

/// Reads a number of the format.
pub fn parse_float(text: &[u8], kind: FloatKind) -> FloatText {
    let blanks = text.iter().take_while(|b| is_space(**b)).count();
    let negative = text.get(blanks) == Some(&b'-');
    let start = blanks + usize::from(matches!(text.get(blanks), Some(b'-' | b'+')));
    let body = &text[start..];
    let read = special(body, kind).or_else(|| finite(body, kind));
    match read {
        None => FloatText { used: 0, bits: 0, out_of_range: false },
        Some(read) => FloatText {
            used: start + read.used,
            bits: read.bits | u128::from(negative) << (kind.bits() - 1),
            ..read
        },
    }
}

fn starts_with(text: &[u8], word: &str) -> bool {
    text.get(..word.len()).is_some_and(|t| t.eq_ignore_ascii_case(word.as_bytes()))
}

/// `inf`, `infinity`, `nan`, `nan(…)`.
fn special(text: &[u8], kind: FloatKind) -> Option<FloatText> {
    let word = |used, bits| Some(FloatText { used, bits, out_of_range: false });
    if starts_with(text, "infinity") {
        return word(8, parse::infinity(kind));
    }
    if starts_with(text, "inf") {
        return word(3, parse::infinity(kind));
    }
    if !starts_with(text, "nan") {
        return None;
    }
    let rest = &text[3..];
    let is_tag = |b: &&u8| b.is_ascii_alphanumeric() || **b == b'_';
    let tag = rest.iter().skip(1).take_while(is_tag).count();
    if rest.first() == Some(&b'(') && rest.get(tag + 1) == Some(&b')') {
        let tag_text = &rest[1..=tag];
        let payload = super::parse_integer(tag_text, 0, 64, false, false);
        let value = if payload.used == tag { payload.value } else { 0 };
        return word(3 + tag + 2, parse::nan(kind, value));
    }
    word(3, parse::nan(kind, 0))
}

/// Bytes of digits with at most one point, and whether there is a digit.
fn mantissa(text: &[u8], digit: fn(&u8) -> bool) -> (usize, bool) {
    let (mut point, mut any) = (false, false);
    let belongs = |b: &&u8| {
        any |= digit(b);
        let first_point = **b == b'.' && !std::mem::replace(&mut point, true);
        digit(b) || first_point
    };
    (text.iter().take_while(belongs).count(), any)
}

/// Bytes of an exponent, if one follows.
fn exponent(text: &[u8], letter: u8) -> usize {
    if !text.first().is_some_and(|b| b.eq_ignore_ascii_case(&letter)) {
        return 0;
    }
    let sign = usize::from(matches!(text.get(1), Some(b'-' | b'+')));
    let digits = text[1 + sign..].iter().take_while(|b| b.is_ascii_digit()).count();
    if digits == 0 { 0 } else { 1 + sign + digits }
}

fn finite(text: &[u8], kind: FloatKind) -> Option<FloatText> {
    if starts_with(text, "0x") {
        let (length, any) = mantissa(&text[2..], u8::is_ascii_hexdigit);
        if any {
            let used = 2 + length + exponent(&text[2 + length..], b'p');
            let (bits, out_of_range) = parse::number(kind, &text[..used]);
            return Some(FloatText { used, bits, out_of_range });
        }
    }
    let (length, any) = mantissa(text, u8::is_ascii_digit);
    if !any {
        return None;
    }
    let used = length + exponent(&text[length..], b'e');
    let (bits, out_of_range) = parse::number(kind, &text[..used]);
    Some(FloatText { used, bits, out_of_range })
}

/// How many bytes `scanf` takes for a number of at most `width` bytes, and whether they can be one;
/// `parse_float` then reads what was taken. It takes `1e` whole, where `strtod` would stop earlier.
pub fn scan_float(text: &[u8], width: usize) -> (usize, bool) {
    let text = &text[..text.len().min(width)];
    let sign = usize::from(matches!(text.first(), Some(b'-' | b'+')));
    let body = &text[sign..];
    for word in ["nan", "inf"] {
        if body.first().is_some_and(|b| b.eq_ignore_ascii_case(&word.as_bytes()[0])) {
            return scan_word(body, word, sign);
        }
    }
    let hex = body.len() > 1 && starts_with(body, "0x");
    let letter = if hex { b'p' } else { b'e' };
    let mut at = if hex { 2 } else { 0 };
    let (mut point, mut digit, mut in_exponent) = (false, false, false);
    while let Some(&byte) = body.get(at) {
        match byte {
            b'0'..=b'9' => digit = true,
            _ if hex && !in_exponent && byte.is_ascii_hexdigit() => digit = true,
            b'-' | b'+' if in_exponent && body[at - 1].eq_ignore_ascii_case(&letter) => {}
            _ if digit && !in_exponent && byte.eq_ignore_ascii_case(&letter) => {
                (in_exponent, point) = (true, true);
            }
            b'.' if !point => point = true,
            _ => break,
        }
        at += 1;
    }
    let empty = if hex { 2 } else { 0 };
    (sign + at, at > empty)
}

/// The rest of `nan`, `inf` or `infinity`: all of it must be there.
fn scan_word(body: &[u8], word: &str, sign: usize) -> (usize, bool) {
    let same = |word: &str| {
        let pairs = body.iter().zip(word.as_bytes());
        pairs.take_while(|(a, b)| a.eq_ignore_ascii_case(b)).count()
    };
    let begun = same(word);
    if begun < 3 {
        return (sign + begun, false);
    }
    if word == "inf" && body.get(3).is_some_and(|b| b.eq_ignore_ascii_case(&b'i')) {
        let begun = same("infinity");
        return (sign + begun, begun == 8);
    }
    (sign + 3, true)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn double(text: &str) -> (usize, f64) {
        let read = parse_float(text.as_bytes(), FloatKind::Double);
        (read.used, f64::from_bits(read.bits as u64))
    }

    #[test]
    fn the_longest_number_is_taken() {
        assert_eq!(double("1.5e3x"), (5, 1500.0));
        assert_eq!(double("1.5e+x"), (3, 1.5));
        assert_eq!(double(".5."), (2, 0.5));
        assert_eq!(double("0x1.8p1"), (7, 3.0));
        assert_eq!(double("0x.p"), (1, 0.0));
        assert_eq!(double("  -infinit"), (6, f64::NEG_INFINITY));
        assert_eq!(double("."), (0, 0.0));
        assert_eq!(double("5."), (2, 5.0));
    }

    #[test]
    fn scanf_takes_what_might_become_a_number() {
        assert_eq!(scan_float(b"1e", usize::MAX), (2, true));
        assert_eq!(scan_float(b"1.2.3", usize::MAX), (3, true));
        assert_eq!(scan_float(b"infx", usize::MAX), (3, true));
        assert_eq!(scan_float(b"infix", usize::MAX), (4, false));
        assert_eq!(scan_float(b"12345", 3), (3, true));
        assert_eq!(scan_float(b"0x", usize::MAX), (2, false));
    }
}
