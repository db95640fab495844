//! The unwinder: what `libunwind` does for exceptions. Its results are those of the Itanium C++ ABI.

use super::{Model, Outcome};
use crate::effects::{LEAVES, VISIBLE};
use crate::fault::{FaultKind, Halt};
use crate::machine::{Args, Machine};
use crate::value::word::Word;

/// The functions of this file.
pub const MODELS: &[Model] = &[
    Model { name: "_Unwind_RaiseException", effects: LEAVES, run: raise },
    Model { name: "_Unwind_DeleteException", effects: VISIBLE, run: delete },
    Model { name: "_Unwind_Backtrace", effects: VISIBLE, run: backtrace },
];

/// `_URC_FOREIGN_EXCEPTION_CAUGHT`.
const FOREIGN_EXCEPTION_CAUGHT: u64 = 1;
/// `_URC_END_OF_STACK`.
const END_OF_STACK: u64 = 5;

fn raise(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    let exception = args.get(machine, 0)?;
    if machine.raise(exception)? { Ok(Outcome::Moved) } else { Outcome::number(END_OF_STACK) }
}

/// Calls what the exception says is to be called when another language caught it.
fn delete(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    let exception = args.get(machine, 0)?;
    if machine.ends_thread(exception) {
        // A handler of whatever there is kept the thread from ending: libc gives up.
        return Err(FaultKind::Abort.into());
    }
    let unit = machine.vm.pointer_bytes();
    let cleanup = machine.read_number(exception + 8, unit)?;
    if cleanup == 0 {
        return Ok(Outcome::Nothing);
    }
    let function = machine.function_at(cleanup)?;
    machine.start_call(function, &[Word::new(FOREIGN_EXCEPTION_CAUGHT), Word::new(exception)])?;
    Ok(Outcome::Moved)
}

/// Nobody who asks for the frames sees any, as in a program without tables for them.
fn backtrace(_: &mut Machine<'_>, _: &Args<'_>) -> Result<Outcome, Halt> {
    Outcome::number(END_OF_STACK)
}
