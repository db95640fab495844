//! Faults in words: what happened, what belongs to it, what to do next.

use super::names::Names;
use super::outside;
use super::places::place_near;
use crate::fault::{FaultKind, GAPS, Gap, Halt};
use crate::machine::Machine;
use crate::models;
use allways_trace::Related;

/// A fault, told.
pub struct Message {
    /// In one sentence.
    pub text: String,
    /// What to do next.
    pub help: String,
    /// Other places that belong to it.
    pub related: Vec<Related>,
}

impl Message {
    fn new(text: impl Into<String>, help: &str) -> Message {
        Message { text: text.into(), help: help.to_string(), related: Vec::new() }
    }
}

/// Tells a fault of one thread.
pub fn tell<'v>(names: &mut Names<'v>, machine: &mut Machine<'v>, kind: FaultKind) -> Message {
    match kind {
        FaultKind::Assertion { text } => {
            let text = machine.read_string_up_to(text, 1000).unwrap_or_default();
            let text = String::from_utf8_lossy(&text).into_owned();
            Message::new(
                format!("assertion `{text}` failed"),
                "the schedule shows the values that it depends on",
            )
        }
        FaultKind::ReachError => {
            Message::new("an error function was reached", "the schedule shows what led there")
        }
        FaultKind::Abort => Message::new(
            "the program aborts",
            "handle the case that the program gives up on, or leave `assert` out of --property",
        ),
        FaultKind::Terminate { text, exception, what } => {
            terminated(machine, text, exception, what)
        }
        FaultKind::Trap => Message::new(
            "the program traps",
            "the compiler or `__builtin_trap()` stops the program here: find out why this line is reached",
        ),
        FaultKind::UndefinedBranch => Message::new(
            "a decision depends on uninitialised memory",
            "initialise the variable before it is tested",
        ),
        FaultKind::UndefinedDivisor => Message::new(
            "the divisor is uninitialised",
            "initialise the variable before dividing by it",
        ),
        FaultKind::UndefinedSize => {
            Message::new("a size is uninitialised", "compute the size before it is used")
        }
        FaultKind::UndefinedArgument { number } => Message::new(
            format!("argument {number} of a library function is uninitialised"),
            "initialise it before the call",
        ),
        FaultKind::StackExhausted => Message::new(
            "the stack is exhausted: calls are nested too deeply",
            "look for a recursion that does not end",
        ),
        FaultKind::StackTooLarge { size } => Message::new(
            format!("a stack variable of {} bytes does not fit", size as i64),
            "allocate it with malloc, or check the size first",
        ),
        FaultKind::DivisionByZero => Message::new("division by zero", "test the divisor first"),
        FaultKind::DivisionOverflow => {
            Message::new("the most negative number is divided by -1", "the result does not fit")
        }
        FaultKind::Shift { count, bits } => Message::new(
            format!("a value of {bits} bits is shifted by {}", count as i64),
            "the count must be less than the width",
        ),
        FaultKind::Unreachable => Message::new(
            "code is reached that the program declares unreachable",
            "look for a function that does not return a value, or for __builtin_unreachable()",
        ),
        FaultKind::Misuse(misuse) => Message::new(
            misuse.text(),
            "POSIX and C do not define what happens then: keep to the order init, use, destroy, \
             and release everything in the thread that acquired it",
        ),
        FaultKind::SignedOverflow => Message::new(
            "signed overflow",
            "use a wider or an unsigned type, or test the operands first",
        ),
        FaultKind::Race => Message::new("a data race", ""),
        FaultKind::Deadlock => Message::new("a deadlock", ""),
        FaultKind::Invariant { number, faults } => invariant(names, machine, number, faults),
        FaultKind::Proposition { number } => proposition(names, machine, number),
        other => memory(names, machine, other),
    }
}

/// The C++ library ends the program, mostly because of an exception that nobody handles.
fn terminated(machine: &mut Machine<'_>, text: u64, exception: u64, what: u64) -> Message {
    let mut read = |address: u64| {
        let bytes = machine.read_string_up_to(address, 1000).unwrap_or_default();
        String::from_utf8_lossy(&bytes).into_owned()
    };
    if exception == 0 {
        let said = read(text);
        let said = said.split('%').next().unwrap_or_default().trim_end_matches([' ', '!']);
        return Message::new(
            format!("the C++ library ends the program: {said}"),
            "look for a call of std::terminate, an exception that leaves a destructor, or a thread that is \
             neither joined nor detached",
        );
    }
    let (mangled, message) = (read(exception), if what == 0 { String::new() } else { read(what) });
    let names = &machine.vm.program.debug.thrown;
    let name = names.iter().find(|(own, _)| *own == mangled).map_or(&mangled, |(_, name)| name);
    let said = if what == 0 { String::new() } else { format!(": {message}") };
    Message::new(
        format!("uncaught exception of type `{name}`{said}"),
        "catch it before it leaves main, a thread or a function that is noexcept",
    )
}

