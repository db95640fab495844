//! A canonical persistent map from numbers to ids: equal maps over one interner have equal roots.
//!
//! A tree of radix 8, as high as its largest key needs and no higher. The root is a node whose
//! first child names the height (a piece of one byte) and whose further children are the topmost
//! level; inner nodes have the next levels as children, and the lowest has the values. Absent
//! subtrees are [`Id::EMPTY`], and no list of children ends with one. The values may be nodes
//! themselves: the height says where the map ends.

use crate::{Full, Id, Interner};

const BITS: u32 = 3;
const RADIX: usize = 1 << BITS;

/// The value at `key`; [`Id::EMPTY`] when there is none.
#[inline]
pub fn get(interner: &Interner, root: Id, key: u64) -> Id {
    let Some((height, mut level)) = open(interner, root) else {
        return Id::EMPTY;
    };
    if key_height(key) > height {
        return Id::EMPTY;
    }
    for below in (0..=height).rev() {
        let child = level.get(digit(key, below)).copied().unwrap_or(Id::EMPTY);
        if below == 0 || child == Id::EMPTY {
            return child;
        }
        level = interner.children(child);
    }
    Id::EMPTY
}

/// The map with `value` at `key`; [`Id::EMPTY`] as the value removes the key.
pub fn set(interner: &Interner, root: Id, key: u64, value: Id) -> Result<Id, Full> {
    let needed = key_height(key);
    let Some((height, level)) = open(interner, root) else {
        if value == Id::EMPTY {
            return Ok(Id::EMPTY);
        }
        let top = changed(interner, &[], needed, key, value)?;
        return close(interner, needed, top.trimmed());
    };
    if needed <= height {
        let top = changed(interner, level, height, key, value)?;
        return close(interner, height, top.trimmed());
    }
    if value == Id::EMPTY {
        return Ok(root);
    }
    let mut lifted = Level::of(level);
    for _ in height..needed {
        lifted = Level::of(&[interner.node(lifted.trimmed())?]);
    }
    let top = changed(interner, lifted.trimmed(), needed, key, value)?;
    close(interner, needed, top.trimmed())
}

/// Visits every key with a value, in the order of the keys.
pub fn for_each(interner: &Interner, root: Id, visit: &mut dyn FnMut(u64, Id)) {
    if let Some((height, level)) = open(interner, root) {
        walk(interner, level, height, 0, visit);
    }
}

/// Visits every key whose value differs in two maps, with both values. `false`, perhaps after some
/// visits, when the maps are not of the same height: then anything may differ.
pub fn differences(
    interner: &Interner,
    one: Id,
    other: Id,
    visit: &mut dyn FnMut(u64, Id, Id),
) -> bool {
    if one == other {
        return true;
    }
    match (open(interner, one), open(interner, other)) {
        (Some((height, first)), Some((same, second))) if height == same => {
            compare(interner, (first, second), height, 0, visit);
            true
        }
        _ => false,
    }
}

/// The map of the keys `0..count`, each with `value`, in time logarithmic in `count`.
pub fn filled(interner: &Interner, count: u64, value: Id) -> Result<Id, Full> {
    if count == 0 || value == Id::EMPTY {
        return Ok(Id::EMPTY);
    }
    let last = count - 1;
    let height = key_height(last);
    // Below the present level: a whole subtree, and the one on the way to the last key.
    let (mut whole, mut border) = (value, value);
    for below in 0..height {
        let last_digit = digit(last, below);
        let mut level = Level([whole; RADIX]);
        let next_whole = interner.node(&level.0)?;
        level.0[last_digit] = border;
        border = interner.node(&level.0[..=last_digit])?;
        whole = next_whole;
    }
    let last_digit = digit(last, height);
    let mut level = Level([whole; RADIX]);
    level.0[last_digit] = border;
    close(interner, height, &level.0[..=last_digit])
}

/// One level of the tree, filled up with [`Id::EMPTY`].
#[derive(Copy, Clone)]
struct Level([Id; RADIX]);

impl Level {
    fn of(children: &[Id]) -> Level {
        let mut level = [Id::EMPTY; RADIX];
        level[..children.len()].copy_from_slice(children);
        Level(level)
    }

    /// Without the absent children at the end.
    fn trimmed(&self) -> &[Id] {
        let present = self.0.iter().rposition(|&child| child != Id::EMPTY);
        &self.0[..present.map_or(0, |last| last + 1)]
    }
}

/// Height and topmost level of a map that is not empty.
#[inline]
fn open(interner: &Interner, root: Id) -> Option<(u32, &[Id])> {
    if root == Id::EMPTY {
        return None;
    }
    let (marker, level) = interner.children(root).split_first()?;
    Some((marker.as_digit()?, level))
}

/// The root above a topmost level, with levels that the keys no longer need taken away.
fn close(interner: &Interner, height: u32, top: &[Id]) -> Result<Id, Full> {
    let (mut height, mut top) = (height, top);
    while let (1.., &[only]) = (height, top) {
        height -= 1;
        top = interner.children(only);
    }
    if top.is_empty() {
        return Ok(Id::EMPTY);
    }
    let mut root = [Id::digit(height); RADIX + 1];
    root[1..=top.len()].copy_from_slice(top);
    interner.node(&root[..=top.len()])
}

/// A level at `height` with the value at `key` replaced.
fn changed(
    interner: &Interner,
    level: &[Id],
    height: u32,
    key: u64,
    value: Id,
) -> Result<Level, Full> {
    let mut level = Level::of(level);
    let place = &mut level.0[digit(key, height)];
    *place = if height == 0 {
        value
    } else {
        let below = if *place == Id::EMPTY { &[] } else { interner.children(*place) };
        match changed(interner, below, height - 1, key, value)?.trimmed() {
            [] => Id::EMPTY,
            children => interner.node(children)?,
        }
    };
    Ok(level)
}

fn walk(
    interner: &Interner,
    level: &[Id],
    height: u32,
    first_key: u64,
    visit: &mut dyn FnMut(u64, Id),
) {
    for (digit, &child) in level.iter().enumerate() {
        let key = first_key | (digit as u64) << (BITS * height);
        match (child, height) {
            (Id::EMPTY, _) => {}
            (value, 0) => visit(key, value),
            (node, _) => walk(interner, interner.children(node), height - 1, key, visit),
        }
    }
}

fn compare(
    interner: &Interner,
    (one, other): (&[Id], &[Id]),
    height: u32,
    first_key: u64,
    visit: &mut dyn FnMut(u64, Id, Id),
) {
    let below = |id: Id| if id == Id::EMPTY { &[] } else { interner.children(id) };
    for place in 0..one.len().max(other.len()) {
        let child = |level: &[Id]| level.get(place).copied().unwrap_or(Id::EMPTY);
        let (first, second) = (child(one), child(other));
        if first == second {
            continue;
        }
        let key = first_key | (place as u64) << (BITS * height);
        match height.checked_sub(1) {
            None => visit(key, first, second),
            Some(lower) => compare(interner, (below(first), below(second)), lower, key, visit),
        }
    }
}

/// The height of the lowest tree that holds `key`.
fn key_height(key: u64) -> u32 {
    (u64::BITS - key.leading_zeros()).saturating_sub(1) / BITS
}

fn digit(key: u64, height: u32) -> usize {
    (key >> (BITS * height)) as usize & (RADIX - 1)
}
