//! The interner: every distinct byte string and every distinct list of ids is held once, so that
//! equality of content is equality of ids.
//!
//! Pairs are for the top of a tree, where nearly every state has nodes of its own: they take 8 bytes
//! and a slot of the table. All else carries its content hash and its length.
//!
//! It is insert-only. Reading through an [`Id`] and finding content that is already there take no
//! lock; adding content locks one small segment of the table.

mod arena;

use crate::table::{Held, Table, spread};
use arena::{Arena, CHUNKS};
use std::fmt;
use xxhash_rust::xxh3::{xxh3_64, xxh3_64_with_seed};

/// Names an interned item. It means something only together with the interner that gave it out.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(transparent)]
pub struct Id(u32);

impl Id {
    /// The absence of an item. It may be a child of a node and differs from the empty byte string.
    pub const EMPTY: Id = Id(0);

    /// The number behind the name.
    pub fn index(self) -> u32 {
        self.0
    }

    /// The name with that number. Using a number that no [`Id::index`] of the same interner gave
    /// yields unspecified content or a panic.
    pub fn from_index(index: u32) -> Id {
        Id(index)
    }

    /// The piece of the one byte `n`, which every interner holds from its beginning.
    pub(crate) const fn digit(n: u32) -> Id {
        assert!(n < DIGITS);
        // Nothing (two units), and then a byte and what is in front of it (two units each).
        Id((2 + 2 * n) << 1)
    }

    /// The `n` of which it is the digit.
    #[inline]
    pub(crate) fn as_digit(self) -> Option<u32> {
        let n = (self.0 >> 2).checked_sub(1)?;
        (n < DIGITS && self.0 & 3 == 0).then_some(n)
    }

    /// Whether it names a pair.
    #[inline]
    pub fn is_pair(self) -> bool {
        self.0 & 1 == 1
    }
}

/// The interner cannot hold another item: its names are used up or the system gave no memory.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Full;

impl fmt::Display for Full {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the interner cannot hold another item")
    }
}

impl std::error::Error for Full {}

/// Bytes that are interned from the beginning: enough to name the heights of tries.
const DIGITS: u32 = 22;
/// Pairs whose memory is asked for at once: as many as a processor keeps under way.
const AT_ONCE: usize = 16;
/// The most children a node can have.
const MOST_CHILDREN: usize = 16;
/// Content hashes of nodes start from their own seed, so that no node hashes like a piece.
const NODE_SEED: u64 = 0x6e6f_6465_a11a_75e5;
const PAIR_SEED: u64 = 0x7061_6972_a11a_75e5;

/// An insert-only set of byte strings ("pieces"), of lists of ids ("nodes") and of pairs of ids.
pub struct Interner {
    arena: Arena,
    table: Table,
    pairs: Table,
}

impl Interner {
    /// An empty interner, for 16 GiB of pairs and 16 GiB of all else at most.
    pub fn new() -> Interner {
        Interner::of(CHUNKS)
    }

    /// An empty interner for 8 GiB of pairs and 8 GiB of all else at most, whose names have 31 bits.
    pub fn small() -> Interner {
        Interner::of(CHUNKS / 2)
    }

    /// An empty interner for so many chunks of pairs, and of all else, at most.
    pub(crate) fn of(chunks: usize) -> Interner {
        let interner =
            Interner { arena: Arena::of(chunks), table: Table::new(), pairs: Table::new() };
        for n in 0..DIGITS {
            let digit = interner.piece(&[n as u8]);
            assert_eq!(digit, Ok(Id::digit(n)), "digits have their names in every interner");
        }
        interner
    }

    /// The name of a byte string.
    pub fn piece(&self, bytes: &[u8]) -> Result<Id, Full> {
        let header = arena::piece_header(bytes.len()).ok_or(Full)?;
        let hash = xxh3_64(bytes);
        self.intern(hash, header, bytes, || hash)
    }

    /// The name of a byte string, if it has one already. Where somebody else is just giving it one,
    /// there may be none yet.
    pub(crate) fn known_piece(&self, bytes: &[u8]) -> Option<Id> {
        let header = arena::piece_header(bytes.len())?;
        let same = |item: u32| self.arena.item(Id(item)) == (header, bytes);
        self.table.find(xxh3_64(bytes), same).map(Id)
    }

    /// The name of a node.
    ///
    /// # Panics
    /// When there are no children or more than 16.
    pub fn node(&self, children: &[Id]) -> Result<Id, Full> {
        assert!((1..=MOST_CHILDREN).contains(&children.len()), "a node has 1 to 16 children");
        let header = arena::node_header(children.len());
        let payload = arena::as_bytes(children);
        // Children are told apart by their ids, which is quicker than reading their hashes; the
        // hash of the content is only computed for nodes that are new.
        self.intern(xxh3_64(payload), header, payload, || self.content_hash(children))
    }

