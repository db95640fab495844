//! Events as the rows of a schedule.

use super::Event;
use super::heap::Spot;
use super::names::Names;
use crate::machine::{Kind, Machine, Touch};
use crate::state::Chunk;
use crate::vm::Vm;
use allways_program::Pc;
use allways_space::{Change, Place, TraceStep};

/// Size of the largest synchronisation object: names stop at the whole of it.
pub const LARGEST_SYNC: u64 = 56;

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

/// Turns the events of one step into rows.
pub fn rows<'v>(
    names: &mut Names<'v>,
    machine: &mut Machine<'v>,
    thread: u32,
    events: &[Event],
) -> Vec<TraceStep> {
    let mut rows: Vec<TraceStep> = Vec::new();
    let mut at: Option<Pc> = None;
    // What happens before or after the program's own code has no place, but a thread.
    let mut row = TraceStep { thread, ..TraceStep::default() };
    for event in events {
        if let Event::At(pc) = event {
            flush(&mut rows, &mut row);
            at = Some(*pc);
            row = TraceStep { thread, place: place(machine.vm, *pc), ..TraceStep::default() };
            continue;
        }
        let spot = Spot { thread, pc: at.unwrap_or(Pc::MAX) };
        describe(names, machine, spot, event, &mut row);
    }
    flush(&mut rows, &mut row);
    rows
}

/// Keeps a row that says something.
fn flush(rows: &mut Vec<TraceStep>, row: &mut TraceStep) {
    if !row.action.is_empty() || !row.changed.is_empty() || !row.output.is_empty() {
        rows.push(std::mem::take(row));
    }
}

fn act(row: &mut TraceStep, text: String) {
    if row.action.is_empty() {
        row.action = text;
    }
}

fn describe<'v>(
    names: &mut Names<'v>,
    machine: &mut Machine<'v>,
    spot: Spot,
    event: &Event,
    row: &mut TraceStep,
) {
    match event {
        Event::At(_) => {}
        Event::Touch { touch, bytes } => {
            describe_touch(names, machine, *touch, bytes.as_ref(), row);
        }
        Event::Assigned { variable, words } => {
            if words.iter().all(|w| w.defined as u32 == 0) {
                return;
            }
            let variable = &machine.vm.program.debug.variables[*variable as usize];
            let value = names.value_of_words(machine, variable.ty, words);
            change(row, variable.name.clone(), value);
        }
        Event::Allocated { address, size, kind, reused } => {
            let again = reused.then(|| freed_address(names, machine, *address)).unwrap_or_default();
            names.objects.allocated(*address, *size, *kind, spot);
            if *kind == Kind::Heap {
                act(row, format!("allocate {size} bytes{again}"));
            }
        }
        Event::Freed { address } => {
            if names.objects.get(*address).is_some_and(|known| known.heap) {
                let name = names.of(machine, *address, u64::MAX).text;
                row.action = format!("free {name}");
            }
            names.objects.freed(*address, spot);
        }
        Event::Called(function) => {
            let name = &machine.vm.program.functions[*function as usize].display;
            act(row, format!("call {name}"));
        }
        Event::Returned => act(row, "return".to_string()),
        Event::Ended => act(row, "thread ends".to_string()),
        Event::ExchangeFailed { address } => {
            let name = names.of(machine, *address, 1).text;
            row.action = format!("compare-exchange {name}: fails");
        }
        Event::Did { what, address } => {
            let size = if what.starts_with('v') { 1 } else { LARGEST_SYNC };
            let name = names.of(machine, *address, size).text;
            row.action = format!("{what} {name}");
            row.changed.clear();
            if matches!(*what, "lock" | "vlock" | "read-lock" | "write-lock") {
                names.objects.locked(*address, spot);
            }
        }
        Event::Proposition { name, what } => row.action = format!("{what} {name}"),
        Event::Acted(what) => {
            row.action = what.to_string();
            row.changed.clear();
        }
        Event::Created { thread, function } => {
            let name = &machine.vm.program.functions[*function as usize].display;
            row.action = format!("create thread {thread}: {name}");
        }
        Event::Cancelled { thread } => row.action = format!("cancel thread {thread}"),
        Event::Joined { thread } => row.action = format!("join thread {thread}"),
        Event::Output(text) => row.output.push_str(&String::from_utf8_lossy(text)),
    }
}

/// Whose address an object gets that was freed, and where that was.
fn freed_address<'v>(names: &mut Names<'v>, machine: &Machine<'v>, address: u64) -> String {
    let freed = names.objects.get(address).and_then(|known| known.freed);
    let name = names.heap_object(address).0;
    match freed.filter(|spot| machine.vm.is_code(spot.pc)) {
        Some(spot) => {
            let line = place_near(machine.vm, spot.pc).line;
            format!(" at the address of {name}, freed by thread {} in line {line}", spot.thread)
        }
        None => format!(" at the freed address of {name}"),
    }
}

fn describe_touch<'v>(
    names: &mut Names<'v>,
    machine: &mut Machine<'v>,
    touch: Touch,
    bytes: Option<&Chunk>,
    row: &mut TraceStep,
) {
    let Some(bytes) = bytes else { return };
    // A scope that begins or ends leaves indeterminate bytes behind: nothing to see.
    if touch.write && bytes.defined.iter().all(|&d| d == 0) {
        return;
    }
    let name = names.of(machine, touch.address, touch.size);
    let value = names.value(machine, name.ty, bytes);
    let verb = if touch.write { "store" } else { "load" };
    act(row, format!("{verb} {} = {value}", name.text));
    if touch.write {
        change(row, name.text, value);
    }
}

fn change(row: &mut TraceStep, name: String, value: String) {
    match row.changed.iter_mut().find(|c| c.name == name) {
        Some(old) => old.value = value,
        None => row.changed.push(Change { name, value }),
    }
}
