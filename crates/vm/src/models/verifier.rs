//! SV-COMP's functions. (Those about atomic sections are with the header's own.)

use super::{Model, Outcome};
use crate::effects::{ALIKE, SHARED_MEMORY, TRY, TRY_ALIKE};
use crate::fault::{Block, FaultKind, Halt};
use crate::machine::{Args, Machine};
use crate::state::Chunk;
use crate::value::word::{Wide, wide_mask};

/// The functions of this file.
pub const MODELS: &[Model] = &[
    Model { name: "reach_error", effects: ALIKE, run: reach_error },
    Model { name: "__VERIFIER_error", effects: ALIKE, run: reach_error },
    Model { name: "__VERIFIER_assume", effects: SHARED_MEMORY, run: assume },
    Model { name: "__VERIFIER_assert", effects: SHARED_MEMORY, run: assert },
    Model { name: "__VERIFIER_nondet_bool", effects: TRY_ALIKE, run: |m, _| integer(m, 1, false) },
    Model { name: "__VERIFIER_nondet__Bool", effects: TRY, run: |m, _| integer(m, 1, false) },
    Model { name: "__VERIFIER_nondet_char", effects: TRY, run: |m, _| integer(m, 8, true) },
    Model { name: "__VERIFIER_nondet_schar", effects: TRY, run: |m, _| integer(m, 8, true) },
    Model { name: "__VERIFIER_nondet_uchar", effects: TRY, run: |m, _| integer(m, 8, false) },
    Model {
        name: "__VERIFIER_nondet_unsigned_char",
        effects: TRY,
        run: |m, _| integer(m, 8, false),
    },
    Model { name: "__VERIFIER_nondet_s8", effects: TRY, run: |m, _| integer(m, 8, true) },
    Model { name: "__VERIFIER_nondet_u8", effects: TRY, run: |m, _| integer(m, 8, false) },
    Model { name: "__VERIFIER_nondet_short", effects: TRY, run: |m, _| integer(m, 16, true) },
    Model { name: "__VERIFIER_nondet_ushort", effects: TRY, run: |m, _| integer(m, 16, false) },
    Model { name: "__VERIFIER_nondet_s16", effects: TRY, run: |m, _| integer(m, 16, true) },
    Model { name: "__VERIFIER_nondet_u16", effects: TRY, run: |m, _| integer(m, 16, false) },
    Model { name: "__VERIFIER_nondet_int", effects: TRY_ALIKE, run: |m, _| integer(m, 32, true) },
    Model { name: "__VERIFIER_nondet_uint", effects: TRY_ALIKE, run: |m, _| integer(m, 32, false) },
    Model { name: "__VERIFIER_nondet_unsigned", effects: TRY, run: |m, _| integer(m, 32, false) },
    Model {
        name: "__VERIFIER_nondet_unsigned_int",
        effects: TRY,
        run: |m, _| integer(m, 32, false),
    },
    Model { name: "__VERIFIER_nondet_s32", effects: TRY, run: |m, _| integer(m, 32, true) },
    Model { name: "__VERIFIER_nondet_u32", effects: TRY, run: |m, _| integer(m, 32, false) },
    Model { name: "__VERIFIER_nondet_long", effects: TRY, run: |m, _| long(m, true) },
    Model { name: "__VERIFIER_nondet_ulong", effects: TRY, run: |m, _| long(m, false) },
    Model { name: "__VERIFIER_nondet_unsigned_long", effects: TRY, run: |m, _| long(m, false) },
    Model { name: "__VERIFIER_nondet_size_t", effects: TRY, run: |m, _| long(m, false) },
    Model { name: "__VERIFIER_nondet_ssize_t", effects: TRY, run: |m, _| long(m, true) },
    Model { name: "__VERIFIER_nondet_longlong", effects: TRY, run: |m, _| integer(m, 64, true) },
    Model { name: "__VERIFIER_nondet_ulonglong", effects: TRY, run: |m, _| integer(m, 64, false) },
    Model { name: "__VERIFIER_nondet_loff_t", effects: TRY, run: |m, _| integer(m, 64, true) },
    Model { name: "__VERIFIER_nondet_sector_t", effects: TRY, run: |m, _| integer(m, 64, false) },
    Model { name: "__VERIFIER_nondet_s64", effects: TRY, run: |m, _| integer(m, 64, true) },
    Model { name: "__VERIFIER_nondet_u64", effects: TRY, run: |m, _| integer(m, 64, false) },
    Model { name: "__VERIFIER_nondet_int128", effects: TRY, run: |m, _| integer(m, 128, true) },
    Model { name: "__VERIFIER_nondet_uint128", effects: TRY, run: |m, _| integer(m, 128, false) },
    Model { name: "__VERIFIER_nondet_s128", effects: TRY, run: |m, _| integer(m, 128, true) },
    Model { name: "__VERIFIER_nondet_u128", effects: TRY, run: |m, _| integer(m, 128, false) },
    Model { name: "__VERIFIER_nondet_float", effects: TRY, run: |m, _| floating(m, single) },
    Model { name: "__VERIFIER_nondet_double", effects: TRY, run: |m, _| floating(m, double) },
    Model { name: "__VERIFIER_nondet_pointer", effects: TRY, run: pointer },
    Model { name: "__VERIFIER_nondet_pchar", effects: TRY, run: pointer },
    Model { name: "__VERIFIER_nondet_charp", effects: TRY, run: pointer },
    Model { name: "__VERIFIER_nondet_const_char_pointer", effects: TRY, run: pointer },
    Model { name: "__VERIFIER_nondet_memory", effects: TRY, run: memory },
];

