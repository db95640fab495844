//! Objects of the working state: where they live in the tree, and their bytes.

use super::noted::MUCH;
use super::{Kind, Machine, Part};
use crate::fault::{FaultKind, Gap, Halt};
use crate::state::{CHUNK, Chunk, Reader, WHOLE, write_number};
use allways_program::{Bytes, address};
use allways_store::{Full, Id, Interner, trie};
use allways_trace::Family;

/// Where an object's bytes are kept.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Home {
    /// In the globals.
    Global(u32),
    /// In the program: it never changes.
    Constant(u32),
    /// With the thread that allocated it.
    Thread {
        /// The thread.
        thread: u32,
        /// The key among its objects.
        key: u64,
    },
}

/// The maker of globals.
const NOBODY: u32 = u32::MAX;

/// Bits of the first byte of an object, besides those of its kind.
const DEAD: u8 = 1;
const ESCAPED: u8 = 8;
/// Whose it is, and where it was made, is said behind its size: the address says something else.
const ELSEWHERE: u8 = 16;
/// Where its family is.
const FAMILY: u32 = 5;

/// An object that was touched.
#[derive(Clone, Debug)]
pub struct Object {
    /// Where its bytes are kept.
    pub home: Home,
    /// Its first address.
    pub base: u64,
    /// Its size.
    pub size: u64,
    /// What it is.
    pub kind: Kind,
    /// By what it was made, on the heap.
    pub(super) family: Family,
    /// Its scope has ended; the address stays taken.
    pub dead: bool,
    /// Its address is where other threads can read it. Only kept where exclusive access is looked
    /// for.
    pub escaped: bool,
    /// The thread that made it, or that was started with it; for a global nobody's. With an address that was
    /// freed it need not be the one that the address names.
    pub owner: u32,
    /// The site that made it; the same goes for it.
    pub site: u32,
    /// The size class of its name.
    pub class: u32,
    pub(super) content: Content,
    pub(super) dirty: bool,
    /// Its part of the sum over what the step wrote.
    pub(super) written: u64,
    /// Freed.
    pub(super) gone: bool,
    /// Made in the present step, at an address that was freed: before it nothing is there that others could
    /// touch at the same time, and another thread may be about to get the same address.
    pub(super) reborn: bool,
}

/// The bytes of an object.
#[derive(Clone, Debug)]
pub(super) enum Content {
    /// One chunk.
    Whole(Chunk),
    /// A trie of chunks, and those that were touched, by number; the place of the one touched last.
    Split { root: Id, loaded: Vec<Loaded>, last: usize },
    /// In the program.
    Constant,
}

/// A chunk of a large object.
#[derive(Clone, Debug)]
pub(super) struct Loaded {
    number: u64,
    chunk: Chunk,
    dirty: bool,
}

