//! A canonical persistent row of ids: equal rows over one interner have equal roots.
//!
//! A binary tree of pairs over the places 0, 1, …, which the lowest bits of a place tell apart first:
//! the root has the even places on its left and the odd ones on its right, and so on. So both halves
//! of a row are about as long, whatever its length. Of places that agree in their lowest bits, let the
//! first be the smallest:
//!
//! - where none has a value, the subtree is [`Id::EMPTY`];
//! - where only the first has one, it is that value;
//! - else it is a pair of two subtrees.
//!
//! It is meant for the top of a state, where two states seldom share more than one half: a state whose
//! halves are both known takes one pair. Halves of different lengths would not do: the longer one is
//! known about as seldom as the whole.
//!
//! Place 0 is for what changes with nearly every step. In a long row every pair on the way to it
//! would be new then, so a row of more than [`SHORT`] places is a pair of the value at place 0 and the
//! tree of all others, in which [`MARK`] stands at place 0.
//!
//! No value is a pair or the mark, and place 0 is never empty.

mod unfolded;

pub use unfolded::Unfolded;

use crate::{Full, Id, Interner};

/// The first bits of a place that have one value in a row that is not long.
const SHORT_BITS: u32 = 4;
/// A row is long when a place from here on has a value. The tree of the others would be seldom shared by
/// two states of a shorter one, and there would be one more pair for each state.
const SHORT: u32 = 1 << SHORT_BITS;
/// What stands for place 0 in the tree of a long row.
const MARK: Id = Id::digit(0);

/// A row to read, or to derive others from.
#[derive(Copy, Clone)]
pub struct Row<'a> {
    interner: &'a Interner,
    top: Top,
    /// The halves of the tree of all places.
    tree: [Id; 2],
    first: Id,
    long: bool,
}

impl<'a> Row<'a> {
    /// The row with that top. An id that is no pair is the row that has it at place 0 alone.
    #[inline]
    pub fn open(interner: &'a Interner, top: impl Into<Top>) -> Row<'a> {
        let top = top.into().opened(interner);
        let tree = match top {
            Top::Root(first) => [first, Id::EMPTY],
            Top::Halves(halves) => halves,
        };
        let [left, right] = tree;
        if !left.is_pair() && right.is_pair() && first_of(interner, right) == MARK {
            let tree = interner.halves(right);
            return Row { interner, top, tree, first: left, long: true };
        }
        Row { interner, top, tree, first: first_of(interner, left), long: false }
    }

    /// The value at place 0.
    #[inline]
    pub fn first(&self) -> Id {
        self.first
    }

    /// The value at a place; [`Id::EMPTY`] when there is none.
    #[inline]
    pub fn get(&self, place: u32) -> Id {
        if place == 0 {
            return self.first;
        }
        let (mut at, mut rest) = (self.tree[(place & 1) as usize], place >> 1);
        while at.is_pair() {
            at = self.interner.halves(at)[(rest & 1) as usize];
            rest >>= 1;
        }
        if rest == 0 { at } else { Id::EMPTY }
    }

    /// The root of the row with changed values. Each place may be named once; [`Id::EMPTY`] takes a
    /// value away.
    ///
    /// # Panics
    /// When a value is a pair or the digit 0, or place 0 would be empty.
    pub fn with(&self, changes: &[(u32, Id)]) -> Result<Id, Full> {
        self.top_with(changes)?.named(self.interner)
    }

    /// The top of what [`Row::with`] gives, without a name for it.
    ///
    /// # Panics
    /// As [`Row::with`].
    pub fn top_with(&self, changes: &[(u32, Id)]) -> Result<Top, Full> {
        if changes.is_empty() {
            return Ok(self.top);
        }
        for &(place, value) in changes {
            assert!(!value.is_pair() && value != MARK, "a pair or a mark is not a value of a row");
            assert!((place, value) != (0, Id::EMPTY), "the first place of a row is not empty");
        }
        let mut first = self.first;
        let mut grows = false;
        let mut others: Vec<(u32, Id)> = Vec::with_capacity(changes.len() + 1);
        for &(place, value) in changes {
            match place {
                0 => first = value,
                _ => others.push((place, value)),
            }
            grows |= place >= SHORT && value != Id::EMPTY;
        }
        let at_first = |long: bool| (0, if long { MARK } else { first });
        let mut long = self.long || grows;
        others.push(at_first(long));
        // In the order in which the tree has them.
        others.sort_unstable_by_key(|&(place, _)| place.reverse_bits());
        let mut tree = changed_halves(self.interner, self.tree, 0, &others)?;
        if long && !grows && !is_long(self.interner, tree) {
            long = false;
            tree = changed_halves(self.interner, tree, 0, &[at_first(long)])?;
        }
        Ok(match tree {
            tree if long => Top::Halves([first, joined(self.interner, tree)?]),
            [only, Id::EMPTY] if !only.is_pair() => Top::Root(only),
            tree => Top::Halves(tree),
        })
    }

    /// Visits every place with a value, in their order.
    pub fn for_each(&self, visit: &mut dyn FnMut(u32, Id)) {
        let mut found = Vec::new();
        for (place, id) in (0..).zip(self.tree) {
            walk(self.interner, id, 1, place, &mut |place, value| found.push((place, value)));
        }
        found.sort_unstable_by_key(|&(place, _)| place);
        for (place, value) in found {
            visit(place, if place == 0 { self.first } else { value });
        }
    }
}

/// The top of a row.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Top {
    /// Its root.
    Root(Id),
    /// The halves of the pair that is its root.
    Halves([Id; 2]),
}