    /// The name of a pair. It differs from the node with these two children.
    #[inline]
    pub fn pair(&self, left: Id, right: Id) -> Result<Id, Full> {
        let pair = [left, right];
        let key = pair_key(pair);
        let same = |item: u32| *self.arena.pair(Id(item)) == pair;
        if let Some(item) = self.pairs.find(key, same) {
            return Ok(Id(item));
        }
        let key_of = |held: Held| pair_key(*self.arena.pair(Id(held.item)));
        let make = || self.arena.add_pair(pair).map(Id::index);
        let ask = |item: u32| self.arena.prefetch(Id(item));
        self.pairs.find_or_insert(key, same, (key_of, ask), make).map(Id)
    }

    /// The names of several pairs, in their order. Where each is looked up in memory that is not in
    /// the cache, this is quicker than one after the other: the memory is asked for beforehand.
    pub fn pairs(&self, halves: &[[Id; 2]], mut named: impl FnMut(Id)) -> Result<(), Full> {
        for few in halves.chunks(AT_ONCE) {
            few.iter().for_each(|&pair| self.pairs.prefetch(pair_key(pair)));
            for &pair in few {
                let ask = |item| self.arena.prefetch(Id(item));
                self.pairs.candidates(pair_key(pair), ask);
            }
            for &[left, right] in few {
                named(self.pair(left, right)?);
            }
        }
        Ok(())
    }

    /// The content of a piece; nothing for [`Id::EMPTY`].
    ///
    /// # Panics
    /// When `piece` names a node.
    #[inline]
    pub fn bytes_of(&self, piece: Id) -> &[u8] {
        let (header, payload) = self.arena.item(piece);
        assert!(!arena::is_node(header), "a node has no bytes of its own");
        payload
    }

    /// The children of a node or of a pair.
    ///
    /// # Panics
    /// When `node` names a piece.
    #[inline]
    pub fn children(&self, node: Id) -> &[Id] {
        self.arena.children(node)
    }

    /// The two halves of a pair.
    ///
    /// # Panics
    /// When `pair` names something else.
    #[inline]
    pub fn halves(&self, pair: Id) -> [Id; 2] {
        assert!(pair.is_pair(), "only a pair has halves");
        *self.arena.pair(pair)
    }

    /// Whether `id` names a node or a pair (and not a piece or nothing).
    #[inline]
    pub fn is_node(&self, id: Id) -> bool {
        id.is_pair() || arena::is_node(self.arena.header(id))
    }

    /// A hash of the content below `id`, the same in every process. Pairs do not carry theirs: it
    /// is computed from those of the items that hang on a tree of pairs.
    pub fn hash(&self, id: Id) -> u64 {
        if !id.is_pair() {
            return self.arena.hash(id);
        }
        self.hash_of_pair(*self.arena.pair(id))
    }

    /// The content hash that a pair has, or would have.
    #[inline]
    pub fn hash_of_pair(&self, halves: [Id; 2]) -> u64 {
        let [left, right] = halves.map(|child| self.hash(child));
        spread(spread(left ^ PAIR_SEED).wrapping_add(right))
    }

    /// Bytes of memory in use.
    pub fn bytes(&self) -> u64 {
        self.arena.bytes() + self.table.bytes() + self.pairs.bytes()
    }

    fn content_hash(&self, children: &[Id]) -> u64 {
        let mut text = [0u8; 8 * MOST_CHILDREN];
        for (place, &child) in text.chunks_exact_mut(8).zip(children) {
            place.copy_from_slice(&self.hash(child).to_le_bytes());
        }
        xxh3_64_with_seed(&text[..8 * children.len()], NODE_SEED)
    }

    /// Finds or adds an item. `key` decides its place in the table and is a function of header and
    /// payload, see [`Interner::key`].
    fn intern(
        &self,
        key: u64,
        header: u32,
        payload: &[u8],
        content_hash: impl FnOnce() -> u64,
    ) -> Result<Id, Full> {
        let same = |item: u32| self.arena.item(Id(item)) == (header, payload);
        if let Some(item) = self.table.find(key, same) {
            return Ok(Id(item));
        }
        let hash = content_hash();
        let item = self.table.find_or_insert(
            key,
            same,
            (|held: Held| self.key(Id(held.item)), |item: u32| self.arena.prefetch(Id(item))),
            || self.arena.add(hash, header, payload).map(Id::index),
        )?;
        Ok(Id(item))
    }

    /// The key under which an item stands in the table.
    fn key(&self, id: Id) -> u64 {
        match self.arena.item(id) {
            (header, payload) if arena::is_node(header) => xxh3_64(payload),
            _ => self.arena.hash(id),
        }
    }
}

#[inline]
fn pair_key([left, right]: [Id; 2]) -> u64 {
    spread(u64::from(left.0) | u64::from(right.0) << 32)
}

impl Default for Interner {
    fn default() -> Self {
        Interner::new()
    }
}

impl fmt::Debug for Interner {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Interner").field("bytes", &self.bytes()).finish_non_exhaustive()
    }
}
