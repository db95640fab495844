//! Floating-point numbers as `printf` writes them: `%f`, `%e`, `%g`, `%a`.

use super::decimal::Decimal;
use super::number::{Magnitude, Number};
use super::{Field, Spec, pad};

/// Writes a number with the conversion of the spec's letter.
pub fn float(spec: &Spec, Field { width, precision }: Field, number: Number, out: &mut Vec<u8>) {
    let sign = match () {
        () if number.negative => "-",
        () if spec.plus => "+",
        () if spec.space => " ",
        () => "",
    };
    let upper = spec.letter.is_ascii_uppercase();
    let body = match number.magnitude {
        Magnitude::Nan => return word(spec, width, sign, "nan", out),
        Magnitude::Infinite => return word(spec, width, sign, "inf", out),
        Magnitude::Finite { significand, exponent } => match spec.letter.to_ascii_lowercase() {
            b'a' => hexadecimal(spec, precision, significand, exponent, number.extended),
            letter => decimal(spec, letter, precision.unwrap_or(6), significand, exponent),
        },
    };
    let body = if upper { body.to_ascii_uppercase() } else { body };
    let (prefix, digits) = match body.get(..2) {
        Some("0x" | "0X") => body.split_at(2),
        _ => ("", body.as_str()),
    };
    let fill =
        if spec.zero && !spec.left { width.saturating_sub(sign.len() + prefix.len()) } else { 0 };
    pad(spec, width, format!("{sign}{prefix}{digits:0>fill$}").as_bytes(), out);
}

fn word(spec: &Spec, width: usize, sign: &str, word: &str, out: &mut Vec<u8>) {
    let text = format!("{sign}{word}");
    let upper = spec.letter.is_ascii_uppercase();
    let text = if upper { text.to_ascii_uppercase() } else { text };
    pad(spec, width, text.as_bytes(), out);
}

fn decimal(spec: &Spec, letter: u8, precision: usize, significand: u64, exponent: i32) -> String {
    let exact = Decimal::exact(significand, exponent);
    match letter {
        b'f' => fixed(&exact, precision, spec.alternate),
        b'e' => scientific(&exact, precision, spec.alternate),
        _ => general(&exact, precision.max(1), spec.alternate),
    }
}

/// `ddd.ddd`.
fn fixed(exact: &Decimal, precision: usize, point: bool) -> String {
    let rounded = exact.rounded(i64::from(exact.point) + precision as i64);
    let first = (rounded.point - 1).max(0);
    let digit = |place: i32| char::from(b'0' + rounded.digit(place));
    let mut text: String = (0..=first).rev().map(digit).collect();
    if precision > 0 || point {
        text.push('.');
    }
    text.extend((1..=precision as i32).map(|behind| digit(-behind)));
    text
}

/// Exponent of the first digit.
fn magnitude(decimal: &Decimal) -> i32 {
    if decimal.digits.is_empty() { 0 } else { decimal.point - 1 }
}

/// `d.ddde±dd`.
fn scientific(exact: &Decimal, precision: usize, point: bool) -> String {
    let rounded = exact.rounded(precision as i64 + 1);
    let exponent = magnitude(&rounded);
    let digit = |place: i32| char::from(b'0' + rounded.digit(place));
    let mut text = String::from(digit(exponent));
    if precision > 0 || point {
        text.push('.');
    }
    text.extend((1..=precision as i32).map(|behind| digit(exponent - behind)));
    let sign = if exponent < 0 { '-' } else { '+' };
    format!("{text}e{sign}{:02}", exponent.abs())
}

/// The shorter of the two, without trailing zeros unless they are asked for. When only rounding makes
/// the number too long for `%f`, glibc drops the zeros all the same and keeps the point.
fn general(exact: &Decimal, precision: usize, keep_zeros: bool) -> String {
    let exponent = magnitude(&exact.rounded(precision as i64));
    if keep_zeros && magnitude(exact) < exponent && exponent as usize == precision {
        return scientific(exact, 0, true);
    }
    let text = if exponent < -4 || i64::from(exponent) >= precision as i64 {
        scientific(exact, precision - 1, keep_zeros)
    } else {
        fixed(exact, (precision as i64 - 1 - i64::from(exponent)) as usize, keep_zeros)
    };
    if keep_zeros {
        return text;
    }
    let (digits, tail) = match text.split_once('e') {
        Some((digits, tail)) => (digits, format!("e{tail}")),
        None => (text.as_str(), String::new()),
    };
    let digits = match digits.contains('.') {
        true => digits.trim_end_matches('0').trim_end_matches('.'),
        false => digits,
    };
    format!("{digits}{tail}")
}

/// `0xh.hhhp±d`. A `double` has its one bit in front of the point; a `long double` has four.
fn hexadecimal(
    spec: &Spec,
    precision: Option<usize>,
    significand: u64,
    exponent: i32,
    extended: bool,
) -> String {
    let behind = if extended { 15 } else { 13 };
    let mut digits = significand;
    let mut exponent = if significand == 0 { 0 } else { exponent + 4 * behind };
    let mut places = behind as usize;
    if let Some(wanted) = precision.filter(|&p| p < places) {
        let cut = 4 * (places - wanted) as u32;
        let (kept, rest) = (digits >> cut, digits & ((1 << cut) - 1));
        let half = 1u64 << (cut - 1);
        let up = rest > half || rest == half && kept & 1 == 1;
        digits = kept + u64::from(up);
        places = wanted;
        // The first digit ran over.
        if digits >> (4 * places) > 0xf {
            digits >>= 4;
            exponent += 4;
        }
    }
    let first = digits >> (4 * places);
    let fraction = if places == 0 { 0 } else { digits & ((1 << (4 * places)) - 1) };
    let mut fraction = if places == 0 { String::new() } else { format!("{fraction:0places$x}") };
    match precision {
        None => fraction.truncate(fraction.trim_end_matches('0').len()),
        Some(wanted) => fraction = format!("{fraction:0<wanted$}"),
    }
    let point = if fraction.is_empty() && !spec.alternate { "" } else { "." };
    let sign = if exponent < 0 { '-' } else { '+' };
    format!("0x{first:x}{point}{fraction}p{sign}{}", exponent.abs())
}
