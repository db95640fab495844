//! Time. The clock stands still at a fixed moment and nobody waits for it: a check is the same on
//! every day, and a loop that sleeps has finitely many states. What a sleep lets others do, they
//! can do anyway.

mod calendar;
mod convert;
mod strftime;

use super::{Model, Outcome, errno};
use crate::effects::{CANCELLATION, VISIBLE};
use crate::fault::Halt;
use crate::machine::{Args, Machine};

/// The functions of this folder.
pub const MODELS: &[&[Model]] = &[CLOCK, convert::MODELS, strftime::MODELS];

/// The functions of this file.
const CLOCK: &[Model] = &[
    Model { name: "time", effects: VISIBLE, run: time },
    Model { name: "gettimeofday", effects: VISIBLE, run: gettimeofday },
    Model { name: "clock_gettime", effects: VISIBLE, run: clock_gettime },
    Model { name: "clock_getres", effects: VISIBLE, run: clock_getres },
    Model { name: "timespec_get", effects: VISIBLE, run: timespec_get },
    Model { name: "__allways_ticks", effects: VISIBLE, run: |_, _| Outcome::number(TICKS) },
    Model { name: "clock", effects: VISIBLE, run: |_, _| Outcome::number(0) },
    Model { name: "sleep", effects: CANCELLATION, run: |_, _| Outcome::number(0) },
    Model { name: "usleep", effects: CANCELLATION, run: |_, _| Outcome::number(0) },
    Model { name: "nanosleep", effects: CANCELLATION, run: |m, a| nanosleep(m, a, 0) },
    Model { name: "clock_nanosleep", effects: CANCELLATION, run: clock_nanosleep },
    Model { name: "tzset", effects: VISIBLE, run: |_, _| Ok(Outcome::Nothing) },
];

/// Seconds since 1970: 9 September 2001, 01:46:40 UTC.
const NOW: u64 = 1_000_000_000;
/// Seconds since the machine was started.
const UPTIME: u64 = 1000;
/// What the processor's counter shows.
const TICKS: u64 = UPTIME * 1_000_000_000;

fn time(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    let out = args.get(machine, 0)?;
    if out != 0 {
        machine.write_pointer(out, NOW)?;
    }
    Outcome::number(NOW)
}

/// Writes seconds and a fraction of them, each as long as a pointer.
fn write_time(machine: &mut Machine<'_>, to: u64, seconds: u64, fraction: u64) -> Result<(), Halt> {
    machine.write_pointer(to, seconds)?;
    machine.write_pointer(to + machine.vm.pointer_bytes(), fraction)
}

fn gettimeofday(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    let (out, zone) = (args.get(machine, 0)?, args.get(machine, 1)?);
    if out != 0 {
        write_time(machine, out, NOW, 0)?;
    }
    if zone != 0 {
        machine.write_number(zone, 8, 0)?;
    }
    Outcome::number(0)
}

/// What a clock shows; `None` when there is no such clock.
fn clock(number: i32) -> Option<u64> {
    match number {
        // Real time, its coarse variant, and atomic time.
        0 | 5 | 11 => Some(NOW),
        // Monotonic ones.
        1 | 4 | 6 | 7 => Some(UPTIME),
        // Processor time.
        2 | 3 => Some(0),
        _ => None,
    }
}

fn clock_gettime(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    let (number, out) = (args.int(machine, 0)?, args.get(machine, 1)?);
    let Some(seconds) = clock(number) else { return errno::fail(machine, errno::EINVAL) };
    write_time(machine, out, seconds, 0)?;
    Outcome::number(0)
}

fn clock_getres(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    let (number, out) = (args.int(machine, 0)?, args.get(machine, 1)?);
    if clock(number).is_none() {
        return errno::fail(machine, errno::EINVAL);
    }
    if out != 0 {
        write_time(machine, out, 0, 1)?;
    }
    Outcome::number(0)
}

/// `TIME_UTC` is the only base.
fn timespec_get(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    let (out, base) = (args.get(machine, 0)?, args.int(machine, 1)?);
    if base != 1 {
        return Outcome::number(0);
    }
    write_time(machine, out, NOW, 0)?;
    Outcome::number(1)
}

/// An error number when a duration is none.
fn check_duration(machine: &mut Machine<'_>, address: u64) -> Result<Option<u64>, Halt> {
    let unit = machine.vm.pointer_bytes();
    let seconds = machine.read_signed(address, unit)?;
    let nanoseconds = machine.read_signed(address + unit, unit)?;
    let valid = seconds >= 0 && (0..1_000_000_000).contains(&nanoseconds);
    Ok((!valid).then_some(errno::EINVAL))
}

fn nanosleep(machine: &mut Machine<'_>, args: &Args<'_>, at: usize) -> Result<Outcome, Halt> {
    let duration = args.get(machine, at)?;
    match check_duration(machine, duration)? {
        Some(code) => errno::fail(machine, code),
        None => Outcome::number(0),
    }
}

/// Returns the error number.
fn clock_nanosleep(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    let (number, duration) = (args.int(machine, 0)?, args.get(machine, 2)?);
    if clock(number).is_none() {
        return Outcome::number(errno::EINVAL);
    }
    Outcome::number(check_duration(machine, duration)?.unwrap_or(0))
}
