//! `printf`'s conversions.

use crate::fault::{FaultKind, Gap, Halt};
use crate::machine::{Args, Machine};
use crate::word::{Word, mask, signed};

/// The arguments that a format consumes, in order.
pub struct Varargs<'a> {
    args: Args<'a>,
    next: usize,
}

impl<'a> Varargs<'a> {
    /// The arguments of a call from the `first` on.
    pub fn of_call(args: &Args<'a>, first: usize) -> Varargs<'a> {
        Varargs { args: *args, next: first }
    }

    /// The next argument, which must be defined in its lowest `bits` bits.
    fn next(&mut self, machine: &Machine<'_>, bits: u32) -> Result<u64, Halt> {
        let word = self.args.word(machine, self.next);
        self.next += 1;
        let word = Word { value: word.value & mask(bits), defined: word.defined | !mask(bits) };
        word.get().ok_or(Halt::Fault(FaultKind::UndefinedArgument { number: self.next as u32 }))
    }
}

/// Flags, width and precision of a conversion.
#[derive(Default)]
struct Spec {
    left: bool,
    plus: bool,
    space: bool,
    alternate: bool,
    zero: bool,
    width: usize,
    precision: Option<usize>,
    /// Width of an integer argument.
    bits: u32,
}

/// The text that a format makes of its arguments.
pub fn format(
    machine: &mut Machine<'_>,
    template: u64,
    args: &mut Varargs<'_>,
) -> Result<Vec<u8>, Halt> {
    let template = machine.read_string(template)?;
    let mut out = Vec::new();
    let mut rest = template.as_slice();
    while let Some((&byte, tail)) = rest.split_first() {
        rest = tail;
        if byte == b'%' {
            rest = conversion(machine, rest, args, &mut out)?;
        } else {
            out.push(byte);
        }
    }
    Ok(out)
}

fn unknown() -> Halt {
    Halt::Unsupported(Gap::Library(0))
}

fn conversion<'t>(
    machine: &mut Machine<'_>,
    text: &'t [u8],
    args: &mut Varargs<'_>,
    out: &mut Vec<u8>,
) -> Result<&'t [u8], Halt> {
    let (mut spec, rest) = flags(text);
    let rest = sizes(machine, rest, args, &mut spec)?;
    let rest = length(rest, &mut spec, machine.vm.program.pointer_bits.into());
    let (&kind, rest) = rest.split_first().ok_or_else(unknown)?;
    match kind {
        b'%' => out.push(b'%'),
        b'd' | b'i' => {
            let value = args.next(machine, spec.bits)?;
            integer(&spec, signed(value, spec.bits).into(), 10, false, out);
        }
        b'u' => integer(&spec, args.next(machine, spec.bits)?.into(), 10, false, out),
        b'x' => integer(&spec, args.next(machine, spec.bits)?.into(), 16, false, out),
        b'X' => integer(&spec, args.next(machine, spec.bits)?.into(), 16, true, out),
        b'o' => integer(&spec, args.next(machine, spec.bits)?.into(), 8, false, out),
        b'c' => {
            let byte = args.next(machine, 8)? as u8;
            pad(&spec, &[byte], out);
        }
        b's' => {
            let address = args.next(machine, 64)?;
            let limit = spec.precision.map_or(u64::MAX, |p| p as u64);
            let text = match address {
                0 => b"(null)".to_vec(),
                _ => machine.read_string_up_to(address, limit)?,
            };
            pad(&spec, &text, out);
        }
        b'p' => {
            let address = args.next(machine, 64)?;
            let text = if address == 0 { "(nil)".to_string() } else { format!("{address:#x}") };
            pad(&spec, text.as_bytes(), out);
        }
        b'f' | b'F' => {
            let value = f64::from_bits(args.next(machine, 64)?);
            let digits = spec.precision.unwrap_or(6);
            pad(&spec, format!("{value:.digits$}").as_bytes(), out);
        }
        _ => return Err(unknown()),
    }
    Ok(rest)
}

