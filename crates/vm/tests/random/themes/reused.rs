//! Addresses that are used again, if the options say so: stale pointers, and blocks of several sites.

use super::basic::use_object;
use super::{Theme, prepared};
use crate::maker::Maker;
use allways_program::code::Compare;
use allways_program::{Inst, Operand};

pub const THEMES: &[Theme] =
    &[prepared("freed addresses", leave, &[leave, again, again, compare, use_stale, pop, forget])];

/// A block of one of two sites.
fn block(m: &mut Maker) -> Operand {
    let size = if m.once_in(3) { 16 } else { 8 };
    let (object, value) = (m.malloc(size), m.small());
    m.b.store(object, value, false);
    object
}

/// Frees a block whose address stays known.
fn leave(m: &mut Maker) {
    let (object, place) = (block(m), m.cell("stale"));
    m.b.store(place, object, true);
    m.free(object);
}

/// A new block, which may lie where another was.
fn again(m: &mut Maker) {
    let object = block(m);
    if m.once_in(2) {
        m.sometimes(|m| use_object(m, object));
    } else {
        m.increment(object, false);
    }
    if m.once_in(3) {
        let place = m.cell("stale");
        m.b.store(place, object, true);
    }
    if m.once_in(2) {
        m.free(object);
    }
}

/// Compares the address of a new block with the stale one, read before or after.
fn compare(m: &mut Maker) {
    let (place, before) = (m.cell("stale"), m.once_in(2));
    let early = m.b.load(place, true);
    let object = m.malloc(8);
    let seen = if before { early } else { m.b.load(place, true) };
    let other = m.b.compare_both(Compare::Ne, object, seen);
    if m.once_in(2) {
        let (data, atomic) = (m.data(), m.atomic());
        m.b.store(data, other, atomic);
    } else {
        m.assert(other);
    }
}

/// Uses whatever is there.
fn use_stale(m: &mut Maker) {
    let (place, atomic) = (m.cell("stale"), m.atomic());
    let object = m.b.load(place, atomic);
    m.unless_zero(object, |m| use_object(m, object));
}

/// Takes the stale pointer away, if it is still the one that was seen, and ends what it leads to.
fn pop(m: &mut Maker) {
    let (place, zero) = (m.cell("stale"), m.number(0));
    let expected = m.b.load(place, true);
    let (dst, success) = (m.b.slot(), m.b.slot());
    m.b.push(Inst::CompareExchange { dst, success, ptr: place, expected, new: zero, access: 1 });
    let taken = m.b.compare(Compare::Ne, Operand::slot(success), 0);
    m.when(taken, |m| m.unless_zero(expected, |m| m.free(expected)));
}

fn forget(m: &mut Maker) {
    let (place, zero) = (m.cell("stale"), m.number(0));
    m.sometimes(|m| m.b.store(place, zero, true));
}
