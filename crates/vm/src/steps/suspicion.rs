//! Which states are looked at: those in which everybody who can move goes round by the steps of the
//! search.
//!
//! The steps of a thread that spins are made of instructions that leave everything that is shared as
//! it is, so they do too, whatever their size. So a state in which some thread can make a step that changes
//! something, or come to one, is not stuck. Steps that were made before are remembered, and those
//! that were not will be made by the search anyway; who gets out from where is remembered too.

use super::action::Action;
use super::actor::Actor;
use super::done::{Done, Step};
use super::filter::{self, Filter};
use super::memo::{Key, KeyHasher, NO_CHOICE};
use super::parts::Shared;
use super::pending::Pending;
use super::spinning::{self, Known, NotStuck, Spin, Stand, may_wait};
use super::stepper::VmStepper;
use crate::fault::{Block, FaultKind};
use crate::machine::{Kind, Part};
use crate::state::{thread_at, thread_place};
use allways_space::{Flow, State};
use allways_store::Id;
use allways_store::row::{Row, Top};
use std::collections::HashSet;
use std::hash::{BuildHasherDefault, Hasher};
use std::rc::Rc;

/// Places that a thread may come to; twice as many as it may where it is looked at in earnest, so that
/// what is cut here is cut there too.
pub(super) const MOST: usize = 2 * spinning::MOST;
/// Places that are compared one by one.
const FEW: usize = 32;

/// What a thread can do next.
#[derive(Copy, Clone, PartialEq, Eq)]
enum Next {
    /// Nothing.
    Waits,
    /// A step that changes nothing but its own record.
    Moves,
    /// Something else.
    Acts,
}

