//! The constructs of `allways.h`.

use super::stdio::{Varargs, format};
use super::{Model, Outcome, heap};
use crate::effects::{HEAP, SECTION, SHARED_MEMORY, TRY, TRY_ALIKE, VISIBLE};
use crate::fault::{Block, FaultKind, Halt, Misuse};
use crate::machine::{Args, Event, Machine};
use crate::value::word::Word;
use allways_trace::Operation;

/// The functions of this file.
pub const MODELS: &[Model] = &[
    Model { name: "__allways_assert", effects: SHARED_MEMORY, run: assert },
    Model { name: "__allways_choose", effects: TRY_ALIKE, run: choose },
    Model { name: "__allways_range", effects: TRY, run: range },
    Model { name: "__allways_atomic_begin", effects: SECTION, run: atomic_begin },
    Model { name: "__allways_atomic_end", effects: SECTION, run: atomic_end },
    Model { name: "__VERIFIER_atomic_begin", effects: SECTION, run: atomic_begin },
    Model { name: "__VERIFIER_atomic_end", effects: SECTION, run: atomic_end },
    Model { name: "__allways_lock", effects: VISIBLE, run: lock },
    Model { name: "__allways_unlock", effects: VISIBLE, run: unlock },
    Model { name: "__allways_trace", effects: VISIBLE, run: trace },
    Model { name: "__allways_malloc_guaranteed", effects: HEAP, run: malloc_guaranteed },
];

fn assert(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    let condition = args.word(machine, 0).get().ok_or(FaultKind::UndefinedBranch)?;
    if condition == 0 {
        return Err(FaultKind::Assertion { text: args.get(machine, 1)? }.into());
    }
    Ok(Outcome::Nothing)
}

/// Outcomes of one choice that are all explored; of more, the lowest and the highest are.
const MOST_OUTCOMES: u32 = 1 << 16;

/// Any number below `count`, which is not zero.
fn choose_below(machine: &mut Machine<'_>, count: u64) -> Result<u64, Halt> {
    if count <= MOST_OUTCOMES.into() {
        return Ok(machine.choose(count as u32)?.into());
    }
    machine.noted.sampled = true;
    let chosen = machine.choose(MOST_OUTCOMES)?;
    let from_the_end = u64::from(MOST_OUTCOMES - chosen);
    Ok(if chosen < MOST_OUTCOMES / 2 { chosen.into() } else { count - from_the_end })
}

fn choose(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    let count = args.get(machine, 0)? as u32;
    if count == 0 {
        return Err(Halt::Block(Block::Assume));
    }
    Outcome::number(choose_below(machine, count.into())?)
}

fn range(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    let (low, high) = (args.get(machine, 0)? as i64, args.get(machine, 1)? as i64);
    if low > high {
        return Err(Halt::Block(Block::Assume));
    }
    let count = high.abs_diff(low).saturating_add(1);
    let chosen = choose_below(machine, count)?;
    Outcome::number(low.wrapping_add_unsigned(chosen) as u64)
}

/// Begins an atomic section.
pub(super) fn atomic_begin(machine: &mut Machine<'_>, _: &Args<'_>) -> Result<Outcome, Halt> {
    machine.thread().control.atomic += 1;
    Ok(Outcome::Nothing)
}

/// Ends an atomic section.
pub(super) fn atomic_end(machine: &mut Machine<'_>, _: &Args<'_>) -> Result<Outcome, Halt> {
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
            machine.note(|| Event::Did { what: Operation::VLock, address });
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
            machine.note(|| Event::Did { what: Operation::VUnlock, address });
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
    let address = heap::allocate(machine, args, size)?;
    Ok(Outcome::Value(Word::new(address)))
}
