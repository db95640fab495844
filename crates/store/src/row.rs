//! A canonical persistent row of ids: equal rows over one interner have equal roots.
//!
//! A binary tree of pairs over the places 0, 1, …, as high as the last place in use needs and no
//! higher; absent subtrees are [`Id::EMPTY`]. It is meant for the top of a state, where two states
//! seldom share more than one half: a state whose halves are both known takes one pair.
//!
//! No value is a pair, and place 0 is never empty. So the way from the root to the left ends at
//! place 0, and its length is the height of the tree.
//!
//! Place 0 is for what changes with nearly every step. In a high tree every pair on the way to it
//! would be new then, so a row that needs a tree of [`HIGH`] levels is a pair of the value at place 0
//! and the tree of all others, in which a digit stands at place 0.

use crate::{Full, Id, Interner};

/// Trees of so many levels or more do not hold place 0. A lower tree would be seldom shared by two
/// states, and there would be one more pair for each state.
const HIGH: u32 = 5;
/// What stands for place 0 in a high tree.
const MARK: Id = Id::digit(0);

/// A row to read, or to derive others from.
#[derive(Copy, Clone)]
pub struct Row<'a> {
    interner: &'a Interner,
    top: Top,
    /// The tree of all places, or of all but the first.
    tree: Top,
    height: u32,
    first: Id,
}

