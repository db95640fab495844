//! Which objects and threads the words of a state mention.
//!
//! A freed object's index is free again only when no word of the state holds an address in it, so
//! that stale pointers are caught; and threads' numbers likewise. Found by looking at every word in
//! every chunk of memory and at every live slot; what a piece mentions is remembered. What is found
//! does not depend on what a step has loaded: else steps of another size would name objects
//! otherwise, and a counterexample could not be told in smaller ones.

use super::object::{Content, maker};
use super::{Home, Machine};
use crate::audit::Quick;
use crate::state::{Chunk, Control, Frame, Reader};
use crate::value::word::Word;
use allways_program::address::{ADDRESS_BITS, AddressSpace, addresses_in};
use allways_store::{Id, Interner, trie};
use std::collections::{HashMap, HashSet};
use std::rc::Rc;

/// What pieces mention, remembered by id.
#[derive(Default)]
pub(super) struct Mentions {
    pieces: HashMap<(Piece, Id), Rc<[u64]>, Quick>,
    held: u64,
}

/// What a piece is; pieces of different kinds may have the same bytes.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
enum Piece {
    Frame,
    /// A small object with its header.
    Object,
    Chunk,
    /// What lies across the seams between the children of a node in a tree of chunks.
    Seams,
    /// A chunk or a tree of chunks that mentions nothing.
    Barren,
}

/// Bytes kept before all is forgotten.
const MOST_BYTES: u64 = 4 << 20;
/// What an entry takes: its place in the table, of which half may be empty, and the list's head.
const ENTRY_BYTES: u64 = 80;

impl Mentions {
    pub(super) fn bytes(&self) -> u64 {
        self.held
    }
}

/// Bits of a pointer that programs leave to the address; counters may sit above.
fn address_part(space: &AddressSpace, word: u64) -> Option<u64> {
    let address = word & ADDRESS_BITS;
    (space.is_object(address) || space.thread_of(address).is_some()).then_some(address)
}

