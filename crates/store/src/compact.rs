//! Hash compaction (Wolper and Leroy): of a state, 40 bits of a hash are kept.
//!
//! They are a tag and a number in a [`Table`], 5.33 bytes in a table that is 80 % full. Ten further
//! bits are the segment of the first directory in which they stand, and cost nothing: two states
//! are taken for one when they agree in all fifty. 64 bits would take 1.6 times the memory; with 32
//! bits a state is likely lost where a few million are stored.
//!
//! Reading takes no lock. While another worker moves what it reads to a larger table, a tag may be
//! read with another's number; that both are those of the state that is looked for is as likely as
//! another collision, and the moments in which it can happen are few.

use crate::Full;
use crate::loss::{self, Count, mixed};
use crate::table::{Held, Table, tag};
use crate::visited::{Seen, StateId, StoreFull, VisitedSet};
use allways_space::{Guarantee, State};

/// Bits of a hash that are known from where a state stands. A page for each segment is 4 MiB.
const PLACE_BITS: u32 = 10;
const REST: u64 = u64::MAX >> PLACE_BITS;
/// How many pairs of states there are for each that agrees: the tags 0 and 1 are one.
const APART: f64 = (1u64 << (PLACE_BITS + 32)) as f64 * 65536.0 / 258.0;

/// A set of states told apart by fifty bits of their hashes. `H` gives the hash of a state's
/// content.
pub struct CompactStore<H> {
    hash: H,
    table: Table,
    states: Count,
}

impl<H: Fn(State) -> u64 + Sync> CompactStore<H> {
    /// An empty store.
    pub fn new(hash: H) -> CompactStore<H> {
        CompactStore { hash, table: Table::with_bits(PLACE_BITS), states: Count::default() }
    }

    /// The number that is kept of a state, and the key where it stands.
    #[inline]
    fn kept(&self, state: State) -> (u32, u64) {
        let hash = mixed((self.hash)(state));
        let item = (hash >> 8) as u32;
        (item, key(hash & !REST, item, tag(hash)))
    }
}

/// The key of what is kept: the bits of the place, then bits that follow from the number, then the
/// tag.
#[inline]
fn key(place: u64, item: u32, tag: u8) -> u64 {
    let spread = u64::from(item).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    place & !REST | spread >> PLACE_BITS & !0xff | u64::from(tag)
}

impl<H: Fn(State) -> u64 + Sync> VisitedSet for CompactStore<H> {
    fn insert(&self, state: State, _: Option<StateId>, (): ()) -> Result<Seen<()>, StoreFull> {
        let (item, key) = self.kept(state);
        let same = |other| other == item;
        if self.table.find(key, same).is_some() {
            return Ok(Seen::Covered);
        }
        let key_of = |held: Held| self::key(held.prefix, held.item, held.tag);
        let mut new = false;
        let make = || {
            new = true;
            Ok(item)
        };
        self.table.find_or_insert(key, same, (key_of, |_| ()), make).map_err(|Full| StoreFull)?;
        if !new {
            return Ok(Seen::Covered);
        }
        Ok(self.states.add())
    }

    #[inline]
    fn covers(&self, state: State, (): ()) -> bool {
        let (item, key) = self.kept(state);
        self.table.find(key, |other| other == item).is_some()
    }

    fn guarantee(&self) -> Guarantee {
        Guarantee::Lossy(loss::after(self.states(), |stored, _| stored / APART))
    }

    fn states(&self) -> u64 {
        self.states.get()
    }

    fn bytes(&self) -> u64 {
        self.table.bytes()
    }
}
