//! Reading standard input.

use super::{END, Stream, stream};
use crate::effects::{CANCELLATION, VISIBLE};
use crate::fault::Halt;
use crate::library::text::is_space;
use crate::machine::{Args, Machine};
use crate::models::{Model, Outcome, check_room, errno, heap};

/// The functions of this file.
pub const MODELS: &[Model] = &[
    Model { name: "getchar", effects: VISIBLE, run: getchar },
    Model { name: "getchar_unlocked", effects: VISIBLE, run: getchar },
    Model { name: "getc", effects: VISIBLE, run: fgetc },
    Model { name: "fgetc", effects: VISIBLE, run: fgetc },
    Model { name: "_IO_getc", effects: VISIBLE, run: fgetc },
    Model { name: "getc_unlocked", effects: VISIBLE, run: fgetc },
    Model { name: "fgetc_unlocked", effects: VISIBLE, run: fgetc },
    Model { name: "__uflow", effects: VISIBLE, run: fgetc },
    Model { name: "ungetc", effects: VISIBLE, run: ungetc },
    Model { name: "fgets", effects: VISIBLE, run: |m, a| fgets(m, a, 1) },
    Model { name: "fgets_unlocked", effects: VISIBLE, run: |m, a| fgets(m, a, 1) },
    Model { name: "__fgets_chk", effects: VISIBLE, run: fgets_checked },
    Model { name: "__fgets_unlocked_chk", effects: VISIBLE, run: fgets_checked },
    Model { name: "gets", effects: VISIBLE, run: gets },
    Model { name: "__gets_chk", effects: VISIBLE, run: gets_checked },
    Model { name: "getline", effects: VISIBLE, run: getline },
    Model { name: "getdelim", effects: VISIBLE, run: getdelim },
    Model { name: "__getdelim", effects: VISIBLE, run: getdelim },
    Model { name: "fread", effects: VISIBLE, run: |m, a| fread(m, a, 0) },
    Model { name: "fread_unlocked", effects: VISIBLE, run: |m, a| fread(m, a, 0) },
    Model { name: "__fread_chk", effects: VISIBLE, run: |m, a| fread(m, a, 1) },
    Model { name: "__fread_unlocked_chk", effects: VISIBLE, run: |m, a| fread(m, a, 1) },
    Model { name: "read", effects: CANCELLATION, run: read },
    Model { name: "feof", effects: VISIBLE, run: feof },
    Model { name: "feof_unlocked", effects: VISIBLE, run: feof },
    Model { name: "ferror", effects: VISIBLE, run: ferror },
    Model { name: "ferror_unlocked", effects: VISIBLE, run: ferror },
    Model { name: "clearerr", effects: VISIBLE, run: clearerr },
    Model { name: "clearerr_unlocked", effects: VISIBLE, run: clearerr },
];

/// Bytes to be read, and how far.
pub struct Reader<'v> {
    /// What comes first, and what behind it.
    parts: (Vec<u8>, &'v [u8]),
    at: usize,
    /// More was wanted than there is.
    pub hit_end: bool,
}

