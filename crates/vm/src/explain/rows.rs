//! Events as the rows of a schedule.

use super::Event;
use super::heap::{Spot, Trail};
use super::names::Names;
use super::places::{place, place_near};
use super::touched::{Touched, act, change};
use crate::machine::{Kind, Machine, Position};
use allways_program::Pc;
use allways_space::State;
use allways_trace::{Event as Done, LARGEST_SYNC, Operation, Place, Reused, Step};

/// What one instruction did.
struct Group<'e> {
    /// Where the program stands: the instruction, or where it called the C++ library.
    at: Option<Position>,
    /// The instruction is one of the library's.
    inside: bool,
    events: &'e [Event],
    /// The state that it led to, where that is known.
    after: Option<State>,
}

fn groups(events: &[Event], end: Option<State>) -> Vec<Group<'_>> {
    let (mut groups, mut at) = (Vec::new(), None);
    for events in events.split_inclusive(|event| matches!(event, Event::At(_))) {
        let called = events.iter().find_map(|event| match event {
            Event::CalledFrom(position) => Some(*position),
            _ => None,
        });
        let after = events.iter().rev().find_map(|event| match event {
            Event::Reached(state) => Some(*state),
            _ => None,
        });
        groups.push(Group { at: called.or(at), inside: called.is_some(), events, after });
        at = match events.last() {
            Some(Event::At(pc)) => Some(Position::from(*pc)),
            _ => None,
        };
    }
    if let Some(at) = at {
        groups.push(Group { at: Some(at), inside: false, events: &[], after: None });
    }
    match groups.last_mut() {
        Some(last) => last.after = end,
        // What happens before or after the program's own code has no place, but a thread.
        None => groups.push(Group { at: None, inside: false, events: &[], after: end }),
    }
    groups
}

/// What is told of an instruction.
pub(super) struct Row {
    /// What a call of the C++ library had changed that was through before it.
    pub(super) before: Option<Step>,
    pub(super) step: Step,
}

/// A step of the machine as it was noted.
pub(super) struct Noted<'e> {
    pub(super) thread: u32,
    /// Where it began.
    pub(super) start: State,
    pub(super) events: &'e [Event],
    /// Where it ended, if not in a fault.
    pub(super) end: Option<State>,
}

/// Turns the events of one step of the machine into steps of the trace, one for each instruction, silent ones
/// included. Values of the C++ library are read in the state that they had then, with `viewer`.
pub(super) fn rows<'v>(
    names: &mut Names<'v>,
    machine: &mut Machine<'v>,
    viewer: &mut Machine<'v>,
    touched: &mut Touched,
    noted: Noted<'_>,
) -> Vec<Row> {
    let thread = noted.thread;
    let mut rows = Vec::new();
    let mut state = noted.start;
    for group in groups(noted.events, noted.end) {
        let place = group.at.map_or(Place::default(), |at| place(machine.vm, at));
        let before = group.at.filter(|at| touched.is_behind(*at, &place)).and_then(|_| {
            viewer.load(state);
            touched.tell(names, viewer)
        });
        let mut step = Step { thread, place, ..Step::default() };
        let machine = match group.after.filter(|_| names.look_at_states) {
            Some(after) => {
                viewer.load(after);
                state = after;
                &mut *viewer
            }
            None => &mut *machine,
        };
        let spot = Spot { thread, at: group.at.unwrap_or(Pc::MAX.into()) };
        let stack = group.events.iter().find_map(|event| match event {
            Event::Stack(stack) => Some(stack.clone()),
            _ => None,
        });
        let trail = Trail { spot, stack: stack.unwrap_or_default() };
        touched.inside = group.inside;
        for event in group.events {
            describe(names, machine, &trail, event, &mut step, touched);
        }
        if group.inside {
            fold(&mut step);
        }
        if group.at.is_some_and(|at| machine.vm.is_library(at.pc)) {
            fold_own(&mut step);
        }
        rows.push(Row { before, step });
    }
    rows
}

/// Of what the C++ library does, what it does to memory, threads and locks is told, and not which functions it uses
/// for that.
fn fold(row: &mut Step) {
    if let Some(Done::Call { .. } | Done::Return) = row.event {
        row.event = None;
    }
}

/// Where the library was not called by the program (it begins and ends threads), its memory concerns nobody.
fn fold_own(row: &mut Step) {
    row.changed.clear();
    if let Some(Done::Load { .. } | Done::Store { .. } | Done::Alloc { .. } | Done::Free { .. }) =
        row.event
    {
        row.event = None;
    }
}

