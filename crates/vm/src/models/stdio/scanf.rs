//! `scanf`'s formats, as glibc reads them.

use super::arguments::Varargs;
use super::input::Reader;
use crate::fault::{Gap, Halt};
use crate::library::text::{is_space, parse_float, parse_integer, scan_float};
use crate::machine::{Args, Machine};
use crate::models::heap;
use allways_program::code::FloatKind;

/// Why a scan ends before its format.
enum Stop {
    /// The input has ended: `EOF` if nothing was converted yet.
    End,
    /// The input is not as the format wants it.
    Mismatch,
    /// The machine cannot go on.
    Halt(Halt),
}

impl From<Halt> for Stop {
    fn from(halt: Halt) -> Stop {
        Stop::Halt(halt)
    }
}

/// One conversion.
struct Directive {
    /// `n$`, from 1.
    argument: Option<u32>,
    suppress: bool,
    width: Option<usize>,
    allocate: bool,
    /// `hh` is -2, `h` -1, `l` 1, `ll`, `q` and `j` 2, `L` 3.
    length: i32,
    letter: u8,
}

/// A scan under way.
pub struct Scan<'m, 'v, 'a> {
    machine: &'m mut Machine<'v>,
    args: &'m Args<'a>,
    rest: Varargs<'a>,
    /// Pointers taken so far, for those that a format names by number.
    pointers: Vec<u64>,
    next: usize,
    reader: &'m mut Reader<'v>,
    /// C23's prefix `0b` is known.
    binary: bool,
    done: i32,
}

