//! The process: its end, its handlers, what it knows of its surroundings.

use super::{Model, Outcome, errno};
use crate::effects::{ATOMIC, MEMORY, VISIBLE};
use crate::fault::Halt;
use crate::library::Datum;
use crate::machine::{Args, Machine};
use crate::state::{ExitHandler, HandlerArguments};
use crate::value::word::Word;

/// The functions of this file.
pub const MODELS: &[Model] = &[
    Model { name: "exit", effects: VISIBLE, run: exit },
    Model { name: "_exit", effects: VISIBLE, run: exit_now },
    Model { name: "_Exit", effects: VISIBLE, run: exit_now },
    Model { name: "quick_exit", effects: VISIBLE, run: quick_exit },
    Model { name: "atexit", effects: VISIBLE, run: atexit },
    Model { name: "at_quick_exit", effects: VISIBLE, run: at_quick_exit },
    Model { name: "on_exit", effects: VISIBLE, run: on_exit },
    Model { name: "__cxa_atexit", effects: VISIBLE, run: cxa_atexit },
    Model { name: "getenv", effects: VISIBLE, run: getenv },
    Model { name: "secure_getenv", effects: VISIBLE, run: getenv },
    Model { name: "__secure_getenv", effects: VISIBLE, run: getenv },
    Model { name: "setlocale", effects: VISIBLE, run: setlocale },
    Model { name: "getpid", effects: MEMORY, run: |_, _| Outcome::number(PROCESS) },
    Model { name: "getppid", effects: MEMORY, run: |_, _| Outcome::number(PARENT) },
    Model { name: "getpagesize", effects: MEMORY, run: |_, _| Outcome::number(PAGE) },
    Model { name: "get_nprocs", effects: MEMORY, run: |_, _| Outcome::number(PROCESSORS) },
    Model { name: "get_nprocs_conf", effects: MEMORY, run: |_, _| Outcome::number(PROCESSORS) },
    Model { name: "sysconf", effects: MEMORY, run: sysconf },
    Model { name: "__sysconf", effects: MEMORY, run: sysconf },
    Model { name: "sched_yield", effects: ATOMIC, run: |_, _| Outcome::number(0) },
];

/// The numbers of the process and of who started it.
const PROCESS: u64 = 4242;
const PARENT: u64 = 1;
/// Bytes of a page.
const PAGE: u64 = 4096;
/// Processors: two, so that a program that starts a thread for each stays small.
const PROCESSORS: u64 = 2;

/// What `sysconf` tells, by its number.
const SYSTEM: &[(i32, u64)] = &[
    // Length of arguments, processes, clock ticks of a second, groups, open files.
    (0, 2_097_152),
    (1, 4096),
    (2, 100),
    (3, 65536),
    (4, 1024),
    // The version of POSIX, and what it has: job control, threads and what belongs to them.
    (7, 1),
    (29, 200_809),
    (67, 200_809),
    (77, 200_809),
    (78, 200_809),
    (149, 200_809),
    (30, PAGE),
    // Parts of a vector of buffers.
    (60, 1024),
    // Buffers for entries of groups and users.
    (69, 1024),
    (70, 1024),
    // Keys of a thread, and how often their destructors are run; the least stack.
    (73, 4),
    (74, 1024),
    (75, 16384),
    (83, PROCESSORS),
    (84, PROCESSORS),
    // Pages of memory, all and free.
    (85, 262_144),
    (86, 131_072),
    // Bytes of a line of the first cache, for instructions and data.
    (187, 64),
    (190, 64),
    // Length of a host's name.
    (180, 64),
];

fn exit(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    let status = args.low(machine, 0, 32)?;
    machine.exit(Word::new(status));
    Ok(Outcome::Moved)
}

fn exit_now(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    let status = args.low(machine, 0, 32)?;
    machine.end_process(status as u32);
    Ok(Outcome::Moved)
}

fn quick_exit(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    let status = args.low(machine, 0, 32)?;
    machine.quick_exit(Word::new(status));
    Ok(Outcome::Moved)
}

/// Registers the function that the first argument is.
fn register(
    machine: &mut Machine<'_>,
    args: &Args<'_>,
    with: HandlerArguments,
) -> Result<Outcome, Halt> {
    let function = args.get(machine, 0)?;
    machine.function_at(function)?;
    if let HandlerArguments::Pointer(pointer) | HandlerArguments::StatusAndPointer(pointer) = with {
        // Whichever thread ends the process gets it.
        machine.escape_value(pointer);
    }
    machine.process.library.exit_handlers.push(ExitHandler { function, with });
    Outcome::number(0)
}

fn atexit(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    register(machine, args, HandlerArguments::Nothing)
}

fn on_exit(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    let pointer = args.get(machine, 1)?;
    register(machine, args, HandlerArguments::StatusAndPointer(pointer))
}

fn cxa_atexit(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    let pointer = args.get(machine, 1)?;
    register(machine, args, HandlerArguments::Pointer(pointer))
}

fn at_quick_exit(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    let handler = args.get(machine, 0)?;
    machine.function_at(handler)?;
    machine.process.library.quick_handlers.push(handler);
    Outcome::number(0)
}

/// There are no variables: a check does not depend on who runs it.
fn getenv(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    let name = args.get(machine, 0)?;
    machine.read_string(name)?;
    Outcome::number(0)
}

/// There is one locale.
fn setlocale(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    let name = args.get(machine, 1)?;
    let known = name == 0 || matches!(machine.read_string(name)?.as_slice(), b"" | b"C" | b"POSIX");
    Outcome::number(if known { machine.vm.library.address(Datum::Locale) } else { 0 })
}

fn sysconf(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    let asked = args.int(machine, 0)?;
    if let Some((_, value)) = SYSTEM.iter().find(|(number, _)| *number == asked) {
        return Outcome::number(*value);
    }
    errno::set(machine, errno::EINVAL)?;
    Outcome::number(u64::MAX)
}
