//! Printing without formats.

use super::{END, Stream, stream};
use crate::effects::{CANCELLATION, OUTPUT, VISIBLE};
use crate::fault::Halt;
use crate::machine::{Args, Event, Machine, Mode};
use crate::models::string::error_text;
use crate::models::{Model, Outcome, errno};

/// The functions of this file.
pub const MODELS: &[Model] = &[
    Model { name: "puts", effects: OUTPUT, run: puts },
    Model { name: "putchar", effects: OUTPUT, run: putchar },
    Model { name: "putchar_unlocked", effects: VISIBLE, run: putchar },
    Model { name: "putc", effects: VISIBLE, run: fputc },
    Model { name: "fputc", effects: VISIBLE, run: fputc },
    Model { name: "_IO_putc", effects: VISIBLE, run: fputc },
    Model { name: "putc_unlocked", effects: VISIBLE, run: fputc },
    Model { name: "fputc_unlocked", effects: VISIBLE, run: fputc },
    Model { name: "__overflow", effects: VISIBLE, run: overflow },
    Model { name: "fputs", effects: VISIBLE, run: fputs },
    Model { name: "fputs_unlocked", effects: VISIBLE, run: fputs },
    Model { name: "fwrite", effects: VISIBLE, run: fwrite },
    Model { name: "fwrite_unlocked", effects: VISIBLE, run: fwrite },
    Model { name: "write", effects: CANCELLATION, run: write },
    Model { name: "perror", effects: VISIBLE, run: perror },
    Model { name: "fflush", effects: VISIBLE, run: flush },
    Model { name: "fflush_unlocked", effects: VISIBLE, run: flush },
    Model { name: "fclose", effects: VISIBLE, run: close },
    Model { name: "setvbuf", effects: VISIBLE, run: set_buffer },
    Model { name: "setbuf", effects: VISIBLE, run: set_buffer },
    Model { name: "setbuffer", effects: VISIBLE, run: set_buffer },
    Model { name: "setlinebuf", effects: VISIBLE, run: set_buffer },
    Model { name: "fileno", effects: VISIBLE, run: fileno },
    Model { name: "fileno_unlocked", effects: VISIBLE, run: fileno },
    Model { name: "isatty", effects: VISIBLE, run: isatty },
];

/// Prints, and returns how many bytes.
pub fn print(machine: &mut Machine<'_>, text: Vec<u8>) -> Result<Outcome, Halt> {
    let count = text.len() as u64;
    machine.note(|| Event::Output(text));
    Outcome::number(count)
}

/// Prints on a stream: how many bytes, or -1 when it is for reading.
pub fn write_to(machine: &mut Machine<'_>, handle: u64, text: Vec<u8>) -> Result<Outcome, Halt> {
    match stream(machine, handle)? {
        Stream::Input => errno::fail(machine, errno::EBADF),
        Stream::Output | Stream::Error => print(machine, text),
    }
}

fn puts(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    let address = args.get(machine, 0)?;
    let mut text = machine.read_string(address)?;
    text.push(b'\n');
    print(machine, text)
}

fn putchar(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    let byte = args.low(machine, 0, 8)? as u8;
    print(machine, vec![byte])?;
    Outcome::number(byte.into())
}

fn fputc(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    let (byte, handle) = (args.low(machine, 0, 8)? as u8, args.get(machine, 1)?);
    put_byte(machine, handle, byte)
}

/// What glibc's macros for `putc_unlocked` call: the stream comes first.
fn overflow(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    let (handle, byte) = (args.get(machine, 0)?, args.low(machine, 1, 8)? as u8);
    put_byte(machine, handle, byte)
}

fn put_byte(machine: &mut Machine<'_>, handle: u64, byte: u8) -> Result<Outcome, Halt> {
    match write_to(machine, handle, vec![byte])? {
        Outcome::Value(count) if count.value == 1 => Outcome::number(byte.into()),
        failed => Ok(failed),
    }
}

fn fputs(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    let (address, handle) = (args.get(machine, 0)?, args.get(machine, 1)?);
    let text = machine.read_string(address)?;
    match write_to(machine, handle, text)? {
        Outcome::Value(count) if count.value != END => Outcome::number(1),
        failed => Ok(failed),
    }
}

/// Bytes that are not defined are printed as zeros: records with padding may be written.
fn fwrite(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    let (address, handle) = (args.get(machine, 0)?, args.get(machine, 3)?);
    let (size, count) = (args.size(machine, 1)?, args.size(machine, 2)?);
    let bytes = machine.read_bytes(address, size.saturating_mul(count), Mode::Read)?;
    match write_to(machine, handle, bytes.value)? {
        Outcome::Value(written) if written.value == END => Outcome::number(0),
        _ => Outcome::number(if size == 0 { 0 } else { count }),
    }
}

fn write(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    let (descriptor, address) = (args.int(machine, 0)?, args.get(machine, 1)?);
    let size = args.size(machine, 2)?;
    if descriptor != 1 && descriptor != 2 {
        errno::set(machine, errno::EBADF)?;
        return Outcome::number(u64::MAX);
    }
    let bytes = machine.read_bytes(address, size, Mode::Read)?;
    print(machine, bytes.value)
}

fn perror(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    let address = args.get(machine, 0)?;
    let mut text = if address == 0 { Vec::new() } else { machine.read_string(address)? };
    if !text.is_empty() {
        text.extend_from_slice(b": ");
    }
    let errno = machine.errno_address()?;
    let code = machine.read_number(errno, 4)? as i32;
    text.extend_from_slice(error_text(code).as_bytes());
    text.push(b'\n');
    print(machine, text)?;
    Ok(Outcome::Nothing)
}

/// Nothing is kept back, so there is nothing to do. A null pointer means all streams.
fn flush(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    let handle = args.get(machine, 0)?;
    if handle != 0 {
        stream(machine, handle)?;
    }
    Outcome::number(0)
}

/// Whoever uses a closed standard stream gets away with it.
fn close(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    let handle = args.get(machine, 0)?;
    stream(machine, handle)?;
    Outcome::number(0)
}

fn set_buffer(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    let handle = args.get(machine, 0)?;
    stream(machine, handle)?;
    Outcome::number(0)
}

fn fileno(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    let handle = args.get(machine, 0)?;
    Outcome::number(stream(machine, handle)? as u64)
}

/// No stream is a terminal.
fn isatty(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    let known = (0..=2).contains(&args.int(machine, 0)?);
    errno::set(machine, if known { errno::ENOTTY } else { errno::EBADF })?;
    Outcome::number(0)
}