impl<'m, 'v, 'a> Scan<'m, 'v, 'a> {
    /// A scan that stores where `rest` points to.
    pub fn new(
        machine: &'m mut Machine<'v>,
        args: &'m Args<'a>,
        rest: Varargs<'a>,
        reader: &'m mut Reader<'v>,
        binary: bool,
    ) -> Scan<'m, 'v, 'a> {
        Scan { machine, args, rest, pointers: Vec::new(), next: 0, reader, binary, done: 0 }
    }

    /// Runs a format: how many values were stored, or -1.
    pub fn run(mut self, format: &[u8]) -> Result<i32, Halt> {
        match self.directives(format) {
            Ok(()) | Err(Stop::Mismatch) => Ok(self.done),
            Err(Stop::End) => Ok(if self.done == 0 { -1 } else { self.done }),
            Err(Stop::Halt(halt)) => Err(halt),
        }
    }

    fn directives(&mut self, mut format: &[u8]) -> Result<(), Stop> {
        while let Some((&byte, tail)) = format.split_first() {
            format = tail;
            if is_space(byte) {
                self.skip_space();
            } else if byte != b'%' {
                self.literal(byte)?;
            } else {
                let (directive, set, tail) = parse(format)?;
                format = tail;
                self.convert(&directive, &set)?;
            }
        }
        Ok(())
    }

    fn skip_space(&mut self) {
        while self.reader.peek().is_some_and(is_space) {
            self.reader.skip(1);
        }
    }

    fn literal(&mut self, wanted: u8) -> Result<(), Stop> {
        match self.reader.peek() {
            None => Err(Stop::End),
            Some(byte) if byte == wanted => {
                self.reader.skip(1);
                Ok(())
            }
            Some(_) => Err(Stop::Mismatch),
        }
    }

    fn convert(&mut self, directive: &Directive, set: &Set) -> Result<(), Stop> {
        if !matches!(directive.letter, b'c' | b'C' | b'[' | b'n') {
            self.skip_space();
        }
        match directive.letter {
            b'%' => self.literal(b'%'),
            b'n' => self.position(directive),
            b'c' => self.text(directive, directive.width.unwrap_or(1), |_| true, false),
            b's' => self.text(directive, width(directive), |b| !is_space(b), true),
            b'[' => self.text(directive, width(directive), |b| set.contains(b), true),
            b'd' | b'u' => self.integer(directive, 10),
            b'i' => self.integer(directive, 0),
            b'o' => self.integer(directive, 8),
            b'x' | b'X' | b'p' => self.integer(directive, 16),
            b'e' | b'E' | b'f' | b'F' | b'g' | b'G' | b'a' | b'A' => self.floating(directive),
            _ => Err(Halt::Unsupported(Gap::SCAN).into()),
        }
    }

    /// Where a conversion stores its value.
    fn target(&mut self, directive: &Directive) -> Result<u64, Halt> {
        let index = match directive.argument {
            Some(number) => number as usize - 1,
            None => {
                self.next += 1;
                self.next - 1
            }
        };
        while self.pointers.len() <= index {
            let pointer = self.rest.pointer(self.machine)?;
            self.pointers.push(pointer);
        }
        Ok(self.pointers[index])
    }

    /// `%n`: not counted as a value.
    fn position(&mut self, directive: &Directive) -> Result<(), Stop> {
        if !directive.suppress {
            let to = self.target(directive)?;
            let count = self.reader.taken() as u128;
            self.machine.write_number(to, self.integer_bytes(directive), count)?;
        }
        Ok(())
    }

    fn integer_bytes(&self, directive: &Directive) -> u64 {
        match directive.length {
            -2 => 1,
            -1 => 2,
            0 => 4,
            1 => self.machine.vm.pointer_bytes(),
            _ => 8,
        }
    }

    /// `%c`, `%s` and `%[`; the latter two end with a zero and take at least one byte.
    fn text(
        &mut self,
        directive: &Directive,
        width: usize,
        wanted: impl Fn(u8) -> bool,
        ends: bool,
    ) -> Result<(), Stop> {
        if directive.length == 1 {
            return Err(Halt::Unsupported(Gap::WIDE_CHARACTER).into());
        }
        let first = self.reader.peek().ok_or(Stop::End)?;
        if !wanted(first) {
            return Err(Stop::Mismatch);
        }
        let mut text = Vec::new();
        while text.len() < width
            && let Some(byte) = self.reader.peek()
            && wanted(byte)
        {
            text.push(byte);
            self.reader.skip(1);
        }
        if directive.suppress {
            return Ok(());
        }
        let mut to = self.target(directive)?;
        if directive.allocate {
            let new = heap::request(self.machine, self.args, text.len() as u64 + u64::from(ends))?;
            self.machine.write_pointer(to, new)?;
            if new == 0 {
                return Err(Stop::End);
            }
            to = new;
        }
        self.machine.write_text(to, &text, ends.into())?;
        self.done += 1;
        Ok(())
    }

    /// Takes one byte into a number if it is as wanted and the width allows it.
    fn accept(&mut self, number: &mut Number, wanted: impl Fn(u8) -> bool) -> Option<u8> {
        if number.width == 0 {
            return None;
        }
        let byte = self.reader.peek().filter(|&b| wanted(b))?;
        self.reader.skip(1);
        number.width -= 1;
        number.text.push(byte);
        Some(byte)
    }

    /// The text of an integer. A prefix `0x` is taken even if no digit follows it.
    fn take_integer(
        &mut self,
        directive: &Directive,
        mut base: u32,
    ) -> Result<(Vec<u8>, u32), Stop> {
        let mut number = Number { text: Vec::new(), width: width(directive) };
        self.reader.peek().ok_or(Stop::End)?;
        let sign = usize::from(self.accept(&mut number, |b| matches!(b, b'+' | b'-')).is_some());
        if self.accept(&mut number, |b| b == b'0').is_some() {
            let hex = matches!(base, 0 | 16);
            if hex && self.accept(&mut number, |b| matches!(b, b'x' | b'X')).is_some() {
                number.text.pop();
                base = 16;
            } else if self.binary
                && matches!(base, 0 | 2)
                && self.accept(&mut number, |b| matches!(b, b'b' | b'B')).is_some()
            {
                number.text.pop();
                base = 2;
            } else if base == 0 {
                base = 8;
            }
        }
        let base = if base == 0 { 10 } else { base };
        while self.accept(&mut number, |b| char::from(b).is_digit(base)).is_some() {}
        if number.text.len() > sign {
            return Ok((number.text, base));
        }
        let nil = directive.letter == b'p' && sign == 0 && number.width >= 5;
        if nil && self.reader.word(5).eq_ignore_ascii_case(b"(nil)") {
            self.reader.skip(5);
            return Ok((b"0".to_vec(), base));
        }
        Err(Stop::Mismatch)
    }

    fn integer(&mut self, directive: &Directive, base: u32) -> Result<(), Stop> {
        let (text, base) = self.take_integer(directive, base)?;
        if directive.suppress {
            return Ok(());
        }
        let pointer_bits = u32::from(self.machine.vm.program.pointer_bits);
        let bits = if directive.length >= 2 { 64 } else { pointer_bits };
        let signed = matches!(directive.letter, b'd' | b'i');
        let value = parse_integer(&text, base, bits, signed, false).value;
        self.machine.see_made_up(value);
        let bytes = match directive.letter {
            b'p' => self.machine.vm.pointer_bytes(),
            _ => self.integer_bytes(directive),
        };
        let to = self.target(directive)?;
        self.machine.write_number(to, bytes, value.into())?;
        self.done += 1;
        Ok(())
    }

    fn floating(&mut self, directive: &Directive) -> Result<(), Stop> {
        self.reader.peek().ok_or(Stop::End)?;
        let mut text = self.reader.word(width(directive));
        let (used, possible) = scan_float(&text, width(directive));
        text.truncate(used);
        self.reader.skip(used);
        if used < width(directive) {
            self.reader.peek();
        }
        let (kind, bytes) = match directive.length {
            0 => (FloatKind::Single, 4),
            3 => (FloatKind::X87, 10),
            _ => (FloatKind::Double, 8),
        };
        let read = parse_float(&text, kind);
        if !possible || read.used == 0 {
            return Err(Stop::Mismatch);
        }
        if directive.suppress {
            return Ok(());
        }
        let to = self.target(directive)?;
        self.machine.write_number(to, bytes, read.bits)?;
        self.done += 1;
        Ok(())
    }
}