/// Whether the compiler made a function that the source does not have.
fn is_made_up(name: &str) -> bool {
    ["__cxx_global_var_init", "_GLOBAL__sub_I_", "__clang_"].iter().any(|n| name.starts_with(n))
}

fn describe<'v>(
    names: &mut Names<'v>,
    machine: &mut Machine<'v>,
    trail: &Trail,
    event: &Event,
    row: &mut Step,
    touched: &mut Touched,
) {
    let function = |number: u32| machine.vm.program.functions[number as usize].display.clone();
    match event {
        Event::At(_)
        | Event::CalledFrom(_)
        | Event::Reached(_)
        | Event::Stack(_)
        | Event::Touch { bytes: None, .. } => {}
        Event::Touch { touch, bytes: Some(bytes) } => {
            touched.heed(names, machine, trail.spot, (*touch, bytes.clone().into()), row);
        }
        Event::Assigned { variable, words, librarys } => {
            if *librarys
                || names.is_librarys(*variable)
                || words.iter().all(|w| w.defined as u32 == 0)
            {
                return;
            }
            let variable = &machine.vm.program.debug.variables[*variable as usize];
            let bytes = names.bytes_of_words(variable.ty, words);
            let value = names.value(machine, Some(variable.ty), bytes);
            change(row, variable.name.clone(), value);
        }
        Event::Allocated { address, size, kind, reused } => {
            let reused = reused.then(|| freed_address(names, machine, *address));
            names.objects.allocated(*address, *size, *kind, trail.clone());
            if *kind == Kind::Heap {
                act(row, Done::Alloc { address: *address, size: *size, reused });
            }
        }
        Event::Freed { address } => {
            if names.objects.get(*address).is_some_and(|known| known.heap) {
                row.event = Some(Done::Free { object: names.named(machine, *address, u64::MAX) });
            }
            names.objects.freed(*address, trail.clone());
        }
        Event::Called(number)
            if is_made_up(&function(*number))
                || row.place.line == 0 && machine.vm.is_library_function(*number) => {}
        Event::Called(number) => act(row, Done::Call { function: function(*number) }),
        Event::Returned if is_made_up(&row.place.function) => {}
        Event::Returned => act(row, Done::Return),
        Event::Ended => act(row, Done::End),
        Event::ExchangeFailed { address } => {
            row.event = Some(Done::ExchangeFails { at: names.named(machine, *address, 1) });
        }
        Event::Did { what, address } => {
            let size = if what.is_on_any_address() { 1 } else { LARGEST_SYNC };
            let object = names.named(machine, *address, size);
            let statics = matches!(what, Operation::Initialise | Operation::Initialised);
            if touched.inside && statics {
                return;
            }
            row.event = Some(Done::Sync { operation: *what, object });
            row.changed.clear();
            if what.takes() {
                names.objects.locked(*address, trail.clone());
            }
            match what {
                Operation::Destroy => names.objects.destroyed(*address, trail.clone()),
                Operation::Initialise => names.objects.initialised(*address),
                _ => {}
            }
        }
        Event::Proposition { name, what } => {
            row.event = Some(Done::Proposition { verb: what.to_string(), name: name.clone() });
        }
        Event::Acted(act) => {
            row.event = Some(Done::Act { act: *act });
            row.changed.clear();
        }
        Event::Created { thread, function: number } => {
            row.event = Some(Done::Spawn { thread: *thread, function: function(*number) });
        }
        Event::Cancelled { thread } => row.event = Some(Done::Cancel { thread: *thread }),
        Event::Joined { thread } => row.event = Some(Done::Join { thread: *thread }),
        Event::Output(text) => row.output.push_str(&String::from_utf8_lossy(text)),
    }
}

/// Whose address an object gets that was freed, and where that was.
fn freed_address<'v>(names: &mut Names<'v>, machine: &Machine<'v>, address: u64) -> Reused {
    let freed =
        names.objects.get(address).and_then(|known| known.freed.as_ref()).map(|trail| trail.spot);
    let freed = freed.filter(|spot| machine.vm.is_code(spot.at.pc));
    let freed = freed.map(|spot| (spot.thread, place_near(machine.vm, spot.at).line));
    Reused { name: names.heap_object(address).0, freed }
}
