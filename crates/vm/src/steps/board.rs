//! What every actor is about to do, kept from one state to the next.
//!
//! The states that a search expands one after the other differ in few parts, so most threads are about
//! to do what they were about to do before. A slot is valid as long as the thread's record, the
//! process piece and all parts that the step read are the same; filters of 128 bits tell in one
//! comparison for most threads that none of these changed. In the same way races and waits are looked
//! for only among threads whose slots changed: the others were compared before.

use super::actor::Actor;
use super::conflict;
use super::done::{Done, Step};
use super::filter::{ALL, ELSEWHERE, Filter, bit, filter_of};
use super::parts::Shared;
use super::pending::{Pending, waits_for};
use crate::machine::Part;
use crate::state::{WHOLE, thread_at};
use allways_program::Program;
use allways_store::row::Unfolded;
use allways_store::{Id, Interner, trie};
use std::rc::Rc;

/// One actor.
struct Slot {
    pending: Option<Pending>,
    valid: bool,
    /// In the list of those whose races and waits were not looked for yet.
    changed: bool,
    touches: Filter,
    /// The thread it waits for, or [`NOBODY`].
    waits: u32,
}

const NOBODY: u32 = u32::MAX;

impl Slot {
    const EMPTY: Slot =
        Slot { pending: None, valid: false, changed: false, touches: 0, waits: NOBODY };

    /// The thread is not there: when it comes back, it has to be compared with the others.
    fn clear(&mut self) {
        *self = Slot { changed: self.changed, ..Slot::EMPTY };
    }
}

/// The threads of the state that was loaded last.
#[derive(Default)]
pub(crate) struct Board {
    /// By the actor's index.
    slots: Vec<Slot>,
    /// What each slot was read from, beside `slots` so that few cache lines are looked at.
    reads: Vec<Filter>,
    changed: Vec<Actor>,
    shared: Option<Shared>,
    /// The last state was at fault, so that what was compared before has to be compared again.
    faulty: bool,
}

impl Board {
    /// Goes to another state: slots that may not be right for it lose their validity; `forgets`: all
    /// of them.
    pub fn load(
        &mut self,
        interner: &Interner,
        program: &Program,
        row: &Unfolded<'_>,
        forgets: bool,
        shared: Shared,
    ) {
        let known = self.shared.replace(shared);
        if forgets {
            self.slots.iter_mut().for_each(Slot::clear);
            return;
        }
        let mut dirty = match known {
            Some(known) if known.process == shared.process => {
                globals_changed(interner, program, known.globals, shared.globals)
            }
            _ => ALL,
        };
        for &place in row.changed() {
            let Some(thread) = thread_at(place) else { continue };
            dirty |= bit(!u64::from(thread));
            for actor in Actor::all_of(thread) {
                dirty |= self.leave(actor, row.get(place) == Id::EMPTY);
            }
        }
        for (slot, reads) in self.slots.iter_mut().zip(&self.reads) {
            // A step that reads nothing else depends on the process piece all the same.
            if reads & dirty != 0 || dirty == ALL {
                slot.valid = false;
            }
        }
    }

    /// The record of an actor's thread changed, or is gone; says what else that changes.
    fn leave(&mut self, actor: Actor, gone: bool) -> Filter {
        let slot = self.slots.get_mut(actor.index());
        let new = slot.as_ref().is_none_or(|slot| slot.pending.is_none());
        match slot {
            Some(slot) if gone => slot.clear(),
            Some(slot) => slot.valid = false,
            None => {}
        }
        if new || gone { filter_of(Part::Threads) } else { 0 }
    }

    /// The step of an actor, if it is known and has one outcome. A step that looked at the whole
    /// state may have changed other threads, which its record does not tell: it is run again, even
    /// if the state is the same.
    #[inline]
    pub fn known(&self, actor: Actor) -> Option<Rc<Done>> {
        let slot = self.slots.get(actor.index()).filter(|slot| slot.valid)?;
        let done = &slot.pending.as_ref()?.done;
        let again = done.reads != ALL && !matches!(done.step, Step::Choices(_));
        again.then(|| Rc::clone(done))
    }

