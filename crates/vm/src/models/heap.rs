//! `malloc` and its kin.

use super::{Model, Outcome, errno};
use crate::effects::{HEAP, VISIBLE};
use crate::fault::Halt;
use crate::machine::{Args, Kind, Machine, Mode};

/// The functions of this file.
pub const MODELS: &[Model] = &[
    Model { name: "malloc", effects: HEAP, run: malloc },
    Model { name: "calloc", effects: HEAP, run: calloc },
    Model { name: "realloc", effects: HEAP, run: realloc },
    Model { name: "reallocarray", effects: HEAP, run: reallocarray },
    Model { name: "free", effects: HEAP, run: free },
    Model { name: "cfree", effects: HEAP, run: free },
    Model { name: "aligned_alloc", effects: HEAP, run: aligned_alloc },
    Model { name: "memalign", effects: HEAP, run: aligned_alloc },
    Model { name: "posix_memalign", effects: HEAP, run: posix_memalign },
    Model { name: "valloc", effects: HEAP, run: valloc },
    Model { name: "pvalloc", effects: HEAP, run: pvalloc },
    Model { name: "malloc_usable_size", effects: VISIBLE, run: usable_size },
];

/// Alignment that `malloc` gives.
const ALIGNMENT: u64 = 16;
/// A request above this fails, as it does on a real machine.
const LARGEST: u64 = 1 << 38;
/// Bytes of a page.
const PAGE: u64 = 4096;

/// What is asked for.
#[derive(Copy, Clone)]
struct Request {
    size: u64,
    align: u64,
    zeroed: bool,
    /// It may be refused, if the options say so.
    may_fail: bool,
}

impl Request {
    fn plain(size: u64) -> Request {
        Request { size, align: ALIGNMENT, zeroed: false, may_fail: true }
    }
}

/// A new heap object of the calling site; 0 when there is none, and nothing says why.
fn obtain(machine: &mut Machine<'_>, args: &Args<'_>, request: Request) -> Result<u64, Halt> {
    let Request { size, align, zeroed, may_fail } = request;
    let site = machine.allocation_site(args);
    let fails = u32::from(may_fail && machine.vm.options.malloc_fail);
    let possible = size <= LARGEST;
    let freed = if possible { machine.freed_addresses(size, align)? } else { Vec::new() };
    match machine.choose_once(1 + fails + freed.len() as u32)? {
        0 if possible => machine.allocate(site, size, align, Kind::Heap, zeroed),
        chosen if possible && chosen > fails => {
            machine.allocate_freed(freed[(chosen - fails - 1) as usize], site, size, zeroed)
        }
        _ => Ok(0),
    }
}

/// The same, and `errno` says when there is none.
fn obtain_or_say(
    machine: &mut Machine<'_>,
    args: &Args<'_>,
    request: Request,
) -> Result<u64, Halt> {
    let address = obtain(machine, args, request)?;
    if address == 0 {
        errno::set(machine, errno::ENOMEM)?;
    }
    Ok(address)
}

/// A heap object for the library's own use, which is never refused.
pub(super) fn allocate(machine: &mut Machine<'_>, args: &Args<'_>, size: u64) -> Result<u64, Halt> {
    obtain_or_say(machine, args, Request { may_fail: false, ..Request::plain(size) })
}

/// What `malloc` returns.
pub fn request(machine: &mut Machine<'_>, args: &Args<'_>, size: u64) -> Result<u64, Halt> {
    obtain_or_say(machine, args, Request::plain(size))
}

fn malloc(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    let size = args.size(machine, 0)?;
    Outcome::number(request(machine, args, size)?)
}

fn calloc(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    let (count, size) = (args.size(machine, 0)?, args.size(machine, 1)?);
    let Some(total) = product(machine, count, size) else {
        return errno::null(machine, errno::ENOMEM);
    };
    let request = Request { zeroed: true, ..Request::plain(total) };
    Outcome::number(obtain_or_say(machine, args, request)?)
}

/// The size of an array, if it is one that a pointer can run over.
fn product(machine: &Machine<'_>, count: u64, size: u64) -> Option<u64> {
    let total = count.checked_mul(size)?;
    (total <= crate::value::word::mask(machine.vm.program.pointer_bits.into())).then_some(total)
}

fn realloc(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    let (old, size) = (args.get(machine, 0)?, args.size(machine, 1)?);
    Outcome::number(resize(machine, args, old, size)?)
}

fn reallocarray(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    let old = args.get(machine, 0)?;
    let (count, size) = (args.size(machine, 1)?, args.size(machine, 2)?);
    let Some(total) = product(machine, count, size) else {
        return errno::null(machine, errno::ENOMEM);
    };
    Outcome::number(resize(machine, args, old, total)?)
}

/// Moves always: who keeps the old pointer relies on luck.
pub fn resize(
    machine: &mut Machine<'_>,
    args: &Args<'_>,
    old: u64,
    size: u64,
) -> Result<u64, Halt> {
    if old == 0 {
        return request(machine, args, size);
    }
    let old_size = machine.heap_size(old, Mode::Free)?;
    if size == 0 {
        machine.free(old)?;
        return Ok(0);
    }
    let new = request(machine, args, size)?;
    if new != 0 {
        let bytes = machine.read_bytes(old, old_size.min(size), Mode::Read)?;
        machine.write_bytes(new, &bytes, Mode::Write)?;
        machine.free(old)?;
    }
    Ok(new)
}

fn free(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    let address = args.get(machine, 0)?;
    if address != 0 {
        machine.free(address)?;
    }
    Ok(Outcome::Nothing)
}

/// As glibc has it: an alignment that is no power of two is rounded up.
fn aligned_alloc(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    let (align, size) = (args.size(machine, 0)?, args.size(machine, 1)?);
    let Some(align) = align.checked_next_power_of_two().filter(|&a| a <= LARGEST) else {
        return errno::null(machine, errno::EINVAL);
    };
    aligned(machine, args, size, align)
}

fn aligned(
    machine: &mut Machine<'_>,
    args: &Args<'_>,
    size: u64,
    align: u64,
) -> Result<Outcome, Halt> {
    let request = Request { align: align.max(ALIGNMENT), ..Request::plain(size) };
    Outcome::number(obtain_or_say(machine, args, request)?)
}

fn valloc(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    let size = args.size(machine, 0)?;
    aligned(machine, args, size, PAGE)
}

fn pvalloc(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    let Some(size) = args.size(machine, 0)?.checked_next_multiple_of(PAGE) else {
        return errno::null(machine, errno::ENOMEM);
    };
    aligned(machine, args, size, PAGE)
}

/// `errno` stays as it is: the result says it.
fn posix_memalign(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    let out = args.get(machine, 0)?;
    let (align, size) = (args.size(machine, 1)?, args.size(machine, 2)?);
    if !align.is_power_of_two() || align < machine.vm.pointer_bytes() {
        return Outcome::number(errno::EINVAL);
    }
    let request = Request { align: align.max(ALIGNMENT), ..Request::plain(size) };
    let address = obtain(machine, args, request)?;
    if address == 0 {
        return Outcome::number(errno::ENOMEM);
    }
    machine.write_pointer(out, address)?;
    Outcome::number(0)
}

/// No more than was asked for: using more would be using luck.
fn usable_size(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    let address = args.get(machine, 0)?;
    Outcome::number(if address == 0 { 0 } else { machine.heap_size(address, Mode::Read)? })
}
