//! Variables on stacks whose addresses get out: scopes, frames, copies.

use super::basic::{hand_on, look, operation};
use super::{Theme, theme};
use crate::maker::Maker;
use allways_program::{Inst, Operand};

pub const THEMES: &[Theme] = &[
    theme("variables lent", &[lend, lend, look, look]),
    theme("scopes", &[scope, scope, look, touch_behind]),
    theme("scopes in loops", &[scope_in_loop, scope_in_loop, look, touch_behind]),
    theme("frames of calls", &[frame, frame, look, returned]),
    theme("arrays of variable length", &[variable_length, look]),
    theme("structures by value", &[by_value, by_value, look]),
];

/// Uses a variable and perhaps lets its address out.
fn use_local(m: &mut Maker, local: Operand) {
    let value = m.small();
    m.b.store(local, value, false);
    if !m.once_in(4) {
        hand_on(m, local);
    }
    match m.below(4) {
        0 => m.increment(local, false),
        1 => operation(m),
        2 => {
            let (place, one) = (m.data(), m.number(1));
            m.b.store(place, one, true);
        }
        _ => {}
    }
}

/// A variable that ends with its function.
fn lend(m: &mut Maker) {
    let local = m.b.stack_object(16);
    use_local(m, local);
}

/// Writes the second word of what is published.
fn touch_behind(m: &mut Maker) {
    let place = m.cell("published");
    let object = m.b.load(place, true);
    m.unless_zero(object, |m| {
        let (word, value, atomic) = (m.b.plus(object, 8), m.small(), m.atomic());
        if m.once_in(3) {
            m.b.load(word, atomic);
        } else {
            m.b.store(word, value, atomic);
        }
    });
}

/// A variable that lives in a part of its function.
fn scope(m: &mut Maker) {
    let local = m.b.stack_object(16);
    m.b.push(Inst::LifetimeStart { ptr: local });
    use_local(m, local);
    m.b.push(Inst::LifetimeEnd { ptr: local });
    if m.once_in(3) {
        operation(m);
    }
}

/// A variable that begins and ends twice; something may hold up the second life.
fn scope_in_loop(m: &mut Maker) {
    let local = m.b.stack_object(16);
    let top = m.b.repeat();
    let counter = Operand::slot(top.counter);
    m.b.push(Inst::LifetimeStart { ptr: local });
    use_local(m, local);
    if m.once_in(2) {
        let round = m.below(2);
        m.if_equal(counter, round, |m| match m.below(3) {
            0 => operation(m),
            1 => {
                let semaphore = m.global("gate", 32);
                m.call("sem_wait", &[semaphore]);
            }
            _ => {
                let (place, atomic) = (m.data(), m.atomic());
                m.increment(place, atomic);
            }
        });
    }
    if !m.once_in(5) {
        m.b.push(Inst::LifetimeEnd { ptr: local });
    }
    m.b.again(top);
    if m.once_in(2) {
        let semaphore = m.global("gate", 32);
        m.call("sem_post", &[semaphore]);
    }
}

/// A function with a variable of its own.
fn frame(m: &mut Maker) {
    let function = m.function("frame of a call", |m| {
        let local = m.b.stack_object(16);
        use_local(m, local);
    });
    let zero = m.number(0);
    m.b.call(function, &[zero]);
}

/// A function that returns the address of its variable.
fn returned(m: &mut Maker) {
    let function = m.function("returned", |m| {
        let (local, value) = (m.b.local(), m.small());
        m.b.store(local, value, false);
        m.b.push(Inst::Return { src: local, words: 1 });
    });
    let zero = m.number(0);
    let local = m.b.call(function, &[zero]);
    hand_on(m, local);
}

/// An array that ends before its function does.
fn variable_length(m: &mut Maker) {
    let token = m.b.slot();
    m.b.push(Inst::StackSave { dst: token });
    let local = m.b.stack_object(24);
    use_local(m, local);
    m.b.push(Inst::StackRestore { src: Operand::slot(token) });
}

/// A call with a copy of an object that others may change meanwhile.
fn by_value(m: &mut Maker) {
    let function = m.function("by value", |m| {
        let copy = m.b.parameter();
        let (place, atomic) = (m.data(), m.atomic());
        let value = m.b.load(copy, false);
        m.b.store(place, value, atomic);
        if m.once_in(2) {
            hand_on(m, copy);
        }
        m.increment(copy, false);
    });
    let object = m.data();
    m.b.call_by_value(function, object, 8);
}
