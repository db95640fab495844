//! Where items lie: chunks of zeroed memory that only ever fill up.
//!
//! An item is its content hash (8 bytes), its header (4 bytes: kind and length) and its payload,
//! padded to whole units of 8 bytes. A pair is one unit: two ids and nothing else. Items and pairs have a
//! space each, of 16 GiB at most, in which units are counted through all chunks; the id of an item is twice the
//! number of its first unit, that of a pair twice the number of its unit and one more. So reading needs one
//! look into a list of chunks and no other table, and an id tells what it names.
//!
//! Invariants: an item is written completely before its id is given to anybody and never changes
//! afterwards; a chunk lives as long as its space and is at least `CHUNK_UNITS` long.

use super::{Full, Id};
use crate::sync::Mutex;
use crate::sync::atomic::{AtomicPtr, AtomicU64, Ordering};
use crate::table::{lock, prefetch};
use std::alloc::{Layout, alloc_zeroed, dealloc};
use std::ptr;

const UNIT: usize = 8;
const CHUNK_BITS: u32 = 19;
/// 4 MiB. Fresh chunks are untouched zero pages, so the unused end of one costs no memory.
const CHUNK_UNITS: usize = 1 << CHUNK_BITS;
/// The most chunks of a space.
pub(super) const CHUNKS: usize = 1 << (31 - CHUNK_BITS);
/// Larger items get a chunk of their own, so that little of a chunk stays unused.
const LARGE_UNITS: usize = CHUNK_UNITS / 4;
/// Bytes in front of the payload: hash and header.
const FRONT: usize = 12;
const EMPTY_HASH: u64 = 0x656d_7074_79a1_1a75;
/// Threads allocate in lanes of their own; more threads than lanes share.
const LANES: usize = 16;

/// The header of a piece of that length; `None` when it is too long.
pub(super) fn piece_header(length: usize) -> Option<u32> {
    u32::try_from(length).ok().filter(|&l| l < 1 << 31).map(|l| l << 1)
}

/// The header of a node with that many children.
pub(super) fn node_header(children: usize) -> u32 {
    (children as u32) << 1 | 1
}

/// Whether a header belongs to a node.
pub(super) fn is_node(header: u32) -> bool {
    header & 1 == 1
}

fn payload_len(header: u32) -> usize {
    let length = (header >> 1) as usize;
    if is_node(header) { length * size_of::<Id>() } else { length }
}

/// A list of ids as the bytes that lie in the arena.
pub(super) fn as_bytes(ids: &[Id]) -> &[u8] {
    // SAFETY: `Id` is a transparent `u32`: no padding, and every byte of it is initialised.
    unsafe { std::slice::from_raw_parts(ids.as_ptr().cast(), size_of_val(ids)) }
}

pub(super) struct Arena {
    /// For items and for pairs: the lowest bit of an id is the place here.
    spaces: [Space; 2],
}

/// Units that are numbered through.
struct Space {
    chunks: Box<[AtomicPtr<u8>]>,
    blocks: Mutex<Vec<Block>>,
    lanes: [Lane; LANES],
}

/// Memory that a space owns, for giving it back.
struct Block {
    start: *mut u8,
    layout: Layout,
}

// SAFETY: a block is only a note of what to free; nobody reads or writes through it.
unsafe impl Send for Block {}

#[repr(align(128))]
#[derive(Default)]
struct Lane {
    rest: Mutex<Rest>,
    used: AtomicU64,
}

/// The units of a lane's chunk that are still free.
#[derive(Default)]
struct Rest {
    next: usize,
    end: usize,
}

impl Arena {
    /// An arena with so many chunks in each space.
    pub(super) fn of(chunks: usize) -> Arena {
        let arena = Arena { spaces: [Space::of(chunks), Space::of(chunks)] };
        let empty = arena.add(EMPTY_HASH, 0, &[]);
        assert_eq!(empty, Ok(Id::EMPTY), "the system gives no memory for the first chunk");
        arena
    }

