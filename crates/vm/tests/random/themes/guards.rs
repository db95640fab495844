//! Mutexes that are touched other than by locking them: raw, made anew, inside objects that go.

use super::basic::operation;
use super::{Theme, prepared, theme};
use crate::maker::{DATA, MUTEX, MUTEXES, Maker};
use allways_program::Operand;

/// The features of programs in which a mutex is in fact made anew.
pub const ANEW: [&str; 3] =
    ["initialising anew", "destroying and initialising anew", "overwriting anew"];

pub const THEMES: &[Theme] = &[
    theme("raw mutexes", &[read_raw, read_raw, write_raw, hold, hold_sometimes]),
    theme("mutexes initialised again", &[initialised, initialised, initialised, hold]),
    theme("mutexes destroyed and initialised", &[destroyed, destroyed, destroyed, hold]),
    theme("mutexes overwritten", &[overwritten, overwritten, overwritten, hold]),
    prepared(
        "mutexes in heap objects",
        make_object,
        &[in_object, in_object, end_object, another_object],
    ),
];

/// Takes a mutex, changes what it guards, says so, and mostly gives it back.
fn hold(m: &mut Maker) {
    let (mutex, place) = (m.global(MUTEXES[0], MUTEX), m.cell(DATA[0]));
    m.lock(mutex);
    flag(m);
    m.increment(place, false);
    if !m.once_in(3) {
        m.unlock(mutex);
    }
}

fn hold_sometimes(m: &mut Maker) {
    m.sometimes(|m| {
        let mutex = m.global(MUTEXES[0], MUTEX);
        m.lock(mutex);
        if m.once_in(2) {
            m.unlock(mutex);
        }
    });
}

fn flag(m: &mut Maker) {
    if m.once_in(2) {
        let (flag, one) = (m.cell(DATA[1]), m.number(1));
        m.b.store(flag, one, true);
    }
}

/// Count or owner of a mutex, wherever it is.
fn word_of(m: &mut Maker) -> Operand {
    let mutex = m.global(MUTEXES[0], MUTEX);
    let offset = *m.random.one_of(&[0, 4, 8, 8, 8]);
    m.b.plus(mutex, offset)
}

fn read_raw(m: &mut Maker) {
    flag(m);
    let word = word_of(m);
    let atomic = m.atomic();
    let value = m.b.load_bits(word, 32, atomic);
    if m.once_in(2) {
        let free = m.b.compare(allways_program::code::Compare::Eq, value, 0);
        m.assert(free);
    } else {
        m.unless_zero(value, operation);
    }
}

fn write_raw(m: &mut Maker) {
    // A free lock, or the number of a thread, made by hand.
    let number = *m.random.one_of(&[0, 0, 1, 2, 3, 4]);
    let (word, value, atomic) = (word_of(m), m.number(number), m.atomic());
    m.b.store_bits(word, value, 32, atomic);
}

fn initialised(m: &mut Maker) {
    m.note(ANEW[0]);
    anew(m, |m, mutex| {
        let zero = m.number(0);
        m.call("pthread_mutex_init", &[mutex, zero]);
    });
}

fn destroyed(m: &mut Maker) {
    m.note(ANEW[1]);
    anew(m, |m, mutex| {
        let zero = m.number(0);
        m.call("pthread_mutex_destroy", &[mutex]);
        m.call("pthread_mutex_init", &[mutex, zero]);
    });
}

fn overwritten(m: &mut Maker) {
    m.note(ANEW[2]);
    anew(m, |m, mutex| {
        let (zero, size) = (m.number(0), m.number(MUTEX));
        m.call("memset", &[mutex, zero, size]);
    });
}

/// Makes a mutex anew, whoever has it, at once or when somebody said so, and uses it.
fn anew(m: &mut Maker, make: fn(&mut Maker, Operand)) {
    let renew = |m: &mut Maker| {
        let mutex = m.global(MUTEXES[0], MUTEX);
        make(m, mutex);
        if !m.once_in(3) {
            use_alone(m, mutex);
        }
    };
    if m.once_in(3) {
        let flag = m.cell(DATA[1]);
        let value = m.b.load(flag, true);
        m.if_equal(value, 1, renew);
    } else {
        renew(m);
    }
}

/// Relies on a mutex, and perhaps keeps it.
fn use_alone(m: &mut Maker, mutex: Operand) {
    let (place, value) = (m.cell(DATA[0]), m.number(2));
    m.lock(mutex);
    m.b.store(place, value, false);
    flag(m);
    let now = m.b.load(place, false);
    let same = m.b.compare(allways_program::code::Compare::Eq, now, 2);
    m.assert(same);
    if m.once_in(2) {
        m.unlock(mutex);
    }
}

/// A mutex and a word behind it.
fn make_object(m: &mut Maker) {
    let object = m.malloc(MUTEX + 8);
    let (zero, place) = (m.number(0), m.cell("guarded object"));
    m.call("pthread_mutex_init", &[object, zero]);
    let word = m.b.plus(object, MUTEX);
    m.b.store(word, zero, false);
    m.b.store(place, object, true);
}

fn in_object(m: &mut Maker) {
    let place = m.cell("guarded object");
    let object = m.b.load(place, true);
    m.unless_zero(object, |m| {
        m.lock(object);
        let word = m.b.plus(object, MUTEX);
        m.increment(word, false);
        flag(m);
        m.unlock(object);
        flag(m);
    });
}

/// Frees it: at once, under its own mutex, or when somebody said so.
fn end_object(m: &mut Maker) {
    let (place, zero) = (m.cell("guarded object"), m.number(0));
    let object = m.b.load(place, true);
    m.unless_zero(object, |m| match m.below(3) {
        0 => {
            m.b.store(place, zero, true);
            m.lock(object);
            m.unlock(object);
            m.free(object);
        }
        1 => m.free(object),
        _ => {
            let flag = m.cell(DATA[1]);
            let value = m.b.load(flag, true);
            m.if_equal(value, 1, |m| m.free(object));
        }
    });
}

/// A block of the same size, perhaps where the object was, whose mutex guards something else.
fn another_object(m: &mut Maker) {
    let (object, zero, data) = (m.malloc(MUTEX + 8), m.number(0), m.data());
    if !m.once_in(4) {
        m.call("pthread_mutex_init", &[object, zero]);
    }
    if m.once_in(2) {
        m.lock(object);
        m.increment(data, false);
        m.unlock(object);
    }
    if m.once_in(3) {
        m.free(object);
    }
}
