//! A canonical persistent row of ids: equal rows over one interner have equal roots.
//!
//! A binary tree of pairs over the places 0, 1, …, as high as the last place in use needs and no
//! higher; absent subtrees are [`Id::EMPTY`]. It is meant for the top of a state, where two states
//! seldom share more than one half: a state whose halves are both known takes one pair.
//!
//! No value is a pair, and place 0 is never empty. So the way from the root to the left ends at
//! place 0, and its length is the height of the tree.

use crate::{Full, Id, Interner};

/// A row to read, or to derive others from.
#[derive(Copy, Clone)]
pub struct Row<'a> {
    interner: &'a Interner,
    root: Id,
    height: u32,
    first: Id,
}

impl<'a> Row<'a> {
    /// The row with that root. An id that is no pair is the row that has it at place 0 alone.
    #[inline]
    pub fn open(interner: &'a Interner, root: Id) -> Row<'a> {
        let (mut first, mut height) = (root, 0);
        while first.is_pair() {
            first = interner.children(first)[0];
            height += 1;
        }
        Row { interner, root, height, first }
    }

    /// The value at place 0.
    #[inline]
    pub fn first(&self) -> Id {
        self.first
    }

    /// The value at a place; [`Id::EMPTY`] when there is none.
    #[inline]
    pub fn get(&self, place: u32) -> Id {
        if height_of(place) > self.height {
            return Id::EMPTY;
        }
        let mut at = self.root;
        for below in (0..self.height).rev() {
            if at == Id::EMPTY {
                return at;
            }
            at = self.interner.children(at)[(place >> below & 1) as usize];
        }
        at
    }

    /// The root of the row with changed values. Places must be in ascending order; [`Id::EMPTY`]
    /// takes a value away.
    ///
    /// # Panics
    /// When a value is a pair, or place 0 would be empty.
    pub fn with(&self, changes: &[(u32, Id)]) -> Result<Id, Full> {
        let Some(&(last, _)) = changes.last() else { return Ok(self.root) };
        let (mut root, mut height) = (self.root, self.height);
        while height < height_of(last) {
            root = self.interner.pair(root, Id::EMPTY)?;
            height += 1;
        }
        root = changed(self.interner, root, height, changes)?;
        // The last place in use decides the height.
        while root.is_pair()
            && let &[left, Id::EMPTY] = self.interner.children(root)
        {
            root = left;
        }
        Ok(root)
    }

    /// Visits every place with a value, in their order.
    #[inline]
    pub fn for_each(&self, visit: &mut dyn FnMut(u32, Id)) {
        walk(self.interner, self.root, self.height, 0, visit);
    }
}

/// A subtree with changed values; no change lies outside of it.
fn changed(interner: &Interner, at: Id, height: u32, changes: &[(u32, Id)]) -> Result<Id, Full> {
    let Some(below) = height.checked_sub(1) else {
        let (place, value) = changes[changes.len() - 1];
        assert!(!value.is_pair(), "a pair is not a value of a row");
        assert!(place != 0 || value != Id::EMPTY, "the first place of a row is not empty");
        return Ok(value);
    };
    let (mut left, mut right) = (Id::EMPTY, Id::EMPTY);
    if at != Id::EMPTY {
        let children = interner.children(at);
        (left, right) = (children[0], children[1]);
    }
    let (here, there) = changes.split_at(changes.partition_point(|c| c.0 >> below & 1 == 0));
    if !here.is_empty() {
        left = changed(interner, left, below, here)?;
    }
    if !there.is_empty() {
        right = changed(interner, right, below, there)?;
    }
    if (left, right) == (Id::EMPTY, Id::EMPTY) {
        return Ok(Id::EMPTY);
    }
    interner.pair(left, right)
}

fn walk(
    interner: &Interner,
    at: Id,
    height: u32,
    first_place: u32,
    visit: &mut dyn FnMut(u32, Id),
) {
    match height.checked_sub(1) {
        _ if at == Id::EMPTY => {}
        None => visit(first_place, at),
        Some(below) => {
            let children = interner.children(at);
            walk(interner, children[0], below, first_place, visit);
            walk(interner, children[1], below, first_place | 1 << below, visit);
        }
    }
}

/// The height of the lowest tree that holds a place.
#[inline]
fn height_of(place: u32) -> u32 {
    u32::BITS - place.leading_zeros()
}
