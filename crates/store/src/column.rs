//! Columns of numbers, one per state, that grow without moving.
//!
//! Each chunk is as long as all chunks before it together. Chunks are zeroed memory that the
//! system provides page by page when first written, so the unused end of the last one is free.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};

/// The first chunk has `2^FIRST_BITS` places.
const FIRST_BITS: u32 = 12;
const CHUNKS: usize = (u32::BITS - FIRST_BITS) as usize + 1;

/// A column in which every place is 0 until it is set; a column that is never set takes no memory.
pub struct Column {
    chunks: [OnceLock<Box<[AtomicU32]>>; CHUNKS],
}

impl Column {
    /// Nothing but zeroes.
    pub const fn new() -> Column {
        Column { chunks: [const { OnceLock::new() }; CHUNKS] }
    }

    /// The value at a place. Whoever learned of the place through a lock, a table or another
    /// synchronisation after it was set sees what was set.
    #[inline]
    pub fn get(&self, place: u32) -> u32 {
        let (chunk, offset) = split(place);
        match self.chunks[chunk].get() {
            Some(values) => values[offset].load(Ordering::Relaxed),
            None => 0,
        }
    }

    /// Sets a place. Setting 0 where nothing was set takes no memory.
    #[inline]
    pub fn set(&self, place: u32, value: u32) {
        let (chunk, offset) = split(place);
        if value == 0 && self.chunks[chunk].get().is_none() {
            return;
        }
        self.chunk(chunk)[offset].store(value, Ordering::Relaxed);
    }

    /// Sets bits of a place; gives what was there before. Of several threads that set the same
    /// bit, exactly one finds it unset.
    #[inline]
    pub fn set_bits(&self, place: u32, bits: u32) -> u32 {
        let (chunk, offset) = split(place);
        self.chunk(chunk)[offset].fetch_or(bits, Ordering::Relaxed)
    }

    /// A place itself, for operations in an order that the caller chooses. It takes memory.
    #[inline]
    pub fn cell(&self, place: u32) -> &AtomicU32 {
        let (chunk, offset) = split(place);
        &self.chunk(chunk)[offset]
    }

    #[inline]
    fn chunk(&self, chunk: usize) -> &[AtomicU32] {
        self.chunks[chunk].get_or_init(|| zeroed(1 << (FIRST_BITS + chunk as u32)))
    }

    /// Bytes that a column with that many places in use takes.
    pub fn bytes(&self, places: u64) -> u64 {
        let mut rest = places;
        let mut bytes = 0;
        for (chunk, values) in self.chunks.iter().enumerate() {
            let here = rest.min(1 << (FIRST_BITS + chunk as u32));
            bytes += values.get().map_or(0, |_| 4 * here);
            rest -= here;
        }
        bytes
    }
}

impl Default for Column {
    fn default() -> Self {
        Column::new()
    }
}

/// Chunk and offset of a place.
#[inline]
fn split(place: u32) -> (usize, usize) {
    let shifted = u64::from(place) + (1 << FIRST_BITS);
    let bits = shifted.ilog2();
    ((bits - FIRST_BITS) as usize, (shifted - (1 << bits)) as usize)
}

fn zeroed(length: usize) -> Box<[AtomicU32]> {
    // A vector of plain zeroes is taken from the system as zero pages; atomics would be written
    // one by one.
    let plain: Box<[u32]> = vec![0; length].into_boxed_slice();
    // SAFETY: `AtomicU32` has the size, alignment and bit validity of `u32`.
    unsafe { Box::from_raw(Box::into_raw(plain) as *mut [AtomicU32]) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_do_not_overlap() {
        let column = Column::new();
        let places = || (0..40_000).chain((1 << 17) - 5..(1 << 17) + 5);
        places().for_each(|place| column.set(place, place + 1));
        places().for_each(|place| assert_eq!(column.get(place), place + 1));
        assert_eq!(column.get(60_000), 0);
    }

    #[test]
    fn the_last_place_has_a_chunk() {
        assert_eq!(split(0), (0, 0));
        assert_eq!(split(4095), (0, 4095));
        assert_eq!(split(4096), (1, 0));
        let (chunk, offset) = split(u32::MAX);
        assert_eq!(chunk, CHUNKS - 1);
        assert_eq!(offset, (1 << FIRST_BITS) - 1);
    }

    #[test]
    fn zeroes_cost_nothing() {
        let column = Column::new();
        column.set(5, 0);
        assert_eq!(column.bytes(10_000), 0);
        column.set(5000, 1);
        assert_eq!(column.bytes(10_000), 4 * (10_000 - 4096));
    }
}
