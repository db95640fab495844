//! A table that finds numbered items by content: extendible hashing. The items lie elsewhere; the
//! table holds their numbers and asks its owner for keys and equality.
//!
//! The first bits of a key choose a segment through a directory, further ones one of its units (a
//! page each) and there a group of twelve slots that fill one cache line; a one-byte tag spares most
//! comparisons. A segment grows unit by unit, each taking an equal share of the items of all
//! before it, and one of six units is split in two of four. So the table is about 80 % full
//! whatever its size, and growing stops nobody for longer than a few thousand items take.
//!
//! Invariants:
//! - A segment is written only under its lock; it and its units live as long as the table.
//! - Every number in a slot names a complete item. Whoever reads a slot compares the whole content, so
//!   a reader that meets a segment while it grows may miss an item but never takes one for another;
//!   whoever misses without the lock looks again with it.
//! - Under its lock, a segment holds exactly the items whose keys start with its prefix, each in
//!   the unit where it belongs, and no unit more than `MOST_ITEMS`.
//! - Locks are taken in the order segment, directory.

mod unit;

use crate::Full;
use crate::sync::atomic::{AtomicPtr, AtomicU64, AtomicUsize, Ordering};
use crate::sync::{Mutex, MutexGuard, PoisonError};
use std::ptr;
use unit::Unit;
pub(crate) use unit::{MOST_ITEMS, prefetch, tag};

/// A segment has at most this many units.
const MOST_UNITS: usize = 6;
/// And this many when it comes out of a split: more than half, so that it does not grow at once.
const SPLIT_UNITS: usize = 4;
/// No directory grows beyond this; keys that agree in so many bits do not occur by chance.
const MOST_BITS: u32 = 26;
/// Items whose memory is asked for before their keys are read.
const AHEAD: usize = 24;
/// Keys fall into this many cells, and cells into units.
const CELLS: usize = 512;
/// For each number of units (less one) the unit that a cell belongs to.
static UNIT_OF: [[u8; CELLS]; MOST_UNITS] = shares();

pub(crate) struct Table {
    directory: AtomicPtr<Directory>,
    /// Directories that were replaced. Readers may still hold them; together they are smaller
    /// than the present one.
    replaced: Mutex<Vec<*mut Directory>>,
    bytes: AtomicU64,
}

// SAFETY: the raw pointers are to directories, segments and units, which are shared by reference
// only and freed in `drop`.
unsafe impl Send for Table {}
// SAFETY: see above; all that they point to is made of atomics or behind mutexes.
unsafe impl Sync for Table {}

/// `2^bits` pointers to segments; several neighbours may point to the same one.
struct Directory {
    bits: u32,
    segments: Box<[AtomicPtr<Segment>]>,
}

struct Segment {
    /// How many of the units are in use; at least one.
    count: AtomicUsize,
    units: [AtomicPtr<Unit>; MOST_UNITS],
    head: Mutex<Head>,
}

/// The items of a segment are those whose keys start with the `bits` bits of `prefix`.
struct Head {
    bits: u32,
    prefix: u64,
    /// Items in each unit.
    items: [usize; MOST_UNITS],
}

/// An item of the table with its key.
type Entry = (u64, u32);

/// What the table itself knows of an item.
#[derive(Copy, Clone)]
pub(crate) struct Held {
    /// Its number.
    pub(crate) item: u32,
    /// The tag of its key: see [`tag`].
    pub(crate) tag: u8,
    /// The first bits of its key as the segment knows them: at least those of the first directory;
    /// the others are 0.
    pub(crate) prefix: u64,
}

impl Table {
    pub(crate) fn new() -> Table {
        Table::with_bits(0)
    }

    /// A table whose first directory has `2^bits` segments, a page each.
    pub(crate) fn with_bits(bits: u32) -> Table {
        let segment = |prefix| Box::into_raw(Box::new(Segment::new(bits, prefix)));
        let segments = (0..1 << bits).map(|prefix| AtomicPtr::new(segment(prefix)));
        let directory = Directory { bits, segments: segments.collect() };
        let segments = directory.segments.len() * size_of::<Segment>();
        let table = Table {
            bytes: AtomicU64::new(directory.bytes() + segments as u64),
            directory: AtomicPtr::new(Box::into_raw(Box::new(directory))),
            replaced: Mutex::new(Vec::new()),
        };
        for place in &table.directory().segments {
            // SAFETY: segments are freed only in `drop`.
            table.resize(unsafe { &*place.load(Ordering::Relaxed) }, 1);
        }
        table
    }

    pub(crate) fn bytes(&self) -> u64 {
        self.bytes.load(Ordering::Relaxed)
    }