impl Machine<'_> {
    /// The indices of the objects of `thread` and `site` that some word points to.
    pub(super) fn mentioned_indices(&mut self, thread: u32, site: u32) -> Vec<u64> {
        let space = self.vm.space;
        let mut indices = Vec::new();
        self.for_each_mention(&mut |address| {
            if let Some((name, _)) = space.object_at(address)
                && name.thread == thread
                && name.site == site
            {
                indices.push(name.index);
            }
        });
        indices
    }

    /// Whether some word holds the handle of a thread or points to what was its own, or a lock names it.
    pub(super) fn mentions_thread(&mut self, number: u32) -> bool {
        let space = self.vm.space;
        let handle = space.handle(number);
        let mut found = self.process.locks.iter().any(|&(_, owner)| owner == number);
        let names = |address| {
            let object = space.object_at(address);
            address == handle || object.is_some_and(|(name, _)| name.thread == number)
        };
        self.for_each_mention(&mut |address| found |= names(address));
        found
    }

    /// Visits every address that the working state holds.
    pub(super) fn for_each_mention(&mut self, visit: &mut dyn FnMut(u64)) {
        self.noted.whole = true;
        self.process.library.pointers().for_each(&mut *visit);
        let locks = std::mem::take(&mut self.process.locks);
        locks.iter().filter_map(|lock| address_part(&self.vm.space, lock.0)).for_each(&mut *visit);
        self.process.locks = locks;
        self.mention_globals(visit);
        for thread in self.thread_numbers() {
            self.mention_thread(thread, visit);
        }
        for object in 0..self.objects.len() {
            if !self.objects[object].gone && !matches!(self.objects[object].home, Home::Constant(_))
            {
                self.mention_loaded(object, visit);
            }
        }
    }

    pub(super) fn mention_loaded(&mut self, object: usize, visit: &mut dyn FnMut(u64)) {
        if let Content::Whole(chunk) = &self.objects[object].content {
            let words = addresses_in(&chunk.value, self.vm.pointer_bytes() as usize);
            words.filter_map(|w| address_part(&self.vm.space, w)).for_each(visit);
            return;
        }
        // Where there is no room for its chunks, there is none for the state either.
        if let Ok(root) = self.close_content(object) {
            self.mention_chunks(root, &mut HashSet::default(), visit);
        }
    }

    pub(super) fn mention_globals(&mut self, visit: &mut dyn FnMut(u64)) {
        let globals = self.globals;
        let mut ids = Vec::new();
        trie::for_each(&self.vm.interner, globals, &mut |key, id| ids.push((key, id)));
        for (key, id) in ids {
            if !self.objects.iter().any(|o| o.home == Home::Global(key as u32)) {
                self.mention_chunks(id, &mut HashSet::default(), visit);
            }
        }
    }

    fn mention_thread(&mut self, number: u32, visit: &mut dyn FnMut(u64)) {
        let Some(objects) = self.objects_of(number) else { return };
        let mut ids = Vec::new();
        trie::for_each(&self.vm.interner, objects, &mut |key, id| ids.push((key, id)));
        for (key, id) in ids {
            if !self.objects.iter().any(|o| o.home == Home::Thread { thread: number, key }) {
                self.mention_object(id, visit);
            }
        }
        self.mention_frames(number, visit);
    }

    /// Visits every address that a thread's frames and control hold.
    pub(super) fn mention_frames(&mut self, number: u32, visit: &mut dyn FnMut(u64)) {
        if self.control_of(number).is_none() {
            return;
        }
        let Some(position) = self.thread_position(number) else { return };
        let thread = &self.loaded_threads()[position];
        let (below, control) = (thread.below, thread.control);
        let top = thread.frames.len();
        let loaded: Vec<u64> = thread
            .frames
            .iter()
            .enumerate()
            .flat_map(|(depth, frame)| self.frame_words(frame, depth + 1 == top))
            .collect();
        loaded.iter().filter_map(|&w| address_part(&self.vm.space, w)).for_each(&mut *visit);
        self.mention_stack(control, below, top == 0, visit);
    }

    /// Visits every address that a control piece holds, and frames in the tree.
    pub(super) fn mention_stack(
        &mut self,
        control: Control,
        mut below: Id,
        mut is_top: bool,
        visit: &mut dyn FnMut(u64),
    ) {
        mention_control(&self.vm.space, control, visit);
        while below != Id::EMPTY {
            let children = self.vm.interner.children(below);
            self.mention_frame(children[0], is_top, visit);
            is_top = false;
            below = children[1];
        }
    }

    /// The values of a frame's live slots and the addresses of its stack objects.
    fn frame_words(&self, frame: &Frame, top: bool) -> Vec<u64> {
        let program = &self.vm.program;
        let mut words = frame.objects.clone();
        words.push(frame.variable_args);
        if crate::state::is_native(frame.pc) {
            words.extend(frame.slots.iter().map(|w| w.value));
        } else {
            let live =
                if top { program.live_before(frame.pc) } else { program.live_across(frame.pc) };
            words.extend(live.iter().map(|&s| frame.slots[s as usize].value));
        }
        if self.vm.program.pointer_bits == 32 {
            // A slot has room for two.
            words = words
                .into_iter()
                .flat_map(|word| [word & u64::from(u32::MAX), word >> 32])
                .collect();
        }
        words
    }

    fn mention_frame(&mut self, piece: Id, top: bool, visit: &mut dyn FnMut(u64)) {
        let known = self.mentions.pieces.get(&(Piece::Frame, piece)).cloned();
        let mentioned = known.unwrap_or_else(|| {
            let bytes = self.vm.interner.bytes_of(piece);
            let frame = Frame::decode(&self.vm.program, top, |pc| self.vm.frame_words(pc), bytes);
            let words = self.frame_words(&frame, top);
            self.remember((Piece::Frame, piece), words.into_iter())
        });
        mentioned.iter().for_each(|&a| visit(a));
    }

    /// Visits every address that an object of a thread holds.
    pub(super) fn mention_object(&mut self, id: Id, visit: &mut dyn FnMut(u64)) {
        if self.vm.interner.is_node(id) {
            let chunks = self.vm.interner.children(id)[1];
            self.mention_chunks(chunks, &mut HashSet::default(), visit);
            return;
        }
        self.mention_piece(Piece::Object, id, visit);
    }

    /// Visits every address in a tree of chunks; equal parts are looked at once, and parts without
    /// addresses once for many states. Gives whether there may be addresses.
    pub(super) fn mention_chunks(
        &mut self,
        id: Id,
        seen: &mut HashSet<Id, Quick>,
        visit: &mut dyn FnMut(u64),
    ) -> bool {
        if id == Id::EMPTY || self.mentions.pieces.contains_key(&(Piece::Barren, id)) {
            return false;
        }
        if !seen.insert(id) {
            return true;
        }
        let mut any = false;
        if self.vm.interner.is_node(id) {
            for &child in self.vm.interner.children(id) {
                any |= self.mention_chunks(child, seen, visit);
            }
            self.mention_seams(id, &mut |address| {
                any = true;
                visit(address);
            });
        } else {
            self.mention_piece(Piece::Chunk, id, &mut |address| {
                any = true;
                visit(address);
            });
        }
        if !any {
            self.remember((Piece::Barren, id), std::iter::empty());
        }
        any
    }

    /// Visits every address of which one part is in a child of a node and the other in the next.
    fn mention_seams(&mut self, id: Id, visit: &mut dyn FnMut(u64)) {
        let known = self.mentions.pieces.get(&(Piece::Seams, id)).cloned();
        let mentioned = known.unwrap_or_else(|| {
            let interner = &self.vm.interner;
            let width = self.vm.pointer_bytes() as usize;
            let seam = |pair: &[Id]| {
                let (left, right) =
                    (last_values(interner, pair[0]), first_values(interner, pair[1]));
                let left = &left[left.len().saturating_sub(width - 1)..];
                let right = &right[..right.len().min(width - 1)];
                [left, right].concat()
            };
            let seams: Vec<Vec<u8>> = interner.children(id).windows(2).map(seam).collect();
            let words = seams.iter().flat_map(|seam| addresses_in(seam, width));
            self.remember((Piece::Seams, id), words)
        });
        mentioned.iter().for_each(|&a| visit(a));
    }

    fn mention_piece(&mut self, kind: Piece, id: Id, visit: &mut dyn FnMut(u64)) {
        let known = self.mentions.pieces.get(&(kind, id)).cloned();
        let mentioned = known.unwrap_or_else(|| {
            let bytes = self.vm.interner.bytes_of(id);
            let chunk = if kind == Piece::Object { behind_header(bytes) } else { bytes };
            self.remember(
                (kind, id),
                addresses_in(Chunk::values_in(chunk), self.vm.pointer_bytes() as usize),
            )
        });
        mentioned.iter().for_each(|&a| visit(a));
    }

    fn remember(&mut self, piece: (Piece, Id), words: impl Iterator<Item = u64>) -> Rc<[u64]> {
        let found: Rc<[u64]> = words.filter_map(|w| address_part(&self.vm.space, w)).collect();
        self.mentions.held += ENTRY_BYTES + size_of_val(&*found) as u64;
        if self.mentions.held > MOST_BYTES {
            self.mentions = Mentions::default();
        }
        self.mentions.pieces.insert(piece, found.clone());
        found
    }
}