fn reach_error(_: &mut Machine<'_>, _: &Args<'_>) -> Result<Outcome, Halt> {
    Err(FaultKind::ReachError.into())
}

/// Goes on only if the argument is not 0.
pub(super) fn assume(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    let condition = args.word(machine, 0).get().ok_or(FaultKind::UndefinedBranch)?;
    if condition == 0 { Err(Halt::Block(Block::Assume)) } else { Ok(Outcome::Nothing) }
}

fn assert(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    let condition = args.word(machine, 0).get().ok_or(FaultKind::UndefinedBranch)?;
    if condition == 0 { Err(FaultKind::ReachError.into()) } else { Ok(Outcome::Nothing) }
}

/// Types of at most this many bits take all their values.
const ENUMERATED: u32 = 8;
/// Most outcomes of one choice; a range beyond it is cut, and the verdict says so.
const MOST: i128 = 1 << 31;

/// The least and the greatest value of a type; 128 bits without sign are cut to those of i128.
fn limits(bits: u32, signed: bool) -> (i128, i128) {
    let most = (wide_mask(bits - u32::from(signed)).min(i128::MAX as u128)) as i128;
    (if signed { -most - 1 } else { 0 }, most)
}

/// Chooses one of the numbers from `low` to `high`.
fn choose_from(machine: &mut Machine<'_>, low: i128, high: i128) -> Result<i128, Halt> {
    if low > high {
        return Err(Halt::Block(Block::Assume));
    }
    let count = (high - low).min(MOST - 1) + 1;
    machine.noted.sampled |= high - low >= MOST;
    Ok(low + i128::from(machine.choose(count as u32)?))
}

/// Chooses one of a few numbers, which are not all there are.
fn choose_among<T: Copy>(machine: &mut Machine<'_>, values: &[T]) -> Result<T, Halt> {
    machine.noted.sampled = true;
    Ok(values[machine.choose(values.len() as u32)? as usize])
}

/// A nondeterministic `long`.
pub(super) fn long(machine: &mut Machine<'_>, signed: bool) -> Result<Outcome, Halt> {
    let bits = machine.vm.program.pointer_bits.into();
    integer(machine, bits, signed)
}

/// All values of the range that was asked for, clipped to the type; without one, all values of a
/// narrow type and some of a wide one.
pub(super) fn integer(machine: &mut Machine<'_>, bits: u32, signed: bool) -> Result<Outcome, Halt> {
    let (least, most) = limits(bits, signed);
    let value = match machine.vm.options.nondet {
        Some((low, high)) if bits > 1 => {
            choose_from(machine, i128::from(low).max(least), i128::from(high).min(most))?
        }
        _ if bits <= ENUMERATED => choose_from(machine, least, most)?,
        _ => choose_among(machine, &samples(least, most))?,
    };
    Ok(Outcome::Wide(Wide::new(value as u128 & wide_mask(bits))))
}

/// Small numbers, the ends of the type, and something in between.
fn samples(least: i128, most: i128) -> Vec<i128> {
    let all = [0, 1, -1, 2, -2, 3, 10, 100, least, least + 1, most, most - 1];
    let mut chosen: Vec<i128> = Vec::new();
    for value in all {
        if (least..=most).contains(&value) && !chosen.contains(&value) {
            chosen.push(value);
        }
    }
    chosen
}

/// The bits of a `float`.
pub(super) fn single(value: f64) -> Wide {
    crate::value::float::from_single(value as f32)
}

/// The bits of a `double`.
pub(super) fn double(value: f64) -> Wide {
    crate::value::float::from_double(value)
}

/// The integers of the range that was asked for, or a few numbers: never all.
pub(super) fn floating(machine: &mut Machine<'_>, make: fn(f64) -> Wide) -> Result<Outcome, Halt> {
    machine.noted.sampled = true;
    let value = match machine.vm.options.nondet {
        Some((low, high)) => choose_from(machine, low.into(), high.into())? as f64,
        None => {
            let largest = if make(f64::MAX).value == make(f64::INFINITY).value {
                f64::from(f32::MAX)
            } else {
                f64::MAX
            };
            let all = [0.0, -0.0, 1.0, -1.0, 0.5, 1e10, largest, -largest, f64::INFINITY, f64::NAN];
            choose_among(machine, &all)?
        }
    };
    Ok(Outcome::Wide(make(value)))
}

/// Null is the only pointer that is there by itself.
pub(super) fn pointer(machine: &mut Machine<'_>, _: &Args<'_>) -> Result<Outcome, Halt> {
    machine.noted.sampled = true;
    Outcome::number(0)
}

/// Every byte the same, a few of them.
fn memory(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    let (to, size) = (args.get(machine, 0)?, args.size(machine, 1)?);
    let byte = choose_among(machine, &[0u8, 1, 0x7f, 0xff])?;
    if size > 0 {
        machine.check_writable(to, size)?;
        let mut bytes = Chunk::zero(size as usize);
        bytes.value.fill(byte);
        machine.write_bytes(to, &bytes, crate::machine::Mode::Write)?;
    }
    Ok(Outcome::Nothing)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn samples_fit_their_type() {
        for (bits, signed) in [(16, true), (32, false), (64, true), (64, false), (128, true)] {
            let (least, most) = limits(bits, signed);
            let chosen = samples(least, most);
            assert!(chosen.contains(&least) && chosen.contains(&most) && chosen.contains(&2));
            assert!(chosen.iter().all(|v| (least..=most).contains(v)));
        }
        assert_eq!(limits(8, true), (-128, 127));
        assert_eq!(limits(1, false), (0, 1));
        assert_eq!(limits(64, false), (0, u64::MAX.into()));
    }
}
