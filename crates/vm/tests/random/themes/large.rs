//! Objects above 4 KiB with a mutex at their end.

use super::{Theme, prepared};
use crate::maker::{DATA, MUTEX, Maker};
use allways_program::Operand;

pub const THEMES: &[Theme] =
    &[prepared("large objects", make, &[lock, lock, lock_and_say, end, fill])];

/// Bytes in front of the mutex.
const FRONT: u64 = 8192;

fn make(m: &mut Maker) {
    let object = if m.once_in(3) {
        m.global("large global", FRONT + MUTEX + 8)
    } else {
        m.malloc(FRONT + MUTEX + 8)
    };
    let (place, zero) = (m.cell("large"), m.number(0));
    let mutex = m.b.plus(object, FRONT);
    m.call("pthread_mutex_init", &[mutex, zero]);
    m.b.store(place, object, true);
}

fn object(m: &mut Maker) -> Operand {
    let place = m.cell("large");
    m.b.load(place, true)
}

fn lock(m: &mut Maker) {
    let object = object(m);
    let mutex = m.b.plus(object, FRONT);
    let place = m.data();
    m.lock(mutex);
    m.increment(place, false);
    m.unlock(mutex);
}

/// Says that it has the mutex, before it gives it back.
fn lock_and_say(m: &mut Maker) {
    let object = object(m);
    let mutex = m.b.plus(object, FRONT);
    let (flag, one) = (m.cell(DATA[1]), m.number(1));
    m.lock(mutex);
    m.b.store(flag, one, true);
    m.unlock(mutex);
}

/// Frees the object when somebody said so.
fn end(m: &mut Maker) {
    let flag = m.cell(DATA[1]);
    let value = m.b.load(flag, true);
    m.if_equal(value, 1, |m| {
        let object = object(m);
        m.free(object);
    });
}

/// Writes or reads all of it, or its last bytes.
fn fill(m: &mut Maker) {
    let object = object(m);
    match m.below(3) {
        0 => {
            let (zero, size) = (m.number(0), m.number(FRONT + MUTEX));
            m.call("memset", &[object, zero, size]);
        }
        1 => {
            let owner = m.b.plus(object, FRONT + 8);
            let value = m.b.load_bits(owner, 32, true);
            let free = m.b.compare(allways_program::code::Compare::Eq, value, 0);
            m.assert(free);
        }
        _ => {
            let (word, one) = (m.b.plus(object, FRONT - 8), m.number(1));
            m.b.store(word, one, true);
        }
    }
}