impl<'v> Reader<'v> {
    /// Reads from bytes.
    pub fn new(bytes: Vec<u8>) -> Reader<'v> {
        Reader { parts: (bytes, &[]), at: 0, hit_end: false }
    }

    /// What is left of standard input.
    pub fn of_stdin(machine: &Machine<'v>) -> Reader<'v> {
        let input = &machine.process.library.input;
        let pushed = input.pushed.iter().rev().copied().collect();
        let rest = machine.vm.options.stdin.get(input.at as usize..).unwrap_or_default();
        Reader { parts: (pushed, rest), at: 0, hit_end: false }
    }

    fn byte(&self, at: usize) -> Option<u8> {
        let (first, rest) = &self.parts;
        first.get(at).or_else(|| rest.get(at - first.len())).copied()
    }

    /// The next byte, which stays.
    pub fn peek(&mut self) -> Option<u8> {
        let byte = self.byte(self.at);
        self.hit_end |= byte.is_none();
        byte
    }

    /// The next byte.
    pub fn take(&mut self) -> Option<u8> {
        let byte = self.peek()?;
        self.at += 1;
        Some(byte)
    }

    /// The bytes up to the next blank, at most `limit`; they stay.
    pub fn word(&self, limit: usize) -> Vec<u8> {
        let bytes = (self.at..).map_while(|at| self.byte(at));
        bytes.take(limit).take_while(|&b| !is_space(b)).collect()
    }

    /// Goes on by `count` bytes that are there.
    pub fn skip(&mut self, count: usize) {
        self.at += count;
    }

    /// Bytes that were taken.
    pub fn taken(&self) -> usize {
        self.at
    }

    /// Takes up to `limit` bytes, up to and with the first that is the last.
    fn take_until(&mut self, limit: usize, last: Option<u8>) -> Vec<u8> {
        let mut taken = Vec::new();
        while taken.len() < limit
            && let Some(byte) = self.take()
        {
            taken.push(byte);
            if Some(byte) == last {
                break;
            }
        }
        taken
    }

    /// Remembers how far standard input was read.
    pub fn finish(self, machine: &mut Machine<'_>) {
        let input = &mut machine.process.library.input;
        let from_pushed = self.at.min(input.pushed.len());
        input.pushed.truncate(input.pushed.len() - from_pushed);
        input.at += (self.at - from_pushed) as u64;
        input.ended |= self.hit_end;
    }
}

/// Checks that a handle is one for reading.
pub fn is_input(machine: &mut Machine<'_>, handle: u64) -> Result<bool, Halt> {
    Ok(stream(machine, handle)? == Stream::Input)
}

fn next_byte(machine: &mut Machine<'_>) -> Result<Outcome, Halt> {
    let mut reader = Reader::of_stdin(machine);
    let byte = reader.take();
    reader.finish(machine);
    Outcome::number(byte.map_or(END, u64::from))
}

fn getchar(machine: &mut Machine<'_>, _: &Args<'_>) -> Result<Outcome, Halt> {
    next_byte(machine)
}

fn fgetc(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    let handle = args.get(machine, 0)?;
    if !is_input(machine, handle)? {
        return errno::fail(machine, errno::EBADF);
    }
    next_byte(machine)
}

fn ungetc(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    let (character, handle) = (args.int(machine, 0)?, args.get(machine, 1)?);
    if character == -1 || !is_input(machine, handle)? {
        return Outcome::number(END);
    }
    let input = &mut machine.process.library.input;
    input.pushed.push(character as u8);
    input.ended = false;
    Outcome::number(u64::from(character as u8))
}

/// `at`: the argument that is the size; the stream follows it.
fn fgets(machine: &mut Machine<'_>, args: &Args<'_>, at: usize) -> Result<Outcome, Halt> {
    let (to, size) = (args.get(machine, 0)?, args.int(machine, at)?);
    let handle = args.get(machine, at + 1)?;
    if size <= 0 || !is_input(machine, handle)? {
        return Outcome::number(0);
    }
    let mut reader = Reader::of_stdin(machine);
    let line = reader.take_until(size as usize - 1, Some(b'\n'));
    let nothing = line.is_empty() && size > 1;
    reader.finish(machine);
    if nothing {
        return Outcome::number(0);
    }
    machine.write_text(to, &line, 1)?;
    Outcome::number(to)
}

fn fgets_checked(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    check_room(machine, args, args.int(machine, 2)?.max(0) as u64, 1)?;
    fgets(machine, args, 2)
}

/// The line without its end.
fn take_line(machine: &mut Machine<'_>) -> Option<Vec<u8>> {
    let mut reader = Reader::of_stdin(machine);
    let mut line = reader.take_until(usize::MAX, Some(b'\n'));
    reader.finish(machine);
    if line.is_empty() {
        return None;
    }
    line.pop_if(|last| *last == b'\n');
    Some(line)
}

fn gets(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    let to = args.get(machine, 0)?;
    let Some(line) = take_line(machine) else { return Outcome::number(0) };
    machine.write_text(to, &line, 1)?;
    Outcome::number(to)
}