impl Machine<'_> {
    /// The position among the touched objects of the object at `address`, and the offset in it.
    #[inline]
    pub(crate) fn object_at(&mut self, address: u64, write: bool) -> Result<(usize, u64), Halt> {
        // Of two objects with one address only the later one can be there.
        if let Some(object) = self.objects.get(self.last_object)
            && address.wrapping_sub(object.base) < object.size
            && !object.gone
        {
            return Ok((self.last_object, address - object.base));
        }
        let found = self.find_object(address, write)?;
        self.last_object = found.0;
        Ok(found)
    }

    fn find_object(&mut self, address: u64, write: bool) -> Result<(usize, u64), Halt> {
        if let Some((name, offset)) = self.vm.space.object_at(address) {
            let base = address - offset;
            if let Some(found) = self.objects.iter().rposition(|o| o.base == base) {
                let object = &self.objects[found];
                return if object.gone {
                    Err(FaultKind::NoObject { address, write }.into())
                } else {
                    Ok((found, offset))
                };
            }
            if self.absent.contains(name.thread) {
                return Err(FaultKind::NoObject { address, write }.into());
            }
            return match self.load_object(name.thread, self.vm.space.key(name), name.class) {
                Some(position) => Ok((position, offset)),
                None => Err(FaultKind::NoObject { address, write }.into()),
            };
        }
        self.global_at(address, write)
    }

    fn global_at(&mut self, address: u64, write: bool) -> Result<(usize, u64), Halt> {
        if address < address::FIRST_VALID {
            return Err(FaultKind::Null { address, write }.into());
        }
        let Some(number) = self.vm.global_at(address) else {
            return Err(FaultKind::NoObject { address, write }.into());
        };
        let global = &self.vm.program.globals[number as usize];
        let offset = address - global.address;
        if let Some(found) = self.objects.iter().rposition(|o| o.base == global.address) {
            return Ok((found, offset));
        }
        if global.external {
            return Err(Halt::Unsupported(Gap::Global(number)));
        }
        let (home, content) = if global.constant {
            (Home::Constant(number), Content::Constant)
        } else {
            let id = trie::get(&self.vm.interner, self.globals, u64::from(number));
            // Of a large one the step depends on the chunks that it reads.
            if global.size <= WHOLE {
                self.depend(Part::Global(number), id);
            }
            (Home::Global(number), self.open_content(id, global.size))
        };
        self.objects.push(Object {
            home,
            base: global.address,
            size: global.size,
            kind: Kind::Global,
            family: Family::Malloc,
            dead: false,
            escaped: false,
            owner: NOBODY,
            site: 0,
            class: 0,
            content,
            dirty: false,
            written: 0,
            gone: false,
            reborn: false,
        });
        Ok((self.objects.len() - 1, offset))
    }

    /// Reads an object of a thread from the tree; `None` when there is none of that class.
    fn load_object(&mut self, thread: u32, key: u64, class: u32) -> Option<usize> {
        let mine = self.running() == Some(thread);
        let objects = self.objects_of(thread).unwrap_or(Id::EMPTY);
        let id = trie::get(&self.vm.interner, objects, key);
        if !mine {
            // Where there is no such thread, a number that looks like the name of an object names nothing, and
            // that is one part for all such numbers.
            match self.record_of(thread) {
                Id::EMPTY => {
                    self.depend(Part::Control(thread), Id::EMPTY);
                    if objects == Id::EMPTY {
                        self.absent.insert(thread);
                    }
                }
                _ => self.depend(Part::Object(thread, key), first_piece(&self.vm.interner, id)),
            }
        }
        if id == Id::EMPTY {
            return None;
        }
        let object = self.open_object(thread, key, id)?;
        if object.class != class {
            return None;
        }
        self.objects.push(object);
        Some(self.objects.len() - 1)
    }

    /// Takes an object of the tree apart.
    pub(super) fn open_object(&self, thread: u32, key: u64, id: Id) -> Option<Object> {
        let interner = &self.vm.interner;
        let split = interner.is_node(id);
        let mut reader = Reader::new(interner.bytes_of(first_piece(interner, id)));
        let flags = reader.byte();
        let class = u32::from(reader.byte());
        let size = reader.number();
        let (named_site, index) = self.vm.space.site_and_index(key);
        let (owner, site) = maker(flags, &mut reader).unwrap_or((thread, named_site));
        let content = if split {
            Content::Split { root: interner.children(id)[1], loaded: Vec::new(), last: 0 }
        } else {
            Content::Whole(Chunk::decode(reader.rest(), size as usize))
        };
        let name = address::ObjectName { thread, site: named_site, index, class };
        Some(Object {
            home: Home::Thread { thread, key },
            base: self.vm.space.base(name)?,
            size,
            kind: Kind::from_code(flags >> 1 & 3),
            family: Family::ALL[usize::from(flags >> FAMILY)],
            dead: flags & DEAD != 0,
            escaped: flags & ESCAPED != 0,
            owner,
            site,
            class,
            content,
            dirty: false,
            written: 0,
            gone: false,
            reborn: false,
        })
    }

    fn open_content(&self, id: Id, size: u64) -> Content {
        if size <= WHOLE {
            Content::Whole(Chunk::decode(self.vm.interner.bytes_of(id), size as usize))
        } else {
            Content::Split { root: id, loaded: Vec::new(), last: 0 }
        }
    }

    /// The content of a global at the beginning.
    pub(super) fn initial_content(&mut self, init: &Bytes, size: u64) -> Result<Id, Full> {
        let piece = |machine: &mut Self, chunk: &Chunk| {
            machine.bytes.clear();
            chunk.encode(&mut machine.bytes);
            machine.vm.interner.piece(&machine.bytes)
        };
        if size <= WHOLE {
            return piece(self, &initial_chunk(init, 0, size as usize));
        }
        let zero = piece(self, &Chunk::zero(CHUNK as usize))?;
        let mut root = trie::filled(&self.vm.interner, size.div_ceil(CHUNK), zero)?;
        for number in 0..(init.value.len() as u64).div_ceil(CHUNK) {
            let chunk = initial_chunk(init, (number * CHUNK) as usize, CHUNK as usize);
            let id = piece(self, &chunk)?;
            root = trie::set(&self.vm.interner, root, number, id)?;
        }
        Ok(root)
    }

    /// The content of a new object: all undefined or all zero.
    pub(super) fn fresh_content(&mut self, size: u64, zeroed: bool) -> Result<Content, Full> {
        let make = if zeroed { Chunk::zero } else { Chunk::undefined };
        if size <= WHOLE {
            return Ok(Content::Whole(make(size as usize)));
        }
        self.bytes.clear();
        make(CHUNK as usize).encode(&mut self.bytes);
        let piece = self.vm.interner.piece(&self.bytes)?;
        let root = trie::filled(&self.vm.interner, size.div_ceil(CHUNK), piece)?;
        Ok(Content::Split { root, loaded: Vec::new(), last: 0 })
    }

    /// Visits the chunks that hold `size` bytes from `offset` on: the chunk, the offset in it, the
    /// offset in the range, and how many bytes.
    pub(super) fn visit_chunks(
        &mut self,
        object: usize,
        offset: u64,
        size: u64,
        write: bool,
        mut visit: impl FnMut(&mut Chunk, usize, usize, usize),
    ) {
        if write {
            self.objects[object].dirty = true;
            self.add_written(object, MUCH);
        }
        if let Content::Whole(chunk) = &mut self.objects[object].content {
            visit(chunk, offset as usize, 0, size as usize);
            return;
        }
        let mut done = 0;
        while done < size {
            let at = offset + done;
            let inside = at % CHUNK;
            let count = (CHUNK - inside).min(size - done);
            let part = self.chunk_of(object, at / CHUNK, write);
            visit(part, inside as usize, done as usize, count as usize);
            done += count;
        }
    }

    pub(super) fn chunk_of(&mut self, object: usize, number: u64, write: bool) -> &mut Chunk {
        let me = self.running();
        let object = &mut self.objects[object];
        let Content::Split { root, loaded, last } = &mut object.content else {
            unreachable!("only split objects have numbered chunks");
        };
        let found = match loaded.get(*last) {
            Some(part) if part.number == number => Ok(*last),
            _ => loaded.binary_search_by_key(&number, |part| part.number),
        };
        let position = match found {
            Ok(position) => position,
            Err(position) => {
                let id = trie::get(&self.vm.interner, *root, number);
                self.noted.chunks += 1;
                // Each chunk is loaded once, so no look whether the step depends on it already.
                if let Some(part) = chunk_part(object.home, me, number) {
                    self.noted.reads.note_first(part, id);
                }
                let chunk = Chunk::decode(self.vm.interner.bytes_of(id), CHUNK as usize);
                loaded.insert(position, Loaded { number, chunk, dirty: false });
                position
            }
        };
        *last = position;
        loaded[position].dirty |= write;
        &mut loaded[position].chunk
    }

    /// Writes the changed objects back to the tree.
    pub(super) fn commit_objects(&mut self) -> Result<(), Full> {
        for position in 0..self.objects.len() {
            if self.objects[position].dirty {
                self.commit_object(position)?;
                self.objects[position].dirty = false;
                self.objects[position].reborn = false;
            }
        }
        Ok(())
    }

    fn commit_object(&mut self, position: usize) -> Result<(), Full> {
        match self.objects[position].home {
            Home::Constant(_) => Ok(()),
            Home::Global(number) => {
                let id = self.close_content(position)?;
                self.globals = trie::set(&self.vm.interner, self.globals, number.into(), id)?;
                if self.objects[position].size <= WHOLE {
                    self.noted.writes.push((Part::Global(number), id));
                }
                Ok(())
            }
            Home::Thread { thread, key } => {
                let id = if self.objects[position].gone {
                    Id::EMPTY
                } else {
                    self.close_object(position)?
                };
                if Some(thread) != self.running() {
                    self.note_foreign_write(thread, key, id);
                }
                self.set_object_of(thread, key, id)
            }
        }
    }

    /// An object of another thread was written. Of a large one the chunks were noted already; what
    /// stands in front of them is noted when it changed.
    fn note_foreign_write(&mut self, thread: u32, key: u64, id: Id) {
        let interner = &self.vm.interner;
        let objects = self.objects_of(thread).unwrap_or(Id::EMPTY);
        let first = first_piece(interner, id);
        if first != first_piece(interner, trie::get(interner, objects, key)) {
            self.noted.writes.push((Part::Object(thread, key), first));
        }
    }

    fn close_object(&mut self, position: usize) -> Result<Id, Full> {
        let split = matches!(self.objects[position].content, Content::Split { .. });
        let content = if split { self.close_content(position)? } else { Id::EMPTY };
        let object = &self.objects[position];
        let elsewhere = self.is_elsewhere(object);
        let flags = [(object.dead, DEAD), (object.escaped, ESCAPED), (elsewhere, ELSEWHERE)];
        let set = flags.into_iter().filter(|(set, _)| *set).fold(0, |all, (_, flag)| all | flag);
        self.bytes.clear();
        self.bytes.push((object.family as u8) << FAMILY | object.kind.code() << 1 | set);
        self.bytes.push(object.class as u8);
        write_number(&mut self.bytes, object.size);
        if elsewhere {
            write_number(&mut self.bytes, object.owner.into());
            write_number(&mut self.bytes, object.site.into());
        }
        if let Content::Whole(chunk) = &object.content {
            chunk.encode(&mut self.bytes);
            return self.vm.interner.piece(&self.bytes);
        }
        let header = self.vm.interner.piece(&self.bytes)?;
        self.vm.interner.node(&[header, content])
    }

    pub(super) fn close_content(&mut self, position: usize) -> Result<Id, Full> {
        let me = self.running();
        let (interner, bytes) = (&self.vm.interner, &mut self.bytes);
        let mut piece = |chunk: &Chunk| {
            bytes.clear();
            chunk.encode(bytes);
            interner.piece(bytes)
        };
        let object = &mut self.objects[position];
        match &mut object.content {
            Content::Whole(chunk) => piece(chunk),
            Content::Constant => Ok(Id::EMPTY),
            Content::Split { root, loaded, .. } => {
                for part in loaded.iter_mut().filter(|p| p.dirty) {
                    let id = piece(&part.chunk)?;
                    *root = trie::set(interner, *root, part.number, id)?;
                    let written = chunk_part(object.home, me, part.number);
                    self.noted.writes.extend(written.map(|part| (part, id)));
                    part.dirty = false;
                }
                Ok(*root)
            }
        }
    }
}

