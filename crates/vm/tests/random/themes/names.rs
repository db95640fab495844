//! Addresses as numbers: objects that get the address of one that is gone.

use super::{Theme, prepared, theme};
use crate::maker::Maker;
use allways_program::code::Compare;
use allways_program::{Inst, Operand};

pub const THEMES: &[Theme] = &[
    prepared("names of heap objects", remembered, &[remember, compare, compare, forget, forget]),
    theme("names of stack objects", &[compare_stack, compare_stack, forget]),
];

/// A heap object, always of the same allocation site.
fn made(m: &mut Maker) -> Operand {
    let function = m.function("make", |m| {
        let object = m.malloc(8);
        m.b.push(Inst::Return { src: object, words: 1 });
    });
    let zero = m.number(0);
    m.b.call(function, &[zero])
}

/// There is something to compare with from the beginning.
fn remembered(m: &mut Maker) {
    let object = made(m);
    let (place, old) = (m.cell("published"), m.cell("old"));
    let hidden = m.complement(object);
    m.b.store(old, hidden, true);
    m.b.store(place, object, true);
    m.free(object);
}

/// The same in a thread; a stale pointer may stay, and the object too.
fn remember(m: &mut Maker) {
    let object = made(m);
    let (place, old) = (m.cell("published"), m.cell("old"));
    let hidden = m.complement(object);
    m.b.store(old, hidden, true);
    if !m.once_in(3) {
        m.b.store(place, object, true);
    }
    if !m.once_in(4) {
        m.free(object);
    }
}

/// Makes an object and compares its address with the remembered one.
fn compare(m: &mut Maker) {
    if !m.once_in(3) {
        let (place, one) = (m.data(), m.number(1));
        m.b.store(place, one, true);
    }
    let object = made(m);
    judge(m, object);
    if m.once_in(2) {
        m.free(object);
    }
}

fn judge(m: &mut Maker, object: Operand) {
    let old = m.cell("old");
    let (hidden, seen) = (m.complement(object), m.b.load(old, true));
    let other = m.b.compare_both(Compare::Ne, hidden, seen);
    if m.once_in(3) {
        let (place, atomic) = (m.data(), m.atomic());
        m.b.store(place, other, atomic);
    } else {
        m.assert(other);
    }
}

/// Forgets the stale pointer, perhaps only if it sees something.
fn forget(m: &mut Maker) {
    let (place, zero) = (m.cell("published"), m.number(0));
    if m.once_in(3) {
        m.b.store(place, zero, true);
    } else {
        m.sometimes(|m| m.b.store(place, zero, true));
    }
}

/// A function that remembers or compares the address of its variable.
fn compare_stack(m: &mut Maker) {
    let name = *m.random.one_of(&["frame", "other frame"]);
    let function = m.function(name, |m| {
        let local = m.b.local();
        if m.once_in(2) {
            m.b.push(Inst::LifetimeStart { ptr: local });
        }
        let (place, old) = (m.cell("published"), m.cell("old"));
        let value = m.small();
        m.b.store(local, value, false);
        if m.once_in(2) {
            judge(m, local);
        }
        let hidden = m.complement(local);
        m.b.store(old, hidden, true);
        if m.once_in(2) {
            m.b.store(place, local, true);
        }
    });
    let zero = m.number(0);
    m.b.call(function, &[zero]);
}
