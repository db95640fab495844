//! Parts of a state as remembered steps know them: what a part holds, and the state in which some
//! are replaced.

use super::done::Done;
use super::filter;
use super::shared_cache::SharedCache;
use crate::machine::{Part, first_piece, thread_set};
use crate::state::{Control, SHARED, thread_at, thread_place};
use allways_store::row::{Top, Unfolded};
use allways_store::{Full, Id, Interner, trie};

/// What all threads of a state share.
#[derive(Copy, Clone, PartialEq, Eq)]
pub(crate) struct Shared {
    pub process: Id,
    pub globals: Id,
}

impl Shared {
    /// The present content of a part.
    #[inline]
    pub fn read(self, interner: &Interner, row: &Unfolded<'_>, part: Part) -> Id {
        match part {
            Part::Global(number) => trie::get(interner, self.globals, number.into()),
            Part::GlobalChunk(number, chunk) => {
                trie::get(interner, trie::get(interner, self.globals, number.into()), chunk)
            }
            Part::Object(thread, key) => first_piece(interner, object(interner, row, thread, key)),
            Part::ObjectChunk(thread, key, chunk) => match object(interner, row, thread, key) {
                id if interner.is_node(id) => trie::get(interner, interner.children(id)[1], chunk),
                _ => Id::EMPTY,
            },
            Part::Control(thread) => match row.get(thread_place(thread)) {
                Id::EMPTY => Id::EMPTY,
                record => interner.children(record)[0],
            },
            Part::Mentions(..) => unreachable!("the machine tells what is mentioned"),
            Part::Threads => {
                let threads = row.iter().filter_map(|(place, _)| thread_at(place));
                thread_set(threads).unwrap_or(Id::EMPTY)
            }
        }
    }

    /// What a step leaves to all threads, if it changes nothing else but its own.
    #[inline]
    pub fn after_own(
        self,
        interner: &Interner,
        cache: &mut SharedCache,
        done: &Done,
    ) -> Option<Result<Shared, Full>> {
        let own = |part| matches!(part, Part::Global(..) | Part::GlobalChunk(..));
        if done.reads == filter::ALL || !done.writes.iter().all(|&(part, _)| own(part)) {
            return None;
        }
        let mut writes = done.writes.iter();
        let globals = writes.try_fold(self.globals, |globals, &(part, id)| {
            with_global(interner, cache, globals, part, id)
        });
        Some(globals.map(|globals| Shared { process: done.process, globals }))
    }

    /// The top of the state after a remembered step of a thread.
    pub fn after(
        self,
        interner: &Interner,
        (row, cache): (&mut Unfolded<'_>, &mut SharedCache),
        thread: u32,
        done: &Done,
    ) -> Result<Top, Full> {
        let (mut globals, mut others) = (self.globals, Vec::new());
        for &(part, id) in &done.writes {
            match part {
                Part::Global(..) | Part::GlobalChunk(..) => {
                    globals = with_global(interner, cache, globals, part, id)?;
                }
                Part::Object(owner, key) => {
                    change_object(interner, row, &mut others, (owner, key), |object| {
                        with_first_piece(interner, object, id)
                    })?;
                }
                Part::ObjectChunk(owner, key, chunk) => {
                    change_object(interner, row, &mut others, (owner, key), |object| {
                        with_chunk(interner, object, chunk, id)
                    })?;
                }
                Part::Control(owner) => {
                    change_record(interner, row, &mut others, owner, |[_, frames, objects]| {
                        Ok([id, frames, objects])
                    })?;
                }
                Part::Mentions(..) | Part::Threads => {
                    unreachable!("steps that change it are not remembered")
                }
            }
        }
        let own = (thread_place(thread), done.record);
        let unchanged = (done.process, globals) == (self.process, self.globals);
        if unchanged && others.is_empty() {
            return row.top_with(&[own]);
        }
        let shared = (SHARED, cache.shared(interner, done.process, globals)?);
        if others.is_empty() {
            return row.top_with(&[shared, own]);
        }
        others.retain(|change| change.0 != own.0);
        others.extend([shared, own]);
        others.sort_unstable_by_key(|change| change.0);
        row.top_with(&others)
    }
}

/// The globals with another content of one, or of a chunk of one.
fn with_global(
    interner: &Interner,
    cache: &mut SharedCache,
    globals: Id,
    part: Part,
    id: Id,
) -> Result<Id, Full> {
    match part {
        Part::Global(number) => cache.globals(interner, globals, number, None, id),
        Part::GlobalChunk(number, chunk) => {
            cache.globals(interner, globals, number, Some(chunk), id)
        }
        _ => Ok(globals),
    }
}

/// An object of a thread.
fn object(interner: &Interner, row: &Unfolded<'_>, thread: u32, key: u64) -> Id {
    match row.get(thread_place(thread)) {
        Id::EMPTY => Id::EMPTY,
        record => trie::get(interner, interner.children(record)[2], key),
    }
}

/// Changes an object of another thread.
fn change_object(
    interner: &Interner,
    row: &Unfolded<'_>,
    changes: &mut Vec<(u32, Id)>,
    (owner, key): (u32, u64),
    change: impl FnOnce(Id) -> Result<Id, Full>,
) -> Result<(), Full> {
    change_record(interner, row, changes, owner, |[control, frames, objects]| {
        let object = change(trie::get(interner, objects, key))?;
        Ok([control, frames, trie::set(interner, objects, key, object)?])
    })
}

/// Changes another thread, whose record may be among `changes` already.
fn change_record(
    interner: &Interner,
    row: &Unfolded<'_>,
    changes: &mut Vec<(u32, Id)>,
    owner: u32,
    change: impl FnOnce([Id; 3]) -> Result<[Id; 3], Full>,
) -> Result<(), Full> {
    let place = thread_place(owner);
    let known = changes.iter().position(|change| change.0 == place);
    let record = known.map_or_else(|| row.get(place), |known| changes[known].1);
    if let &[control, frames, objects] = interner.children(record) {
        let changed = change([control, frames, objects])?;
        // Of a thread that was joined nothing is left without its last object.
        let gone = changed[2] == Id::EMPTY
            && objects != Id::EMPTY
            && Control::decode(interner.bytes_of(changed[0])).is_over();
        let record = if gone { Id::EMPTY } else { interner.node(&changed)? };
        match known {
            Some(known) => changes[known].1 = record,
            None => changes.push((place, record)),
        }
    }
    Ok(())
}

/// An object of one piece is replaced by it; a large one keeps its chunks, unless it is gone.
fn with_first_piece(interner: &Interner, object: Id, piece: Id) -> Result<Id, Full> {
    if piece == Id::EMPTY || !interner.is_node(object) {
        return Ok(piece);
    }
    interner.node(&[piece, interner.children(object)[1]])
}

fn with_chunk(interner: &Interner, object: Id, chunk: u64, piece: Id) -> Result<Id, Full> {
    let parts = interner.children(object);
    let content = trie::set(interner, parts[1], chunk, piece)?;
    interner.node(&[parts[0], content])
}
