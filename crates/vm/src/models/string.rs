//! Memory and strings.

use super::{Model, Outcome};
use crate::fault::{FaultKind, Halt};
use crate::machine::{Args, Machine, Mode};
use crate::state::Chunk;

/// The functions of this file.
pub const MODELS: &[Model] = &[
    Model { name: "memcpy", run: copy },
    Model { name: "memmove", run: copy },
    Model { name: "memset", run: memset },
    Model { name: "memcmp", run: memcmp },
    Model { name: "bcmp", run: memcmp },
    Model { name: "memchr", run: memchr },
    Model { name: "strlen", run: strlen },
    Model { name: "strcpy", run: strcpy },
    Model { name: "strncpy", run: strncpy },
    Model { name: "strcat", run: strcat },
    Model { name: "strcmp", run: strcmp },
    Model { name: "strncmp", run: strncmp },
    Model { name: "strchr", run: strchr },
    Model { name: "strrchr", run: strrchr },
];

/// Copies bytes with their definedness: copying uninitialised memory is no fault.
fn copy(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    let (to, from) = (args.get(machine, 0)?, args.get(machine, 1)?);
    let size = args.size(machine, 2)?;
    let bytes = machine.read_bytes(from, size, Mode::Read)?;
    machine.write_bytes(to, &bytes, Mode::Write)?;
    Outcome::number(to)
}

fn memset(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    let to = args.get(machine, 0)?;
    let byte = args.word(machine, 1);
    let size = args.size(machine, 2)?;
    if size > 0 {
        // Checked before the buffer is made: the size may be absurd.
        machine.check_writable(to, size)?;
        let fill = Chunk {
            value: vec![(byte.value & byte.defined) as u8; size as usize],
            defined: vec![byte.defined as u8; size as usize],
        };
        machine.write_bytes(to, &fill, Mode::Write)?;
    }
    Outcome::number(to)
}

/// Bytes that must all be defined.
fn defined_bytes(machine: &mut Machine<'_>, address: u64, size: u64) -> Result<Vec<u8>, Halt> {
    let bytes = machine.read_bytes(address, size, Mode::Read)?;
    match bytes.defined.iter().position(|&d| d != 0xff) {
        Some(at) => Err(FaultKind::UndefinedMemory { address: address + at as u64 }.into()),
        None => Ok(bytes.value),
    }
}

fn order(a: &[u8], b: &[u8]) -> u64 {
    let difference = a.iter().zip(b).find(|(x, y)| x != y);
    match difference {
        Some((x, y)) => (i32::from(*x) - i32::from(*y)) as u32 as u64,
        None => (a.len() as i64 - b.len() as i64).signum() as i32 as u32 as u64,
    }
}

fn memcmp(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    let (a, b) = (args.get(machine, 0)?, args.get(machine, 1)?);
    let size = args.size(machine, 2)?;
    let a = defined_bytes(machine, a, size)?;
    let b = defined_bytes(machine, b, size)?;
    Outcome::number(order(&a, &b))
}

fn memchr(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    let (address, byte) = (args.get(machine, 0)?, args.get(machine, 1)? as u8);
    for offset in 0..args.size(machine, 2)? {
        if defined_bytes(machine, address + offset, 1)?[0] == byte {
            return Outcome::number(address + offset);
        }
    }
    Outcome::number(0)
}

fn strlen(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    let address = args.get(machine, 0)?;
    Outcome::number(machine.read_string(address)?.len() as u64)
}

/// Writes a text and, if asked, the zero that ends it.
fn put(machine: &mut Machine<'_>, to: u64, text: &[u8], zeros: usize) -> Result<(), Halt> {
    let mut bytes = Chunk::zero(text.len() + zeros);
    bytes.value[..text.len()].copy_from_slice(text);
    machine.write_bytes(to, &bytes, Mode::Write)
}

fn strcpy(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    let (to, from) = (args.get(machine, 0)?, args.get(machine, 1)?);
    let text = machine.read_string(from)?;
    put(machine, to, &text, 1)?;
    Outcome::number(to)
}

fn strncpy(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    let (to, from) = (args.get(machine, 0)?, args.get(machine, 1)?);
    let size = args.size(machine, 2)?;
    let text = machine.read_string_up_to(from, size)?;
    if size > 0 {
        machine.check_writable(to, size)?;
        put(machine, to, &text, size as usize - text.len())?;
    }
    Outcome::number(to)
}

fn strcat(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    let (to, from) = (args.get(machine, 0)?, args.get(machine, 1)?);
    let end = to + machine.read_string(to)?.len() as u64;
    let text = machine.read_string(from)?;
    put(machine, end, &text, 1)?;
    Outcome::number(to)
}

fn strcmp(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    compare_up_to(machine, args, u64::MAX)
}

fn strncmp(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    let size = args.size(machine, 2)?;
    compare_up_to(machine, args, size)
}

fn compare_up_to(machine: &mut Machine<'_>, args: &Args<'_>, limit: u64) -> Result<Outcome, Halt> {
    let (a, b) = (args.get(machine, 0)?, args.get(machine, 1)?);
    let mut offset = 0;
    while offset < limit {
        let x = defined_bytes(machine, a + offset, 1)?[0];
        let y = defined_bytes(machine, b + offset, 1)?[0];
        if x != y || x == 0 {
            return Outcome::number((i32::from(x) - i32::from(y)) as u32 as u64);
        }
        offset += 1;
    }
    Outcome::number(0)
}

fn strchr(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    find_char(machine, args, |text, byte| text.iter().position(|&c| c == byte))
}

fn strrchr(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    find_char(machine, args, |text, byte| text.iter().rposition(|&c| c == byte))
}

fn find_char(
    machine: &mut Machine<'_>,
    args: &Args<'_>,
    find: fn(&[u8], u8) -> Option<usize>,
) -> Result<Outcome, Halt> {
    let (address, byte) = (args.get(machine, 0)?, args.get(machine, 1)? as u8);
    let mut text = machine.read_string(address)?;
    text.push(0);
    Outcome::number(find(&text, byte).map_or(0, |at| address + at as u64))
}
