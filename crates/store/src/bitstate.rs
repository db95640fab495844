//! Bitstate hashing (Holzmann): of a state, three bits are set in a field of a fixed size.
//!
//! A state whose bits are all set is taken for one that was there. The three places come from three
//! hashes of the content's hash that have nothing to do with each other. More bits for a state make
//! mistakes rarer while the field is nearly empty and more frequent when it fills; three is best
//! at about four bits of the field for each state, and good from two to a hundred.

use crate::loss::{self, Count, mixed};
use crate::visited::{Seen, StateId, StoreFull, VisitedSet};
use allways_space::{Guarantee, State};
use std::sync::atomic::{AtomicU64, Ordering};

/// Bits that are set for a state.
const BITS: u64 = 3;
/// The least size of the field in bytes.
const LEAST: u64 = 64;

/// A set of states told apart by three bits each. `H` gives the hash of a state's content.
///
/// Of several workers that add the same state at the same moment, more than one may find it new:
/// then it is counted and explored twice.
pub struct BitStore<H> {
    hash: H,
    words: Box<[AtomicU64]>,
    states: Count,
}

impl<H: Fn(State) -> u64 + Sync> BitStore<H> {
    /// An empty store with a field of that many bytes.
    ///
    /// # Errors
    /// When the system does not give as much memory.
    pub fn new(bytes: u64, hash: H) -> Result<BitStore<H>, StoreFull> {
        let length = usize::try_from(bytes.max(LEAST) / 8).map_err(|_| StoreFull)?;
        Ok(BitStore { hash, words: zeroed(length)?, states: Count::default() })
    }

    /// The words and bits of a state.
    #[inline]
    fn places(&self, state: State) -> [(&AtomicU64, u64); BITS as usize] {
        let hash = mixed((self.hash)(state));
        let bits = self.words.len() as u128 * 64;
        std::array::from_fn(|n| {
            // A number that grows by an odd step, mixed: SplitMix64, whose numbers are independent.
            let step = (n as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            let product = u128::from(mixed(hash.wrapping_add(step))) * bits;
            let place = (product >> 64) as u64;
            (&self.words[(place / 64) as usize], 1 << (place % 64))
        })
    }
}

impl<H: Fn(State) -> u64 + Sync> VisitedSet for BitStore<H> {
    fn insert(&self, state: State, _: Option<StateId>, (): ()) -> Result<Seen<()>, StoreFull> {
        let mut new = false;
        for (word, bit) in self.places(state) {
            // Looking first does not take the cache line away from others.
            if word.load(Ordering::Relaxed) & bit == 0 {
                new |= word.fetch_or(bit, Ordering::Relaxed) & bit == 0;
            }
        }
        if !new {
            return Ok(Seen::Covered);
        }
        Ok(self.states.add())
    }

    #[inline]
    fn covers(&self, state: State, (): ()) -> bool {
        self.places(state).iter().all(|(word, bit)| word.load(Ordering::Relaxed) & bit != 0)
    }

    fn guarantee(&self) -> Guarantee {
        let bits = self.words.len() as f64 * 64.0;
        // A state that is left out finds its bits set, so after so many that were reached the bits
        // are as if all had been stored. When none is expected to be unset, nothing new is found.
        let unset = |reached: f64| f64::exp(-(BITS as f64) * reached / bits);
        Guarantee::Lossy(loss::after(self.states(), |_, reached| match unset(reached) {
            unset if unset * bits < 1.0 => 1.0,
            unset => (1.0 - unset).powi(BITS as i32),
        }))
    }

    fn states(&self) -> u64 {
        self.states.get()
    }

    fn bytes(&self) -> u64 {
        8 * self.words.len() as u64
    }
}

/// Zeroed memory, which the system provides page by page when it is first written.
fn zeroed(length: usize) -> Result<Box<[AtomicU64]>, StoreFull> {
    let layout = std::alloc::Layout::array::<AtomicU64>(length).map_err(|_| StoreFull)?;
    // SAFETY: the layout is not empty, because a field has a least size.
    let start = unsafe { std::alloc::alloc_zeroed(layout) }.cast::<AtomicU64>();
    if start.is_null() {
        return Err(StoreFull);
    }
    // SAFETY: the memory was allocated with the layout of such a slice, and zero is a value of it.
    Ok(unsafe { Box::from_raw(std::ptr::slice_from_raw_parts_mut(start, length)) })
}