fn invariant<'v>(
    names: &mut Names<'v>,
    machine: &mut Machine<'v>,
    number: u32,
    faults: bool,
) -> Message {
    let function = machine.vm.invariants[number as usize];
    let name = machine.vm.program.functions[function as usize].display.clone();
    let name = name.split('(').next().unwrap_or_default();
    if !faults {
        return Message::new(format!("invariant `{name}` is violated"), "");
    }
    let why = match machine.evaluate(function, |_| Ok(Vec::new())) {
        Err(Halt::Fault(kind)) => tell(names, machine, kind).text,
        _ => "its result is uninitialised".to_string(),
    };
    Message::new(
        format!("invariant `{name}` cannot be evaluated: {why}"),
        "it is evaluated in every state, from before main() on",
    )
}

fn proposition<'v>(names: &mut Names<'v>, machine: &mut Machine<'v>, number: u32) -> Message {
    let name = machine.vm.propositions[number as usize].name.clone();
    let why = match machine.fault_of_proposition(number) {
        Some(kind) => tell(names, machine, kind).text,
        None => "it has no value".to_string(),
    };
    Message::new(
        format!("proposition `{name}` cannot be evaluated: {why}"),
        "it is evaluated again whenever something that it reads has changed",
    )
}

fn verb(write: bool) -> &'static str {
    if write { "write to" } else { "read of" }
}

fn memory<'v>(names: &mut Names<'v>, machine: &mut Machine<'v>, kind: FaultKind) -> Message {
    match kind {
        FaultKind::Null { address, write } => {
            let text = format!("{} a null pointer", verb(write));
            let near = format!("{text} (address {address:#x})");
            Message::new(
                if address == 0 { text } else { near },
                "test the pointer first, or make sure that it is set on every path",
            )
        }
        FaultKind::NoObject { address, write } => {
            gone(names, machine, address, Deed::Access { write })
        }
        FaultKind::DoubleFree { address } => gone(names, machine, address, Deed::Free),
        FaultKind::InvalidFree { address } => {
            let name = names.of(machine, address, 1).text;
            Message::new(
                format!("free of `{name}`, which is not the beginning of a heap object"),
                "pass free() only what malloc() returned",
            )
        }
        FaultKind::OutOfScope { address, write } => {
            let name = names.of(machine, address, 1).text;
            Message::new(
                format!("{} `{name}`, whose scope has ended", verb(write)),
                "a pointer to a local variable outlived it",
            )
        }
        FaultKind::OutOfBounds { address, size, write } => {
            out_of_bounds(names, machine, address, size, write)
        }
        FaultKind::Overrun { address, size, room } => {
            let name = names.of(machine, address, room).text;
            let text = format!("{size} bytes are written to `{name}`, which has room for {room}");
            with_objects(names, machine, address, Message::new(text, "make room, or copy less"))
        }
        FaultKind::WriteToConstant { address } => {
            let name = names.of(machine, address, 1).text;
            Message::new(
                format!("write to the constant `{name}`"),
                "string literals and const variables must not change: work on a copy",
            )
        }
        FaultKind::NotAFunction { address } => Message::new(
            format!("call or jump to {address:#x}, where there is no code"),
            "make sure that the pointer holds a function",
        ),
        FaultKind::UndefinedAddress => Message::new(
            "access through an uninitialised pointer",
            "give the pointer or the index a value first",
        ),
        FaultKind::UndefinedMemory { address } => {
            let name = names.of(machine, address, 1).text;
            let text = format!("a library function reads `{name}`, which is uninitialised");
            with_objects(names, machine, address, Message::new(text, "initialise what is passed"))
        }
        FaultKind::Leak { address } => {
            let size = names.objects.get(address).map_or(0, |k| k.size);
            let text =
                format!("{size} bytes are lost: nothing points to them when the program ends");
            with_objects(
                names,
                machine,
                address,
                Message::new(text, "free them, or keep a pointer"),
            )
        }
        _ => Message::new("a fault", ""),
    }
}

/// What was done to an object that is gone.
#[derive(Copy, Clone)]
enum Deed {
    Access { write: bool },
    Free,
}

