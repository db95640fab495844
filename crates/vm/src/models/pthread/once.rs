//! One-time initialisation: an `int` that is 0 before and 2 afterwards, as in glibc; in between it
//! names the thread that runs the routine, under a mark.

use super::{field, write_fields};
use crate::effects::VISIBLE;
use crate::fault::{Block, Halt, Misuse};
use crate::machine::{Args, Event, Machine, Mode, ONCE_DONE};
use crate::models::{Model, Outcome};
use allways_program::holder;
use allways_trace::Operation;

/// The functions of this file.
pub const MODELS: &[Model] = &[
    Model { name: "pthread_once", effects: VISIBLE, run: once },
    Model { name: "call_once", effects: VISIBLE, run: once },
];

/// The bit of an initialisation under way; the number of the thread stands above.
const RUNNING: u32 = 1;

fn once(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    let address = args.get(machine, 0)?;
    let bytes = machine.read_bytes(address, 4, Mode::AtomicWrite)?;
    match field(&bytes, 0).ok_or(Misuse::NotAOnce)? {
        ONCE_DONE => Outcome::number(0),
        0 => {
            let routine = args.get(machine, 1)?;
            let routine = machine.function_at(routine)?;
            let running = holder::marked(RUNNING | machine.thread_id() << 2);
            write_fields(machine, address, &[(0, running)], Mode::AtomicWrite)?;
            machine.show_number(address);
            machine.note(|| Event::Did { what: Operation::Initialise, address });
            machine.start_once(address, routine)?;
            Ok(Outcome::Moved)
        }
        value if value & 3 == RUNNING => {
            let owner = machine.number_in_lock(value) >> 2;
            Err(Halt::Block(Block::Once { address, owner }))
        }
        _ => Err(Misuse::NotAOnce.into()),
    }
}
