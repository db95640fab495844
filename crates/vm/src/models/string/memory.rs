//! Blocks of memory. Copies carry definedness along; only what is compared must be defined.

use crate::effects::{MEMORY, SHARED_MEMORY};
use crate::fault::{FaultKind, Halt};
use crate::machine::{Args, Machine, Mode};
use crate::models::{Model, Outcome, check_apart, check_room};
use crate::state::Chunk;

/// The functions of this file.
pub const MODELS: &[Model] = &[
    Model { name: "memcpy", effects: SHARED_MEMORY, run: copy },
    Model { name: "memmove", effects: SHARED_MEMORY, run: move_over },
    Model { name: "mempcpy", effects: MEMORY, run: copy_to_end },
    Model { name: "__mempcpy", effects: MEMORY, run: copy_to_end },
    Model { name: "bcopy", effects: MEMORY, run: bcopy },
    Model { name: "memccpy", effects: MEMORY, run: memccpy },
    Model { name: "memset", effects: SHARED_MEMORY, run: memset },
    Model { name: "explicit_bzero", effects: MEMORY, run: bzero },
    Model { name: "bzero", effects: MEMORY, run: bzero },
    Model { name: "memcmp", effects: MEMORY, run: memcmp },
    Model { name: "bcmp", effects: MEMORY, run: memcmp },
    Model { name: "timingsafe_bcmp", effects: MEMORY, run: memcmp },
    Model { name: "memchr", effects: MEMORY, run: memchr },
    Model { name: "memrchr", effects: MEMORY, run: memrchr },
    Model { name: "rawmemchr", effects: MEMORY, run: rawmemchr },
    Model { name: "memmem", effects: MEMORY, run: memmem },
    Model { name: "swab", effects: MEMORY, run: swab },
    Model { name: "__memcpy_chk", effects: MEMORY, run: copy_checked },
    Model { name: "__memmove_chk", effects: MEMORY, run: move_checked },
    Model { name: "__mempcpy_chk", effects: MEMORY, run: copy_to_end_checked },
    Model { name: "__memset_chk", effects: MEMORY, run: memset_checked },
    Model { name: "__explicit_bzero_chk", effects: MEMORY, run: bzero_checked },
];

/// Between blocks that do not overlap. A block may be copied to itself: compilers do that.
fn copy(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    let (to, from) = (args.get(machine, 0)?, args.get(machine, 1)?);
    if to != from {
        let size = args.size(machine, 2)?;
        check_apart((to, size), (from, size))?;
    }
    move_over(machine, args)
}

fn move_over(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    let (to, from) = (args.get(machine, 0)?, args.get(machine, 1)?);
    let size = args.size(machine, 2)?;
    move_bytes(machine, to, from, size)?;
    Outcome::number(to)
}

fn move_bytes(machine: &mut Machine<'_>, to: u64, from: u64, size: u64) -> Result<(), Halt> {
    let bytes = machine.read_bytes(from, size, Mode::Read)?;
    machine.write_bytes(to, &bytes, Mode::Write)
}

fn copy_to_end(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    copy(machine, args)?;
    Outcome::number(args.get(machine, 0)?.wrapping_add(args.size(machine, 2)?))
}

fn bcopy(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    let (from, to) = (args.get(machine, 0)?, args.get(machine, 1)?);
    let size = args.size(machine, 2)?;
    move_bytes(machine, to, from, size)?;
    Ok(Outcome::Nothing)
}

fn memccpy(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    let (to, from) = (args.get(machine, 0)?, args.get(machine, 1)?);
    let byte = args.low(machine, 2, 8)? as u8;
    let size = args.size(machine, 3)?;
    let text = machine.scan(from, size, |b| b == byte)?;
    let size = text.len() as u64;
    check_apart((to, size), (from, size))?;
    machine.write_text(to, &text, 0)?;
    let found = text.last() == Some(&byte);
    Outcome::number(if found { to + text.len() as u64 } else { 0 })
}