    /// Appends an item.
    pub(super) fn add(&self, hash: u64, header: u32, payload: &[u8]) -> Result<Id, Full> {
        debug_assert_eq!(payload.len(), payload_len(header));
        let units = (FRONT + payload.len()).div_ceil(UNIT);
        let [items, _] = &self.spaces;
        let unit = items.reserve(units)?;
        let item = items.place(unit);
        // SAFETY: `reserve` gave this thread alone the units from `unit`, all inside one live
        // chunk, and nobody else knows their id yet. Items start at multiples of 8 bytes.
        unsafe {
            item.cast::<u64>().write(hash);
            item.add(8).cast::<u32>().write(header);
            ptr::copy_nonoverlapping(payload.as_ptr(), item.add(FRONT), payload.len());
        }
        Ok(Id((unit as u32) << 1))
    }

    /// Appends a pair.
    pub(super) fn add_pair(&self, pair: [Id; 2]) -> Result<Id, Full> {
        let [_, pairs] = &self.spaces;
        let unit = pairs.reserve(1)?;
        // SAFETY: as in `add`; a unit is as large as a pair and aligned for more.
        unsafe { pairs.place(unit).cast::<[Id; 2]>().write(pair) };
        Ok(Id((unit as u32) << 1 | 1))
    }

    /// The two ids of a pair; for an id that names no pair any two.
    #[inline]
    pub(super) fn pair(&self, id: Id) -> &[Id; 2] {
        // SAFETY: `place` points to a unit of a live chunk; a pair was written before its id
        // became known and never changes, and every pattern of bits is an `Id`.
        unsafe { &*self.place(id).cast::<[Id; 2]>() }
    }

    /// Asks for the first memory of an item or a pair, without waiting for it.
    #[inline]
    pub(super) fn prefetch(&self, id: Id) {
        prefetch(self.place(id));
    }

    #[inline]
    pub(super) fn hash(&self, id: Id) -> u64 {
        // SAFETY: `start` points to two units of a live chunk, aligned to 8 bytes.
        unsafe { self.start(id).cast::<u64>().read() }
    }

    #[inline]
    pub(super) fn header(&self, id: Id) -> u32 {
        // SAFETY: as for `hash`; the header lies in the second unit.
        unsafe { self.start(id).add(8).cast::<u32>().read() }
    }

    /// Header and payload of an item.
    #[inline]
    pub(super) fn item(&self, id: Id) -> (u32, &[u8]) {
        let start = self.start(id);
        // SAFETY: as for `header`.
        let header = unsafe { start.add(8).cast::<u32>().read() };
        let length = payload_len(header);
        check_end(id, length);
        // SAFETY: the payload was written before `id` became known and never changes; `check_end`
        // keeps the slice inside the chunk even for an id that is not one of ours.
        (header, unsafe { std::slice::from_raw_parts(start.add(FRONT), length) })
    }

    #[inline]
    pub(super) fn children(&self, id: Id) -> &[Id] {
        if id.is_pair() {
            return self.pair(id);
        }
        let (header, payload) = self.item(id);
        assert!(is_node(header), "a piece has no children");
        // SAFETY: the payload of a node is a list of ids. It starts at a multiple of 4 bytes, and
        // every pattern of bits is an `Id`.
        unsafe { std::slice::from_raw_parts(payload.as_ptr().cast::<Id>(), (header >> 1) as usize) }
    }

    pub(super) fn bytes(&self) -> u64 {
        self.spaces.iter().map(Space::bytes).sum()
    }

    /// The first byte of an item, with two units inside a live chunk from there: every item has
    /// as many, and for a number that is no id the last unit of a chunk is refused.
    #[inline]
    fn start(&self, id: Id) -> *const u8 {
        let unit = (id.0 >> 1) as usize;
        let last = unit & (CHUNK_UNITS - 1) == CHUNK_UNITS - 1;
        assert!(!last && !id.is_pair(), "this id belongs to another interner");
        self.place(id)
    }

