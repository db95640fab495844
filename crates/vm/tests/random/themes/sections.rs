//! Atomic sections, choices, assumptions, and what hides behind rare choices.

use super::basic::{assertion, guarded, operation};
use super::{Theme, prepared, theme};
use crate::maker::{MUTEX, MUTEXES, Maker};

pub const THEMES: &[Theme] = &[
    theme("sections", &[section, section, function]),
    theme("choices in sections", &[branch_in_section, choosing_function]),
    theme("choices", &[choose, choose_way]),
    theme("assumptions", &[assume]),
    prepared(
        "rare choices",
        rarely,
        &[if_rare, if_rare, set_if_rare, set_if_rare, hold_if_rare, look_if_rare],
    ),
];

/// Something during which nobody else moves, unless it must wait itself.
fn section(m: &mut Maker) {
    m.call("__allways_atomic_begin", &[]);
    match m.below(6) {
        0 => operation(m),
        1 => guarded(m),
        2 => assertion(m),
        _ => {
            let (place, other) = (m.data(), m.data());
            m.increment(place, false);
            let value = m.b.load(other, false);
            m.b.store(place, value, false);
        }
    }
    m.call("__allways_atomic_end", &[]);
}

/// A function that is a section.
fn function(m: &mut Maker) {
    let place = m.data();
    let function = m.function("__VERIFIER_atomic_add", |m| {
        let place = m.b.parameter();
        m.increment(place, false);
    });
    m.b.call(function, &[place]);
}

/// Chooses in the middle, perhaps only sometimes, and then looks.
fn chooses(m: &mut Maker) {
    let chosen = choice(m);
    let (from, to) = (m.data(), m.data());
    m.if_equal(chosen, 1, |m| {
        let value = m.b.load(from, false);
        if m.once_in(3) {
            m.assert_not(value, 1);
        } else {
            m.b.store(to, value, false);
        }
    });
}

fn branch_in_section(m: &mut Maker) {
    m.call("__allways_atomic_begin", &[]);
    if m.once_in(2) {
        chooses(m)
    } else {
        m.sometimes(chooses)
    }
    m.call("__allways_atomic_end", &[]);
}

fn choosing_function(m: &mut Maker) {
    let function = m.function("__VERIFIER_atomic_choose", chooses);
    let zero = m.number(0);
    m.b.call(function, &[zero]);
}

fn choice(m: &mut Maker) -> allways_program::Operand {
    if m.once_in(3) {
        return m.call("__VERIFIER_nondet_bool", &[]);
    }
    let two = m.number(2);
    m.call("__allways_choose", &[two])
}

fn choose(m: &mut Maker) {
    let chosen = choice(m);
    let (place, atomic) = (m.data(), m.atomic());
    m.b.store(place, chosen, atomic);
}

fn choose_way(m: &mut Maker) {
    let chosen = choice(m);
    m.if_equal(chosen, 1, operation);
}

fn assume(m: &mut Maker) {
    let (place, atomic) = (m.data(), m.atomic());
    let value = m.b.load(place, atomic);
    let wanted = m.below(2);
    let cond = m.b.compare(allways_program::code::Compare::Eq, value, wanted);
    m.call("__VERIFIER_assume", &[cond]);
}

/// One of many outcomes of a choice, which a few executions do not meet, makes a difference.
fn rarely(m: &mut Maker) {
    let (many, place) = (m.number(300), m.cell("rare"));
    let chosen = m.call("__allways_choose", &[many]);
    for (value, at) in [(1, 3), (2, 200)] {
        m.if_equal(chosen, at, |m| {
            let value = m.number(value);
            m.b.store(place, value, false);
        });
    }
}

fn if_rare(m: &mut Maker) {
    let place = m.cell("rare");
    let value = m.b.load(place, true);
    let wanted = 1 + m.below(2);
    m.if_equal(value, wanted, operation);
}

fn set_if_rare(m: &mut Maker) {
    let place = m.cell("rare");
    let value = m.b.load(place, true);
    let wanted = 1 + m.below(2);
    m.if_equal(value, wanted, |m| {
        let (place, one) = (m.data(), m.number(1));
        m.b.store(place, one, true);
    });
}

/// Takes a mutex and keeps it, or says so and gives it back.
fn hold_if_rare(m: &mut Maker) {
    let (place, mutex) = (m.cell("rare"), m.global(MUTEXES[0], MUTEX));
    let value = m.b.load(place, true);
    m.if_equal(value, 2, |m| {
        let (place, one) = (m.data(), m.number(1));
        m.lock(mutex);
        m.b.store(place, one, true);
        m.unlock(mutex);
    });
    m.if_equal(value, 1, |m| m.lock(mutex));
}

/// Looks whether somebody has the mutex who should have given it back.
fn look_if_rare(m: &mut Maker) {
    let (rare, place) = (m.cell("rare"), m.data());
    let said = m.b.load(place, true);
    m.if_equal(said, 1, |m| {
        let mutex = m.global(MUTEXES[0], MUTEX);
        let owner = m.b.plus(mutex, 8);
        let owner = m.b.load_bits(owner, 32, true);
        m.unless_zero(owner, |m| {
            let value = m.b.load(rare, true);
            m.assert_not(value, 2);
        });
    });
}
