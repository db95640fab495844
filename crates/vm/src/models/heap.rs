//! `malloc` and its kin.

use super::{Model, Outcome};
use crate::fault::Halt;
use crate::machine::{Args, Kind, Machine, Mode};

/// The functions of this file.
pub const MODELS: &[Model] = &[
    Model { name: "malloc", run: malloc },
    Model { name: "calloc", run: calloc },
    Model { name: "realloc", run: realloc },
    Model { name: "free", run: free },
    Model { name: "aligned_alloc", run: aligned_alloc },
    Model { name: "memalign", run: aligned_alloc },
    Model { name: "posix_memalign", run: posix_memalign },
];

/// Alignment that `malloc` gives.
const ALIGNMENT: u64 = 16;
/// A request above this fails, as it does on a real machine.
const LARGEST: u64 = 1 << 38;

/// A new heap object of the calling site; 0 when the size is out of the question.
pub(super) fn allocate(
    machine: &mut Machine<'_>,
    args: &Args<'_>,
    size: u64,
    zeroed: bool,
) -> Result<u64, Halt> {
    allocate_aligned(machine, args, size, ALIGNMENT, zeroed)
}

fn allocate_aligned(
    machine: &mut Machine<'_>,
    args: &Args<'_>,
    size: u64,
    align: u64,
    zeroed: bool,
) -> Result<u64, Halt> {
    if size > LARGEST {
        return Ok(0);
    }
    machine.allocate(args.site.site, size, align, Kind::Heap, zeroed)
}

/// Whether this allocation fails.
fn fails(machine: &mut Machine<'_>) -> Result<bool, Halt> {
    Ok(machine.vm.options.malloc_fail && machine.choose(2)? == 1)
}

fn malloc(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    let size = args.size(machine, 0)?;
    if fails(machine)? {
        return Outcome::number(0);
    }
    Outcome::number(allocate(machine, args, size, false)?)
}

fn calloc(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    let (count, size) = (args.size(machine, 0)?, args.size(machine, 1)?);
    let Some(total) = count.checked_mul(size) else { return Outcome::number(0) };
    if fails(machine)? {
        return Outcome::number(0);
    }
    Outcome::number(allocate(machine, args, total, true)?)
}

fn realloc(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    let (old, size) = (args.get(machine, 0)?, args.size(machine, 1)?);
    if old == 0 {
        return malloc_of(machine, args, size);
    }
    let old_size = machine.heap_size(old)?;
    if size == 0 {
        machine.free(old)?;
        return Outcome::number(0);
    }
    if fails(machine)? {
        return Outcome::number(0);
    }
    let new = allocate(machine, args, size, false)?;
    if new != 0 {
        let bytes = machine.read_bytes(old, old_size.min(size), Mode::Read)?;
        machine.write_bytes(new, &bytes, Mode::Write)?;
        machine.free(old)?;
    }
    Outcome::number(new)
}

fn malloc_of(machine: &mut Machine<'_>, args: &Args<'_>, size: u64) -> Result<Outcome, Halt> {
    if fails(machine)? {
        return Outcome::number(0);
    }
    Outcome::number(allocate(machine, args, size, false)?)
}

fn free(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    let address = args.get(machine, 0)?;
    if address != 0 {
        machine.free(address)?;
    }
    Ok(Outcome::Nothing)
}

fn aligned_alloc(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    let (align, size) = (args.size(machine, 0)?, args.size(machine, 1)?);
    if !align.is_power_of_two() || fails(machine)? {
        return Outcome::number(0);
    }
    Outcome::number(allocate_aligned(machine, args, size, align, false)?)
}

const EINVAL: u64 = 22;
const ENOMEM: u64 = 12;

fn posix_memalign(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    let out = args.get(machine, 0)?;
    let (align, size) = (args.size(machine, 1)?, args.size(machine, 2)?);
    let unit = u64::from(machine.vm.program.pointer_bits) / 8;
    if !align.is_power_of_two() || align < unit {
        return Outcome::number(EINVAL);
    }
    if fails(machine)? {
        return Outcome::number(ENOMEM);
    }
    let address = allocate_aligned(machine, args, size, align, false)?;
    if address == 0 {
        return Outcome::number(ENOMEM);
    }
    machine.write_bits(out, unit, (address.into(), u64::MAX.into()), Mode::Write)?;
    Outcome::number(0)
}