    /// The number of an item, looked for without a lock. `None` may be wrong while somebody adds
    /// to the segment.
    #[inline]
    pub(crate) fn find(&self, key: u64, same: impl Fn(u32) -> bool) -> Option<u32> {
        self.segment(key).unit(key).1.find(key, same)
    }

    /// Asks for the memory that looking for a key needs, without waiting for it.
    #[inline]
    pub(crate) fn prefetch(&self, key: u64) {
        self.segment(key).unit(key).1.prefetch(key);
    }

    /// Visits items that may be the one with a key: to ask for their memory too.
    #[inline]
    pub(crate) fn candidates(&self, key: u64, visit: impl FnMut(u32)) {
        self.segment(key).unit(key).1.candidates(key, visit);
    }

    /// Finds an item or adds the one that `make` gives. `key_of` gives the key of an item in the
    /// table, and `ask` asks for the memory that it needs for that.
    pub(crate) fn find_or_insert(
        &self,
        key: u64,
        same: impl Fn(u32) -> bool,
        (key_of, ask): (impl Fn(Held) -> u64, impl Fn(u32)),
        make: impl FnOnce() -> Result<u32, Full>,
    ) -> Result<u32, Full> {
        loop {
            let segment = self.segment(key);
            let mut head = lock(&segment.head);
            if first_bits(key, head.bits) != head.prefix {
                continue; // split between our look into the directory and our getting the lock
            }
            let (number, unit) = segment.unit(key);
            if let Some(item) = unit.find(key, &same) {
                return Ok(item);
            }
            if head.items[number] >= MOST_ITEMS {
                self.make_room(segment, &mut head, &key_of, &ask)?;
                continue;
            }
            let item = make()?;
            unit.put(key, item);
            head.items[number] += 1;
            return Ok(item);
        }
    }

    fn directory(&self) -> &Directory {
        // SAFETY: directories are freed only in `drop`.
        unsafe { &*self.directory.load(Ordering::Acquire) }
    }

    #[inline]
    fn segment(&self, key: u64) -> &Segment {
        let directory = self.directory();
        let place = first_bits(key, directory.bits) as usize;
        // SAFETY: segments are freed only in `drop`.
        unsafe { &*directory.segments[place].load(Ordering::Acquire) }
    }

    /// Adds units to a segment, or splits it when it has all.
    fn make_room(
        &self,
        segment: &Segment,
        head: &mut MutexGuard<'_, Head>,
        key_of: impl Fn(Held) -> u64,
        ask: impl Fn(u32),
    ) -> Result<(), Full> {
        let prefix = if head.bits == 0 { 0 } else { head.prefix << (64 - head.bits) };
        let count = segment.count.load(Ordering::Relaxed);
        let mut items: Vec<Entry> = Vec::with_capacity(count * MOST_ITEMS);
        for number in 0..count {
            segment.unit_at(number).for_each(|tag, item| items.push((tag.into(), item)));
        }
        // The content of items is not in the cache: much of it is asked for before it is needed.
        for place in 0..items.len() {
            if let Some(&(_, later)) = items.get(place + AHEAD) {
                ask(later);
            }
            let (tag, item) = items[place];
            items[place].0 = key_of(Held { item, tag: tag as u8, prefix });
        }
        if let Some(count) = fitting(&items, count + 1) {
            self.resize(segment, count);
            head.items = segment.refill(&items);
            return Ok(());
        }
        self.split(segment, head, items)
    }

    /// Moves the items whose next bit is 1 to a new segment.
    fn split(
        &self,
        segment: &Segment,
        head: &mut MutexGuard<'_, Head>,
        items: Vec<Entry>,
    ) -> Result<(), Full> {
        let bits = head.bits + 1;
        if bits > MOST_BITS {
            return Err(Full);
        }
        let (go, stay): (Vec<Entry>, Vec<Entry>) =
            items.into_iter().partition(|&(key, _)| first_bits(key, bits) & 1 == 1);
        let fit = |items| fitting(items, SPLIT_UNITS).ok_or(Full);
        let (units_there, units_here) = (fit(&go)?, fit(&stay)?);
        let prefix = head.prefix << 1;
        let mut other = Segment::new(bits, prefix | 1);
        segment.hand_over(&other, units_here);
        self.resize(segment, units_here);
        self.resize(&other, units_there);
        let items = other.refill(&go);
        other.head.get_mut().expect("a new lock is not poisoned").items = items;
        self.enter(Box::into_raw(Box::new(other)), bits, prefix | 1);
        **head = Head { bits, prefix, items: segment.refill(&stay) };
        Ok(())
    }