/// The chunk of a small object.
fn behind_header(bytes: &[u8]) -> &[u8] {
    let mut reader = Reader::new(bytes);
    let flags = reader.byte();
    reader.byte();
    reader.number();
    maker(flags, &mut reader);
    reader.rest()
}

/// The values of the first chunk in a tree of chunks; none where all is undefined.
fn first_values(interner: &Interner, mut id: Id) -> &[u8] {
    while interner.is_node(id) {
        id = interner.children(id).first().copied().unwrap_or(Id::EMPTY);
    }
    Chunk::values_in(interner.bytes_of(id))
}

/// The values of the last chunk in a tree of chunks; none where all is undefined.
fn last_values(interner: &Interner, mut id: Id) -> &[u8] {
    while interner.is_node(id) {
        id = interner.children(id).last().copied().unwrap_or(Id::EMPTY);
    }
    Chunk::values_in(interner.bytes_of(id))
}

fn mention_control(space: &AddressSpace, control: Control, visit: &mut dyn FnMut(u64)) {
    let results = [control.ended, control.exiting].map(|r| r.unwrap_or(Word::ZERO).value);
    // Another thread may have put it there: a futex is waited at where somebody says.
    let waited = control.wait.addresses();
    results.into_iter().chain(waited).filter_map(|w| address_part(space, w)).for_each(visit);
}