fn memset(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    let to = args.get(machine, 0)?;
    let byte = args.word(machine, 1);
    let size = args.size(machine, 2)?;
    if size > 0 {
        // Checked before the buffer is made: the size may be absurd.
        machine.check_writable(to, size)?;
        machine.make_room(size)?;
        let fill = Chunk {
            value: vec![(byte.value & byte.defined) as u8; size as usize],
            defined: vec![byte.defined as u8; size as usize],
        };
        machine.write_bytes(to, &fill, Mode::Write)?;
    }
    Outcome::number(to)
}

fn bzero(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    let (to, size) = (args.get(machine, 0)?, args.size(machine, 1)?);
    machine.write_text(to, &[], size)?;
    Ok(Outcome::Nothing)
}

/// What lies behind the first difference does not matter, and need not be defined.
fn memcmp(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    let (a, b) = (args.get(machine, 0)?, args.get(machine, 1)?);
    let size = args.size(machine, 2)?;
    let left = machine.read_bytes(a, size, Mode::Read)?;
    let right = machine.read_bytes(b, size, Mode::Read)?;
    machine.look_at_bytes(a, size);
    machine.look_at_bytes(b, size);
    for i in 0..size as usize {
        for (base, bytes) in [(a, &left), (b, &right)] {
            if bytes.defined[i] != 0xff {
                return Err(FaultKind::UndefinedMemory { address: base + i as u64 }.into());
            }
        }
        if left.value[i] != right.value[i] {
            let difference = i32::from(left.value[i]) - i32::from(right.value[i]);
            return Outcome::number(difference as u32 as u64);
        }
    }
    Outcome::number(0)
}

fn memchr(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    let (address, byte) = (args.get(machine, 0)?, args.low(machine, 1, 8)? as u8);
    let size = args.size(machine, 2)?;
    let text = machine.scan(address, size, |b| b == byte)?;
    let found = text.last() == Some(&byte);
    Outcome::number(if found { address + text.len() as u64 - 1 } else { 0 })
}

fn memrchr(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    let (address, byte) = (args.get(machine, 0)?, args.low(machine, 1, 8)? as u8);
    let size = args.size(machine, 2)?;
    let bytes = machine.read_defined(address, size)?;
    let found = bytes.iter().rposition(|&b| b == byte);
    Outcome::number(found.map_or(0, |at| address + at as u64))
}

fn rawmemchr(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    let (address, byte) = (args.get(machine, 0)?, args.low(machine, 1, 8)? as u8);
    let text = machine.scan(address, u64::MAX, |b| b == byte)?;
    Outcome::number(address + text.len() as u64 - 1)
}

fn memmem(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    let (address, size) = (args.get(machine, 0)?, args.size(machine, 1)?);
    let (wanted, wanted_size) = (args.get(machine, 2)?, args.size(machine, 3)?);
    let bytes = machine.read_defined(address, size)?;
    let wanted = machine.read_defined(wanted, wanted_size)?;
    let found = super::search::find(&bytes, &wanted);
    Outcome::number(found.map_or(0, |at| address + at as u64))
}

fn swab(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    let (from, to) = (args.get(machine, 0)?, args.get(machine, 1)?);
    let size = args.long(machine, 2)?.max(0) as u64 & !1;
    let mut bytes = machine.read_bytes(from, size, Mode::Read)?;
    machine.look_at_bytes(from, size);
    bytes.value.chunks_exact_mut(2).for_each(|pair| pair.swap(0, 1));
    bytes.defined.chunks_exact_mut(2).for_each(|pair| pair.swap(0, 1));
    machine.write_bytes(to, &bytes, Mode::Write)?;
    Ok(Outcome::Nothing)
}

fn copy_checked(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    check_room(machine, args, args.size(machine, 2)?, 3)?;
    copy(machine, args)
}

fn copy_to_end_checked(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    check_room(machine, args, args.size(machine, 2)?, 3)?;
    copy_to_end(machine, args)
}

fn move_checked(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    check_room(machine, args, args.size(machine, 2)?, 3)?;
    move_over(machine, args)
}

fn memset_checked(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    check_room(machine, args, args.size(machine, 2)?, 3)?;
    memset(machine, args)
}

fn bzero_checked(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    check_room(machine, args, args.size(machine, 1)?, 2)?;
    bzero(machine, args)
}
