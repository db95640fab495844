//! Library functions that read and write memory, and accesses of other sizes than a word.

use super::basic::look;
use super::{Theme, theme};
use crate::maker::Maker;
use allways_program::Operand;

pub const THEMES: &[Theme] = &[
    theme("copies", &[copy, copy, fill, compare, copy_pointer, look]),
    theme("texts", &[measure, measure, write_text, copy_text]),
    theme("parts of words", &[part, part, across, across]),
    theme("arrays", &[element, element, element_by_value]),
];

/// Two neighbours, so that a copy of both spans cells.
fn pair(m: &mut Maker) -> Operand {
    let name = *m.random.one_of(&["pair0", "pair1"]);
    m.global(name, 16)
}

fn copy(m: &mut Maker) {
    let bytes = *m.random.one_of(&[8, 16, 4]);
    let (to, from, size) = (pair(m), pair(m), m.number(bytes));
    let name = *m.random.one_of(&["memcpy", "memmove"]);
    m.call(name, &[to, from, size]);
}

fn fill(m: &mut Maker) {
    let (to, value, size) = (pair(m), m.small(), m.number(16));
    m.call("memset", &[to, value, size]);
    if m.once_in(2) {
        let (flag, one) = (m.data(), m.number(1));
        m.b.store(flag, one, true);
    }
}

fn compare(m: &mut Maker) {
    let (one, other, size) = (pair(m), pair(m), m.number(16));
    let differs = m.call("memcmp", &[one, other, size]);
    let equal = m.b.compare(allways_program::code::Compare::Eq, differs, 0);
    m.assert(equal);
}

/// Publishes an address by copying it.
fn copy_pointer(m: &mut Maker) {
    let (object, local) = (m.malloc(16), m.b.local());
    let (value, word) = (m.small(), m.b.word());
    m.b.store(object, value, false);
    m.b.store(local, object, false);
    let (place, size) = (m.cell("published"), m.number(word));
    m.call("memcpy", &[place, local, size]);
    m.b.store(object, value, false);
}

fn text(m: &mut Maker) -> Operand {
    m.cell("letters")
}

fn measure(m: &mut Maker) {
    let text = text(m);
    let length = m.call("strlen", &[text]);
    let wrong = 1 + m.below(2);
    m.assert_not(length, wrong);
}

/// Writes a letter, so that the text becomes longer or shorter.
fn write_text(m: &mut Maker) {
    let (text, offset) = (text(m), m.below(3));
    let place = m.b.plus(text, offset);
    let letter = if m.once_in(3) { m.number(0) } else { m.number(97) };
    let atomic = m.calm;
    m.b.store_bits(place, letter, 8, atomic);
}

fn copy_text(m: &mut Maker) {
    let (from, to) = (text(m), m.global("copy of letters", 16));
    let name = *m.random.one_of(&["strcpy", "strcat"]);
    if m.once_in(2) {
        m.call("strcpy", &[to, from]);
    } else {
        m.call(name, &[from, to]);
    }
}

/// A part of a variable.
fn part(m: &mut Maker) {
    let (place, value) = (pair(m), m.small());
    let bits = *m.random.one_of(&[8, 16, 32]);
    let offset = 4 * m.below(4);
    let place = m.b.plus(place, offset);
    let atomic = m.atomic();
    if m.once_in(2) {
        let value = m.b.load_bits(place, bits, atomic);
        let to = m.data();
        m.b.store(to, value, true);
    } else {
        m.b.store_bits(place, value, bits, atomic);
    }
}

/// A word that lies in two cells.
fn across(m: &mut Maker) {
    let (place, value, bits) = (pair(m), m.small(), m.b.bits());
    let place = m.b.plus(place, 4);
    if m.once_in(2) {
        let value = m.b.load_bits(place, bits, false);
        let wrong = 1 + m.below(2);
        m.assert_not(value, wrong);
    } else {
        m.b.store_bits(place, value, bits, false);
    }
}

/// An element of an array: the index is known, or read from a variable.
fn element(m: &mut Maker) {
    let (array, word) = (m.global("array", 32), m.b.word());
    let index = m.below(3);
    let (place, atomic) = (m.b.plus(array, index * word), m.atomic());
    m.increment(place, atomic);
}

fn element_by_value(m: &mut Maker) {
    let (array, from) = (m.global("array", 32), m.data());
    let index = m.b.load(from, true);
    let three = m.number(3);
    let index = m.b.binary(allways_program::code::Binary::And, index, three);
    let word = m.number(m.b.word());
    let offset = m.b.binary(allways_program::code::Binary::Mul, index, word);
    let place = m.b.binary(allways_program::code::Binary::Add, array, offset);
    let (value, atomic) = (m.small(), m.atomic());
    m.b.store(place, value, atomic);
}
