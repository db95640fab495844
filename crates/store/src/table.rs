//! A table that finds numbered items by content: extendible hashing in segments of one page. The
//! items lie elsewhere; the table holds their numbers and asks its owner for keys and equality.
//!
//! The first bits of a key choose a segment through a directory, the next ones a group of twelve
//! slots that fill one cache line; a one-byte tag spares most comparisons. A full segment is split
//! in two, so growing never stops anybody for longer than that. (After cache-line-conscious
//! extendible hashing by Nam and others, without its logging for persistent memory.)
//!
//! Invariants:
//! - A segment is written only under its lock, and lives as long as the table.
//! - Every number in a slot names a complete item. Whoever reads a slot compares the whole content, so
//!   a reader that meets a segment in the middle of a split may miss an item but never takes one
//!   for another; whoever misses without the lock looks again with it.
//! - Under its lock, a segment holds exactly the items whose keys start with its prefix.
//! - Locks are taken in the order segment, directory.

use crate::Full;
use std::ptr;
use std::sync::atomic::{AtomicPtr, AtomicU32, AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

const SLOTS: usize = 12;
const GROUPS: usize = 63;
/// A segment is split when this many of its 756 slots are taken.
const MOST_ITEMS: usize = 680;
/// No directory grows beyond this; keys that agree in so many bits do not occur by chance.
const MOST_BITS: u32 = 26;
const LOW_BITS: u64 = 0x0101_0101_0101_0101;
const HIGH_BITS: u64 = 0x8080_8080_8080_8080;
/// Which bytes of the two tag words belong to slots.
const TAG_BYTES: [u64; 2] = [HIGH_BITS, HIGH_BITS >> 32];

pub(crate) struct Table {
    directory: AtomicPtr<Directory>,
    /// Directories that were replaced. Readers may still hold them; together they are smaller
    /// than the present one.
    replaced: Mutex<Vec<*mut Directory>>,
    bytes: AtomicU64,
}

// SAFETY: the raw pointers are to directories and segments, which are shared by reference only
// and freed in `drop`.
unsafe impl Send for Table {}
// SAFETY: see above; all fields of directories and segments are atomics or behind mutexes.
unsafe impl Sync for Table {}

/// `2^bits` pointers to segments; several neighbours may point to the same one.
struct Directory {
    bits: u32,
    segments: Box<[AtomicPtr<Segment>]>,
}

#[repr(C, align(64))]
struct Segment {
    head: Mutex<Head>,
    groups: [Group; GROUPS],
}

/// The items of a segment are those whose keys start with the `bits` bits of `prefix`.
struct Head {
    bits: u32,
    prefix: u64,
    items: usize,
}

/// Twelve slots. Tags are bytes, 0 for an empty slot; the last four bytes are unused.
#[repr(C, align(64))]
struct Group {
    tags: [AtomicU64; 2],
    items: [AtomicU32; SLOTS],
}

impl Table {
    pub(crate) fn new() -> Table {
        let segment = Box::into_raw(Segment::new(0, 0));
        let directory = Directory { bits: 0, segments: Box::new([AtomicPtr::new(segment)]) };
        Table {
            bytes: AtomicU64::new(directory.bytes() + size_of::<Segment>() as u64),
            directory: AtomicPtr::new(Box::into_raw(Box::new(directory))),
            replaced: Mutex::new(Vec::new()),
        }
    }

    pub(crate) fn bytes(&self) -> u64 {
        self.bytes.load(Ordering::Relaxed)
    }

    /// The number of an item, looked for without a lock. `None` may be wrong while somebody adds to the segment.
    #[inline]
    pub(crate) fn find(&self, key: u64, same: impl Fn(u32) -> bool) -> Option<u32> {
        self.segment(key).find(key, same)
    }

    /// Finds an item or adds the one that `make` gives. `key_of` gives the key of an item in the
    /// table.
    pub(crate) fn find_or_insert(
        &self,
        key: u64,
        same: impl Fn(u32) -> bool,
        key_of: impl Fn(u32) -> u64,
        make: impl FnOnce() -> Result<u32, Full>,
    ) -> Result<u32, Full> {
        loop {
            let segment = self.segment(key);
            let mut head = lock(&segment.head);
            if first_bits(key, head.bits) != head.prefix {
                continue; // split between our look into the directory and our getting the lock
            }
            if let Some(item) = segment.find(key, &same) {
                return Ok(item);
            }
            if head.items >= MOST_ITEMS {
                self.split(segment, &mut head, &key_of)?;
                continue;
            }
            let item = make()?;
            segment.put(key, item);
            head.items += 1;
            return Ok(item);
        }
    }

    fn directory(&self) -> &Directory {
        // SAFETY: directories are freed only in `drop`.
        unsafe { &*self.directory.load(Ordering::Acquire) }
    }

    fn segment(&self, key: u64) -> &Segment {
        let directory = self.directory();
        let place = first_bits(key, directory.bits) as usize;
        // SAFETY: segments are freed only in `drop`.
        unsafe { &*directory.segments[place].load(Ordering::Acquire) }
    }

    /// Moves the items whose next bit is 1 to a new segment.
    fn split(
        &self,
        segment: &Segment,
        head: &mut MutexGuard<'_, Head>,
        key_of: impl Fn(u32) -> u64,
    ) -> Result<(), Full> {
        let bits = head.bits + 1;
        if bits > MOST_BITS {
            return Err(Full);
        }
        // Reading all keys first keeps several cache misses under way at once.
        let items: Vec<(u64, u32)> = segment.items().map(|item| (key_of(item), item)).collect();
        let (go, stay): (Vec<_>, Vec<_>) =
            items.into_iter().partition(|&(key, _)| first_bits(key, bits) & 1 == 1);
        let prefix = head.prefix << 1;
        let mut other = Segment::new(bits, prefix | 1);
        other.head.get_mut().expect("a new lock is not poisoned").items = go.len();
        go.iter().for_each(|&(key, item)| other.put(key, item));
        self.enter(Box::into_raw(other), bits, prefix | 1);
        segment.clear();
        stay.iter().for_each(|&(key, item)| segment.put(key, item));
        **head = Head { bits, prefix, items: stay.len() };
        Ok(())
    }

    /// Puts a new segment into the directory, which grows if it has too few bits.
    fn enter(&self, segment: *mut Segment, bits: u32, prefix: u64) {
        let mut replaced = lock(&self.replaced);
        self.bytes.fetch_add(size_of::<Segment>() as u64, Ordering::Relaxed);
        if self.directory().bits < bits {
            let double = Box::new(self.directory().double());
            self.bytes.fetch_add(double.bytes(), Ordering::Relaxed);
            replaced.push(self.directory.load(Ordering::Relaxed));
            self.directory.store(Box::into_raw(double), Ordering::Release);
        }
        let directory = self.directory();
        let shift = directory.bits - bits;
        let first = (prefix as usize) << shift;
        for place in &directory.segments[first..first + (1 << shift)] {
            place.store(segment, Ordering::Release);
        }
    }
}

impl Drop for Table {
    fn drop(&mut self) {
        let mut last = ptr::null_mut();
        for place in &self.directory().segments {
            let segment = place.load(Ordering::Relaxed);
            if segment != last {
                // SAFETY: it came from `Box::into_raw`; equal pointers are neighbours, so each
                // segment is freed once; nobody borrows the table any more.
                drop(unsafe { Box::from_raw(segment) });
                last = segment;
            }
        }
        let present = self.directory.load(Ordering::Relaxed);
        for directory in lock(&self.replaced).drain(..).chain([present]) {
            // SAFETY: it came from `Box::into_raw` and is in exactly one of the two places.
            drop(unsafe { Box::from_raw(directory) });
        }
    }
}

impl Directory {
    fn double(&self) -> Directory {
        let twice = self.segments.iter().flat_map(|place| {
            let segment = place.load(Ordering::Relaxed);
            [AtomicPtr::new(segment), AtomicPtr::new(segment)]
        });
        Directory { bits: self.bits + 1, segments: twice.collect() }
    }

    fn bytes(&self) -> u64 {
        size_of_val(&*self.segments) as u64
    }
}

impl Segment {
    fn new(bits: u32, prefix: u64) -> Box<Segment> {
        Box::new(Segment {
            head: Mutex::new(Head { bits, prefix, items: 0 }),
            groups: [const { Group::new() }; GROUPS],
        })
    }

    #[inline]
    fn find(&self, key: u64, same: impl Fn(u32) -> bool) -> Option<u32> {
        let tag = LOW_BITS * u64::from(tag(key));
        for group in self.groups_from(key) {
            let mut empty = 0;
            for (word, slots) in group.tags.iter().zip(TAG_BYTES).enumerate() {
                let (tags, slots) = (slots.0.load(Ordering::Acquire), slots.1);
                let mut candidates = zero_bytes(tags ^ tag) & slots;
                while candidates != 0 {
                    let slot = word * 8 + candidates.trailing_zeros() as usize / 8;
                    let item = group.items[slot].load(Ordering::Acquire);
                    if same(item) {
                        return Some(item);
                    }
                    candidates &= candidates - 1;
                }
                empty |= zero_bytes(tags) & slots;
            }
            if empty != 0 {
                return None;
            }
        }
        None
    }

    /// Writes an item into the first empty slot for its key. Needs the lock and a free slot.
    fn put(&self, key: u64, item: u32) {
        for group in self.groups_from(key) {
            if let Some(slot) = group.empty_slot() {
                group.items[slot].store(item, Ordering::Release);
                let word = &group.tags[slot / 8];
                let tags = word.load(Ordering::Relaxed) | u64::from(tag(key)) << (slot % 8 * 8);
                word.store(tags, Ordering::Release);
                return;
            }
        }
        unreachable!("a segment is split before its last slot is taken");
    }

    fn items(&self) -> impl Iterator<Item = u32> {
        self.groups.iter().flat_map(|group| {
            let taken = group.empty_slot().unwrap_or(SLOTS);
            let items = &group.items[..taken];
            items.iter().map(|item| item.load(Ordering::Acquire))
        })
    }

    fn clear(&self) {
        for word in self.groups.iter().flat_map(|group| &group.tags) {
            word.store(0, Ordering::Release);
        }
    }

    /// All groups, the one where `key` belongs first.
    fn groups_from(&self, key: u64) -> impl Iterator<Item = &Group> {
        let first = ((key >> 8 & 0xffff) as usize * GROUPS) >> 16;
        let (before, from) = self.groups.split_at(first);
        from.iter().chain(before)
    }
}

impl Group {
    const fn new() -> Group {
        Group {
            tags: [const { AtomicU64::new(0) }; 2],
            items: [const { AtomicU32::new(0) }; SLOTS],
        }
    }

    /// The first empty slot; slots fill from the front. Exact under the segment's lock.
    fn empty_slot(&self) -> Option<usize> {
        let empty = |word: usize| {
            let zero = zero_bytes(self.tags[word].load(Ordering::Relaxed)) & TAG_BYTES[word];
            (zero != 0).then(|| word * 8 + zero.trailing_zeros() as usize / 8)
        };
        empty(0).or_else(|| empty(1))
    }
}

/// A panic inside these short sections leaves nothing half done, so poison is ignored.
pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The tag of a key: its last byte, but never 0.
fn tag(key: u64) -> u8 {
    (key as u8).max(1)
}

fn first_bits(key: u64, bits: u32) -> u64 {
    if bits == 0 { 0 } else { key >> (64 - bits) }
}

/// The highest bit of each byte that is 0. Bytes above the lowest such byte may be wrong, which
/// costs a comparison at most: content is compared anyway, and for emptiness only the lowest
/// counts.
fn zero_bytes(word: u64) -> u64 {
    word.wrapping_sub(LOW_BITS) & !word & HIGH_BITS
}

/// Spreads numbers that are close to each other over all keys.
#[inline]
pub(crate) fn spread(number: u64) -> u64 {
    let product = u128::from(number ^ 0x9e37_79b9_7f4a_7c15) * 0xd6e8_feb8_6659_fd93_u128;
    let folded = (product as u64) ^ (product >> 64) as u64;
    folded.wrapping_mul(0x9fb2_1c65_1e98_df25) ^ folded >> 32
}
