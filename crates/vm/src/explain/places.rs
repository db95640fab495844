//! Places of instructions in the source.

use crate::machine::{Position, Vm};
use allways_program::Pc;
use allways_trace::Place;

/// The place of an instruction.
pub fn place(vm: &Vm, position: impl Into<Position>) -> Place {
    let Position { pc, by } = position.into();
    if !vm.is_code(pc) {
        return Place::default();
    }
    let debug = &vm.program.debug;
    let display = |function: u32| vm.program.functions[function as usize].display.clone();
    let (function, by) = (display(vm.function_at(pc)), by.map(display).unwrap_or_default());
    match debug.location(pc) {
        Some(location) => Place {
            file: debug.file(location).to_string(),
            line: location.line,
            column: location.column,
            function,
            by,
        },
        None => Place { function, by, ..Place::default() },
    }
}

/// Where the functions were called that a thread is in, the innermost first: the positions of its frames beyond the
/// one at `at`, or beyond the first where the thread has gone on. What the program itself did not call is left out.
pub fn callers(vm: &Vm, stack: &[Pc], at: Pc) -> Vec<Place> {
    let above = stack.iter().position(|&pc| pc == at).unwrap_or(0) + 1;
    let own = |pc: &Pc| vm.is_code(*pc) && !vm.is_library(*pc);
    let places = stack.iter().skip(above).filter(|pc| own(pc)).map(|&pc| place(vm, pc));
    places.filter(|place| place.line != 0).collect()
}

/// The place of an instruction, or of the first one behind it in its function that has a line: stack
/// objects come to life before a function's first line.
pub fn place_near(vm: &Vm, position: impl Into<Position>) -> Place {
    let Position { pc, by } = position.into();
    let debug = &vm.program.debug;
    let function = &vm.program.functions[vm.function_at(pc) as usize];
    let located = (pc..function.code.end).find(|&at| debug.location(at).is_some());
    place(vm, Position { pc: located.unwrap_or(pc), by })
}