    /// Adds units to a segment until it has that many.
    fn resize(&self, segment: &Segment, count: usize) {
        for place in &segment.units[segment.count.load(Ordering::Relaxed)..count] {
            self.bytes.fetch_add(size_of::<Unit>() as u64, Ordering::Relaxed);
            place.store(Box::into_raw(Unit::new()), Ordering::Release);
        }
        segment.count.store(count, Ordering::Release);
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
    /// A segment that has no units yet.
    fn new(bits: u32, prefix: u64) -> Segment {
        Segment {
            count: AtomicUsize::new(0),
            units: [const { AtomicPtr::new(ptr::null_mut()) }; MOST_UNITS],
            head: Mutex::new(Head { bits, prefix, items: [0; MOST_UNITS] }),
        }
    }

    /// The unit where a key belongs, with its number.
    #[inline]
    fn unit(&self, key: u64) -> (usize, &Unit) {
        let number = unit_of(key, self.count.load(Ordering::Acquire));
        (number, self.unit_at(number))
    }

    /// A unit that is or was in use.
    #[inline]
    fn unit_at(&self, number: usize) -> &Unit {
        let unit = self.units[number].load(Ordering::Acquire);
        // SAFETY: a place is filled before `count` says so, and no unit is freed before the
        // table is. A reader that comes too late may read a unit that went to another segment.
        unsafe { &*unit }
    }

    /// Gives the units behind the first `keep` to a new segment.
    fn hand_over(&self, other: &Segment, keep: usize) {
        let count = self.count.load(Ordering::Relaxed);
        let given = &self.units[keep.min(count)..count];
        for (from, to) in given.iter().zip(&other.units) {
            // The pointer stays for readers who do not know yet that it is not in use here.
            to.store(from.load(Ordering::Relaxed), Ordering::Relaxed);
        }
        other.count.store(given.len(), Ordering::Relaxed);
        self.count.store(count - given.len(), Ordering::Release);
    }

    /// Empties all units and puts the items where they belong; gives how many each unit got.
    fn refill(&self, items: &[Entry]) -> [usize; MOST_UNITS] {
        let count = self.count.load(Ordering::Relaxed);
        let mut units = [self.unit_at(0); MOST_UNITS];
        for (number, unit) in units[..count].iter_mut().enumerate() {
            *unit = self.unit_at(number);
            unit.clear();
        }
        let mut counts = [0; MOST_UNITS];
        for &(key, item) in items {
            let number = unit_of(key, count);
            units[number].put(key, item);
            counts[number] += 1;
        }
        counts
    }
}

impl Drop for Segment {
    fn drop(&mut self) {
        let count = *self.count.get_mut();
        for place in &mut self.units[..count] {
            // SAFETY: it came from `Box::into_raw` and is in use in this segment only.
            drop(unsafe { Box::from_raw(*place.get_mut()) });
        }
    }
}

/// The fewest units, `least` or more, in which items have room.
fn fitting(items: &[Entry], least: usize) -> Option<usize> {
    (least..=MOST_UNITS).find(|&count| {
        let mut counts = [0; MOST_UNITS];
        items.iter().for_each(|&(key, _)| counts[unit_of(key, count)] += 1);
        counts.iter().all(|&count| count <= MOST_ITEMS)
    })
}

/// The unit out of `count` where a key belongs.
#[inline]
fn unit_of(key: u64, count: usize) -> usize {
    UNIT_OF[count - 1][(key >> 24) as usize % CELLS].into()
}

/// Each further unit takes every so manieth cell of each unit before it.
const fn shares() -> [[u8; CELLS]; MOST_UNITS] {
    let mut shares = [[0; CELLS]; MOST_UNITS];
    let mut before = 1;
    while before < MOST_UNITS {
        shares[before] = shares[before - 1];
        let mut seen = [0; MOST_UNITS];
        let mut cell = 0;
        while cell < CELLS {
            let unit = shares[before][cell] as usize;
            seen[unit] += 1;
            if seen[unit] % (before + 1) == 0 {
                shares[before][cell] = before as u8;
            }
            cell += 1;
        }
        before += 1;
    }
    shares
}

/// A panic inside these short sections leaves nothing half done, so poison is ignored.
pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[inline]
fn first_bits(key: u64, bits: u32) -> u64 {
    if bits == 0 { 0 } else { key >> (64 - bits) }
}

/// Spreads numbers that are close to each other over all keys.
#[inline]
pub(crate) fn spread(number: u64) -> u64 {
    let product = u128::from(number ^ 0x9e37_79b9_7f4a_7c15) * 0xd6e8_feb8_6659_fd93_u128;
    let folded = (product as u64) ^ (product >> 64) as u64;
    folded.wrapping_mul(0x9fb2_1c65_1e98_df25) ^ folded >> 32
}
