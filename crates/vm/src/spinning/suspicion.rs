//! Which states are looked at: those in which everybody who can move goes round by the steps of the
//! search.
//!
//! The steps of a thread that spins are made of instructions that leave everything that is shared as
//! it is, so they do too, whatever their size. So a state in which some thread can make a step that changes
//! something, or come to one, is not stuck. Steps that were made before are remembered, and those
//! that were not will be made by the search anyway; who gets out from where is remembered too.

use super::is_waiting;
use crate::board::{self, Filter};
use crate::fault::{Block, FaultKind};
use crate::memo::{Done, Key, KeyHasher, NO_CHOICE, Part};
use crate::parts::Shared;
use crate::state::{is_native, thread_at, thread_place};
use crate::step::Step;
use crate::stepper::{Action, Pending, VmStepper};
use crate::vm::Vm;
use allways_program::Inst;
use allways_space::{Flow, Property, State};
use allways_store::Id;
use std::collections::{HashMap, HashSet};
use std::hash::{BuildHasherDefault, Hasher};
use std::rc::Rc;

/// Places that a thread may come to; twice as many as it may where it is looked at in earnest, so that
/// what is cut here is cut there too.
const MOST: usize = 2 * super::alone::MOST;
/// What is remembered at most, before all of it is forgotten.
const MOST_KNOWN: usize = 1 << 16;
/// Places that are compared one by one.
const FEW: usize = 32;

/// Where a thread stands: its record and all that it may look at.
#[derive(Copy, Clone, PartialEq, Eq, Hash)]
struct Stand {
    thread: u32,
    record: Id,
    process: Id,
    globals: Id,
    /// What it may look at in other threads; 0 if it does not.
    others: (u32, u32),
}

#[derive(Copy, Clone, PartialEq, Eq)]
enum Known {
    /// It gets out.
    Out,
    /// It goes round.
    Round,
    /// It looks at other threads' objects.
    Foreign,
}

/// What is known of where threads come to when they run alone.
pub(crate) struct Suspicions {
    asked: bool,
    known: HashMap<Stand, Known, BuildHasherDefault<KeyHasher>>,
    /// The thread that was found to get out last: it often does in the next state too.
    last: u32,
}

impl Suspicions {
    /// Nothing yet.
    pub fn new(vm: &Vm) -> Suspicions {
        let asked = vm.options.properties.contains(Property::Deadlock) && !vm.is_temporal();
        Suspicions { asked, known: HashMap::default(), last: 0 }
    }

    fn note(&mut self, stand: Stand, known: Known) {
        if self.known.len() >= MOST_KNOWN {
            self.known.clear();
        }
        self.known.insert(stand, known);
    }
}

/// What a thread can do next.
enum Next {
    Waits,
    Moves(Rc<Done>),
    Acts,
}