    /// Notes what an actor is about to do.
    pub fn put(&mut self, actor: Actor, done: Rc<Done>) {
        let place = actor.index();
        if self.slots.len() <= place {
            self.slots.resize_with(place + 1, || Slot::EMPTY);
            self.reads.resize(place + 1, 0);
        }
        let slot = &mut self.slots[place];
        slot.valid = true;
        if slot.pending.as_ref().is_some_and(|known| Rc::ptr_eq(&known.done, &done)) {
            return;
        }
        let elsewhere = done.reads & ELSEWHERE == ELSEWHERE;
        self.reads[place] = if elsewhere { ALL } else { done.reads };
        slot.touches = done.bytes_touched;
        let pending = Pending { actor, done };
        slot.waits = waits_for(&pending).unwrap_or(NOBODY);
        slot.pending = Some(pending);
        if !slot.changed {
            slot.changed = true;
            self.changed.push(actor);
        }
    }

    /// What an actor is about to do; `None` when it has ended.
    #[inline]
    pub fn pending(&self, actor: Actor) -> Option<&Pending> {
        let slot = self.slots.get(actor.index())?;
        slot.pending.as_ref().filter(|pending| pending.done.step != Step::Ended)
    }

    /// Whether actors may race (if `race` asks for that) or wait for each other. Only those are
    /// compared with the others that changed since the last call, unless that found a fault.
    /// `actors` are all that exist, and what they are about to do is known.
    pub fn may_be_faulty(&mut self, actors: &[(Actor, Id)], race: bool) -> bool {
        let suspicious =
            |&one: &Actor| self.waits_in_a_cycle(one) || race && self.races(one, actors);
        let found = self.faulty || self.changed.iter().any(suspicious);
        for actor in self.changed.drain(..) {
            self.slots[actor.index()].changed = false;
        }
        found
    }

    /// After it was looked in full: the state is at fault or not.
    pub fn settle(&mut self, faulty: bool) {
        self.faulty = faulty;
    }

    fn races(&self, one: Actor, actors: &[(Actor, Id)]) -> bool {
        let slot = &self.slots[one.index()];
        let Some(first) = slot.pending.as_ref().filter(|_| slot.touches != 0) else { return false };
        // Nobody races with what is done in the same thread's name.
        let others = actors.iter().filter(|other| other.0.thread() != one.thread());
        others.map(|other| other.0).any(|other| {
            self.slots.get(other.index()).is_some_and(|second| {
                second.touches & slot.touches != 0
                    && second.pending.as_ref().is_some_and(|second| {
                        conflict::conflicting(first, second).is_some()
                            || conflict::ignored(first, second).is_some()
                    })
            })
        })
    }

    fn waits_in_a_cycle(&self, start: Actor) -> bool {
        let start = start.thread();
        let mut at = start;
        for _ in 0..self.slots.len() {
            match self.slots.get(Actor::Thread(at).index()).map(|slot| slot.waits) {
                Some(next) if next == start => return true,
                Some(next) if next != NOBODY => at = next,
                _ => return false,
            }
        }
        true // it leads into a cycle of others
    }
}

/// The filter of the globals, or chunks of them, in which two states differ.
fn globals_changed(interner: &Interner, program: &Program, one: Id, other: Id) -> Filter {
    let mut filter = 0;
    let compared = trie::differences(interner, one, other, &mut |number, before, after| {
        let global = number as u32;
        if program.globals[global as usize].size <= WHOLE {
            filter |= filter_of(Part::Global(global));
            return;
        }
        let compared = trie::differences(interner, before, after, &mut |chunk, _, _| {
            filter |= filter_of(Part::GlobalChunk(global, chunk));
        });
        if !compared {
            filter = ALL;
        }
    });
    if compared { filter } else { ALL }
}
