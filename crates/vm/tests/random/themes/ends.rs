//! Ends of threads and of the process.

use super::{Theme, theme};
use crate::maker::Maker;

pub const THEMES: &[Theme] = &[
    theme("ends of the process", &[exit, leave]),
    theme("ends of threads", &[end_thread, end_holding]),
];

fn exit(m: &mut Maker) {
    m.sometimes(|m| {
        let (name, zero) = (*m.random.one_of(&["exit", "_exit"]), m.number(0));
        m.call(name, &[zero]);
    });
}

/// Ends the process when it is done, with something registered for that.
fn leave(m: &mut Maker) {
    let function = m.function("at exit", |m| {
        let (place, atomic) = (m.data(), m.atomic());
        m.increment(place, atomic);
        let value = m.b.load(place, atomic);
        m.assert_not(value, 2);
    });
    let function = m.address_of(function);
    m.call("atexit", &[function]);
}

fn end_thread(m: &mut Maker) {
    m.sometimes(|m| {
        let zero = m.number(0);
        m.call("pthread_exit", &[zero]);
    });
}

fn end_holding(m: &mut Maker) {
    m.sometimes(|m| {
        let (mutex, zero) = (m.mutex(), m.number(0));
        m.lock(mutex);
        m.call("pthread_exit", &[zero]);
    });
}