/// An access to an object that is gone, or never was.
fn gone<'v>(names: &mut Names<'v>, machine: &mut Machine<'v>, address: u64, deed: Deed) -> Message {
    let verb = match deed {
        Deed::Access { write } => verb(write),
        Deed::Free => "free of",
    };
    let base = machine.vm.space.object_at(address).map(|(_, offset)| address - offset);
    let known = base.and_then(|b| names.objects.get(b)).is_some_and(|k| k.freed.is_some());
    if !known {
        let text = format!("{verb} {address:#x}, where there is no object");
        return Message::new(text, "the pointer was never valid, or was computed wrongly");
    }
    let name = names.of(machine, address, 1).text;
    let heap = base.and_then(|b| names.objects.get(b)).is_some_and(|k| k.heap);
    let text = match (deed, heap) {
        (Deed::Free, _) => format!("`{name}` is freed twice"),
        (_, true) => format!("{verb} `{name}` after it was freed"),
        (_, false) => format!("{verb} the local variable `{name}` after its function returned"),
    };
    let help = match (deed, heap) {
        (Deed::Free, _) => "free each object once: set the pointer to NULL, or decide who frees it",
        (_, true) => "free it only when no thread uses it any more",
        (_, false) => "allocate it with malloc, or let the caller own it",
    };
    with_objects(names, machine, address, Message::new(text, help))
}

fn out_of_bounds<'v>(
    names: &mut Names<'v>,
    machine: &mut Machine<'v>,
    address: u64,
    size: u64,
    write: bool,
) -> Message {
    let Some((_, base, length)) = machine.object_info(address) else {
        let text = format!("{} {address:#x}, out of bounds", verb(write));
        return Message::new(text, "check the index against the size");
    };
    let name = names.of(machine, base, length).text;
    let offset = address - base;
    let text = format!(
        "{} {size} bytes at offset {offset} of `{name}`, which has {length} bytes",
        verb(write)
    );
    with_objects(names, machine, base, Message::new(text, "check the index against the size"))
}

/// Adds where a misused lock was taken, if somebody holds it, and where it was allocated.
pub fn with_lock<'v>(
    names: &Names<'v>,
    machine: &mut Machine<'v>,
    address: u64,
    mut message: Message,
) -> Message {
    let is_held = machine.owner_of_lock(address).is_some();
    if let Some(spot) = names.objects.first_lock(address).filter(|_| is_held) {
        message.related.push(Related {
            what: "first lock".to_string(),
            thread: spot.thread,
            place: place_near(machine.vm, spot.at),
        });
    }
    with_objects(names, machine, address, message)
}

/// Adds where the object was allocated and freed.
fn with_objects<'v>(
    names: &Names<'v>,
    machine: &Machine<'v>,
    address: u64,
    mut message: Message,
) -> Message {
    let base = machine.vm.space.object_at(address).map_or(address, |(_, offset)| address - offset);
    if let Some(known) = names.objects.get(base) {
        let spots = [("allocated", known.allocated), ("freed", known.freed)];
        for (what, spot) in spots {
            if let Some(spot) = spot.filter(|s| machine.vm.is_code(s.at.pc)) {
                message.related.push(Related {
                    what: what.to_string(),
                    thread: spot.thread,
                    place: place_near(machine.vm, spot.at),
                });
            }
        }
    }
    message
}

/// Tells what the checker cannot do.
pub fn tell_gap(machine: &Machine<'_>, gap: Gap) -> Message {
    let program = &machine.vm.program;
    match gap {
        Gap::Instruction(what) => {
            let text = program.unsupported.get(what as usize).map_or("an instruction", |t| t);
            Message::new(
                format!("{text} is not supported"),
                "rewrite the line, or replace the function by a model",
            )
        }
        Gap::Function(function) => {
            let name = &program.functions[function as usize].name;
            if let Some(missing) = outside::missing(name) {
                return Message::new(
                    format!("the function `{name}` is unsupported: {missing}"),
                    "leave the call out of what is checked, or add a C file with a stub that returns what the program relies on",
                );
            }
            if models::names().contains(&name.as_str()) {
                return Message::new(
                    format!(
                        "the library function `{name}` cannot be the start of a thread or a callback"
                    ),
                    "wrap it in a function of the program and pass that",
                );
            }
            Message::new(
                format!("the function `{name}` has no body and no model"),
                "add its source, or a C file that models it, to the command line; a stub that returns what the program relies on is enough",
            )
        }
        Gap::Global(global) => {
            let name = &program.globals[global as usize].name;
            Message::new(
                format!("the variable `{name}` is declared but defined nowhere"),
                "add the source file that defines it to the command line",
            )
        }
        Gap::Threads => Message::new(
            format!("more than {} threads exist at once", machine.vm.space.max_threads()),
            "check a smaller configuration",
        ),
        Gap::Objects => Message::new(
            "an object is too large, or there are too many from one place",
            "check a smaller configuration",
        ),
        Gap::Float => Message::new(
            "a mathematical function that this machine's C library does not have is not supported",
            "check on a machine with glibc on x86-64",
        ),
        Gap::Library(which) => {
            let text = GAPS.get(which as usize).copied().unwrap_or("a library option");
            Message::new(format!("{text} is not supported"), "")
        }
    }
}
