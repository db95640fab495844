//! `strftime` in the C locale, with glibc's flags and widths.

use super::calendar::{
    DAY, HOUR, MINUTE, MONTH, Moment, SECOND, WEEKDAY, YEAR, YEARDAY, days_of_year, seconds_of,
};
use super::convert::read_moment;
use crate::effects::MEMORY;
use crate::fault::{Gap, Halt};
use crate::machine::{Args, Machine};
use crate::models::{Model, Outcome};

/// The functions of this file.
pub const MODELS: &[Model] = &[Model { name: "strftime", effects: MEMORY, run: strftime }];

const DAYS: [&str; 7] =
    ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];
const MONTHS: [&str; 12] = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
];

fn strftime(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    let (to, size) = (args.get(machine, 0)?, args.size(machine, 1)?);
    let (format, moment) = (args.get(machine, 2)?, args.get(machine, 3)?);
    let format = machine.read_string(format)?;
    let used = fields_used(&format);
    let moment = read_moment(machine, moment, |field| used & 1 << field != 0)?;
    let mut text = Vec::new();
    write(&format, &moment, &mut text).ok_or(Halt::Unsupported(Gap::TIME_FORMAT))?;
    if text.len() as u64 >= size {
        return Outcome::number(0);
    }
    machine.write_text(to, &text, 1)?;
    Outcome::number(text.len() as u64)
}

/// The fields of `struct tm` that a format looks at, as bits.
fn fields_used(format: &[u8]) -> u16 {
    let letters = format.split(|&b| b == b'%').skip(1);
    letters.fold(0, |all, tail| {
        let letter = tail.iter().find(|b| !b"_-0^#+EO123456789".contains(b));
        all | letter.map_or(0, |&l| fields_of(l).iter().fold(0, |bits, &f| bits | 1 << f))
    })
}

fn fields_of(letter: u8) -> &'static [usize] {
    match letter {
        b'a' | b'A' | b'u' | b'w' => &[WEEKDAY],
        b'b' | b'B' | b'h' | b'm' => &[MONTH],
        b'C' | b'y' | b'Y' => &[YEAR],
        b'd' | b'e' => &[DAY],
        b'D' | b'x' | b'F' => &[DAY, MONTH, YEAR],
        b'g' | b'G' | b'V' => &[YEAR, WEEKDAY, YEARDAY],
        b'H' | b'I' | b'k' | b'l' | b'p' | b'P' => &[HOUR],
        b'j' => &[YEARDAY],
        b'M' => &[MINUTE],
        b'r' | b'T' | b'X' => &[HOUR, MINUTE, SECOND],
        b'R' => &[HOUR, MINUTE],
        b's' => &[DAY, MONTH, YEAR, HOUR, MINUTE, SECOND],
        b'S' => &[SECOND],
        b'U' | b'W' => &[YEARDAY, WEEKDAY],
        b'c' => &[WEEKDAY, MONTH, DAY, HOUR, MINUTE, SECOND, YEAR],
        _ => &[],
    }
}

/// Flags and width of a conversion.
#[derive(Clone, Default)]
struct Style {
    /// What to pad with; 0 for not at all.
    pad: Option<u8>,
    upper: bool,
    swap: bool,
    width: usize,
}

/// Writes a format; `None` when it has a conversion that C does not know.
fn write(format: &[u8], moment: &Moment, out: &mut Vec<u8>) -> Option<()> {
    let mut rest = format;
    while let Some((&byte, tail)) = rest.split_first() {
        rest = tail;
        if byte != b'%' {
            out.push(byte);
            continue;
        }
        let mut style = Style::default();
        while let Some((&flag, tail)) = rest.split_first().filter(|(f, _)| b"_-0^#".contains(f)) {
            match flag {
                b'_' => style.pad = Some(b' '),
                b'-' => style.pad = Some(0),
                b'0' => style.pad = Some(b'0'),
                b'^' => style.upper = true,
                _ => style.swap = true,
            }
            rest = tail;
        }
        while let Some((&digit, tail)) = rest.split_first().filter(|(d, _)| d.is_ascii_digit()) {
            style.width = (style.width * 10 + usize::from(digit - b'0')).min(1 << 16);
            rest = tail;
        }
        if let Some((_, tail)) = rest.split_first().filter(|(m, _)| b"EO".contains(m)) {
            rest = tail;
        }
        let (&letter, tail) = rest.split_first()?;
        rest = tail;
        conversion(letter, &style, moment, out)?;
    }
    Some(())
}