fn flags(mut text: &[u8]) -> (Spec, &[u8]) {
    let mut spec = Spec { bits: 32, ..Spec::default() };
    while let Some((&byte, rest)) = text.split_first() {
        match byte {
            b'-' => spec.left = true,
            b'+' => spec.plus = true,
            b' ' => spec.space = true,
            b'#' => spec.alternate = true,
            b'0' => spec.zero = true,
            _ => break,
        }
        text = rest;
    }
    (spec, text)
}

fn number<'t>(
    machine: &Machine<'_>,
    text: &'t [u8],
    args: &mut Varargs<'_>,
) -> Result<(i64, &'t [u8]), Halt> {
    if let Some(rest) = text.strip_prefix(b"*") {
        return Ok((signed(args.next(machine, 32)?, 32), rest));
    }
    let digits = text.iter().take_while(|b| b.is_ascii_digit()).count();
    let value = std::str::from_utf8(&text[..digits]).ok().and_then(|t| t.parse().ok()).unwrap_or(0);
    Ok((value, &text[digits..]))
}

/// Longest padding that is made; more is a slip or an attack.
const WIDEST: i64 = 1 << 16;

fn sizes<'t>(
    machine: &Machine<'_>,
    text: &'t [u8],
    args: &mut Varargs<'_>,
    spec: &mut Spec,
) -> Result<&'t [u8], Halt> {
    let (width, rest) = number(machine, text, args)?;
    spec.left |= width < 0;
    spec.width = width.abs().min(WIDEST) as usize;
    let Some(rest) = rest.strip_prefix(b".") else { return Ok(rest) };
    let (precision, rest) = number(machine, rest, args)?;
    spec.precision = (precision >= 0).then_some(precision.min(WIDEST) as usize);
    Ok(rest)
}

fn length<'t>(text: &'t [u8], spec: &mut Spec, pointer_bits: u32) -> &'t [u8] {
    for (prefix, bits) in [
        (&b"hh"[..], 8),
        (b"h", 16),
        (b"ll", 64),
        (b"l", pointer_bits),
        (b"z", pointer_bits),
        (b"t", pointer_bits),
        (b"j", 64),
    ] {
        if let Some(rest) = text.strip_prefix(prefix) {
            spec.bits = bits;
            return rest;
        }
    }
    text
}

fn integer(spec: &Spec, value: i128, base: u32, upper: bool, out: &mut Vec<u8>) {
    let magnitude = value.unsigned_abs();
    let mut digits = match base {
        8 => format!("{magnitude:o}"),
        16 if upper => format!("{magnitude:X}"),
        16 => format!("{magnitude:x}"),
        _ => magnitude.to_string(),
    };
    if spec.precision == Some(0) && magnitude == 0 {
        digits.clear();
    }
    let prefix = match (value < 0, base) {
        (true, _) => "-",
        (_, 10) if spec.plus => "+",
        (_, 10) if spec.space => " ",
        (_, 16) if spec.alternate && magnitude != 0 => {
            if upper {
                "0X"
            } else {
                "0x"
            }
        }
        (_, 8) if spec.alternate && !digits.starts_with('0') => "0",
        _ => "",
    };
    let fill = if spec.zero && !spec.left && spec.precision.is_none() {
        spec.width.saturating_sub(prefix.len())
    } else {
        spec.precision.unwrap_or(0)
    };
    let text = format!("{prefix}{digits:0>fill$}");
    pad(spec, text.as_bytes(), out);
}

fn pad(spec: &Spec, text: &[u8], out: &mut Vec<u8>) {
    let blanks = spec.width.saturating_sub(text.len());
    if !spec.left {
        out.resize(out.len() + blanks, b' ');
    }
    out.extend_from_slice(text);
    if spec.left {
        out.resize(out.len() + blanks, b' ');
    }
}