/// A number under way.
struct Number {
    text: Vec<u8>,
    /// Bytes it may still take.
    width: usize,
}

fn width(directive: &Directive) -> usize {
    directive.width.unwrap_or(usize::MAX)
}

/// The bytes of `%[`.
#[derive(Default)]
struct Set {
    bytes: Vec<u8>,
    inverted: bool,
}

impl Set {
    fn contains(&self, byte: u8) -> bool {
        self.bytes.contains(&byte) != self.inverted
    }

    /// Parses `^]a-z]`; the rest of the format, if the set ends.
    fn parse(mut text: &[u8]) -> Option<(Set, &[u8])> {
        let mut set = Set::default();
        if let Some(rest) = text.strip_prefix(b"^") {
            (set.inverted, text) = (true, rest);
        }
        // A bracket in front is a member.
        let end = 1 + text.iter().skip(1).position(|&b| b == b']')?;
        let members = &text[..end];
        let mut at = 0;
        while at < members.len() {
            match members.get(at..at + 3) {
                Some(&[first, b'-', last]) if first <= last => {
                    set.bytes.extend(first..=last);
                    at += 3;
                }
                _ => {
                    set.bytes.push(members[at]);
                    at += 1;
                }
            }
        }
        Some((set, &text[end + 1..]))
    }
}

fn number(text: &[u8]) -> (Option<u32>, &[u8]) {
    let count = text.iter().take_while(|b| b.is_ascii_digit()).count();
    let digits = std::str::from_utf8(&text[..count]).unwrap_or("");
    (digits.parse().ok(), &text[count..])
}

/// Parses what follows a `%`: the conversion, its set, the rest of the format.
fn parse(text: &[u8]) -> Result<(Directive, Set, &[u8]), Halt> {
    let unknown = Halt::Unsupported(Gap::SCAN);
    let mut directive = Directive {
        argument: None,
        suppress: false,
        width: None,
        allocate: false,
        length: 0,
        letter: 0,
    };
    let mut rest = text;
    if let (Some(position), [b'$', tail @ ..]) = number(rest) {
        directive.argument = Some(Some(position).filter(|p| (1..4096).contains(p)).ok_or(unknown)?);
        rest = tail;
    }
    while let Some((&flag, tail)) = rest.split_first().filter(|(f, _)| b"*'I".contains(f)) {
        directive.suppress |= flag == b'*';
        rest = tail;
    }
    let (width, tail) = number(rest);
    (directive.width, rest) = (width.filter(|&w| w > 0).map(|w| w as usize), tail);
    if let Some(tail) = rest.strip_prefix(b"m") {
        (directive.allocate, rest) = (true, tail);
    }
    let lengths: [(&[u8], i32); 10] = [
        (b"hh", -2),
        (b"h", -1),
        (b"ll", 2),
        (b"l", 1),
        (b"q", 2),
        (b"j", 2),
        (b"z", 1),
        (b"t", 1),
        (b"L", 3),
        (b"", 0),
    ];
    if let Some((prefix, length)) = lengths.into_iter().find(|(p, _)| rest.starts_with(p)) {
        (directive.length, rest) = (length, &rest[prefix.len()..]);
    }
    let (&letter, tail) = rest.split_first().ok_or(unknown)?;
    directive.letter = letter;
    if letter == b'[' {
        let (set, tail) = Set::parse(tail).ok_or(unknown)?;
        return Ok((directive, set, tail));
    }
    Ok((directive, Set::default(), tail))
}
