//! A row taken apart, for deriving many from it.

use super::{MARK, Row, Top};
use crate::recent::{Recent, mixed};
use crate::{Full, Id, Interner};

/// A row taken apart. Meant for rows of a few thousand places: it takes memory and time up to the
/// last one.
pub struct Unfolded<'a> {
    interner: &'a Interner,
    top: Top,
    first: Id,
    long: bool,
    /// The tree in the order of a heap: the root of a long row at 1, the halves of `n` at `2n` and
    /// `2n + 1`. What is below a value is [`Id::EMPTY`].
    nodes: Vec<Id>,
    places: Vec<Place>,
    /// Places whose values the last load changed.
    changed: Vec<u32>,
    /// The same while it is under way: with the values before, and perhaps more than once.
    touched: Vec<(u32, Id)>,
    /// For each place and each level above it the pair that was asked for last, to spare looks into
    /// the interner: in the tree of a long row most are the same in the next row.
    ways: Vec<(Id, Id, Id)>,
    /// Levels of `nodes`.
    height: usize,
    /// Pairs of a short row, by their halves: below the root there are few.
    known: Recent<[Id; 2]>,
}

#[derive(Copy, Clone)]
struct Place {
    /// In the tree of a long row, place 0 has the mark.
    value: Id,
    /// Where the value stands among the nodes.
    node: u32,
    /// The content hash of the value in the row.
    hash: u64,
}

/// Values of a short row that are replaced without taking it apart anew.
const MOST_AT_ONCE: usize = 6;

const NOWHERE: Place = Place { value: Id::EMPTY, node: 0, hash: 0 };

