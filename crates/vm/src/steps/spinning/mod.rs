//! Waits by spinning: threads that can only run in circles, and nobody can change what they look at.
//!
//! A state is stuck if every thread that has not ended is blocked for good or, run alone from it with
//! all choices, comes back to where it was and leaves everything that others look at as it is, at
//! every moment. Then no interleaving does anything else either. `alone` runs one thread; `steps::suspicion`
//! tells in most states at no cost that it need not be run. docs/internals/deadlocks.md has the argument.

mod alone;
mod known;

pub(crate) use alone::{MOST, may_wait};
pub(crate) use known::{Known, Stand, Suspicions};

use crate::machine::{Machine, Touch};
use crate::options::Granularity;
use crate::steps::action::Action;
use crate::steps::actor::Actor;
use crate::steps::done::Step;
use allways_program::Pc;
use allways_space::State;
use alone::{Fate, Loop, No};

/// A thread that spins.
#[derive(Clone, Debug)]
pub(crate) struct Spin {
    /// Its number.
    pub thread: u32,
    /// Where it looks whether it may go on: the first such instruction; of a loop that looks at
    /// nothing, the first one.
    pub pc: Pc,
    /// What it looks at that another thread could write.
    pub watched: Vec<Touch>,
}

/// Handlers from that number on are functions: 0 and 1 are the default action and none.
const FIRST_HANDLER: u64 = 2;

/// Why a state is not taken for one that is stuck.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) enum NotStuck {
    /// Somebody can do something else.
    Moves,
    /// This thread comes to more places than are followed.
    Far(u32),
}

/// The threads that spin, if the state is stuck because of them. It is a function of the state, made of
/// single instructions: neither guesses nor the size of steps matter.
pub(crate) fn find(machine: &mut Machine<'_>, state: State) -> Result<Vec<Spin>, NotStuck> {
    apart(machine, Granularity::Instruction, |machine| find_in(machine, state))
}

/// Whether a thread comes to more places than are followed, if it runs alone from a state.
pub(crate) fn goes_far(machine: &mut Machine<'_>, state: State, thread: u32) -> bool {
    apart(machine, Granularity::Instruction, |machine| {
        machine.load(state);
        matches!(alone::run(machine, state, thread), Err(No::Far))
    })
}

fn find_in(machine: &mut Machine<'_>, state: State) -> Result<Vec<Spin>, NotStuck> {
    machine.load(state);
    let process = &machine.process;
    let handled = process.library.signals.iter().any(|(_, how)| how.handler >= FIRST_HANDLER);
    if process.ended.is_some() || process.holder.is_some() || handled {
        return Err(NotStuck::Moves);
    }
    let mut fates = Vec::new();
    for thread in machine.thread_numbers() {
        machine.load(state);
        let control = machine.control_of(thread).ok_or(NotStuck::Moves)?;
        if control.ended.is_some() {
            continue;
        }
        if control.atomic > 0 {
            return Err(NotStuck::Moves);
        }
        let fate = alone::run(machine, state, thread).map_err(|no| match no {
            No::Acts => NotStuck::Moves,
            No::Far => NotStuck::Far(thread),
        })?;
        fates.push((thread, fate));
    }
    let disturbed = |&(one, ref fate): &(u32, Fate)| {
        fates.iter().any(|(other, theirs)| one != *other && fate.disturbs(theirs))
    };
    if fates.iter().any(disturbed) {
        return Err(NotStuck::Moves);
    }
    let spin = |(thread, fate)| match fate {
        Fate::Blocked { .. } => None,
        Fate::Spins(Loop { pc, watched, .. }) => Some(Spin { thread, pc, watched }),
    };
    let spins: Vec<Spin> = fates.into_iter().filter_map(spin).collect();
    if first(&spins).is_some() { Ok(spins) } else { Err(NotStuck::Moves) }
}

/// The one that is reported: the first that waits for something.
pub(crate) fn first(spins: &[Spin]) -> Option<&Spin> {
    spins.iter().find(|spin| !spin.watched.is_empty())
}

/// The state in which a thread has made the joins that it has put off, if it has.
pub(crate) fn settled(machine: &mut Machine<'_>, state: State, thread: u32) -> State {
    apart(machine, Granularity::Tau, |machine| {
        let mut at = state;
        for _ in 0..alone::MOST {
            machine.load(at);
            let Step::To(next) = machine.step(Actor::Thread(thread), Some(Action::ONLY)) else {
                break;
            };
            at = next;
        }
        at
    })
}

/// Does something with steps of another size, from which nothing is learned.
fn apart<'v, T>(
    machine: &mut Machine<'v>,
    granularity: Granularity,
    does: impl FnOnce(&mut Machine<'v>) -> T,
) -> T {
    let granularity = std::mem::replace(&mut machine.granularity, granularity);
    let watching = std::mem::replace(&mut machine.watch.watching, false);
    let done = does(machine);
    (machine.granularity, machine.watch.watching) = (granularity, watching);
    done
}
