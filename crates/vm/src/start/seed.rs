//! First guesses, from a few random executions. What they say only has to be likely: every guess is
//! checked afterwards.

use crate::discipline::{Held, History};
use crate::machine::{Machine, Vm};
use crate::steps::{Actor, SHORT, Step};
use allways_space::State;

/// Executions.
const WALKS: u32 = 24;
/// Steps of all together: never a time, so that the guesses are the same whatever else the machine does.
const STEPS: u32 = 8000;

impl Vm {
    /// Runs the program a few times and makes the first guesses of what it sees.
    pub(crate) fn seed_guesses(&self) {
        if !self.tracks_discipline() {
            return;
        }
        let mut random = 0x2545_f491_4f6c_dd1d_u64;
        let mut machine = Machine::new(self);
        machine.longest = SHORT;
        let mut left = STEPS;
        for walk in 0..WALKS {
            machine.watch.seeding = Some(Held::default());
            let Ok(state) = machine.begin() else { return };
            // Short ones leave more to those that follow.
            let most = 2 * left / (WALKS - walk + 1);
            left -= run(&mut machine, state, &mut random, walk % 3, most);
            // A program in which nothing is shared teaches nothing, however long it runs.
            if walk > 0 && machine.watch.lessons.is_empty() {
                break;
            }
        }
        let mut history = History::default();
        history.begin(&machine.watch.lessons);
        self.believe(history);
    }
}

fn below(random: &mut u64, end: u64) -> u64 {
    *random ^= *random << 13;
    *random ^= *random >> 7;
    *random ^= *random << 17;
    (*random >> 11) % end.max(1)
}

/// One execution of at most so many steps, and how many it made. `sticky` 0: every thread as likely; else
/// the last one goes on more often.
fn run(
    machine: &mut Machine<'_>,
    mut state: State,
    random: &mut u64,
    sticky: u32,
    most: u32,
) -> u32 {
    let mut last = 0;
    for made in 0..most {
        machine.load(state);
        if machine.process.ended.is_some() {
            return made;
        }
        let mut threads = machine.thread_numbers();
        if let Some(holder) = machine.process.holder {
            threads.retain(|&t| t == holder);
        }
        let start = below(random, threads.len() as u64) as usize;
        threads.rotate_left(start);
        if sticky > 0 && below(random, 8) < 5 + u64::from(sticky) {
            threads.sort_by_key(|&t| t != last);
        }
        let held = machine.watch.seeding.clone();
        let next = threads.into_iter().find_map(|thread| {
            machine.watch.seeding = held.clone();
            let to = one_step(machine, state, thread, random)?;
            Some((thread, to))
        });
        let Some((thread, to)) = next else { return made };
        (last, state) = (thread, to);
    }
    most
}

fn one_step(
    machine: &mut Machine<'_>,
    state: State,
    thread: u32,
    random: &mut u64,
) -> Option<State> {
    machine.load(state);
    match machine.step(Actor::Thread(thread), None) {
        Step::To(to) => Some(to),
        Step::Choices(count) => {
            machine.load(state);
            let choice = below(random, count.into()) as u32;
            match machine.step(Actor::Thread(thread), Some(choice)) {
                Step::To(to) => Some(to),
                _ => None,
            }
        }
        _ => None,
    }
}
