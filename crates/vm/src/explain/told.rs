//! Faults as data: what happened, with names, and what belongs to it.

use super::heap::Trail;
use super::names::Names;
use super::outside;
use super::places::{callers, place, place_near};
use crate::fault::{FaultKind, Gap, Halt};
use crate::machine::{Machine, Vm};
use crate::models;
use allways_program::Pc;
use allways_space::Property;
use allways_trace::{
    self as trace, Deed, Extent, Finding, NoModel, NoValue, Place, Related, Relation, Used,
};

/// The end of an execution, told.
pub struct Told {
    /// The property that is violated; `None` where something is unsupported.
    pub property: Option<Property>,
    /// What happened.
    pub finding: Finding,
    /// Other places that belong to it.
    pub related: Vec<Related>,
    /// Where the functions were called that the thread was in, the innermost first.
    pub stack: Vec<Place>,
}

impl Told {
    /// Without the functions that the thread was in.
    pub fn new(property: Option<Property>, finding: Finding, related: Vec<Related>) -> Told {
        Told { property, finding, related, stack: Vec::new() }
    }
}

/// Tells a fault of one thread.
pub fn tell<'v>(names: &mut Names<'v>, machine: &mut Machine<'v>, kind: FaultKind) -> Told {
    let related = related(names, machine, kind);
    Told::new(Some(kind.property()), finding(names, machine, kind), related)
}

/// The instruction of an invariant or a proposition that commits the fault that was just told, if one does.
pub fn evaluated_at(machine: &Machine<'_>, kind: FaultKind) -> Option<Pc> {
    match kind {
        FaultKind::Invariant { faults: true, .. } | FaultKind::Proposition { .. } => {
            machine.faulted_apart
        }
        _ => None,
    }
}

/// Adds where what is evaluated in every state commits its fault.
pub fn with_evaluation(machine: &mut Machine<'_>, kind: FaultKind, told: &mut Told) {
    if let Some(pc) = evaluated_at(machine, kind) {
        let (thread, place) = (machine.thread_id(), place(machine.vm, pc));
        told.related.push(Related { what: Relation::Evaluated, thread, place, stack: Vec::new() });
    }
}

fn finding<'v>(names: &mut Names<'v>, machine: &mut Machine<'v>, kind: FaultKind) -> Finding {
    match kind {
        FaultKind::Assertion { text } => Finding::Assertion { text: text_at(machine, text) },
        FaultKind::ReachError => Finding::ErrorFunction,
        FaultKind::Abort => Finding::Abort,
        FaultKind::Terminate { text, exception, what } => {
            terminated(machine, text, exception, what)
        }
        FaultKind::Trap => Finding::Trap,
        FaultKind::UndefinedBranch => Finding::Uninitialised { used: Used::Branch },
        FaultKind::UndefinedDivisor => Finding::Uninitialised { used: Used::Divisor },
        FaultKind::UndefinedSize => Finding::Uninitialised { used: Used::Size },
        FaultKind::UndefinedArgument { number } => {
            Finding::Uninitialised { used: Used::Argument { number } }
        }
        FaultKind::UndefinedAddress => Finding::Uninitialised { used: Used::Address },
        FaultKind::StackExhausted => Finding::StackExhausted,
        FaultKind::StackTooLarge { size } => Finding::StackTooLarge { size: size as i64 },
        FaultKind::DivisionByZero => Finding::DivisionByZero,
        FaultKind::DivisionOverflow => Finding::DivisionOverflow,
        FaultKind::Shift { count, bits } => Finding::Shift { bits, count: count as i64 },
        FaultKind::Conversion { bits, signed } => Finding::Conversion { bits, signed },
        FaultKind::Overlap { to, size } => {
            Finding::Overlap { object: names.named(machine, to, size), size }
        }
        FaultKind::WrongArguments { function } => {
            let called = &machine.vm.program.functions[function as usize];
            Finding::WrongArguments { function: called.display.clone() }
        }
        FaultKind::Unreachable => Finding::Unreachable,
        FaultKind::Misuse(misuse) => Finding::Misuse { misuse },
        FaultKind::SignedOverflow => Finding::SignedOverflow,
        FaultKind::Invariant { number, faults } => invariant(names, machine, number, faults),
        FaultKind::Proposition { number } => proposition(names, machine, number),
        FaultKind::Null { address, write } => Finding::Null { address, write },
        FaultKind::NoObject { address, write } => {
            gone(names, machine, address, if write { Deed::Write } else { Deed::Read })
        }
        FaultKind::DoubleFree { address } => gone(names, machine, address, Deed::Free),
        FaultKind::InvalidFree { address } => {
            Finding::NotAllocated { object: names.named(machine, address, 1) }
        }
        FaultKind::WrongFree { address, made, freed } => {
            Finding::WrongFree { object: names.named(machine, address, 1), made, freed }
        }
        FaultKind::WrongSize { address, room, size } => {
            Finding::WrongSize { object: names.named(machine, address, room), room, size }
        }
        FaultKind::OutOfScope { address, write } => {
            Finding::OutOfScope { object: names.named(machine, address, 1), write }
        }
        FaultKind::OutOfBounds { address, size, write } => {
            Finding::OutOfBounds { address, size, write, object: extent(names, machine, address) }
        }
        FaultKind::Overrun { address, size, room } => {
            Finding::Overrun { object: names.named(machine, address, room), size, room }
        }
        FaultKind::WriteToConstant { address } => {
            Finding::Constant { object: names.named(machine, address, 1) }
        }
        FaultKind::NotAFunction { address } => Finding::NoCode { address },
        FaultKind::UndefinedMemory { address } => {
            let object = names.named(machine, address, 1);
            Finding::Uninitialised { used: Used::Memory { object } }
        }
        FaultKind::Leak { address } => {
            Finding::Leak { size: names.objects.get(address).map_or(0, |k| k.size) }
        }
        FaultKind::Race | FaultKind::Deadlock => {
            unreachable!("faults of a state are told by whoever knows its threads")
        }
    }
}

