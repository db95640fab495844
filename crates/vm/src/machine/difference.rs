//! How two states differ: what a recording keeps of a step. States share all that is the same in both, so
//! this costs what changed.

use super::Machine;
use super::object::{Content, Object};
use crate::state::{CHUNK, Chunk, WHOLE, shared_parts, thread_at};
use allways_space::State;
use allways_store::row::Row;
use allways_store::{Id, Interner, trie};
use std::collections::BTreeMap;

/// What is different in a later state.
#[derive(Default)]
pub(crate) struct Difference {
    /// Threads whose records differ, with both.
    pub threads: Vec<(u32, Id, Id)>,
    /// Objects that are there only before.
    pub gone: Vec<Object>,
    /// Objects that are there only afterwards, with their bytes.
    pub new: Vec<(Object, Written)>,
    /// Objects that are there in both, as they are afterwards, with the bytes that differ.
    pub changed: Vec<(Object, Written)>,
    /// Globals with bytes that differ.
    pub globals: Vec<(u32, Written)>,
}

/// Bytes of an object, each piece with its offset.
#[derive(Default)]
pub(crate) struct Written {
    /// What is not mentioned is zero, and not undefined.
    pub zeroed: bool,
    /// The pieces; the last may reach beyond the end of the object.
    pub pieces: Vec<(u64, Chunk)>,
}

/// The keys whose values differ in two maps, with both values.
pub(super) fn changed_keys(interner: &Interner, before: Id, after: Id) -> Vec<(u64, [Id; 2])> {
    let mut changed = Vec::new();
    let mut visit = |key, one, other| changed.push((key, [one, other]));
    if trie::differences(interner, before, after, &mut visit) {
        return changed;
    }
    // They differ in height too.
    let mut all: BTreeMap<u64, [Id; 2]> = BTreeMap::new();
    for (side, root) in [before, after].into_iter().enumerate() {
        trie::for_each(interner, root, &mut |key, id| {
            all.entry(key).or_insert([Id::EMPTY; 2])[side] = id;
        });
    }
    all.into_iter().filter(|(_, [one, other])| one != other).collect()
}

impl Machine<'_> {
    /// How `after` differs from `before`; without one, from a state in which no thread is and all globals are as
    /// the program has them.
    pub(crate) fn difference(&self, before: Option<State>, after: State) -> Difference {
        let mut difference = Difference::default();
        let (old, new) = (self.rows(before), self.rows(Some(after)));
        let numbers = old.keys().chain(new.keys().filter(|n| !old.contains_key(n)));
        for &number in numbers {
            let record = |rows: &BTreeMap<u32, Id>| rows.get(&number).copied().unwrap_or(Id::EMPTY);
            let (one, other) = (record(&old), record(&new));
            match thread_at(number) {
                _ if one == other => {}
                Some(thread) => self.compare_threads(thread, one, other, &mut difference),
                None => self.compare_globals(one, other, &mut difference),
            }
        }
        difference
    }

    fn rows(&self, state: Option<State>) -> BTreeMap<u32, Id> {
        let mut rows = BTreeMap::new();
        if let Some(state) = state {
            let row = Row::open(&self.vm.interner, self.vm.top(state));
            row.for_each(&mut |place, id| {
                rows.insert(place, id);
            });
        }
        rows
    }

    fn compare_threads(&self, thread: u32, one: Id, other: Id, difference: &mut Difference) {
        let interner = &self.vm.interner;
        difference.threads.push((thread, one, other));
        let objects = |record: Id| match record {
            Id::EMPTY => Id::EMPTY,
            record => interner.children(record)[2],
        };
        for (key, [one, other]) in changed_keys(interner, objects(one), objects(other)) {
            let open = |id: Id| match id {
                Id::EMPTY => None,
                id => self.open_object(thread, key, id),
            };
            match (open(one), open(other)) {
                (Some(old), Some(new)) if (old.class, old.size) == (new.class, new.size) => {
                    let written = self.pieces(Some(&old.content), &new);
                    difference.changed.push((new, written));
                }
                (old, new) => {
                    difference.gone.extend(old);
                    difference.new.extend(new.map(|new| {
                        let written = self.pieces(None, &new);
                        (new, written)
                    }));
                }
            }
        }
    }

    fn compare_globals(&self, one: Id, other: Id, difference: &mut Difference) {
        let interner = &self.vm.interner;
        // What the program has there from the beginning is no change.
        if one == Id::EMPTY {
            return;
        }
        let (before, after) = (shared_parts(interner, one).1, shared_parts(interner, other).1);
        for (number, [one, other]) in changed_keys(interner, before, after) {
            let size = self.vm.program.globals[number as usize].size;
            let pieces = if size <= WHOLE {
                vec![(0, Chunk::decode(interner.bytes_of(other), size as usize))]
            } else {
                self.chunks(changed_keys(interner, one, other))
            };
            difference.globals.push((number as u32, Written { zeroed: true, pieces }));
        }
    }

    /// The bytes of an object that were not there before.
    fn pieces(&self, before: Option<&Content>, object: &Object) -> Written {
        let interner = &self.vm.interner;
        match (before, &object.content) {
            (_, Content::Whole(chunk)) => {
                Written { zeroed: false, pieces: vec![(0, chunk.clone())] }
            }
            (Some(Content::Split { root: old, .. }), Content::Split { root, .. }) => {
                Written { zeroed: false, pieces: self.chunks(changed_keys(interner, *old, *root)) }
            }
            (_, Content::Split { root, .. }) => {
                // A new object is all alike, but for what the same step wrote.
                let count = object.size.div_ceil(CHUNK);
                let last = trie::get(interner, *root, count.saturating_sub(1));
                let alike = trie::filled(interner, count, last).unwrap_or(Id::EMPTY);
                let chunk = Chunk::decode(interner.bytes_of(last), CHUNK as usize);
                let mut pieces = self.chunks(changed_keys(interner, alike, *root));
                let blank = [Chunk::zero(CHUNK as usize), Chunk::undefined(CHUNK as usize)];
                if !blank.contains(&chunk) {
                    pieces.push(((count - 1) * CHUNK, chunk.clone()));
                }
                Written { zeroed: chunk == blank[0], pieces }
            }
            (_, Content::Constant) => Written::default(),
        }
    }

    fn chunks(&self, changed: Vec<(u64, [Id; 2])>) -> Vec<(u64, Chunk)> {
        let there = changed.into_iter().filter(|(_, [_, now])| *now != Id::EMPTY);
        let bytes = |id: Id| Chunk::decode(self.vm.interner.bytes_of(id), CHUNK as usize);
        there.map(|(number, [_, now])| (number * CHUNK, bytes(now))).collect()
    }
}