    /// The first byte of the first unit of an item or a pair.
    #[inline]
    fn place(&self, id: Id) -> *mut u8 {
        self.spaces[(id.0 & 1) as usize].place((id.0 >> 1) as usize)
    }
}

impl Space {
    fn of(chunks: usize) -> Space {
        Space {
            chunks: (0..chunks).map(|_| AtomicPtr::new(ptr::null_mut())).collect(),
            blocks: Mutex::new(Vec::new()),
            lanes: Default::default(),
        }
    }

    fn bytes(&self) -> u64 {
        let used: u64 = self.lanes.iter().map(|lane| lane.used.load(Ordering::Relaxed)).sum();
        used + size_of_val(&*self.chunks) as u64
    }

    /// The first byte of a unit of a live chunk.
    #[inline]
    fn place(&self, unit: usize) -> *mut u8 {
        let chunk = self.chunks[unit >> CHUNK_BITS].load(Ordering::Acquire);
        assert!(!chunk.is_null(), "this id belongs to another interner");
        // SAFETY: every live chunk is at least CHUNK_UNITS long, and the offset is below that.
        unsafe { chunk.add((unit & (CHUNK_UNITS - 1)) * UNIT) }
    }

    /// Takes `units` units that nobody else has; gives the number of the first.
    fn reserve(&self, units: usize) -> Result<usize, Full> {
        let lane = &self.lanes[own_lane()];
        let mut rest = lock(&lane.rest);
        let index = if units > LARGE_UNITS {
            self.new_chunk(units)?
        } else {
            if rest.end - rest.next < units {
                rest.next = self.new_chunk(CHUNK_UNITS)?;
                rest.end = rest.next + CHUNK_UNITS;
            }
            rest.next += units;
            rest.next - units
        };
        // Only the holder of the lane's lock writes, so load and store do not lose anything.
        let used = lane.used.load(Ordering::Relaxed) + (units * UNIT) as u64;
        lane.used.store(used, Ordering::Relaxed);
        Ok(index)
    }

    /// Adds a chunk of at least `units` units; gives the number of its first unit.
    fn new_chunk(&self, units: usize) -> Result<usize, Full> {
        let layout =
            Layout::array::<u64>(units.max(CHUNK_UNITS)).expect("items are shorter than 2 GiB");
        let mut blocks = lock(&self.blocks);
        let number = blocks.len();
        if number == self.chunks.len() {
            return Err(Full);
        }
        // SAFETY: the layout is not empty.
        let start = unsafe { alloc_zeroed(layout) };
        if start.is_null() {
            return Err(Full);
        }
        blocks.push(Block { start, layout });
        self.chunks[number].store(start, Ordering::Release);
        Ok(number << CHUNK_BITS)
    }
}

impl Drop for Space {
    fn drop(&mut self) {
        for block in lock(&self.blocks).drain(..) {
            // SAFETY: the block was allocated with this layout, and `&mut self` means that no
            // borrow of its content is left.
            unsafe { dealloc(block.start, block.layout) }
        }
    }
}

/// Refuses an item that would end behind its chunk. Only the first item of a chunk may be longer
/// than a chunk usually is, and then the chunk was made for it.
#[inline]
fn check_end(id: Id, payload: usize) {
    let offset = (id.0 >> 1) as usize & (CHUNK_UNITS - 1);
    assert!(
        offset == 0 || offset * UNIT + FRONT + payload <= CHUNK_UNITS * UNIT,
        "this id belongs to another interner"
    );
}

fn own_lane() -> usize {
    static THREADS: std::sync::atomic::AtomicU64 = std::sync::atomic::AtomicU64::new(0);
    thread_local! {
        static LANE: usize = THREADS.fetch_add(1, Ordering::Relaxed) as usize % LANES;
    }
    LANE.with(|&lane| lane)
}
