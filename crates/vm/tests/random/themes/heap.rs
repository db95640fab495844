//! Heap objects that one thread makes and others see.

use super::basic::{hand_on, look, operation, use_object};
use super::{Theme, theme};
use crate::maker::Maker;
use allways_program::Operand;

pub const THEMES: &[Theme] = &[
    theme("published objects", &[publish, publish, look, look, chain]),
    theme("realloc", &[grow, grow, look]),
    theme("private objects", &[private, private, look]),
    theme("handed-on objects", &[give, take, take]),
];

pub fn make(m: &mut Maker) -> Operand {
    let (object, value) = (m.malloc(16), m.small());
    m.b.store(object, value, false);
    object
}

/// Makes an object, fills it, lets its address out, and perhaps changes or ends it afterwards.
fn publish(m: &mut Maker) {
    let object = make(m);
    let out = if m.once_in(5) { m.b.plus(object, 8) } else { object };
    hand_on(m, out);
    match m.below(4) {
        0 => {
            let value = m.small();
            m.b.store(object, value, false);
        }
        1 => m.free(object),
        _ => {}
    }
}

/// An object that only leads to another.
fn chain(m: &mut Maker) {
    let (inner, outer) = (make(m), m.malloc(16));
    let late = m.once_in(2);
    if !late {
        m.b.store(outer, inner, false);
    }
    let place = m.cell("chain");
    m.b.store(place, outer, true);
    if late {
        m.b.store(outer, inner, true);
    }
    let value = m.small();
    m.b.store(inner, value, false);
    if m.once_in(2) {
        return;
    }
    let seen = m.b.load(place, true);
    m.unless_zero(seen, |m| {
        let inner = m.b.load(seen, true);
        m.unless_zero(inner, |m| use_object(m, inner));
    });
}

/// Moves an object to another place after or before its address is out.
fn grow(m: &mut Maker) {
    let object = make(m);
    let before = m.once_in(2);
    if before {
        hand_on(m, object);
    }
    let bytes = *m.random.one_of(&[8, 64, 600]);
    let size = m.number(bytes);
    let moved = m.call("realloc", &[object, size]);
    if !before || m.once_in(2) {
        hand_on(m, moved);
    }
    let value = m.small();
    m.b.store(moved, value, false);
}

/// An object that nobody else sees, with something in the middle.
fn private(m: &mut Maker) {
    let zeroed = m.once_in(3);
    let object = if zeroed {
        let (one, size) = (m.number(1), m.number(16));
        m.call("calloc", &[one, size])
    } else {
        make(m)
    };
    operation(m);
    m.increment(object, false);
    let value = m.b.load(object, false);
    let (place, atomic) = (m.data(), m.atomic());
    m.b.store(place, value, atomic);
    m.free(object);
}

/// Puts an object into a box under a mutex.
fn give(m: &mut Maker) {
    let object = make(m);
    let (mutex, place) = (m.mutex(), m.cell("box"));
    m.lock(mutex);
    m.b.store(place, object, false);
    m.unlock(mutex);
    if m.once_in(4) {
        m.increment(object, false);
    }
}

/// Takes the object out of the box: it is then its own.
fn take(m: &mut Maker) {
    let (mutex, place, zero) = (m.mutex(), m.cell("box"), m.number(0));
    m.lock(mutex);
    let object = m.b.load(place, false);
    m.b.store(place, zero, false);
    m.unlock(mutex);
    m.unless_zero(object, |m| {
        m.increment(object, false);
        if m.once_in(2) {
            m.free(object);
        }
    });
}