fn conversion(letter: u8, style: &Style, moment: &Moment, out: &mut Vec<u8>) -> Option<()> {
    let f = &moment.fields;
    if let Some(format) = composite(letter) {
        let mut text = Vec::new();
        write(format, moment, &mut text)?;
        put_text(style, &String::from_utf8_lossy(&text), out);
        return Some(());
    }
    let noon = if f[HOUR] % 12 == 0 { 12 } else { f[HOUR] % 12 };
    let number = |value: i64, digits: usize, pad: u8, out: &mut Vec<u8>| {
        put_number(style, value, digits, pad, out);
    };
    match letter {
        b'a' => put_text(style, name(&DAYS, f[WEEKDAY]).get(..3).unwrap_or("?"), out),
        b'A' => put_text(style, name(&DAYS, f[WEEKDAY]), out),
        b'b' | b'h' => put_text(style, name(&MONTHS, f[MONTH]).get(..3).unwrap_or("?"), out),
        b'B' => put_text(style, name(&MONTHS, f[MONTH]), out),
        b'C' => number((f[YEAR] + 1900).div_euclid(100), 2, b'0', out),
        b'd' => number(f[DAY], 2, b'0', out),
        b'e' => number(f[DAY], 2, b' ', out),
        b'g' => number(iso_week(f).0.rem_euclid(100), 2, b'0', out),
        b'G' => number(iso_week(f).0, 1, b'0', out),
        b'H' => number(f[HOUR], 2, b'0', out),
        b'I' => number(noon, 2, b'0', out),
        b'j' => number(f[YEARDAY] + 1, 3, b'0', out),
        b'k' => number(f[HOUR], 2, b' ', out),
        b'l' => number(noon, 2, b' ', out),
        b'm' => number(f[MONTH] + 1, 2, b'0', out),
        b'M' => number(f[MINUTE], 2, b'0', out),
        b'p' if style.swap => put_text(style, if f[HOUR] < 12 { "am" } else { "pm" }, out),
        b'p' => put_text(style, if f[HOUR] < 12 { "AM" } else { "PM" }, out),
        b'P' => put_text(style, if f[HOUR] < 12 { "am" } else { "pm" }, out),
        b's' => number(seconds_of(moment), 1, b'0', out),
        b'S' => number(f[SECOND], 2, b'0', out),
        b'u' => number((f[WEEKDAY] + 6).rem_euclid(7) + 1, 1, b'0', out),
        b'U' => number((f[YEARDAY] - f[WEEKDAY] + 7).div_euclid(7), 2, b'0', out),
        b'V' => number(iso_week(f).1, 2, b'0', out),
        b'w' => number(f[WEEKDAY], 1, b'0', out),
        b'W' => {
            number((f[YEARDAY] - (f[WEEKDAY] + 6).rem_euclid(7) + 7).div_euclid(7), 2, b'0', out)
        }
        b'y' => number(f[YEAR].rem_euclid(100), 2, b'0', out),
        b'Y' => number(f[YEAR] + 1900, 1, b'0', out),
        b'z' => put_text(style, "+0000", out),
        b'Z' => put_text(style, if style.swap { "utc" } else { "UTC" }, out),
        b'n' => out.push(b'\n'),
        b't' => out.push(b'\t'),
        b'%' => out.push(b'%'),
        _ => return None,
    }
    Some(())
}

/// Conversions that stand for a format.
fn composite(letter: u8) -> Option<&'static [u8]> {
    Some(match letter {
        b'c' => b"%a %b %e %H:%M:%S %Y",
        b'D' | b'x' => b"%m/%d/%y",
        b'F' => b"%Y-%m-%d",
        b'r' => b"%I:%M:%S %p",
        b'R' => b"%H:%M",
        b'T' | b'X' => b"%H:%M:%S",
        _ => return None,
    })
}

fn name(names: &[&'static str], index: i64) -> &'static str {
    usize::try_from(index).ok().and_then(|i| names.get(i)).copied().unwrap_or("?")
}

fn put_text(style: &Style, text: &str, out: &mut Vec<u8>) {
    let pad = if style.pad == Some(b'0') { b'0' } else { b' ' };
    let blanks = style.width.saturating_sub(text.len());
    out.resize(out.len() + blanks, pad);
    let upper = style.upper || style.swap && text.bytes().any(|b| b.is_ascii_uppercase());
    let swapped_already = style.swap && !text.bytes().any(|b| b.is_ascii_uppercase());
    let text = if upper && !swapped_already { text.to_ascii_uppercase() } else { text.to_string() };
    out.extend_from_slice(text.as_bytes());
}

fn put_number(style: &Style, value: i64, digits: usize, pad: u8, out: &mut Vec<u8>) {
    let pad = style.pad.unwrap_or(pad);
    let text = value.unsigned_abs().to_string();
    let sign: &[u8] = if value < 0 { b"-" } else { b"" };
    let wanted = if style.width > 0 { style.width } else { digits };
    let wanted = if pad == 0 { style.width } else { wanted };
    let blanks = wanted.saturating_sub(text.len() + sign.len());
    let fill = if pad == b' ' || pad == 0 { b' ' } else { b'0' };
    if fill == b' ' {
        out.resize(out.len() + if pad == 0 { 0 } else { blanks }, b' ');
        out.extend_from_slice(sign);
    } else {
        out.extend_from_slice(sign);
        out.resize(out.len() + blanks, b'0');
    }
    out.extend_from_slice(text.as_bytes());
}

/// Year and number of the week as ISO 8601 counts: weeks begin on Monday, and the first has the
/// year's first Thursday.
fn iso_week(f: &[i64; 9]) -> (i64, i64) {
    let year = f[YEAR] + 1900;
    let monday = (f[WEEKDAY] + 6).rem_euclid(7);
    let thursday = f[YEARDAY] - monday + 3;
    if thursday < 0 {
        return (year - 1, (thursday + days_of_year(year - 1)) / 7 + 1);
    }
    let days = days_of_year(year);
    if thursday >= days {
        return (year + 1, (thursday - days) / 7 + 1);
    }
    (year, thursday / 7 + 1)
}