impl From<Id> for Top {
    fn from(root: Id) -> Top {
        Top::Root(root)
    }
}

/// Bits of the name of an item whose interner is limited to [`Interner::small`].
const HALF_BITS: u32 = 31;

impl Top {
    /// The halves in place of the name of a pair.
    #[inline]
    fn opened(self, interner: &Interner) -> Top {
        match self {
            Top::Root(pair) if pair.is_pair() => Top::Halves(interner.halves(pair)),
            opened => opened,
        }
    }

    /// The root of the row.
    #[inline]
    pub fn named(self, interner: &Interner) -> Result<Id, Full> {
        match self {
            Top::Root(root) => Ok(root),
            Top::Halves([left, right]) => interner.pair(left, right),
        }
    }

    /// A number below 2^62 that is the same for equal rows over one small interner and for no others,
    /// and needs no pair at the top. A row that is no pair has a left half that is none and no right
    /// one, which no pair has.
    ///
    /// # Panics
    /// When an id is of an interner that is not small.
    #[inline]
    pub fn packed(self, interner: &Interner) -> u64 {
        let [left, right] = match self.opened(interner) {
            Top::Root(id) => [id, Id::EMPTY],
            Top::Halves(halves) => halves,
        };
        let all = u64::from(left.index()) | u64::from(right.index()) << HALF_BITS;
        assert!((left.index() | right.index()) >> HALF_BITS == 0, "the interner is too large");
        all
    }

    /// The top that [`Top::packed`] gave a number for.
    #[inline]
    pub fn unpacked(number: u64) -> Top {
        let half = |bits: u64| Id::from_index(bits as u32 & (u32::MAX >> 1));
        match [half(number), half(number >> HALF_BITS)] {
            [id, Id::EMPTY] if !id.is_pair() => Top::Root(id),
            halves => Top::Halves(halves),
        }
    }

    /// The content hash of the row: the one of its root.
    pub fn hash(self, interner: &Interner) -> u64 {
        match self {
            Top::Root(root) => interner.hash(root),
            Top::Halves(halves) => interner.hash_of_pair(halves),
        }
    }
}

/// The value at the first place of a subtree.
#[inline]
fn first_of(interner: &Interner, id: Id) -> Id {
    let mut first = id;
    while first.is_pair() {
        [first, _] = interner.halves(first);
    }
    first
}

/// The two halves of a subtree that need not be a pair.
#[inline]
fn halves(interner: &Interner, id: Id) -> [Id; 2] {
    if id.is_pair() { interner.halves(id) } else { [id, Id::EMPTY] }
}

/// The subtree with these halves.
fn joined(interner: &Interner, [left, right]: [Id; 2]) -> Result<Id, Full> {
    if right == Id::EMPTY && !left.is_pair() {
        return Ok(left);
    }
    interner.pair(left, right)
}

/// Halves with changed values, of places that agree in the lowest `level` bits.
fn changed_halves(
    interner: &Interner,
    [left, right]: [Id; 2],
    level: u32,
    changes: &[(u32, Id)],
) -> Result<[Id; 2], Full> {
    let (here, there) = changes.split_at(changes.partition_point(|c| c.0 >> level & 1 == 0));
    let left = changed(interner, left, level + 1, here)?;
    Ok([left, changed(interner, right, level + 1, there)?])
}

/// A subtree with changed values, of places that agree in the lowest `level` bits.
fn changed(interner: &Interner, at: Id, level: u32, changes: &[(u32, Id)]) -> Result<Id, Full> {
    match *changes {
        [] => Ok(at),
        [(place, value)] if !at.is_pair() && u64::from(place) >> level == 0 => Ok(value),
        _ => joined(interner, changed_halves(interner, halves(interner, at), level, changes)?),
    }
}

/// Whether a place from [`SHORT`] on has a value.
fn is_long(interner: &Interner, tree: [Id; 2]) -> bool {
    fn below(interner: &Interner, id: Id, level: u32) -> bool {
        let deeper = |&half: &Id| below(interner, half, level + 1);
        id.is_pair() && (level == SHORT_BITS || interner.halves(id).iter().any(deeper))
    }
    tree.iter().any(|&half| below(interner, half, 1))
}

/// Visits the values of a subtree whose first place is `place`.
fn walk(interner: &Interner, at: Id, level: u32, place: u32, visit: &mut dyn FnMut(u32, Id)) {
    if at.is_pair() {
        let [left, right] = interner.halves(at);
        walk(interner, left, level + 1, place, visit);
        walk(interner, right, level + 1, place | 1 << level, visit);
    } else if at != Id::EMPTY {
        visit(place, at);
    }
}
