//! Addresses that are let out in disguise, and handed on by those who see through it.

use super::basic::{hand_on, look, use_object};
use super::{Theme, theme};
use crate::maker::Maker;
use allways_program::Operand;
use allways_program::code::Binary;

pub const THEMES: &[Theme] = &[
    theme("disguised pointers", &[hide_number, hide_number, reveal_number, hand_on_number, look]),
    theme("packed pointers", &[hide_packed, hide_packed, reveal_packed, hand_on_packed, look]),
    theme("halves of pointers", &[hide_halves, hide_halves, reveal_halves, hand_on_halves, look]),
];

/// A filled heap object.
fn make(m: &mut Maker) -> Operand {
    let (object, value) = (m.malloc(16), m.small());
    m.b.store(object, value, false);
    object
}

/// Goes on using an object whose address is out.
fn go_on(m: &mut Maker, object: Operand) {
    for _ in 0..m.below(3) {
        let (value, atomic) = (m.small(), m.once_in(3));
        m.b.store(object, value, atomic);
    }
}

fn say(m: &mut Maker, flag: &'static str) {
    let (flag, one) = (m.cell(flag), m.number(1));
    m.b.store(flag, one, true);
}

fn if_said(m: &mut Maker, flag: &'static str, body: impl FnOnce(&mut Maker)) {
    let flag = m.cell(flag);
    let value = m.b.load(flag, true);
    m.unless_zero(value, body);
}

/// A number from which the address can be told.
fn mask(m: &mut Maker, value: Operand) -> Operand {
    let mask = m.number(0x5555_5555_5555_5555);
    m.b.binary(Binary::Xor, value, mask)
}

fn hide_number(m: &mut Maker) {
    let object = make(m);
    let (hidden, place) = (mask(m, object), m.cell("hidden"));
    m.b.store(place, hidden, true);
    go_on(m, object);
}

fn reveal_with(m: &mut Maker, then: fn(&mut Maker, Operand)) {
    let place = m.cell("hidden");
    let hidden = m.b.load(place, true);
    m.unless_zero(hidden, |m| {
        let object = mask(m, hidden);
        then(m, object);
    });
}

fn reveal_number(m: &mut Maker) {
    reveal_with(m, use_object);
}

fn hand_on_number(m: &mut Maker) {
    reveal_with(m, hand_on);
}

/// Puts an address where words do not begin.
fn hide_packed(m: &mut Maker) {
    let object = make(m);
    let (parcel, bits) = (m.global("parcel", 16), m.b.bits());
    let place = m.b.plus(parcel, 4);
    let copied = m.once_in(2);
    if copied {
        let local = m.b.stack_object(16);
        let inside = m.b.plus(local, 4);
        m.b.store_bits(inside, object, bits, false);
        let size = m.number(u64::from(bits) / 8);
        m.call("memcpy", &[place, inside, size]);
    } else {
        m.b.store_bits(place, object, bits, false);
    }
    say(m, "packed");
    go_on(m, object);
}

fn unpack_with(m: &mut Maker, then: fn(&mut Maker, Operand)) {
    if_said(m, "packed", |m| {
        let (parcel, bits) = (m.global("parcel", 16), m.b.bits());
        let place = m.b.plus(parcel, 4);
        let object = m.b.load_bits(place, bits, false);
        then(m, object);
    });
}

fn reveal_packed(m: &mut Maker) {
    unpack_with(m, use_object);
}

fn hand_on_packed(m: &mut Maker) {
    unpack_with(m, hand_on);
}

/// Puts the halves of an address apart.
fn hide_halves(m: &mut Maker) {
    let object = make(m);
    let half = m.b.bits() / 2;
    let shift = m.number(half.into());
    let high = m.b.binary(Binary::LShr, object, shift);
    for (name, value) in [("low", object), ("high", high)] {
        let place = m.cell(name);
        m.b.store_bits(place, value, half, true);
    }
    say(m, "in halves");
    go_on(m, object);
}

fn halves_with(m: &mut Maker, then: fn(&mut Maker, Operand)) {
    if_said(m, "in halves", |m| {
        let half = m.b.bits() / 2;
        let [low, high] = ["low", "high"].map(|name| {
            let place = m.cell(name);
            m.b.load_bits(place, half, true)
        });
        let shift = m.number(half.into());
        let high = m.b.binary(Binary::Shl, high, shift);
        let object = m.b.binary(Binary::Or, low, high);
        then(m, object);
    });
}

fn reveal_halves(m: &mut Maker) {
    halves_with(m, use_object);
}

fn hand_on_halves(m: &mut Maker) {
    halves_with(m, hand_on);
}