impl VmStepper<'_> {
    /// Reports that a state is stuck because threads can only spin.
    #[inline]
    pub(crate) fn report_spinning(&mut self, state: State, shared: Shared) -> Result<(), Flow> {
        let last = self.spins.last;
        if !self.spins.asked {
            return Ok(());
        }
        match self.next(shared, last) {
            Next::Acts => Ok(()),
            // One that waits was perhaps seen to come to where it does, and does not get out of there.
            Next::Moves if self.is_out(shared, last) => Ok(()),
            Next::Moves | Next::Waits => self.suspect(state, shared),
        }
    }

    /// Whether a thread is known to get out.
    fn is_out(&self, Shared { process, globals }: Shared, thread: u32) -> bool {
        let record = self.row.get(thread_place(thread));
        let stand = Stand { thread, record, process, globals, others: (0, 0) };
        self.spins.known.get(&stand) == Some(&Known::Out)
    }

    #[inline(never)]
    fn suspect(&mut self, state: State, shared: Shared) -> Result<(), Flow> {
        let mut moving = std::mem::take(&mut self.spins.moving);
        moving.clear();
        for &(actor, record) in &self.actors {
            let Actor::Thread(thread) = actor;
            match self.next(shared, thread) {
                Next::Waits => {}
                Next::Moves => moving.push((thread, record)),
                Next::Acts => {
                    self.spins.last = thread;
                    moving.clear();
                    break;
                }
            }
        }
        let last = moving.iter().position(|&(thread, _)| thread == self.spins.last);
        last.into_iter().for_each(|last| moving.swap(0, last));
        let mut stuck = !moving.is_empty();
        // Threads that wait in a cycle are a deadlock already.
        stuck &= self.edges.iter().all(|edge| edge.action.choice != Action::STUCK);
        for &(thread, record) in moving.iter().take_while(|_| stuck) {
            if self.gets_out(shared, thread, record)? {
                self.spins.last = thread;
                stuck = false;
                break;
            }
        }
        self.spins.moving = moving;
        if stuck { self.look(state, shared) } else { Ok(()) }
    }

    /// Looks in earnest.
    fn look(&mut self, state: State, shared: Shared) -> Result<(), Flow> {
        let first = self.board.pending(Actor::Thread(0)).and_then(Pending::block);
        let joins = matches!(first, Some(Block::Join { .. }));
        let at = if joins { spinning::settled(&mut self.machine, state, 0) } else { state };
        match spinning::find(&mut self.machine, at) {
            Ok(spins) => {
                if let Some(Spin { thread, pc, .. }) = spinning::first(&spins) {
                    self.report(Actor::Thread(*thread), *pc, FaultKind::Deadlock, Action::STUCK);
                }
                Ok(())
            }
            Err(NotStuck::Far(thread)) if at == state => self.note_far(shared, thread),
            Err(_) => Ok(()),
        }
    }

    fn next(&self, shared: Shared, thread: u32) -> Next {
        let Some(pending) = self.board.pending(Actor::Thread(thread)) else { return Next::Waits };
        match pending.done.step {
            Step::Blocked(Block::Assume) => Next::Acts,
            Step::Blocked(_) => Next::Waits,
            Step::Choices(_) => Next::Moves,
            _ if pending.done.reads == filter::ALL => {
                let action = Action::of_thread(thread, Action::ONLY);
                let edge = self.edges.iter().position(|edge| edge.action == action);
                let to = edge.and_then(|edge| self.top_of(edge));
                if self.is_still(shared, thread, &pending.done, to) {
                    Next::Moves
                } else {
                    Next::Acts
                }
            }
            _ if self.is_still(shared, thread, &pending.done, None) => Next::Moves,
            _ => Next::Acts,
        }
    }

    /// Whether a step leads to a state in which only the thread's own record differs. `to` is that state,
    /// where the step may have changed more than it says.
    fn is_still(&self, shared: Shared, thread: u32, done: &Done, to: Option<Top>) -> bool {
        let vm = self.machine.vm;
        matches!(done.step, Step::To(_))
            && done.process == shared.process
            && may_wait(vm, done)
            && (done.reads != filter::ALL || to.is_some_and(|to| self.leaves_others(thread, to)))
            && done
                .writes
                .iter()
                .all(|&(part, id)| shared.read(&vm.interner, &self.row, part) == id)
    }

    /// Whether a state differs from the present one in frames and variables of one thread only. These are
    /// steps that are run anew whenever they are made, so it is not asked while there is one thread.
    #[inline(never)]
    fn leaves_others(&self, thread: u32, to: Top) -> bool {
        let interner = &self.machine.vm.interner;
        let place = thread_place(thread);
        let (row, mut count) = (Row::open(interner, to), 0);
        let mut same = self.actors.len() > 1;
        row.for_each(&mut |at, id| {
            count += 1;
            same &= at == place || self.row.get(at) == id;
        });
        let (before, after) = (self.row.get(place), row.get(place));
        if !same || count != self.row.iter().count() || after == Id::EMPTY {
            return false;
        }
        let (before, after) = (interner.children(before), interner.children(after));
        let changed = self.machine.changed_objects(thread, before[2], after[2]);
        changed.iter().all(|object| matches!(object.kind, Kind::Stack | Kind::ThreadLocal))
    }

    /// Whether a thread comes to a step that changes something, ends or fails, if it runs alone; also if
    /// that takes long.
    fn gets_out(&mut self, shared: Shared, thread: u32, record: Id) -> Result<bool, Flow> {
        let Shared { process, globals } = shared;
        let own = Stand { thread, record, process, globals, others: (0, 0) };
        let mut others = None;
        match self.spins.known.get(&own) {
            Some(Known::Out) => return Ok(true),
            Some(Known::Round) => return Ok(false),
            Some(Known::Foreign) => {
                let sum = self.others(thread);
                others = Some(sum);
                if let Some(known) = self.spins.known.get(&Stand { others: sum, ..own }) {
                    return Ok(*known == Known::Out);
                }
            }
            None => {}
        }
        let walk = self.walk(shared, thread, record)?;
        let others = match walk.foreign {
            true => others.unwrap_or_else(|| self.others(thread)),
            false => (0, 0),
        };
        let known = if walk.out { Known::Out } else { Known::Round };
        for record in walk.records {
            let own = Stand { record, ..own };
            if walk.foreign {
                self.spins.note(own, Known::Foreign);
            }
            self.spins.note(Stand { others, ..own }, known);
        }
        Ok(walk.out)
    }

    /// Follows a thread by the steps of the search.
    #[inline(never)]
    fn walk(&mut self, shared: Shared, thread: u32, record: Id) -> Result<Walk, Flow> {
        let pending = self.board.pending(Actor::Thread(thread)).expect("it can move");
        let done = Rc::clone(&pending.done);
        let Shared { process, globals } = shared;
        let stand = Stand { thread, record, process, globals, others: (0, 0) };
        let foreign = self.foreign();
        let mut way = Way::from(record);
        let mut walk = Walk { out: false, foreign: false, records: Vec::new() };
        let edge = Action::of_thread(thread, Action::ONLY);
        let edge = self.edges.iter().position(|e| e.action == edge);
        let mut todo = vec![(0, done, edge.and_then(|edge| self.top_of(edge)))];
        while let Some((at, done, to)) = todo.pop() {
            let from = way.nodes[at].0;
            let outcomes = match done.step {
                Step::Choices(count) => {
                    way.branches = true;
                    Some(count)
                }
                _ => None,
            };
            walk.foreign |= done.reads & foreign != 0;
            for choice in 0..outcomes.unwrap_or(1) {
                let (done, to) = match outcomes {
                    Some(_) => self.step_alone(shared, thread, from, choice)?,
                    None => (Rc::clone(&done), to),
                };
                walk.foreign |= done.reads & foreign != 0;
                if !self.is_still(shared, thread, &done, to) || way.nodes.len() == MOST {
                    walk.out = true;
                    walk.records = way.records_out(at);
                    return Ok(walk);
                }
                let known = self.spins.known.get(&Stand { record: done.record, ..stand });
                if known == Some(&Known::Out) {
                    walk.out = true;
                    walk.records = way.records_out(at);
                    return Ok(walk);
                }
                if known != Some(&Known::Round) && way.comes_to(done.record, at) {
                    let (next, to) = self.step_alone(shared, thread, done.record, NO_CHOICE)?;
                    todo.push((way.nodes.len() - 1, next, to));
                }
            }
        }
        walk.records = way.records();
        Ok(walk)
    }

    /// A step of a thread from a state that differs from the present one in its record only.
    #[inline(never)]
    pub(super) fn step_alone(
        &mut self,
        shared: Shared,
        thread: u32,
        record: Id,
        choice: u32,
    ) -> Result<(Rc<Done>, Option<Top>), Flow> {
        let key = Key { actor: Actor::Thread(thread), record, process: shared.process, choice };
        if let Some(done) = self.remembered(shared, &key) {
            return Ok((done, None));
        }
        let top = self.row.top_with(&[(thread_place(thread), record)]).map_err(|_| Flow::Full)?;
        let state = self.named(top)?;
        self.run(state, key)
    }

    /// The parts of states that are other threads'.
    fn foreign(&self) -> Filter {
        let threads = self.actors.iter();
        let threads = threads.map(|one| filter::filter_of(Part::Control(one.0.thread())));
        threads.fold(filter::filter_of(Part::Threads), |all, one| all | one)
    }

    /// All that a thread can see of the others.
    pub(super) fn others(&self, thread: u32) -> (u32, u32) {
        let interner = &self.machine.vm.interner;
        let mut hasher = KeyHasher::default();
        for (place, record) in self.row.iter().filter(|&(at, _)| thread_at(at) != Some(thread)) {
            hasher.write_u32(place);
            if thread_at(place).is_some() {
                let children = interner.children(record);
                hasher.write_u32(children[0].index());
                hasher.write_u32(children[2].index());
            }
        }
        let sum = hasher.finish();
        (sum as u32 | 1, (sum >> 32) as u32)
    }
}