/// Whose an object is, and where it was made, if its address does not say so. Behind it are the bytes of a small one.
pub(super) fn maker(flags: u8, reader: &mut Reader<'_>) -> Option<(u32, u32)> {
    (flags & ELSEWHERE != 0).then(|| (reader.number() as u32, reader.number() as u32))
}

/// The piece of an object that tells what it is: all of it, or of a large one what stands in front
/// of its chunks.
#[inline]
pub(crate) fn first_piece(interner: &Interner, object: Id) -> Id {
    if interner.is_node(object) { interner.children(object)[0] } else { object }
}

/// A chunk of a large object as a part of the state, unless it is in the record of the thread that
/// runs.
fn chunk_part(home: Home, me: Option<u32>, number: u64) -> Option<Part> {
    match home {
        Home::Global(global) => Some(Part::GlobalChunk(global, number)),
        Home::Thread { thread, key } if me != Some(thread) => {
            Some(Part::ObjectChunk(thread, key, number))
        }
        Home::Thread { .. } | Home::Constant(_) => None,
    }
}

/// `size` bytes of an initialiser from `offset` on, zero where it ends.
fn initial_chunk(init: &Bytes, offset: usize, size: usize) -> Chunk {
    let mut chunk = Chunk::zero(size);
    let end = init.value.len().min(offset + size);
    if offset < end {
        chunk.value[..end - offset].copy_from_slice(&init.value[offset..end]);
        if !init.defined.is_empty() {
            chunk.defined[..end - offset].copy_from_slice(&init.defined[offset..end]);
        }
    }
    chunk
}
