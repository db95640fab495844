//! Content of an interner as bytes that mean the same in every process.
//!
//! The items below a root in an order in which children come before their parents, each once. An
//! item is a number and what belongs to it: an even number is a piece of half that length and its
//! bytes follow; an odd one is a node of that many children (after halving; 0 for a pair), and for
//! each its distance back in the list follows, 0 for [`Id::EMPTY`]. The last item is the root; no
//! bytes at all are [`Id::EMPTY`]. Numbers are little-endian in groups of seven bits.

use crate::row::Top;
use crate::{Id, Interner};
use std::collections::HashMap;

/// No row is higher. Hashing a tree of pairs takes as many nested calls as it is high.
const HIGHEST_PAIR: u32 = 32;

/// Appends the content below a root, or below the two halves of a root that has no name.
pub fn export(interner: &Interner, root: impl Into<Top>, out: &mut Vec<u8>) {
    let mut places: HashMap<Id, u64> = HashMap::new();
    let root = root.into();
    let mut open = match root {
        Top::Root(root) => vec![root],
        Top::Halves([left, right]) => vec![right, left],
    };
    while let Some(&id) = open.last() {
        if id == Id::EMPTY || places.contains_key(&id) {
            open.pop();
            continue;
        }
        let missing = open.len();
        if interner.is_node(id) {
            let unseen = |child: &&Id| **child != Id::EMPTY && !places.contains_key(child);
            open.extend(interner.children(id).iter().rev().filter(unseen));
        }
        if open.len() == missing {
            open.pop();
            write_item(interner, id, &places, out);
            places.insert(id, places.len() as u64);
        }
    }
    if let Top::Halves(halves) = root {
        write_children(0, &halves, &places, out);
    }
}

fn write_item(interner: &Interner, id: Id, places: &HashMap<Id, u64>, out: &mut Vec<u8>) {
    if !interner.is_node(id) {
        let bytes = interner.bytes_of(id);
        write_number((bytes.len() as u64) << 1, out);
        out.extend_from_slice(bytes);
        return;
    }
    let children = interner.children(id);
    let count = if id.is_pair() { 0 } else { children.len() };
    write_children(count, children, places, out);
}

fn write_children(count: usize, children: &[Id], places: &HashMap<Id, u64>, out: &mut Vec<u8>) {
    write_number((count as u64) << 1 | 1, out);
    let here = places.len() as u64;
    for child in children {
        write_number(places.get(child).map_or(0, |place| here - place), out);
    }
}

/// The root of the content that [`export`] wrote; `None` when the bytes are not such content or
/// the interner is full. Needs memory in proportion to the length of `bytes` only.
pub fn import(interner: &Interner, bytes: &[u8]) -> Option<Id> {
    let mut rest = bytes;
    let mut items: Vec<(Id, u32)> = Vec::new();
    while !rest.is_empty() {
        let head = read_number(&mut rest)?;
        let item = if head & 1 == 0 {
            let length = usize::try_from(head >> 1).ok()?;
            (interner.piece(rest.split_off(..length)?).ok()?, 0)
        } else {
            read_node(interner, head >> 1, &items, &mut rest)?
        };
        items.push(item);
    }
    Some(items.last().map_or(Id::EMPTY, |item| item.0))
}

/// Reads a node or a pair; gives it with the height of the tree of pairs above its other content.
fn read_node(
    interner: &Interner,
    count: u64,
    items: &[(Id, u32)],
    rest: &mut &[u8],
) -> Option<(Id, u32)> {
    let mut children = [Id::EMPTY; 16];
    let is_pair = count == 0;
    let children = children.get_mut(..if is_pair { 2 } else { usize::try_from(count).ok()? })?;
    let mut height = 0;
    for child in &mut *children {
        let distance = usize::try_from(read_number(rest)?).ok()?;
        if distance != 0 {
            let (item, below) = items[items.len().checked_sub(distance)?];
            (*child, height) = (item, height.max(below));
        }
    }
    match *children {
        [left, right] if is_pair && height < HIGHEST_PAIR => {
            Some((interner.pair(left, right).ok()?, height + 1))
        }
        _ if is_pair => None,
        _ => Some((interner.node(children).ok()?, 0)),
    }
}

fn write_number(mut number: u64, out: &mut Vec<u8>) {
    while number >= 0x80 {
        out.push(number as u8 | 0x80);
        number >>= 7;
    }
    out.push(number as u8);
}

fn read_number(rest: &mut &[u8]) -> Option<u64> {
    let mut number = 0u64;
    for shift in (0..64).step_by(7) {
        let &byte = rest.split_off_first()?;
        let group = u64::from(byte & 0x7f);
        if group << shift >> shift != group {
            return None;
        }
        number |= group << shift;
        if byte & 0x80 == 0 {
            return Some(number);
        }
    }
    None
}