impl VmStepper<'_> {
    /// Reports that a state is stuck because threads can only spin.
    pub(crate) fn report_spinning(&mut self, state: State, shared: Shared) -> Result<(), Flow> {
        if !self.spins.asked || self.edges.iter().all(|edge| edge.action.choice == Action::STUCK) {
            return Ok(());
        }
        let last = self.spins.last;
        if matches!(self.next(shared, last), Some(Next::Acts)) {
            return Ok(());
        }
        let mut moving = Vec::new();
        for at in 0..self.threads.len() {
            let (thread, record) = self.threads[at];
            match self.next(shared, thread) {
                None | Some(Next::Waits) => {}
                Some(Next::Moves(done)) => moving.push((thread, record, done)),
                Some(Next::Acts) => {
                    self.spins.last = thread;
                    return Ok(());
                }
            }
        }
        if self.edges.iter().any(|edge| edge.action.choice == Action::STUCK) {
            return Ok(());
        }
        for (thread, record, done) in moving {
            if self.gets_out(shared, thread, record, done)? {
                self.spins.last = thread;
                return Ok(());
            }
        }
        self.look(state);
        Ok(())
    }

    /// Looks in earnest.
    fn look(&mut self, state: State) {
        let first = self.board.pending(0).and_then(Pending::block);
        let joins = matches!(first, Some(Block::Join { .. }));
        let at = if joins { super::settled(&mut self.machine, state, 0) } else { state };
        let Some(spins) = super::find(&mut self.machine, at) else { return };
        if let Some(spin) = super::first(&spins) {
            self.report(spin.thread, spin.pc, FaultKind::Deadlock, Action::STUCK);
        }
    }

    fn next(&self, shared: Shared, thread: u32) -> Option<Next> {
        let done = &self.board.pending(thread)?.done;
        Some(match done.step {
            Step::Blocked(Block::Assume) => Next::Acts,
            Step::Blocked(_) => Next::Waits,
            Step::Choices(_) => Next::Moves(Rc::clone(done)),
            _ if self.is_still(shared, done) => Next::Moves(Rc::clone(done)),
            _ => Next::Acts,
        })
    }

    /// Whether a step leads to a state in which only the thread's own record differs.
    fn is_still(&self, shared: Shared, done: &Done) -> bool {
        let vm = self.machine.vm;
        matches!(done.step, Step::To(_))
            && done.process == shared.process
            && done.reads != board::ALL
            && may_wait(vm, done)
            && done
                .writes
                .iter()
                .all(|&(part, id)| shared.read(&vm.interner, &self.row, part) == id)
    }

    /// Whether a thread comes to a step that changes something, ends or fails, if it runs alone; also if
    /// that takes long.
    fn gets_out(
        &mut self,
        shared: Shared,
        thread: u32,
        record: Id,
        done: Rc<Done>,
    ) -> Result<bool, Flow> {
        let Shared { process, globals } = shared;
        let own = Stand { thread, record, process, globals, others: (0, 0) };
        let mut others = None;
        match self.spins.known.get(&own) {
            Some(Known::Out) => return Ok(true),
            Some(Known::Round) => return Ok(false),
            Some(Known::Foreign) => {
                let sum = self.others(thread);
                others = Some(sum);
                match self.spins.known.get(&Stand { others: sum, ..own }) {
                    Some(known) => return Ok(*known == Known::Out),
                    None => {}
                }
            }
            None => {}
        }
        let walk = self.walk(shared, thread, record, done)?;
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
    fn walk(
        &mut self,
        shared: Shared,
        thread: u32,
        record: Id,
        done: Rc<Done>,
    ) -> Result<Walk, Flow> {
        let foreign = self.foreign();
        let mut way = Way { nodes: vec![(record, 0)], more: HashSet::default(), branches: false };
        let mut walk = Walk { out: false, foreign: false, records: Vec::new() };
        let mut todo = vec![(0, done)];
        while let Some((at, done)) = todo.pop() {
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
                let done = match outcomes {
                    Some(_) => self.step_alone(shared, thread, from, choice)?,
                    None => Rc::clone(&done),
                };
                walk.foreign |= done.reads & foreign != 0;
                if !self.is_still(shared, &done) || way.nodes.len() == MOST {
                    walk.out = true;
                    walk.records = way.records_out(at);
                    return Ok(walk);
                }
                if way.comes_to(done.record, at) {
                    let next = self.step_alone(shared, thread, done.record, NO_CHOICE)?;
                    todo.push((way.nodes.len() - 1, next));
                }
            }
        }
        walk.records = way.nodes.into_iter().map(|node| node.0).collect();
        Ok(walk)
    }

    /// A step of a thread from a state that differs from the present one in its record only.
    fn step_alone(
        &mut self,
        shared: Shared,
        thread: u32,
        record: Id,
        choice: u32,
    ) -> Result<Rc<Done>, Flow> {
        let key = Key { thread, record, process: shared.process, choice };
        if let Some(done) = self.remembered(shared, &key) {
            return Ok(done);
        }
        let top = self.row.top_with(&[(thread_place(thread), record)]).map_err(|_| Flow::Full)?;
        let state = self.named(top)?;
        Ok(self.run(state, key)?.0)
    }

    /// The parts of states that are other threads'.
    fn foreign(&self) -> Filter {
        let threads = self.threads.iter().map(|&(n, _)| board::filter_of(Part::Control(n)));
        threads.fold(board::filter_of(Part::Threads), |all, one| all | one)
    }

    /// All that a thread can see of the others.
    fn others(&self, thread: u32) -> (u32, u32) {
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
struct Way {
    nodes: Vec<(Id, usize)>,
    more: HashSet<Id, BuildHasherDefault<KeyHasher>>,
    branches: bool,
}

impl Way {
    /// Notes a record; false if it was there before.
    fn comes_to(&mut self, record: Id, from: usize) -> bool {
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

/// Whether the operation that a step begins with may be a part of waiting.
fn may_wait(vm: &Vm, done: &Done) -> bool {
    if is_native(done.pc) {
        return false;
    }
    match vm.program.code[done.pc as usize] {
        Inst::Call { function, .. } => {
            let callee = &vm.program.functions[function as usize];
            !callee.is_external() || is_waiting(&callee.name)
        }
        _ => true,
    }
}