/// What was found by following a thread.
struct Walk {
    out: bool,
    /// It looks at objects of other threads, or may.
    foreign: bool,
    /// From where that is so.
    records: Vec<Id>,
}

/// The records that a thread comes to, each with the number of the one before.
pub(super) struct Way {
    nodes: Vec<(Id, usize)>,
    more: HashSet<Id, BuildHasherDefault<KeyHasher>>,
    branches: bool,
}

impl Way {
    /// Nothing but where the thread stands.
    pub(super) fn from(record: Id) -> Way {
        Way { nodes: vec![(record, 0)], more: HashSet::default(), branches: false }
    }

    /// Number of records.
    pub(super) fn len(&self) -> usize {
        self.nodes.len()
    }

    /// All records, in the order in which the thread came to them.
    pub(super) fn records(self) -> Vec<Id> {
        self.nodes.into_iter().map(|node| node.0).collect()
    }

    /// Notes a record; false if it was there before.
    pub(super) fn comes_to(&mut self, record: Id, from: usize) -> bool {
        let known = if self.nodes.len() <= FEW {
            self.nodes.iter().any(|node| node.0 == record)
        } else {
            if self.more.is_empty() {
                self.more.extend(self.nodes.iter().map(|node| node.0));
            }
            !self.more.insert(record)
        };
        if !known {
            self.nodes.push((record, from));
        }
        !known
    }

    /// The records on the way to where the thread gets out. Where it was only cut, those from which as
    /// many were passed as are too many in earnest.
    fn records_out(&self, last: usize) -> Vec<Id> {
        let cut = self.nodes.len() == MOST;
        let mut records = Vec::new();
        let mut at = last;
        loop {
            let (record, before) = self.nodes[at];
            let far = at < MOST / 2 && !self.branches || at == 0;
            if !cut || far {
                records.push(record);
            }
            if at == 0 {
                return records;
            }
            at = before;
        }
    }
}