impl<'a> Row<'a> {
    /// The row with that top. An id that is no pair is the row that has it at place 0 alone.
    #[inline]
    pub fn open(interner: &'a Interner, top: impl Into<Top>) -> Row<'a> {
        let top = top.into().opened(interner);
        let (tree, high) = match top {
            Top::Halves([first, others]) if !first.is_pair() && others.is_pair() => {
                (Top::Halves(interner.halves(others)), Some(first))
            }
            low => (low, None),
        };
        let (mut first, mut height) = match tree {
            Top::Root(id) => (id, 0),
            Top::Halves([left, _]) => (left, 1),
        };
        while first.is_pair() {
            [first, _] = interner.halves(first);
            height += 1;
        }
        Row { interner, top, tree, height, first: high.unwrap_or(first) }
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
        if height_of(place) > self.height {
            return Id::EMPTY;
        }
        let (mut at, mut below) = match self.tree {
            Top::Root(id) => (id, 0),
            Top::Halves(halves) => {
                let below = self.height - 1;
                (halves[(place >> below & 1) as usize], below)
            }
        };
        while below > 0 && at != Id::EMPTY {
            below -= 1;
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
        self.top_with(changes)?.named(self.interner)
    }

    /// The top of what [`Row::with`] gives, without a name for it.
    ///
    /// # Panics
    /// As [`Row::with`].
    pub fn top_with(&self, changes: &[(u32, Id)]) -> Result<Top, Full> {
        let Some(&(last, _)) = changes.last() else { return Ok(self.top) };
        let (first, others) = match changes {
            [(0, first), others @ ..] => (*first, others),
            others => (self.first, others),
        };
        assert!(!first.is_pair(), "a pair is not a value of a row");
        assert!(first != Id::EMPTY, "the first place of a row is not empty");
        let (mut tree, mut height) = (self.tree, self.height);
        while height < height_of(last) {
            tree = Top::Halves([tree.named(self.interner)?, Id::EMPTY]);
            height += 1;
        }
        let at_first = |height: u32| if height < HIGH { (0, first) } else { (0, MARK) };
        let all: Vec<(u32, Id)> = [at_first(height)].iter().chain(others).copied().collect();
        tree = changed_top(self.interner, tree, height, &all)?;
        // The last place in use decides the height.
        while let Top::Halves([left, Id::EMPTY]) = tree {
            tree = Top::Root(left).opened(self.interner);
            height -= 1;
        }
        if at_first(height) != all[0] {
            tree = changed_top(self.interner, tree, height, &[at_first(height)])?;
        }
        if height < HIGH {
            return Ok(tree);
        }
        Ok(Top::Halves([first, tree.named(self.interner)?]))
    }

    /// Visits every place with a value, in their order.
    #[inline]
    pub fn for_each(&self, visit: &mut dyn FnMut(u32, Id)) {
        let mut visit = |place, value| visit(place, if place == 0 { self.first } else { value });
        match self.tree {
            Top::Root(id) => visit(0, id),
            Top::Halves([left, right]) => {
                let below = self.height - 1;
                walk(self.interner, left, below, 0, &mut visit);
                walk(self.interner, right, below, 1 << below, &mut visit);
            }
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
    /// and needs no pair at the top. No row has an empty right half, so the rows that are no pair
    /// are told from all others.
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
            [id, Id::EMPTY] => Top::Root(id),
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

/// A row taken apart, for deriving many from it. Meant for rows of a few thousand places: it takes
/// memory and time up to the last one.
pub struct Unfolded<'a> {
    interner: &'a Interner,
    top: Top,
    first: Id,
    height: u32,
    /// The tree in the order of a heap: the root at 1 (where it has a name), the halves of `n` at `2n`
    /// and `2n + 1`, place 0 at `2^height`.
    nodes: Vec<Id>,
    /// The content hash of the value at each place.
    hashes: Vec<u64>,
    /// Places whose values the last load changed.
    changed: Vec<u32>,
    /// For each place and each level above it the pair that was asked for last, to spare looks into
    /// the interner: in a high tree most are the same in the next row.
    ways: Vec<(Id, Id, Id)>,
    /// Pairs of a low tree that were asked for before, each at the place that [`known_place`] gives, to spare looks into
    /// the interner: below the root there are few.
    known: Box<[(Id, Id, Id)]>,
}

const KNOWN_BITS: u32 = 12;

impl<'a> Unfolded<'a> {
    /// No row yet.
    pub fn new(interner: &'a Interner) -> Unfolded<'a> {
        Unfolded {
            interner,
            top: Top::Root(Id::EMPTY),
            first: Id::EMPTY,
            height: 0,
            nodes: vec![Id::EMPTY; 2],
            hashes: vec![0],
            changed: Vec::new(),
            ways: Vec::new(),
            known: vec![NO_PAIR; 1 << KNOWN_BITS].into(),
        }
    }

    /// Takes a row apart. What it has in common with the one before stays as it is, and
    /// [`Unfolded::changed`] tells the rest; `false` when they have nothing in common because one
    /// is longer.
    pub fn load(&mut self, top: impl Into<Top>) -> bool {
        let Row { top, tree, height, first, .. } = Row::open(self.interner, top);
        let alike = height == self.height;
        self.top = top;
        self.changed.clear();
        if !alike {
            self.height = height;
            self.nodes.clear();
            self.nodes.resize(2 << height, Id::EMPTY);
            self.hashes.clear();
            self.hashes.resize(1 << height, 0);
            self.first = Id::EMPTY;
            if height >= HIGH {
                self.ways.clear();
                self.ways.resize((height as usize) << height, NO_PAIR);
            }
        }
        if self.first != first {
            self.first = first;
            self.hashes[0] = self.interner.hash(first);
            self.changed.push(0);
        }
        match (top, tree) {
            (Top::Halves([_, others]), _) if height >= HIGH => self.put(1, others),
            (_, Top::Root(id)) => self.put(1, id),
            (_, Top::Halves([left, right])) => {
                self.put(2, left);
                self.put(3, right);
            }
        }
        alike
    }

    /// The places at which the row differs from the one that was loaded before.
    pub fn changed(&self) -> &[u32] {
        &self.changed
    }

    /// Puts a subtree at a node.
    fn put(&mut self, node: usize, id: Id) {
        if self.nodes[node] == id {
            return;
        }
        self.nodes[node] = id;
        if let Some(place) = node.checked_sub(1 << self.height) {
            if place > 0 {
                self.hashes[place] = self.interner.hash(id);
                self.changed.push(place as u32);
            }
            return;
        }
        let halves = if id == Id::EMPTY { [id; 2] } else { self.interner.halves(id) };
        self.put(2 * node, halves[0]);
        self.put(2 * node + 1, halves[1]);
    }

    /// The value at a place; [`Id::EMPTY`] when there is none.
    #[inline]
    pub fn get(&self, place: u32) -> Id {
        if place == 0 {
            return self.first;
        }
        self.nodes.get((1 << self.height) + place as usize).copied().unwrap_or(Id::EMPTY)
    }

    /// The places with a value, in their order.
    pub fn iter(&self) -> impl Iterator<Item = (u32, Id)> {
        let values = self.nodes[(1 << self.height) + 1..].iter().copied();
        let others = (1..).zip(values).filter(|&(_, value)| value != Id::EMPTY);
        [(0, self.first)].into_iter().chain(others)
    }

    /// The content hashes of the values, in the order of their places.
    pub fn hashes(&self) -> impl Iterator<Item = u64> {
        let others = self.nodes[(1 << self.height) + 1..].iter().zip(&self.hashes[1..]);
        let others = others.filter(|&(&value, _)| value != Id::EMPTY).map(|(_, &hash)| hash);
        [self.hashes[0]].into_iter().chain(others)
    }

    /// The same as [`Row::with`].
    pub fn with(&mut self, changes: &[(u32, Id)]) -> Result<Id, Full> {
        self.top_with(changes)?.named(self.interner)
    }

    /// The top of what [`Row::with`] gives: quicker for one or two values that are replaced, and
    /// the root of many rows can be looked up at once.
    pub fn top_with(&mut self, changes: &[(u32, Id)]) -> Result<Top, Full> {
        let usual = |(place, value): (u32, Id)| {
            place >> self.height == 0 && value != Id::EMPTY && !value.is_pair()
        };
        let node = |place: u32| (1 << self.height) + place as usize;
        match *changes {
            [one, two] if self.height >= HIGH && one.0 == 0 && usual(one) && usual(two) => {
                let tree = self.high_tree(two.0, two.1)?;
                Ok(Top::Halves([one.1, tree]))
            }
            [one] if self.height >= HIGH && one.0 > 0 && usual(one) => {
                let tree = self.high_tree(one.0, one.1)?;
                Ok(Top::Halves([self.first, tree]))
            }
            [one] if self.height < HIGH && usual(one) => self.above(node(one.0), one.1),
            [one, two] if self.height < HIGH && one.0 < two.0 && usual(one) && usual(two) => {
                self.above_both((node(one.0), one.1), (node(two.0), two.1))
            }
            _ => Row::open(self.interner, self.top).top_with(changes),
        }
    }

    /// The root of a high tree when `id` is at a place.
    fn high_tree(&mut self, place: u32, id: Id) -> Result<Id, Full> {
        let (mut node, mut id) = ((1 << self.height) + place as usize, id);
        let first = place as usize * self.height as usize;
        for way in &mut self.ways[first..first + self.height as usize] {
            let other = self.nodes[node ^ 1];
            let (left, right) = if node & 1 == 0 { (id, other) } else { (other, id) };
            if (way.0, way.1) != (left, right) {
                *way = (left, right, self.interner.pair(left, right)?);
            }
            id = way.2;
            node /= 2;
        }
        Ok(id)
    }

    /// The root when `id` is at a node.
    #[inline]
    fn above(&mut self, node: usize, id: Id) -> Result<Top, Full> {
        let (mut node, mut id) = (node, id);
        if node == 1 {
            return Ok(Top::Root(id));
        }
        while node > 3 {
            id = self.parent(node, id)?;
            node /= 2;
        }
        let other = self.nodes[node ^ 1];
        Ok(Top::Halves(if node == 2 { [id, other] } else { [other, id] }))
    }

    /// The root when two nodes of one level are changed, of which the first is the left one.
    #[inline]
    fn above_both(&mut self, left: (usize, Id), right: (usize, Id)) -> Result<Top, Full> {
        let ((mut left, mut left_id), (mut right, mut right_id)) = (left, right);
        while left / 2 != right / 2 {
            left_id = self.parent(left, left_id)?;
            right_id = self.parent(right, right_id)?;
            (left, right) = (left / 2, right / 2);
        }
        if left == 2 {
            return Ok(Top::Halves([left_id, right_id]));
        }
        let id = self.pair(left_id, right_id)?;
        self.above(left / 2, id)
    }

    /// What is above a node when `id` is there.
    #[inline]
    fn parent(&mut self, node: usize, id: Id) -> Result<Id, Full> {
        let other = self.nodes[node ^ 1];
        let (left, right) = if node & 1 == 0 { (id, other) } else { (other, id) };
        self.pair(left, right)
    }

    /// A pair below the root. Roots are mostly seen once and would only displace the others.
    #[inline]
    fn pair(&mut self, left: Id, right: Id) -> Result<Id, Full> {
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

/// Two halves that no pair has, because no row has an empty subtree of pairs, and its name.
const NO_PAIR: (Id, Id, Id) = (Id::EMPTY, Id::EMPTY, Id::EMPTY);

/// A tree with changed values; no change lies outside of it.
fn changed_top(
    interner: &Interner,
    at: Top,
    height: u32,
    changes: &[(u32, Id)],
) -> Result<Top, Full> {
    let Some(below) = height.checked_sub(1) else {
        let (_, value) = changes[changes.len() - 1];
        assert!(!value.is_pair(), "a pair is not a value of a row");
        return Ok(Top::Root(value));
    };
    let [mut left, mut right] = match at {
        Top::Root(_) => [Id::EMPTY; 2],
        Top::Halves(halves) => halves,
    };
    let (here, there) = changes.split_at(changes.partition_point(|c| c.0 >> below & 1 == 0));
    if !here.is_empty() {
        left = changed(interner, left, below, here)?;
    }
    if !there.is_empty() {
        right = changed(interner, right, below, there)?;
    }
    Ok(Top::Halves([left, right]))
}

/// A subtree with changed values; no change lies outside of it.
fn changed(interner: &Interner, at: Id, height: u32, changes: &[(u32, Id)]) -> Result<Id, Full> {
    match changed_top(interner, Top::Root(at).opened(interner), height, changes)? {
        Top::Halves([Id::EMPTY, Id::EMPTY]) => Ok(Id::EMPTY),
        top => top.named(interner),
    }
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
