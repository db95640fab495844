//! Deadlines. Whether a deadline passes before something else happens is open: a wait that could
//! go on ends with a timeout in one execution and goes on in others, so that no clock is needed.

use super::{Machine, errno, is_narrow};
use crate::fault::{FaultKind, Halt};
use crate::machine::Mode;

/// How `struct timespec` lies in memory.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Time {
    /// With the target's own `time_t`.
    Native,
    /// With a `time_t` of 64 bits on a target of 32.
    Wide,
}

const CLOCK_REALTIME: u64 = 0;
const CLOCK_MONOTONIC: u64 = 1;

/// Whether a clock can be waited for.
pub fn is_clock(clock: u64) -> bool {
    matches!(clock as u32 as u64, CLOCK_REALTIME | CLOCK_MONOTONIC)
}

/// An error number when the deadline at an address is none.
pub fn check(machine: &mut Machine<'_>, address: u64, time: Time) -> Result<Option<u64>, Halt> {
    let narrow = is_narrow(machine);
    let (seconds, nanoseconds) = if narrow && time == Time::Native { (4, 4) } else { (8, 8) };
    let nanoseconds = if narrow { 4 } else { nanoseconds };
    let _ = read(machine, address, seconds)?;
    let nanoseconds = read(machine, address + seconds, nanoseconds)?;
    Ok((!(0..1_000_000_000).contains(&nanoseconds)).then_some(errno::EINVAL))
}

fn read(machine: &mut Machine<'_>, address: u64, size: u64) -> Result<i64, Halt> {
    let (value, defined) = machine.read_bits(address, size, Mode::Read)?;
    let bits = size as u32 * 8;
    if defined as u64 & crate::word::mask(bits) != crate::word::mask(bits) {
        return Err(FaultKind::UndefinedMemory { address }.into());
    }
    Ok(crate::word::signed(value as u64, bits))
}
