//! Attributes of threads. Whether a thread is detached changes something, and a policy of its own is
//! refused; the rest is kept and given back.

use super::attributes::forget;
use super::{errno, is_narrow, read_int, write_int};
use crate::effects::MEMORY;
use crate::fault::Halt;
use crate::machine::{Args, Machine, Mode};
use crate::models::{Model, Outcome};
use crate::state::Chunk;

/// The functions of this file.
pub const MODELS: &[Model] = &[
    Model { name: "pthread_attr_init", effects: MEMORY, run: init },
    Model { name: "pthread_attr_destroy", effects: MEMORY, run: destroy },
    Model { name: "pthread_attr_setdetachstate", effects: MEMORY, run: set_detach_state },
    Model { name: "pthread_attr_getdetachstate", effects: MEMORY, run: get_detach_state },
    Model { name: "pthread_attr_setinheritsched", effects: MEMORY, run: set_inherit },
    Model { name: "pthread_attr_getinheritsched", effects: MEMORY, run: get_inherit },
    Model { name: "pthread_attr_setscope", effects: MEMORY, run: set_scope },
    Model { name: "pthread_attr_getscope", effects: MEMORY, run: get_scope },
    Model { name: "pthread_attr_setschedpolicy", effects: MEMORY, run: set_policy },
    Model { name: "pthread_attr_getschedpolicy", effects: MEMORY, run: get_policy },
    Model { name: "pthread_attr_setschedparam", effects: MEMORY, run: set_parameters },
    Model { name: "pthread_attr_getschedparam", effects: MEMORY, run: get_parameters },
    Model { name: "pthread_attr_setguardsize", effects: MEMORY, run: set_guard_size },
    Model { name: "pthread_attr_getguardsize", effects: MEMORY, run: get_guard_size },
    Model { name: "pthread_attr_setstacksize", effects: MEMORY, run: set_stack_size },
    Model { name: "pthread_attr_getstacksize", effects: MEMORY, run: get_stack_size },
    Model { name: "pthread_attr_setstackaddr", effects: MEMORY, run: set_stack_address },
    Model { name: "pthread_attr_getstackaddr", effects: MEMORY, run: get_stack_address },
    Model { name: "pthread_attr_setstack", effects: MEMORY, run: set_stack },
    Model { name: "pthread_attr_getstack", effects: MEMORY, run: get_stack },
    Model { name: "pthread_attr_setaffinity_np", effects: MEMORY, run: set_affinity },
];

const PRIORITY: u64 = 0;
const POLICY: u64 = 4;
const FLAGS: u64 = 8;

/// Bits of the flags.
const DETACHED: u32 = 1;
const NOT_INHERITED: u32 = 2;

/// Sizes as Linux has them: a page, `PTHREAD_STACK_MIN`, and what threads get by default.
const PAGE: u64 = 4096;
const STACK_MIN: u64 = 16384;
const STACK_DEFAULT: u64 = 8 << 20;

/// `SCHED_RR`, the last policy, and the priorities of all but the first.
const LAST_POLICY: u32 = 2;
const PRIORITIES: std::ops::RangeInclusive<u32> = 1..=99;

/// Offsets of guard size, stack address and stack size, and the size of it all.
struct Layout {
    guard: u64,
    stack: u64,
    stack_size: u64,
    size: u64,
}

fn layout(machine: &Machine<'_>) -> Layout {
    if is_narrow(machine) {
        Layout { guard: 12, stack: 16, stack_size: 20, size: 36 }
    } else {
        Layout { guard: 16, stack: 24, stack_size: 32, size: 56 }
    }
}

/// What matters of the attributes when a thread is made.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct Wanted {
    /// Nobody will join it.
    pub detached: bool,
    /// A policy that ordinary users may not ask for.
    pub privileged: bool,
}

/// Reads the attributes at an address; none when it is null.
pub fn wanted(machine: &mut Machine<'_>, address: u64) -> Result<Wanted, Halt> {
    if address == 0 {
        return Ok(Wanted::default());
    }
    let flags = read_int(machine, address + FLAGS)?;
    let policy = read_int(machine, address + POLICY)?;
    let privileged = flags & NOT_INHERITED != 0 && policy != 0;
    Ok(Wanted { detached: flags & DETACHED != 0, privileged })
}

fn init(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    let address = args.get(machine, 0)?;
    let (layout, unit) = (layout(machine), machine.vm.pointer_bytes());
    let mut bytes = Chunk::zero(layout.size as usize);
    bytes.set_bits(layout.guard as usize, unit as usize, PAGE.into(), u128::MAX);
    machine.write_bytes(address, &bytes, Mode::Write)?;
    Outcome::number(0)
}

fn destroy(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    let address = args.get(machine, 0)?;
    forget(machine, address, layout(machine).size)
}

fn set_flag(machine: &mut Machine<'_>, args: &Args<'_>, flag: u32) -> Result<Outcome, Halt> {
    let (address, value) = (args.get(machine, 0)? + FLAGS, args.get(machine, 1)? as u32);
    if value > 1 {
        return Outcome::number(errno::EINVAL);
    }
    let rest = read_int(machine, address)? & !flag;
    write_int(machine, address, rest | (value * flag))?;
    Outcome::number(0)
}

