//! Searches in strings, and for bits.

use crate::effects::{MEMORY, VALUE};
use crate::fault::Halt;
use crate::machine::{Args, Machine};
use crate::models::{Model, Outcome};

/// The functions of this file.
pub const MODELS: &[Model] = &[
    Model { name: "strchr", effects: MEMORY, run: strchr },
    Model { name: "index", effects: MEMORY, run: strchr },
    Model { name: "strchrnul", effects: MEMORY, run: strchrnul },
    Model { name: "strrchr", effects: MEMORY, run: strrchr },
    Model { name: "rindex", effects: MEMORY, run: strrchr },
    Model { name: "strspn", effects: MEMORY, run: strspn },
    Model { name: "strcspn", effects: MEMORY, run: strcspn },
    Model { name: "strpbrk", effects: MEMORY, run: strpbrk },
    Model { name: "strstr", effects: MEMORY, run: strstr },
    Model { name: "strcasestr", effects: MEMORY, run: strcasestr },
    Model { name: "ffs", effects: VALUE, run: ffs },
    Model { name: "ffsl", effects: VALUE, run: ffsl },
    Model { name: "ffsll", effects: VALUE, run: ffsll },
];

/// Where `wanted` first stands in `text`.
pub fn find(text: &[u8], wanted: &[u8]) -> Option<usize> {
    if wanted.is_empty() {
        return Some(0);
    }
    text.windows(wanted.len()).position(|window| window == wanted)
}

/// Reads on until the byte or the end: its place, and whether it is the byte.
fn find_byte(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<(u64, bool), Halt> {
    let (address, byte) = (args.get(machine, 0)?, args.low(machine, 1, 8)? as u8);
    let text = machine.scan(address, u64::MAX, |b| b == byte || b == 0)?;
    Ok((address + text.len() as u64 - 1, text.last() == Some(&byte)))
}

fn strchr(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    let (place, found) = find_byte(machine, args)?;
    Outcome::number(if found { place } else { 0 })
}

fn strchrnul(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    Outcome::number(find_byte(machine, args)?.0)
}

fn strrchr(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    let (address, byte) = (args.get(machine, 0)?, args.low(machine, 1, 8)? as u8);
    let mut text = machine.read_string(address)?;
    text.push(0);
    let found = text.iter().rposition(|&b| b == byte);
    Outcome::number(found.map_or(0, |at| address + at as u64))
}

/// How far a string has only bytes that are `wanted` to be in the set.
fn span(machine: &mut Machine<'_>, args: &Args<'_>, wanted: bool) -> Result<(u64, u8), Halt> {
    let (address, set) = (args.get(machine, 0)?, args.get(machine, 1)?);
    let set = machine.read_string(set)?;
    let text = machine.scan(address, u64::MAX, |b| b == 0 || set.contains(&b) != wanted)?;
    Ok((text.len() as u64 - 1, text.last().copied().unwrap_or(0)))
}

fn strspn(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    Outcome::number(span(machine, args, true)?.0)
}

fn strcspn(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    Outcome::number(span(machine, args, false)?.0)
}

fn strpbrk(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    let (length, stopper) = span(machine, args, false)?;
    let found = args.get(machine, 0)? + length;
    Outcome::number(if stopper == 0 { 0 } else { found })
}

fn strstr(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    find_text(machine, args, |byte| byte)
}

fn strcasestr(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    find_text(machine, args, |byte| byte.to_ascii_lowercase())
}

fn find_text(
    machine: &mut Machine<'_>,
    args: &Args<'_>,
    fold: fn(u8) -> u8,
) -> Result<Outcome, Halt> {
    let (address, wanted) = (args.get(machine, 0)?, args.get(machine, 1)?);
    let mut folded = |at| -> Result<Vec<u8>, Halt> {
        Ok(machine.read_string(at)?.into_iter().map(fold).collect())
    };
    let (text, wanted) = (folded(address)?, folded(wanted)?);
    Outcome::number(find(&text, &wanted).map_or(0, |at| address + at as u64))
}

fn ffs(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    first_bit(args.low(machine, 0, 32)?)
}

fn ffsl(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    first_bit(args.low(machine, 0, machine.vm.program.pointer_bits.into())?)
}

fn ffsll(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    first_bit(args.get(machine, 0)?)
}

fn first_bit(value: u64) -> Result<Outcome, Halt> {
    Outcome::number(if value == 0 { 0 } else { u64::from(value.trailing_zeros()) + 1 })
}