fn gets_checked(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    let to = args.get(machine, 0)?;
    let Some(line) = take_line(machine) else { return Outcome::number(0) };
    check_room(machine, args, line.len() as u64 + 1, 1)?;
    machine.write_text(to, &line, 1)?;
    Outcome::number(to)
}

fn getline(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    take_record(machine, args, b'\n', 2)
}

fn getdelim(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    let delimiter = args.low(machine, 2, 8)? as u8;
    take_record(machine, args, delimiter, 3)
}

/// Smallest buffer that `getline` makes.
const FIRST_BUFFER: u64 = 120;

fn take_record(
    machine: &mut Machine<'_>,
    args: &Args<'_>,
    delimiter: u8,
    at: usize,
) -> Result<Outcome, Halt> {
    let (place, size_place) = (args.get(machine, 0)?, args.get(machine, 1)?);
    let handle = args.get(machine, at)?;
    let bytes = machine.vm.pointer_bytes();
    if place == 0 || size_place == 0 {
        errno::set(machine, errno::EINVAL)?;
        return Outcome::number(u64::MAX);
    }
    let mut reader = Reader::of_stdin(machine);
    let record = if is_input(machine, handle)? {
        reader.take_until(usize::MAX, Some(delimiter))
    } else {
        Vec::new()
    };
    if record.is_empty() {
        reader.finish(machine);
        return Outcome::number(u64::MAX);
    }
    let mut buffer = machine.read_pointer(place)?;
    let size = if buffer == 0 { 0 } else { machine.read_number(size_place, bytes)? };
    let needed = record.len() as u64 + 1;
    if size < needed {
        let grown = needed.max(2 * size).max(FIRST_BUFFER);
        let new = heap::resize(machine, args, buffer, grown)?;
        if new == 0 {
            return Outcome::number(u64::MAX);
        }
        buffer = new;
        machine.write_pointer(place, new)?;
        machine.write_number(size_place, bytes, grown.into())?;
    }
    reader.finish(machine);
    machine.write_text(buffer, &record, 1)?;
    Outcome::number(record.len() as u64)
}

/// `extra`: arguments between the buffer and the size.
fn fread(machine: &mut Machine<'_>, args: &Args<'_>, extra: usize) -> Result<Outcome, Halt> {
    let to = args.get(machine, 0)?;
    let (size, count) = (args.size(machine, 1 + extra)?, args.size(machine, 2 + extra)?);
    let handle = args.get(machine, 3 + extra)?;
    let total = size.saturating_mul(count);
    if extra == 1 {
        check_room(machine, args, total, 1)?;
    }
    if total == 0 || !is_input(machine, handle)? {
        return Outcome::number(0);
    }
    let mut reader = Reader::of_stdin(machine);
    let bytes = reader.take_until(total as usize, None);
    reader.finish(machine);
    machine.write_text(to, &bytes, 0)?;
    Outcome::number(bytes.len() as u64 / size)
}

fn read(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    let (descriptor, to) = (args.int(machine, 0)?, args.get(machine, 1)?);
    let size = args.size(machine, 2)?;
    if descriptor != 0 {
        errno::set(machine, errno::EBADF)?;
        return Outcome::number(u64::MAX);
    }
    let mut reader = Reader::of_stdin(machine);
    let bytes = reader.take_until(size as usize, None);
    reader.hit_end = false;
    reader.finish(machine);
    machine.write_text(to, &bytes, 0)?;
    Outcome::number(bytes.len() as u64)
}

fn feof(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    let handle = args.get(machine, 0)?;
    let ended = is_input(machine, handle)? && machine.process.library.input.ended;
    Outcome::number(ended.into())
}

/// Nothing goes wrong on these streams.
fn ferror(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    let handle = args.get(machine, 0)?;
    stream(machine, handle)?;
    Outcome::number(0)
}

fn clearerr(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    let handle = args.get(machine, 0)?;
    if is_input(machine, handle)? {
        machine.process.library.input.ended = false;
    }
    Ok(Outcome::Nothing)
}
