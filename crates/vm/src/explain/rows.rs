//! Events as the rows of a schedule.

use super::Event;
use super::heap::Spot;
use super::names::Names;
use crate::machine::{Kind, Machine, Touch, Vm};
use allways_program::Pc;
use allways_trace::{
    Bytes, Changed, Event as Done, LARGEST_SYNC, Name, Place, Reused, Step, Value,
};

/// The place of an instruction.
pub fn place(vm: &Vm, pc: Pc) -> Place {
    if !vm.is_code(pc) {
        return Place::default();
    }
    let debug = &vm.program.debug;
    let function = vm.program.functions[vm.function_at(pc) as usize].display.clone();
    match debug.location(pc) {
        Some(location) => Place {
            file: debug.file(location).to_string(),
            line: location.line,
            column: location.column,
            function,
        },
        None => Place { function, ..Place::default() },
    }
}

/// The place of an instruction, or of the first one behind it in its function that has a line: stack
/// objects come to life before a function's first line.
pub fn place_near(vm: &Vm, pc: Pc) -> Place {
    let debug = &vm.program.debug;
    let function = &vm.program.functions[vm.function_at(pc) as usize];
    let located = (pc..function.code.end).find(|&at| debug.location(at).is_some());
    place(vm, located.unwrap_or(pc))
}

/// Turns the events of one step of the machine into steps of the trace, one for each instruction, silent ones
/// included.
pub fn rows<'v>(
    names: &mut Names<'v>,
    machine: &mut Machine<'v>,
    thread: u32,
    events: &[Event],
) -> Vec<Step> {
    let mut rows: Vec<Step> = Vec::new();
    let mut at: Option<Pc> = None;
    // What happens before or after the program's own code has no place, but a thread.
    let mut row = Step { thread, ..Step::default() };
    let mut inside = false;
    for event in events {
        if let Event::At(pc) = event {
            if inside {
                fold(&mut row);
            }
            inside = false;
            rows.push(row);
            at = Some(*pc);
            row = Step { thread, place: place(machine.vm, *pc), ..Step::default() };
            continue;
        }
        if let Event::CalledFrom(pc) = event {
            // What the library does is told where the program called it.
            row.place = place(machine.vm, *pc);
            inside = true;
            at = Some(*pc);
            continue;
        }
        let spot = Spot { thread, pc: at.unwrap_or(Pc::MAX) };
        describe(names, machine, spot, event, &mut row);
    }
    if inside {
        fold(&mut row);
    }
    rows.push(row);
    rows
}

/// Of what the C++ library does, what it does to memory, threads and locks is told, and not which functions
/// and variables of its own it uses for that.
fn fold(row: &mut Step) {
    if let None | Some(Done::Call { .. } | Done::Return) = row.event {
        row.event = None;
        row.changed.clear();
    }
}

/// The first thing that an instruction does is what is told of it, unless something says more.
fn act(row: &mut Step, event: Done) {
    row.event.get_or_insert(event);
}

fn describe<'v>(
    names: &mut Names<'v>,
    machine: &mut Machine<'v>,
    spot: Spot,
    event: &Event,
    row: &mut Step,
) {
    let function = |number: u32| machine.vm.program.functions[number as usize].display.clone();
    match event {
        Event::At(_)
        | Event::CalledFrom(_)
        | Event::Reached(_)
        | Event::Touch { bytes: None, .. } => {}
        Event::Touch { touch, bytes: Some(bytes) } => {
            describe_touch(names, machine, *touch, bytes.clone().into(), row);
        }
        Event::Assigned { variable, words } => {
            if words.iter().all(|w| w.defined as u32 == 0) {
                return;
            }
            let variable = &machine.vm.program.debug.variables[*variable as usize];
            let bytes = names.bytes_of_words(variable.ty, words);
            let value = names.value(machine, Some(variable.ty), bytes);
            change(row, variable.name.clone(), value);
        }
        Event::Allocated { address, size, kind, reused } => {
            let reused = reused.then(|| freed_address(names, machine, *address));
            names.objects.allocated(*address, *size, *kind, spot);
            if *kind == Kind::Heap {
                act(row, Done::Alloc { address: *address, size: *size, reused });
            }
        }
        Event::Freed { address } => {
            if names.objects.get(*address).is_some_and(|known| known.heap) {
                row.event = Some(Done::Free { object: names.named(machine, *address, u64::MAX) });
            }
            names.objects.freed(*address, spot);
        }
        Event::Called(number) => act(row, Done::Call { function: function(*number) }),
        Event::Returned => act(row, Done::Return),
        Event::Ended => act(row, Done::End),
        Event::ExchangeFailed { address } => {
            row.event = Some(Done::ExchangeFails { at: names.named(machine, *address, 1) });
        }
        Event::Did { what, address } => {
            let size = if what.is_on_any_address() { 1 } else { LARGEST_SYNC };
            let object = names.named(machine, *address, size);
            row.event = Some(Done::Sync { operation: *what, object });
            row.changed.clear();
            if what.takes() {
                names.objects.locked(*address, spot);
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
    let freed = names.objects.get(address).and_then(|known| known.freed);
    let freed = freed.filter(|spot| machine.vm.is_code(spot.pc));
    let freed = freed.map(|spot| (spot.thread, place_near(machine.vm, spot.pc).line));
    Reused { name: names.heap_object(address).0, freed }
}

fn describe_touch<'v>(
    names: &mut Names<'v>,
    machine: &mut Machine<'v>,
    Touch { address, size, write, .. }: Touch,
    bytes: Bytes,
    row: &mut Step,
) {
    // A scope that begins or ends leaves indeterminate bytes behind: nothing to see.
    if write && bytes.defined.iter().all(|&d| d == 0) {
        return;
    }
    let found = names.of(machine, address, size);
    let value = names.value(machine, found.ty, bytes);
    let name = Name { text: found.text, address };
    if write {
        change(row, name.text.clone(), value.clone());
        act(row, Done::Store { to: name, value });
    } else {
        act(row, Done::Load { from: name, value });
    }
}

fn change(row: &mut Step, name: String, value: Value) {
    match row.changed.iter_mut().find(|c| c.name == name) {
        Some(old) => old.value = value,
        None => row.changed.push(Changed { name, value }),
    }
}