fn text_at(machine: &mut Machine<'_>, address: u64) -> String {
    let bytes = machine.read_string_up_to(address, 1000).unwrap_or_default();
    String::from_utf8_lossy(&bytes).into_owned()
}

/// The C++ library ends the program, mostly because of an exception that nobody handles.
fn terminated(machine: &mut Machine<'_>, text: u64, exception: u64, what: u64) -> Finding {
    if exception == 0 {
        let said = text_at(machine, text);
        let said = said.split('%').next().unwrap_or_default().trim_end_matches([' ', '!']);
        return Finding::LibraryEnds { said: said.to_string() };
    }
    let mangled = text_at(machine, exception);
    let message = (what != 0).then(|| text_at(machine, what));
    let names = &machine.vm.program.debug.thrown;
    let name = names.iter().find(|(own, _)| *own == mangled).map_or(&mangled, |(_, name)| name);
    Finding::Uncaught { exception: name.clone(), message }
}

fn invariant<'v>(
    names: &mut Names<'v>,
    machine: &mut Machine<'v>,
    number: u32,
    faults: bool,
) -> Finding {
    let function = machine.vm.invariants[number as usize];
    let name = machine.vm.program.functions[function as usize].display.clone();
    let name = name.split('(').next().unwrap_or_default().to_string();
    let why = faults.then(|| match machine.evaluate(function, |_| Ok(Vec::new())) {
        Err(Halt::Fault(kind)) => fault(names, machine, kind),
        _ => NoValue::Uninitialised,
    });
    Finding::Invariant { name, why }
}

fn proposition<'v>(names: &mut Names<'v>, machine: &mut Machine<'v>, number: u32) -> Finding {
    let name = machine.vm.propositions[number as usize].name.clone();
    let why = match machine.fault_of_proposition(number) {
        Some(kind) => fault(names, machine, kind),
        None => NoValue::Uninitialised,
    };
    Finding::Proposition { name, why }
}

fn fault<'v>(names: &mut Names<'v>, machine: &mut Machine<'v>, kind: FaultKind) -> NoValue {
    NoValue::Fault { finding: Box::new(finding(names, machine, kind)) }
}

/// The object that an access misses.
fn extent<'v>(names: &mut Names<'v>, machine: &mut Machine<'v>, address: u64) -> Option<Extent> {
    let (_, base, length) = machine.object_info(address)?;
    let name = names.named(machine, base, length);
    Some(Extent { name, offset: address - base, length })
}

/// An access to an object that is gone, or never was.
fn gone<'v>(names: &mut Names<'v>, machine: &mut Machine<'v>, address: u64, deed: Deed) -> Finding {
    match gone_on_heap(names, machine, address) {
        Some(heap) => Finding::Gone { object: names.named(machine, address, 1), heap, deed },
        None => Finding::NoObject { address, deed },
    }
}

