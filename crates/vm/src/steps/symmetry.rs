//! Thread symmetry: states that differ only in which thread is where are taken for one.
//!
//! Two threads are interchangeable where nothing depends on which of them is which: neither what
//! they do themselves, nor what others do with them. The first is a guess about all executions like
//! those of [`crate::discipline`]: no thread that runs the function makes an object with an address, asks who
//! it is, or calls a library function that might tell. The second is seen in the state: the first
//! thread waits for all of them, in joins that are one step and take no result, and all others are
//! of that kind. Then their records may change places; only the owners that mutexes name must follow.
//!
//! States keep their numbers: what is searched are real executions, and the store alone knows a
//! state by a name that all states have which differ by such an exchange. docs/internals/reductions.md has the
//! argument.

use super::stepper::VmStepper;
use crate::asymmetry::Met;
use crate::machine::{OWNER, OWNER_BYTES};
use crate::state::{Control, Process, SHARED, shared_parts, thread_at, thread_place, write_number};
use allways_space::State;
use allways_store::Id;
use allways_store::row::Row;
use std::rc::Rc;

/// With more threads, comparing them all in every state costs more than it saves.
const MOST_THREADS: usize = 16;

/// Answers kept before all are forgotten.
const MOST_KNOWN: usize = 1 << 13;

impl VmStepper<'_> {
    /// The root by which a state is known when it is met again; `None` where that is its own.
    pub(crate) fn interchanged_root(&mut self, state: State) -> Option<u64> {
        let vm = self.machine.vm;
        if !vm.options.symmetry {
            return None;
        }
        if self.machine.watch.facts.owners_seen {
            vm.asymmetry.meet(Met::OwnersSeen);
            return None;
        }
        let threads = self.records(state);
        let shared = Row::open(&vm.interner, Id::from_index(state.root as u32)).get(SHARED);
        let alike = self.interchangeable(state, shared, &threads)?;
        let (process, _) = shared_parts(&vm.interner, shared);
        let process = Process::decode(vm.interner.bytes_of(process));
        let held: Vec<(u64, u32)> =
            process.held.into_iter().filter(|(_, owner)| alike.contains(owner)).collect();
        let plain = if held.is_empty() { state } else { self.without_owners(state, &held)? };
        let mut key = Vec::new();
        let row = Row::open(&vm.interner, Id::from_index(plain.root as u32));
        write_number(&mut key, row.get(SHARED).index().into());
        let mut places = Vec::new();
        for &(thread, _) in &threads {
            let record = row.get(thread_place(thread)).index();
            write_number(&mut key, thread.into());
            if alike.contains(&thread) {
                write_number(&mut key, 0);
                let own = held.iter().filter(|(_, owner)| *owner == thread);
                places.push((record, own.map(|&(mutex, _)| mutex).collect::<Vec<u64>>()));
            } else {
                write_number(&mut key, u64::from(record) + 1);
            }
        }
        places.sort_unstable();
        for (record, mutexes) in places {
            write_number(&mut key, record.into());
            write_number(&mut key, mutexes.len() as u64);
            mutexes.into_iter().for_each(|mutex| write_number(&mut key, mutex));
        }
        vm.interner.piece(&key).ok().map(|id| id.index().into())
    }

    /// The threads of a state and their records.
    fn records(&self, state: State) -> Vec<(u32, Id)> {
        let mut threads = Vec::new();
        let row = Row::open(&self.machine.vm.interner, Id::from_index(state.root as u32));
        row.for_each(&mut |place, record| {
            threads.extend(thread_at(place).map(|thread| (thread, record)));
        });
        threads
    }

    /// The threads of a state that may change places, if there are several.
    fn interchangeable(
        &mut self,
        state: State,
        shared: Id,
        threads: &[(u32, Id)],
    ) -> Option<Vec<u32>> {
        let [(0, first), others @ ..] = threads else { return None };
        let notes = &self.machine.vm.asymmetry;
        if !(2..=MOST_THREADS).contains(&others.len()) {
            if others.len() > MOST_THREADS {
                notes.meet(Met::Many);
            }
            return None;
        }
        let interner = &self.machine.vm.interner;
        let process = Process::decode(interner.bytes_of(shared_parts(interner, shared).0));
        let named = |record: Id| {
            let control = Control::decode(interner.bytes_of(interner.children(record)[0]));
            self.machine.watch.facts.named.contains(&control.function)
        };
        if others.iter().any(|t| named(t.1)) {
            notes.meet(Met::Tells);
            return None;
        }
        if process.holder.is_some() {
            return None;
        }
        let joined = self.joined(state, (*first, shared), others);
        let alike = |&&(thread, record): &&(u32, Id)| {
            joined.contains(&thread)
                && interner.children(record)[2] == Id::EMPTY
                && !self.machine.watch.facts.owners.contains(&thread)
                && process.locks.iter().all(|&(_, owner)| owner != thread)
        };
        let alike: Vec<u32> = others.iter().filter(alike).map(|t| t.0).collect();
        notes.meet(match (alike.len(), joined.len()) {
            (2.., _) => Met::Interchangeable,
            (_, 2..) => Met::OwnObjects,
            _ => Met::NotJoined,
        });
        (alike.len() > 1).then_some(alike)
    }

    /// The threads that the first one joins in its next step, whenever it makes it.
    fn joined(
        &mut self,
        state: State,
        (first, shared): (Id, Id),
        others: &[(u32, Id)],
    ) -> Rc<[u32]> {
        let numbers: Vec<u32> = others.iter().map(|t| t.0).collect();
        let key = (first, shared, numbers);
        if let Some(known) = self.joins.get(&key) {
            return Rc::clone(known);
        }
        self.machine.load(state);
        let joined: Rc<[u32]> = self.machine.joins_ahead(&key.2).into();
        if self.joins.len() >= MOST_KNOWN {
            self.joins.clear();
        }
        self.joins.insert(key, Rc::clone(&joined));
        joined
    }

    /// The state in which mutexes do not name those owners, and nothing remembers that they do;
    /// `None` when the owners are not all known.
    fn without_owners(&mut self, state: State, held: &[(u64, u32)]) -> Option<State> {
        let machine = &mut self.machine;
        machine.load(state);
        if !held.iter().all(|&(mutex, owner)| machine.is_owner(mutex, owner)) {
            return None;
        }
        for &(mutex, _) in held {
            machine.overwrite(mutex + OWNER, OWNER_BYTES, 0);
        }
        machine.process.held.retain(|entry| !held.contains(entry));
        machine.commit().ok()
    }
}
