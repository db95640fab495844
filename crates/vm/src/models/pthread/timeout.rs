//! Deadlines. Whether a deadline passes before something else happens is open: a wait that could
//! go on ends with a timeout in one execution and goes on in others, so that no clock is needed.

use super::errno;
use crate::fault::Halt;
use crate::machine::Machine;

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
    let unit = machine.vm.pointer_bytes();
    let seconds = if time == Time::Wide { 8 } else { unit };
    machine.read_number(address, seconds)?;
    let nanoseconds = machine.read_signed(address + seconds, unit)?;
    Ok((!(0..1_000_000_000).contains(&nanoseconds)).then_some(errno::EINVAL))
}
