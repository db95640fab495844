//! The constructs of `allways.h`.

use super::stdio::{Varargs, format};
use super::{Model, Outcome, heap};
use crate::explain::Event;
use crate::fault::{Block, FaultKind, Halt, Misuse};
use crate::machine::{Args, Machine};
use crate::word::Word;

/// The functions of this file.
pub const MODELS: &[Model] = &[
    Model { name: "__allways_assert", run: assert },
    Model { name: "__allways_choose", run: choose },
    Model { name: "__allways_range", run: range },
    Model { name: "__allways_atomic_begin", run: atomic_begin },
    Model { name: "__allways_atomic_end", run: atomic_end },
    Model { name: "__VERIFIER_atomic_begin", run: atomic_begin },
    Model { name: "__VERIFIER_atomic_end", run: atomic_end },
    Model { name: "__allways_lock", run: lock },
    Model { name: "__allways_unlock", run: unlock },
    Model { name: "__allways_trace", run: trace },
    Model { name: "__allways_malloc_guaranteed", run: malloc_guaranteed },
];

fn assert(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    let condition = args.word(machine, 0).get().ok_or(FaultKind::UndefinedBranch)?;
    if condition == 0 {
        return Err(FaultKind::Assertion { text: args.get(machine, 1)? }.into());
    }
    Ok(Outcome::Nothing)
}

fn choose(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    let count = args.get(machine, 0)? as u32;
    if count == 0 {
        return Err(Halt::Block(Block::Assume));
    }
    Outcome::number(machine.choose(count)?.into())
}

fn range(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    let (low, high) = (args.get(machine, 0)? as i64, args.get(machine, 1)? as i64);
    let count = high.wrapping_sub(low).wrapping_add(1);
    if low > high || count <= 0 || count > i64::from(u32::MAX) {
        return Err(Halt::Block(Block::Assume));
    }
    let chosen = machine.choose(count as u32)?;
    Outcome::number(low.wrapping_add(chosen.into()) as u64)
}

fn atomic_begin(machine: &mut Machine<'_>, _: &Args<'_>) -> Result<Outcome, Halt> {
    machine.thread().control.atomic += 1;
    Ok(Outcome::Nothing)
}

fn atomic_end(machine: &mut Machine<'_>, _: &Args<'_>) -> Result<Outcome, Halt> {
    let control = &mut machine.thread().control;
    if control.atomic == 0 {
        return Err(FaultKind::Misuse(Misuse::NotInAtomicSection).into());
    }
    control.atomic -= 1;
    Ok(Outcome::Nothing)
}

fn lock(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    let address = args.get(machine, 0)?;
    let me = machine.thread_id();
    match machine.process.locks.binary_search_by_key(&address, |l| l.0) {
        Ok(held) => {
            let owner = machine.process.locks[held].1;
            Err(Halt::Block(Block::Lock { address, owner }))
        }
        Err(place) => {
            machine.process.locks.insert(place, (address, me));
            machine.note(|| Event::Did { what: "vlock", address });
            Ok(Outcome::Nothing)
        }
    }
}

fn unlock(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    let address = args.get(machine, 0)?;
    let me = machine.thread_id();
    match machine.process.locks.binary_search(&(address, me)) {
        Ok(held) => {
            machine.process.locks.remove(held);
            machine.note(|| Event::Did { what: "vunlock", address });
            Ok(Outcome::Nothing)
        }
        Err(_) => Err(FaultKind::Misuse(Misuse::NotVLocked).into()),
    }
}

fn trace(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    let template = args.get(machine, 0)?;
    let text = format(machine, template, &mut Varargs::of_call(args, 1))?;
    machine.note(|| Event::Output([text.as_slice(), b"\n"].concat()));
    Ok(Outcome::Nothing)
}

fn malloc_guaranteed(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    let size = args.size(machine, 0)?;
    let address = heap::allocate(machine, args, size, false)?;
    Ok(Outcome::Value(Word::new(address)))
}
