//! A page of slots: groups of twelve that fill one cache line each.

use crate::sync::atomic::{AtomicU32, AtomicU64, Ordering};

const SLOTS: usize = 12;
const GROUPS: usize = 64;
/// A unit takes no more than this many of its 768 slots: the last ones take long to find.
pub(crate) const MOST_ITEMS: usize = 740;
const LOW_BITS: u64 = 0x0101_0101_0101_0101;
const HIGH_BITS: u64 = 0x8080_8080_8080_8080;
/// Which bytes of the two tag words belong to slots.
const TAG_BYTES: [u64; 2] = [HIGH_BITS, HIGH_BITS >> 32];

#[repr(C, align(64))]
pub(super) struct Unit {
    groups: [Group; GROUPS],
}

/// Twelve slots. Tags are bytes, 0 for an empty slot; the last four bytes are unused.
#[repr(C, align(64))]
struct Group {
    tags: [AtomicU64; 2],
    items: [AtomicU32; SLOTS],
}

impl Unit {
    pub(super) fn new() -> Box<Unit> {
        Box::new(Unit { groups: [const { Group::new() }; GROUPS] })
    }

    #[inline]
    pub(super) fn find(&self, key: u64, same: impl Fn(u32) -> bool) -> Option<u32> {
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
                empty = zero_bytes(tags) & slots;
            }
            // Slots fill from the front, so the last one tells whether the group is full.
            if empty != 0 {
                return None;
            }
        }
        None
    }

    /// Asks for the memory where a key is looked for first.
    #[inline]
    pub(super) fn prefetch(&self, key: u64) {
        prefetch(&self.groups[(key >> 8) as usize % GROUPS]);
    }

    /// Visits the items of the first group whose tags are like the key's.
    #[inline]
    pub(super) fn candidates(&self, key: u64, mut visit: impl FnMut(u32)) {
        let tag = LOW_BITS * u64::from(tag(key));
        let group = &self.groups[(key >> 8) as usize % GROUPS];
        for (word, (tags, slots)) in group.tags.iter().zip(TAG_BYTES).enumerate() {
            let mut candidates = zero_bytes(tags.load(Ordering::Acquire) ^ tag) & slots;
            while candidates != 0 {
                let slot = word * 8 + candidates.trailing_zeros() as usize / 8;
                visit(group.items[slot].load(Ordering::Acquire));
                candidates &= candidates - 1;
            }
        }
    }

    /// Writes an item into the first empty slot for its key. Needs the lock and a free slot.
    #[inline]
    pub(super) fn put(&self, key: u64, item: u32) {
        for group in self.groups_from(key) {
            if let Some(slot) = group.empty_slot() {
                group.items[slot].store(item, Ordering::Release);
                let word = &group.tags[slot / 8];
                let tags = word.load(Ordering::Relaxed) | u64::from(tag(key)) << (slot % 8 * 8);
                word.store(tags, Ordering::Release);
                return;
            }
        }
        unreachable!("no unit takes as many items as it has slots");
    }

    /// Visits the items with their tags. Exact under the lock.
    #[inline]
    pub(super) fn for_each(&self, mut visit: impl FnMut(u8, u32)) {
        for group in &self.groups {
            let [low, high] = group.tags.each_ref().map(|word| word.load(Ordering::Acquire));
            let mut tags = u128::from(high) << 64 | u128::from(low);
            for item in &group.items {
                // Slots fill from the front, and no tag is 0.
                if tags as u8 == 0 {
                    break;
                }
                visit(tags as u8, item.load(Ordering::Acquire));
                tags >>= 8;
            }
        }
    }

    pub(super) fn clear(&self) {
        for word in self.groups.iter().flat_map(|group| &group.tags) {
            word.store(0, Ordering::Release);
        }
    }

    /// All groups, the one where `key` belongs first.
    #[inline]
    fn groups_from(&self, key: u64) -> impl Iterator<Item = &Group> {
        let first = (key >> 8) as usize;
        (0..GROUPS).map(move |n| &self.groups[(first + n) % GROUPS])
    }
}

impl Group {
    const fn new() -> Group {
        Group {
            tags: [const { AtomicU64::new(0) }; 2],
            items: [const { AtomicU32::new(0) }; SLOTS],
        }
    }

    /// The first empty slot; slots fill from the front. Exact under the lock.
    #[inline]
    fn empty_slot(&self) -> Option<usize> {
        let empty = |word: usize| {
            let zero = zero_bytes(self.tags[word].load(Ordering::Relaxed)) & TAG_BYTES[word];
            (zero != 0).then(|| word * 8 + zero.trailing_zeros() as usize / 8)
        };
        empty(0).or_else(|| empty(1))
    }
}

/// Asks for the cache line of a place, without waiting for it.
#[inline(always)]
pub(crate) fn prefetch<T>(place: *const T) {
    #[cfg(target_arch = "x86_64")]
    // SAFETY: a prefetch reads nothing that could be noticed, and no address is wrong for it.
    unsafe {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        _mm_prefetch::<_MM_HINT_T0>(place.cast());
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = place;
}

/// The tag of a key: its last byte, but never 0.
#[inline]
pub(crate) fn tag(key: u64) -> u8 {
    (key as u8).max(1)
}

/// The highest bit of each byte that is 0. Bytes above the lowest such byte may be wrong, which
/// costs a comparison at most: content is compared anyway, and for emptiness only the lowest
/// counts.
#[inline]
fn zero_bytes(word: u64) -> u64 {
    word.wrapping_sub(LOW_BITS) & !word & HIGH_BITS
}