/// Whether the object that has ended at an address was on the heap, if there was one.
fn gone_on_heap(names: &Names<'_>, machine: &Machine<'_>, address: u64) -> Option<bool> {
    let base = machine.vm.space.object_at(address).map(|(_, offset)| address - offset)?;
    names.objects.get(base).filter(|known| known.freed.is_some()).map(|known| known.heap)
}

/// Where the object of a fault comes from.
fn related<'v>(names: &Names<'v>, machine: &mut Machine<'v>, kind: FaultKind) -> Vec<Related> {
    let address = match kind {
        FaultKind::NoObject { address, .. } | FaultKind::DoubleFree { address } => {
            gone_on_heap(names, machine, address).map(|_| address)
        }
        FaultKind::OutOfBounds { address, .. } => {
            machine.object_info(address).map(|(_, base, _)| base)
        }
        FaultKind::Overrun { address, .. }
        | FaultKind::WrongFree { address, .. }
        | FaultKind::WrongSize { address, .. }
        | FaultKind::UndefinedMemory { address }
        | FaultKind::Leak { address } => Some(address),
        _ => None,
    };
    address.map_or_else(Vec::new, |address| history(names, machine, address))
}

/// Adds where a misused lock was taken, if somebody holds it, or destroyed, and where it was allocated.
pub fn with_lock<'v>(names: &Names<'v>, machine: &mut Machine<'v>, address: u64, told: &mut Told) {
    let is_held = machine.owner_of_lock(address).is_some();
    let taken = names.objects.first_lock(address).filter(|_| is_held);
    let gone = names.objects.destruction(address).filter(|_| !is_held);
    told.related.extend(taken.map(|trail| happened(machine.vm, Relation::FirstLock, trail)));
    told.related.extend(gone.map(|trail| happened(machine.vm, Relation::Destroyed, trail)));
    told.related.extend(history(names, machine, address));
}

/// Where an object was allocated and freed.
fn history<'v>(names: &Names<'v>, machine: &Machine<'v>, address: u64) -> Vec<Related> {
    let base = machine.vm.space.object_at(address).map_or(address, |(_, offset)| address - offset);
    let Some(known) = names.objects.get(base) else { return Vec::new() };
    let trails = [(Relation::Allocated, &known.allocated), (Relation::Freed, &known.freed)];
    let in_code = |(what, trail): (Relation, &Option<Trail>)| {
        let trail = trail.as_ref().filter(|trail| machine.vm.is_code(trail.spot.at.pc))?;
        Some(happened(machine.vm, what, trail))
    };
    trails.into_iter().filter_map(in_code).collect()
}

/// What happened somewhere, as a place that belongs to a fault.
pub fn happened(vm: &Vm, what: Relation, trail: &Trail) -> Related {
    let Trail { spot, stack } = trail;
    let stack = callers(vm, stack, spot.at.pc);
    Related { what, thread: spot.thread, place: place_near(vm, spot.at), stack }
}

/// Tells what the checker cannot do.
pub fn tell_gap(machine: &Machine<'_>, gap: Gap) -> Told {
    let finding = Finding::Unsupported { missing: missing(machine, gap) };
    Told::new(None, finding, Vec::new())
}

fn missing(machine: &Machine<'_>, gap: Gap) -> trace::Gap {
    let program = &machine.vm.program;
    match gap {
        Gap::Instruction(what) => trace::Gap::Instruction {
            what: program.unsupported.get(what as usize).cloned().unwrap_or_default(),
        },
        Gap::Function(function) => {
            let name = program.functions[function as usize].name.clone();
            let has_model = models::names().contains(&name.as_str());
            let why = outside::missing(&name);
            let usual = if has_model { NoModel::Called } else { NoModel::Unknown };
            trace::Gap::Function { why: why.unwrap_or(usual), name }
        }
        Gap::Global(global) => {
            trace::Gap::Variable { name: program.globals[global as usize].name.clone() }
        }
        Gap::Threads => trace::Gap::Threads { most: machine.vm.space.max_threads() },
        Gap::Objects => trace::Gap::Objects,
        Gap::Float => trace::Gap::Float,
        Gap::Library(limitation) => trace::Gap::Limitation { limitation },
    }
}
