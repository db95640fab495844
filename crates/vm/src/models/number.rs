//! Numbers of `<stdlib.h>` and `<inttypes.h>`: from text, and absolute values.

use super::{Model, Outcome, errno};
use crate::fault::{FaultKind, Halt};
use crate::library::text::{is_space, parse_float, parse_integer};
use crate::machine::{Args, Machine};
use crate::value::word::Wide;
use allways_program::code::FloatKind;
use allways_space::Property;

/// The functions of this file.
pub const MODELS: &[Model] = &[
    Model { name: "strtol", effects: MEMORY, run: |m, a| integer(m, a, Long, true, false) },
    Model { name: "strtoul", effects: MEMORY, run: |m, a| integer(m, a, Long, false, false) },
    Model { name: "strtoll", effects: MEMORY, run: |m, a| integer(m, a, LongLong, true, false) },
    Model { name: "strtoull", effects: MEMORY, run: |m, a| integer(m, a, LongLong, false, false) },
    Model { name: "strtoimax", effects: MEMORY, run: |m, a| integer(m, a, LongLong, true, false) },
    Model { name: "strtoumax", effects: MEMORY, run: |m, a| integer(m, a, LongLong, false, false) },
    Model { name: "strtoq", effects: MEMORY, run: |m, a| integer(m, a, LongLong, true, false) },
    Model { name: "strtouq", effects: MEMORY, run: |m, a| integer(m, a, LongLong, false, false) },
    Model { name: "__isoc23_strtol", effects: MEMORY, run: |m, a| integer(m, a, Long, true, true) },
    Model {
        name: "__isoc23_strtoul",
        effects: MEMORY,
        run: |m, a| integer(m, a, Long, false, true),
    },
    Model {
        name: "__isoc23_strtoll",
        effects: MEMORY,
        run: |m, a| integer(m, a, LongLong, true, true),
    },
    Model {
        name: "__isoc23_strtoull",
        effects: MEMORY,
        run: |m, a| integer(m, a, LongLong, false, true),
    },
    Model {
        name: "__isoc23_strtoimax",
        effects: MEMORY,
        run: |m, a| integer(m, a, LongLong, true, true),
    },
    Model {
        name: "__isoc23_strtoumax",
        effects: MEMORY,
        run: |m, a| integer(m, a, LongLong, false, true),
    },
    Model { name: "atoi", effects: MEMORY, run: atoi },
    Model { name: "atol", effects: MEMORY, run: |m, a| plain_integer(m, a, Long) },
    Model { name: "atoll", effects: MEMORY, run: |m, a| plain_integer(m, a, LongLong) },
    Model { name: "atof", effects: MEMORY, run: atof },
    Model { name: "strtof", effects: MEMORY, run: |m, a| floating(m, a, FloatKind::Single) },
    Model { name: "strtod", effects: MEMORY, run: |m, a| floating(m, a, FloatKind::Double) },
    Model { name: "strtold", effects: MEMORY, run: |m, a| floating(m, a, FloatKind::X87) },
    Model { name: "abs", effects: VALUE, run: |m, a| absolute(m, a, 32) },
    Model {
        name: "labs",
        effects: VALUE,
        run: |m, a| absolute(m, a, m.vm.program.pointer_bits.into()),
    },
    Model { name: "llabs", effects: VALUE, run: |m, a| absolute(m, a, 64) },
    Model { name: "imaxabs", effects: VALUE, run: |m, a| absolute(m, a, 64) },
];

/// Types that text is read as.
#[derive(Copy, Clone, PartialEq, Eq)]
enum Type {
    Long,
    LongLong,
}
use crate::effects::{MEMORY, VALUE};
use Type::{Long, LongLong};

impl Type {
    fn bits(self, machine: &Machine<'_>) -> u32 {
        if self == Long { machine.vm.program.pointer_bits.into() } else { 64 }
    }
}

/// The text that a number may be made of, without the byte that ends it.
fn candidate(machine: &mut Machine<'_>, address: u64, extra: &[u8]) -> Result<Vec<u8>, Halt> {
    let belongs = |b: u8| b.is_ascii_alphanumeric() || is_space(b) || extra.contains(&b);
    let mut text = machine.scan(address, u64::MAX, |b| !belongs(b))?;
    text.pop();
    Ok(text)
}

fn integer(
    machine: &mut Machine<'_>,
    args: &Args<'_>,
    ty: Type,
    signed: bool,
    binary: bool,
) -> Result<Outcome, Halt> {
    let (address, end) = (args.get(machine, 0)?, args.get(machine, 1)?);
    let base = args.int(machine, 2)?;
    let text = candidate(machine, address, b"+-")?;
    let Some(base) = u32::try_from(base).ok().filter(|&b| b != 1 && b <= 36) else {
        return errno::null(machine, errno::EINVAL);
    };
    let read = parse_integer(&text, base, ty.bits(machine), signed, binary);
    if end != 0 {
        machine.write_pointer(end, address + read.used as u64)?;
    }
    if read.overflow {
        errno::set(machine, errno::ERANGE)?;
    }
    machine.see_made_up(read.value);
    Outcome::number(read.value)
}

/// `errno` is set as by `strtol`, which glibc uses for it.
fn plain_integer(machine: &mut Machine<'_>, args: &Args<'_>, ty: Type) -> Result<Outcome, Halt> {
    let address = args.get(machine, 0)?;
    let text = candidate(machine, address, b"+-")?;
    let read = parse_integer(&text, 10, ty.bits(machine), true, false);
    if read.overflow {
        errno::set(machine, errno::ERANGE)?;
    }
    machine.see_made_up(read.value);
    Outcome::number(read.value)
}

/// The low bits of a `long`, as glibc has it.
fn atoi(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    plain_integer(machine, args, Long)
}

fn floating(machine: &mut Machine<'_>, args: &Args<'_>, kind: FloatKind) -> Result<Outcome, Halt> {
    let (address, end) = (args.get(machine, 0)?, args.get(machine, 1)?);
    read_floating(machine, address, end, kind)
}

fn atof(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    let address = args.get(machine, 0)?;
    read_floating(machine, address, 0, FloatKind::Double)
}

fn read_floating(
    machine: &mut Machine<'_>,
    address: u64,
    end: u64,
    kind: FloatKind,
) -> Result<Outcome, Halt> {
    let text = candidate(machine, address, b"+-._()")?;
    let read = parse_float(&text, kind);
    if end != 0 {
        machine.write_pointer(end, address + read.used as u64)?;
    }
    if read.out_of_range {
        errno::set(machine, errno::ERANGE)?;
    }
    Ok(Outcome::Wide(Wide::new(read.bits)))
}

/// Of the most negative number there is none: signed overflow, or the number itself.
fn absolute(machine: &mut Machine<'_>, args: &Args<'_>, bits: u32) -> Result<Outcome, Halt> {
    let value = crate::value::word::signed(args.low(machine, 0, bits)?, bits);
    let overflows = value == crate::value::word::signed(1 << (bits - 1), bits);
    if overflows && machine.vm.options.properties.contains(Property::Overflow) {
        return Err(FaultKind::SignedOverflow.into());
    }
    Outcome::number(value.wrapping_abs() as u64)
}
