//! Condition variables.

use super::{Theme, theme};
use crate::maker::{DATA, MUTEX, MUTEXES, Maker};

pub const THEMES: &[Theme] =
    &[theme("condition variables", &[announce, announce, wait, wait, timed])];

/// Sets a variable under its mutex and signals, before or after the mutex is released.
fn announce(m: &mut Maker) {
    let (mutex, condition) = (m.global(MUTEXES[0], MUTEX), m.global("condition", 48));
    let (ready, one) = (m.cell(DATA[0]), m.number(1));
    let name = *m.random.one_of(&["pthread_cond_signal", "pthread_cond_broadcast"]);
    let inside = m.once_in(2);
    m.lock(mutex);
    m.b.store(ready, one, false);
    if inside {
        m.call(name, &[condition]);
    }
    m.unlock(mutex);
    if !inside {
        m.call(name, &[condition]);
    }
}

/// Waits for it: once, so that a signal that comes too early is missed.
fn wait(m: &mut Maker) {
    wait_with(m, "pthread_cond_wait", false);
}

fn timed(m: &mut Maker) {
    wait_with(m, "pthread_cond_timedwait", true);
}

fn wait_with(m: &mut Maker, name: &'static str, timed: bool) {
    let (mutex, condition) = (m.global(MUTEXES[0], MUTEX), m.global("condition", 48));
    let ready = m.cell(DATA[0]);
    m.lock(mutex);
    let value = m.b.load(ready, false);
    let wanted = m.below(2);
    m.if_equal(value, wanted, |m| {
        let mut args = vec![condition, mutex];
        if timed {
            args.push(m.global("time", 16));
        }
        m.call(name, &args);
    });
    m.unlock(mutex);
}
