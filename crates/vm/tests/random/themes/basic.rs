//! Variables, mutexes, branches and assertions: every program has some.

use super::Operation;
use crate::maker::{DATA, MUTEX, MUTEXES, Maker};
use allways_program::code::{Compare, Rmw};
use allways_program::{Inst, Operand};

/// What is done between operations of a theme.
pub const OPERATIONS: &[Operation] = &[
    increment,
    increment,
    add,
    set,
    guarded,
    guarded,
    conditional,
    conditional,
    assertion,
    locked,
    helped,
    repeated,
    watched,
];

fn increment(m: &mut Maker) {
    let (place, atomic) = (m.data(), m.atomic());
    m.increment(place, atomic);
}

fn add(m: &mut Maker) {
    let place = m.data();
    m.b.add(place, 1);
}

fn set(m: &mut Maker) {
    let (place, value, atomic) = (m.data(), m.small(), m.atomic());
    m.b.store(place, value, atomic);
}

/// Something under a mutex: mostly the one that belongs to the variable.
pub fn guarded(m: &mut Maker) {
    let which = m.below(2) as usize;
    let mutex = m.global(MUTEXES[which], MUTEX);
    let data = if m.once_in(6) { 2 } else { which };
    m.lock(mutex);
    let place = m.cell(DATA[data]);
    m.increment(place, false);
    if m.once_in(4) {
        operation(m);
    }
    m.unlock(mutex);
}

fn locked(m: &mut Maker) {
    let mutex = m.mutex();
    m.lock(mutex);
    if !m.once_in(6) {
        m.unlock(mutex);
    }
}

fn conditional(m: &mut Maker) {
    m.sometimes(|m| {
        let (place, value, atomic) = (m.data(), m.small(), m.atomic());
        if m.once_in(2) { operation(m) } else { m.b.store(place, value, atomic) }
    });
}

pub fn assertion(m: &mut Maker) {
    let (place, atomic) = (m.data(), m.atomic());
    let value = m.b.load(place, atomic);
    let wrong = 1 + m.below(3);
    m.assert_not(value, wrong);
}

/// Two variables that some order of events sets as the assertion denies.
fn watched(m: &mut Maker) {
    let (first, second, atomic) = (m.data(), m.data(), m.atomic());
    let (a, b) = (m.b.load(first, atomic), m.b.load(second, atomic));
    let wrong = m.below(2);
    m.if_equal(a, wrong, |m| m.assert_not(b, 1));
}

fn helped(m: &mut Maker) {
    let place = m.data();
    let helper = m.function("helper", |m| {
        let place = m.b.parameter();
        m.increment(place, false);
    });
    m.b.call(helper, &[place]);
}

fn repeated(m: &mut Maker) {
    m.twice(|m| match m.below(3) {
        0 => increment(m),
        1 => guarded(m),
        _ => operation(m),
    });
}

/// An operation of the program's themes, or one of these.
pub fn operation(m: &mut Maker) {
    if m.depth > 2 {
        return increment(m);
    }
    m.depth += 1;
    let plain = m.once_in(6);
    if plain {
        let operation = *m.random.one_of(OPERATIONS);
        operation(m);
    } else {
        of_a_theme(m);
    }
    m.depth -= 1;
}

/// Themes that were not met yet come first, then half of the time the first one.
fn of_a_theme(m: &mut Maker) {
    let theme = match m.unused.pop() {
        Some(theme) => theme,
        None if m.once_in(2) => m.themes[0],
        None => m.themes[m.random.below(m.themes.len() as u64) as usize],
    };
    m.note(theme.name);
    let operation = m.deal(theme);
    operation(m);
}

/// Reads, writes or frees an object whose address is known.
pub fn use_object(m: &mut Maker, object: Operand) {
    let (place, atomic) = (m.data(), m.atomic());
    match m.below(8) {
        0 => m.free(object),
        1 | 2 => {
            let value = m.small();
            m.b.store(object, value, atomic);
        }
        3 => {
            let value = m.b.load(object, atomic);
            let wrong = m.below(3);
            m.assert_not(value, wrong);
        }
        4 => m.increment(object, atomic),
        5 => hand_on(m, object),
        _ => {
            let value = m.b.load(object, atomic);
            m.b.store(place, value, atomic);
        }
    }
}

/// Lets everybody know an address, perhaps only if nobody did before.
pub fn hand_on(m: &mut Maker, object: Operand) {
    let (place, atomic) = (m.cell("published"), !m.once_in(3) || m.calm);
    match m.below(6) {
        0 => {
            let dst = m.b.slot();
            let op = Rmw::Exchange;
            m.b.push(Inst::Rmw { op, dst, ptr: place, value: object, access: 1 });
        }
        1 => {
            let (dst, success, expected) = (m.b.slot(), m.b.slot(), m.number(0));
            let new = object;
            m.b.push(Inst::CompareExchange { dst, success, ptr: place, expected, new, access: 1 });
        }
        _ => m.b.store(place, object, atomic),
    }
}

/// Uses what everybody knows.
pub fn look(m: &mut Maker) {
    let (place, atomic) = (m.cell("published"), !m.once_in(3) || m.calm);
    let object = m.b.load(place, atomic);
    let there = m.b.compare(Compare::Ne, object, 0);
    m.when(there, |m| use_object(m, object));
}