impl<'a> Unfolded<'a> {
    /// No row yet.
    pub fn new(interner: &'a Interner) -> Unfolded<'a> {
        Unfolded {
            interner,
            top: Top::Root(Id::EMPTY),
            first: Id::EMPTY,
            long: false,
            nodes: vec![Id::EMPTY; 4],
            places: vec![NOWHERE],
            changed: Vec::new(),
            touched: Vec::new(),
            ways: Vec::new(),
            height: 1,
            known: Recent::new([Id::EMPTY; 2]),
        }
    }

    /// Takes a row apart. What it has in common with the one before stays as it is, and
    /// [`Unfolded::changed`] tells the rest.
    pub fn load(&mut self, top: impl Into<Top>) {
        let Row { top, tree, first, long, .. } = Row::open(self.interner, top);
        self.top = top;
        self.long = long;
        self.changed.clear();
        if self.first != first {
            self.first = first;
            self.changed.push(0);
        }
        let root = match top {
            Top::Halves([_, others]) if long => others,
            _ => Id::EMPTY,
        };
        // A short row may have no name, so its halves are compared.
        if root == Id::EMPTY || self.nodes[1] != root {
            self.nodes[1] = root;
            let [left, right] = tree;
            self.put(2, 0, left);
            self.put(3, 1, right);
        }
        if !self.touched.is_empty() {
            self.settle();
        }
        if self.changed.first() == Some(&0) {
            self.places[0].hash = self.interner.hash(first);
        }
        if long && self.ways.len() < self.places.len() * self.height {
            self.ways.clear();
            self.ways.resize(self.places.len() * self.height, NO_PAIR);
        }
    }

    /// Finds which places that were touched have other values than before.
    fn settle(&mut self) {
        // A value that went to another node was taken away and came back: the first note of a place
        // says what it was.
        self.touched.sort_by_key(|&(place, _)| place);
        self.touched.dedup_by_key(|&mut (place, _)| place);
        for (place, before) in self.touched.drain(..) {
            let Place { value, hash, .. } = &mut self.places[place as usize];
            if place > 0 && *value != before {
                *hash = self.interner.hash(*value);
                self.changed.push(place);
            }
        }
        let used = |place: &Place| place.value != Id::EMPTY;
        let length = self.places.iter().rposition(used).map_or(1, |last| last + 1);
        self.places.truncate(length);
    }

    /// The places at which the row differs from the one that was loaded before, in their order.
    pub fn changed(&self) -> &[u32] {
        &self.changed
    }

    /// Puts a subtree at a node, whose first place is `place`.
    fn put(&mut self, node: usize, place: u32, id: Id) {
        if node >= self.nodes.len() {
            if id == Id::EMPTY {
                return;
            }
            self.nodes.resize(2 << node.ilog2(), Id::EMPTY);
            self.height = node.ilog2() as usize;
            self.ways.clear();
        }
        let before = std::mem::replace(&mut self.nodes[node], id);
        if before == id {
            return;
        }
        let is_value = !id.is_pair() && id != Id::EMPTY;
        if !is_value && !before.is_pair() && before != Id::EMPTY {
            self.put_value(0, place, Id::EMPTY);
        }
        if before.is_pair() || id.is_pair() {
            let [left, right] =
                if id.is_pair() { self.interner.halves(id) } else { [Id::EMPTY; 2] };
            self.put(2 * node, place, left);
            self.put(2 * node + 1, place | 1 << node.ilog2(), right);
        }
        if is_value {
            self.put_value(node, place, id);
        }
    }

    /// Puts a value at a place, or takes it away.
    fn put_value(&mut self, node: usize, place: u32, value: Id) {
        let index = place as usize;
        if index >= self.places.len() {
            self.places.resize(index + 1, NOWHERE);
        }
        let here = &mut self.places[index];
        self.touched.push((place, here.value));
        here.value = value;
        here.node = node as u32;
    }

    /// The value at a place; [`Id::EMPTY`] when there is none.
    #[inline]
    pub fn get(&self, place: u32) -> Id {
        if place == 0 {
            return self.first;
        }
        self.places.get(place as usize).map_or(Id::EMPTY, |place| place.value)
    }

    /// The places with a value, in their order.
    pub fn iter(&self) -> impl Iterator<Item = (u32, Id)> {
        let others = (1..).zip(self.places[1..].iter().map(|place| place.value));
        let others = others.filter(|&(_, value)| value != Id::EMPTY);
        [(0, self.first)].into_iter().chain(others)
    }

    /// The content hashes of the values, in the order of their places.
    pub fn hashes(&self) -> impl Iterator<Item = u64> {
        self.places.iter().filter(|place| place.value != Id::EMPTY).map(|place| place.hash)
    }

    /// The same as [`Row::with`].
    pub fn with(&mut self, changes: &[(u32, Id)]) -> Result<Id, Full> {
        self.top_with(changes)?.named(self.interner)
    }

    /// The top of what [`Row::with`] gives: quicker for one or two values that are replaced, and
    /// the root of many rows can be looked up at once.
    pub fn top_with(&mut self, changes: &[(u32, Id)]) -> Result<Top, Full> {
        match *changes {
            [(0, first), (place, value)] if self.long => {
                if let Some(node) = self.replaceable(place, value).filter(|_| is_value(first)) {
                    return Ok(Top::Halves([first, self.long_tree(place, node, value)?]));
                }
            }
            [(place, value)] if self.long && place > 0 => {
                if let Some(node) = self.replaceable(place, value) {
                    return Ok(Top::Halves([self.first, self.long_tree(place, node, value)?]));
                }
            }
            [(place, value)] if !self.long => {
                if let Some(node) = self.replaceable(place, value) {
                    return self.above(node, value);
                }
            }
            [one, two] if !self.long => {
                let nodes = (self.replaceable(one.0, one.1), self.replaceable(two.0, two.1));
                if let (Some(first), Some(second)) = nodes {
                    return self.above_both((first, one.1), (second, two.1));
                }
            }
            [_, _, _, ..] if !self.long && changes.len() <= MOST_AT_ONCE => {
                if let Some(top) = self.above_all(changes)? {
                    return Ok(top);
                }
            }
            _ => {}
        }
        Row::open(self.interner, self.top).top_with(changes)
    }

    /// The node at which a value would be replaced by another, without a change of the tree's shape.
    #[inline]
    fn replaceable(&self, place: u32, value: Id) -> Option<usize> {
        let here = self.places.get(place as usize)?;
        (here.value != Id::EMPTY && is_value(value)).then_some(here.node as usize)
    }

    /// The tree of a long row when `id` is at a place and its node.
    fn long_tree(&mut self, place: u32, node: usize, id: Id) -> Result<Id, Full> {
        let (mut node, mut id) = (node, id);
        let first = place as usize * self.height;
        for way in &mut self.ways[first..first + node.ilog2() as usize] {
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

    /// The top when `id` is at a node.
    #[inline]
    fn above(&mut self, node: usize, id: Id) -> Result<Top, Full> {
        let (mut node, mut id) = (node, id);
        while node > 3 {
            id = self.parent(node, id)?;
            node /= 2;
        }
        Ok(match (node, self.nodes[node ^ 1]) {
            (2, Id::EMPTY) if !id.is_pair() => Top::Root(id),
            (2, other) => Top::Halves([id, other]),
            (_, other) => Top::Halves([other, id]),
        })
    }

    /// The top when two nodes are changed, of which none is above the other.
    #[inline]
    fn above_both(&mut self, one: (usize, Id), two: (usize, Id)) -> Result<Top, Full> {
        let ((mut one, mut one_id), (mut two, mut two_id)) = (one, two);
        while one ^ two != 1 {
            let (level, other) = (one.ilog2(), two.ilog2());
            if level >= other {
                one_id = self.parent(one, one_id)?;
                one /= 2;
            }
            if other >= level {
                two_id = self.parent(two, two_id)?;
                two /= 2;
            }
        }
        let [left, right] = if one < two { [one_id, two_id] } else { [two_id, one_id] };
        if one < 4 {
            return Ok(Top::Halves([left, right]));
        }
        let id = self.pair(left, right)?;
        self.above(one / 2, id)
    }

    /// The top when several values are replaced; `None` where the tree changes its shape.
    fn above_all(&mut self, changes: &[(u32, Id)]) -> Result<Option<Top>, Full> {
        let mut open = [(0, Id::EMPTY); MOST_AT_ONCE];
        let mut count = 0;
        for &(place, value) in changes {
            let Some(node) = self.replaceable(place, value) else { return Ok(None) };
            open[count] = (node, value);
            count += 1;
        }
        // The nodes of a level have greater numbers than those above.
        while let Some(deepest) =
            (0..count).max_by_key(|&at| open[at].0).filter(|&at| open[at].0 > 3)
        {
            let (node, id) = open[deepest];
            count -= 1;
            open.swap(deepest, count);
            let beside = open[..count].iter().position(|&(other, _)| other == node ^ 1);
            let other = beside.map_or(self.nodes[node ^ 1], |at| open[at].1);
            let (left, right) = if node & 1 == 0 { (id, other) } else { (other, id) };
            let parent = (node / 2, self.pair(left, right)?);
            match beside {
                Some(at) => open[at] = parent,
                None => {
                    open[count] = parent;
                    count += 1;
                }
            }
        }
        let half = |node| {
            let changed = open[..count].iter().find(|&&(changed, _)| changed == node);
            changed.map_or(self.nodes[node], |&(_, id)| id)
        };
        Ok(Some(match [half(2), half(3)] {
            [only, Id::EMPTY] if !only.is_pair() => Top::Root(only),
            halves => Top::Halves(halves),
        }))
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
        let hash = mixed(left.index(), right.index());
        self.known.find([left, right], hash, || self.interner.pair(left, right))
    }
}

/// Whether an id may take the place of a value. All else is for the slow way, which refuses or knows it.
#[inline]
fn is_value(id: Id) -> bool {
    id != Id::EMPTY && !id.is_pair() && id != MARK
}

/// Two halves that no pair has, and its name.
const NO_PAIR: (Id, Id, Id) = (Id::EMPTY, Id::EMPTY, Id::EMPTY);