fn get_flag(machine: &mut Machine<'_>, args: &Args<'_>, flag: u32) -> Result<Outcome, Halt> {
    let (address, out) = (args.get(machine, 0)? + FLAGS, args.get(machine, 1)?);
    let set = read_int(machine, address)? & flag != 0;
    write_int(machine, out, set.into())?;
    Outcome::number(0)
}

fn set_detach_state(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    set_flag(machine, args, DETACHED)
}

fn get_detach_state(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    get_flag(machine, args, DETACHED)
}

fn set_inherit(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    set_flag(machine, args, NOT_INHERITED)
}

fn get_inherit(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    get_flag(machine, args, NOT_INHERITED)
}

/// Linux has only threads that compete with all others.
fn set_scope(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    let (address, scope) = (args.get(machine, 0)?, args.get(machine, 1)?);
    read_int(machine, address + FLAGS)?;
    Outcome::number(match scope as u32 {
        0 => 0,
        1 => errno::ENOTSUP,
        _ => errno::EINVAL,
    })
}

fn get_scope(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    let (address, out) = (args.get(machine, 0)?, args.get(machine, 1)?);
    read_int(machine, address + FLAGS)?;
    write_int(machine, out, 0)?;
    Outcome::number(0)
}

fn set_policy(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    let (address, policy) = (args.get(machine, 0)?, args.get(machine, 1)? as u32);
    if policy > LAST_POLICY {
        return Outcome::number(errno::EINVAL);
    }
    read_int(machine, address + FLAGS)?;
    write_int(machine, address + POLICY, policy)?;
    Outcome::number(0)
}

fn get_policy(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    let (address, out) = (args.get(machine, 0)?, args.get(machine, 1)?);
    let policy = read_int(machine, address + POLICY)?;
    write_int(machine, out, policy)?;
    Outcome::number(0)
}

fn set_parameters(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    let (address, parameters) = (args.get(machine, 0)?, args.get(machine, 1)?);
    let (policy, priority) = (read_int(machine, address + POLICY)?, read_int(machine, parameters)?);
    let allowed = if policy == 0 { priority == 0 } else { PRIORITIES.contains(&priority) };
    if !allowed {
        return Outcome::number(errno::EINVAL);
    }
    write_int(machine, address + PRIORITY, priority)?;
    Outcome::number(0)
}

fn get_parameters(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    let (address, out) = (args.get(machine, 0)?, args.get(machine, 1)?);
    let priority = read_int(machine, address + PRIORITY)?;
    write_int(machine, out, priority)?;
    Outcome::number(0)
}

fn set_guard_size(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    let (address, size) = (args.get(machine, 0)?, args.get(machine, 1)?);
    let at = layout(machine).guard;
    machine.write_pointer(address + at, size)?;
    Outcome::number(0)
}

fn get_guard_size(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    let (address, out) = (args.get(machine, 0)?, args.get(machine, 1)?);
    let at = layout(machine).guard;
    let size = machine.read_pointer(address + at)?;
    machine.write_pointer(out, size)?;
    Outcome::number(0)
}

fn set_stack_size(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    let (address, size) = (args.get(machine, 0)?, args.get(machine, 1)?);
    if size < STACK_MIN {
        return Outcome::number(errno::EINVAL);
    }
    let at = layout(machine).stack_size;
    machine.write_pointer(address + at, size)?;
    Outcome::number(0)
}

fn get_stack_size(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    let (address, out) = (args.get(machine, 0)?, args.get(machine, 1)?);
    let at = layout(machine).stack_size;
    let size = machine.read_pointer(address + at)?;
    machine.write_pointer(out, if size == 0 { STACK_DEFAULT } else { size })?;
    Outcome::number(0)
}

fn set_stack_address(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    let (address, stack) = (args.get(machine, 0)?, args.get(machine, 1)?);
    let at = layout(machine).stack;
    machine.write_pointer(address + at, stack)?;
    Outcome::number(0)
}

fn get_stack_address(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    let (address, out) = (args.get(machine, 0)?, args.get(machine, 1)?);
    let at = layout(machine).stack;
    let stack = machine.read_pointer(address + at)?;
    machine.write_pointer(out, stack)?;
    Outcome::number(0)
}

/// The stack is given by its lowest address; glibc keeps the highest.
fn set_stack(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    let address = args.get(machine, 0)?;
    let (stack, size) = (args.get(machine, 1)?, args.get(machine, 2)?);
    if size < STACK_MIN {
        return Outcome::number(errno::EINVAL);
    }
    let layout = layout(machine);
    machine.write_pointer(address + layout.stack, stack.wrapping_add(size))?;
    machine.write_pointer(address + layout.stack_size, size)?;
    Outcome::number(0)
}

fn get_stack(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    let (address, stack_out) = (args.get(machine, 0)?, args.get(machine, 1)?);
    let size_out = args.get(machine, 2)?;
    let layout = layout(machine);
    let stack = machine.read_pointer(address + layout.stack)?;
    let size = machine.read_pointer(address + layout.stack_size)?;
    machine.write_pointer(stack_out, stack.wrapping_sub(size))?;
    machine.write_pointer(size_out, size)?;
    Outcome::number(0)
}

/// Which processors a thread runs on changes nothing.
fn set_affinity(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    let address = args.get(machine, 0)?;
    read_int(machine, address + FLAGS)?;
    Outcome::number(0)
}
