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
            [first, _] = interner.halves(first);
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
            at = self.interner.halves(at)[(place >> below & 1) as usize];
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
            && let [left, Id::EMPTY] = self.interner.halves(root)
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

/// A row taken apart, for deriving many from it. Meant for rows of a few thousand places: it takes
/// memory and time up to the last one.
pub struct Unfolded<'a> {
    interner: &'a Interner,
    height: u32,
    /// The tree in the order of a heap: the root at 1, the halves of `n` at `2n` and `2n + 1`,
    /// place 0 at `2^height`.
    nodes: Vec<Id>,
    /// Pairs asked for before, each at the place that [`known_place`] gives, to spare looks into
    /// the interner: below the root there are few.
    known: Box<[(Id, Id, Id)]>,
}

const KNOWN_BITS: u32 = 12;

impl<'a> Unfolded<'a> {
    /// No row yet.
    pub fn new(interner: &'a Interner) -> Unfolded<'a> {
        Unfolded {
            interner,
            height: 0,
            nodes: vec![Id::EMPTY; 2],
            known: vec![(Id::EMPTY, Id::EMPTY, Id::EMPTY); 1 << KNOWN_BITS].into(),
        }
    }

    /// Takes a row apart.
    pub fn load(&mut self, root: Id) {
        self.height = Row::open(self.interner, root).height;
        self.nodes.clear();
        self.nodes.resize(2 << self.height, Id::EMPTY);
        self.nodes[1] = root;
        for node in 1..1 << self.height {
            if self.nodes[node] != Id::EMPTY {
                let halves = self.interner.halves(self.nodes[node]);
                self.nodes[2 * node..2 * node + 2].copy_from_slice(&halves);
            }
        }
    }

    /// The value at a place; [`Id::EMPTY`] when there is none.
    #[inline]
    pub fn get(&self, place: u32) -> Id {
        self.nodes.get((1 << self.height) + place as usize).copied().unwrap_or(Id::EMPTY)
    }

    /// The places with a value, in their order.
    pub fn iter(&self) -> impl Iterator<Item = (u32, Id)> {
        let values = self.nodes[1 << self.height..].iter().copied();
        (0..).zip(values).filter(|&(_, value)| value != Id::EMPTY)
    }

    /// The same as [`Row::with`], and quicker for one or two values that are replaced.
    pub fn with(&mut self, changes: &[(u32, Id)]) -> Result<Id, Full> {
        let usual = |(place, value): (u32, Id)| {
            place >> self.height == 0 && value != Id::EMPTY && !value.is_pair()
        };
        let node = |place: u32| (1 << self.height) + place as usize;
        match *changes {
            [one] if usual(one) => self.above(node(one.0), one.1),
            [one, two] if one.0 < two.0 && usual(one) && usual(two) => {
                self.above_both((node(one.0), one.1), (node(two.0), two.1))
            }
            _ => Row::open(self.interner, self.nodes[1]).with(changes),
        }
    }

    /// The root when `id` is at a node.
    #[inline]
    fn above(&mut self, node: usize, id: Id) -> Result<Id, Full> {
        let (mut node, mut id) = (node, id);
        while node > 1 {
            id = self.parent(node, id)?;
            node /= 2;
        }
        Ok(id)
    }

    /// The root when two nodes of one level are changed, of which the first is the left one.
    #[inline]
    fn above_both(&mut self, left: (usize, Id), right: (usize, Id)) -> Result<Id, Full> {
        let ((mut left, mut left_id), (mut right, mut right_id)) = (left, right);
        while left / 2 != right / 2 {
            left_id = self.parent(left, left_id)?;
            right_id = self.parent(right, right_id)?;
            (left, right) = (left / 2, right / 2);
        }
        let id = self.pair(left / 2, left_id, right_id)?;
        self.above(left / 2, id)
    }

    /// What is above a node when `id` is there.
    #[inline]
    fn parent(&mut self, node: usize, id: Id) -> Result<Id, Full> {
        let other = self.nodes[node ^ 1];
        let (left, right) = if node & 1 == 0 { (id, other) } else { (other, id) };
        self.pair(node / 2, left, right)
    }

    /// The pair that stands at a node.
    #[inline]
    fn pair(&mut self, node: usize, left: Id, right: Id) -> Result<Id, Full> {
        // Roots are mostly seen once and would only displace the others.
        if node == 1 {
            return self.interner.pair(left, right);
        }
        let known = &mut self.known[known_place(left, right)];
        if (known.0, known.1) != (left, right) {
            *known = (left, right, self.interner.pair(left, right)?);
        }
        Ok(known.2)
    }
}

#[inline]
fn known_place(left: Id, right: Id) -> usize {
    let mixed = left.index().wrapping_mul(0x9e37_79b1) ^ right.index().wrapping_mul(0x85eb_ca6b);
    (mixed >> (u32::BITS - KNOWN_BITS)) as usize
}

/// A subtree with changed values; no change lies outside of it.
fn changed(interner: &Interner, at: Id, height: u32, changes: &[(u32, Id)]) -> Result<Id, Full> {
    let Some(below) = height.checked_sub(1) else {
        let (place, value) = changes[changes.len() - 1];
        assert!(!value.is_pair(), "a pair is not a value of a row");
        assert!(place != 0 || value != Id::EMPTY, "the first place of a row is not empty");
        return Ok(value);
    };
    let [mut left, mut right] = if at == Id::EMPTY { [Id::EMPTY; 2] } else { interner.halves(at) };
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
            let [left, right] = interner.halves(at);
            walk(interner, left, below, first_place, visit);
            walk(interner, right, below, first_place | 1 << below, visit);
        }
    }
}

/// The height of the lowest tree that holds a place.
#[inline]
fn height_of(place: u32) -> u32 {
    u32::BITS - place.leading_zeros()
}
