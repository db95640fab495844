//! Threads that look at each other, start each other, and have things of their own.

use super::basic::{hand_on, look, operation, use_object};
use super::heap::make;
use super::{Theme, prepared, theme};
use crate::maker::{HANDLES, Maker};
use allways_program::{Inst, Operand};

pub const THEMES: &[Theme] = &[
    theme("looks at threads", &[set_name, set_name, look_at, set_priority]),
    theme("joins by others", &[try_join, join, detach, timed_join]),
    theme("cancellation", &[cancel, test_cancel]),
    theme("threads that start threads", &[start, start_and_join]),
    theme("C11 threads", &[c11_thread]),
    theme("results", &[end_with_pointer, end_with_disguise, take_result, take_result]),
    theme("thread-local variables", &[own, lend_own, lend_own, look]),
    theme("errno", &[own_errno, lend_errno, look]),
    prepared("keys", make_key, &[set_specific, set_specific, get_specific]),
    theme("once", &[once, once]),
];

/// The handle of another thread, which may not be there yet.
fn other(m: &mut Maker) -> Operand {
    let handle = m.handle();
    m.b.load(handle, true)
}

fn on_other(m: &mut Maker, body: impl FnOnce(&mut Maker, Operand)) {
    let handle = other(m);
    m.unless_zero(handle, |m| body(m, handle));
}

fn set_name(m: &mut Maker) {
    on_other(m, |m, handle| {
        let text = m.cell("text");
        m.call("pthread_setname_np", &[handle, text]);
    });
}

fn set_priority(m: &mut Maker) {
    on_other(m, |m, handle| {
        let zero = m.number(0);
        let result = m.call("pthread_setschedprio", &[handle, zero]);
        store(m, result);
    });
}

fn look_at(m: &mut Maker) {
    on_other(m, |m, handle| {
        let (policy, parameters) = (m.cell("policy"), m.cell("parameters"));
        let result = m.call("pthread_getschedparam", &[handle, policy, parameters]);
        store(m, result);
    });
}

fn store(m: &mut Maker, value: Operand) {
    let (place, atomic) = (m.data(), m.atomic());
    m.b.store(place, value, atomic);
}

fn try_join(m: &mut Maker) {
    on_other(m, |m, handle| {
        let zero = m.number(0);
        let result = m.call("pthread_tryjoin_np", &[handle, zero]);
        store(m, result);
    });
}

fn timed_join(m: &mut Maker) {
    on_other(m, |m, handle| {
        let (zero, time) = (m.number(0), m.global("time", 16));
        m.call("pthread_timedjoin_np", &[handle, zero, time]);
    });
}

fn join(m: &mut Maker) {
    on_other(m, |m, handle| {
        let zero = m.number(0);
        m.call("pthread_join", &[handle, zero]);
    });
}

fn detach(m: &mut Maker) {
    if m.once_in(2) {
        let own = m.call("pthread_self", &[]);
        m.call("pthread_detach", &[own]);
    } else {
        on_other(m, |m, handle| {
            m.call("pthread_detach", &[handle]);
        });
    }
}

fn cancel(m: &mut Maker) {
    on_other(m, |m, handle| {
        m.call("pthread_cancel", &[handle]);
    });
}

fn test_cancel(m: &mut Maker) {
    let place = m.data();
    m.b.add(place, 1);
    m.call("pthread_testcancel", &[]);
    m.b.add(place, 1);
}

fn child(m: &mut Maker) -> u32 {
    m.function("child", |m| {
        let argument = m.b.parameter();
        m.unless_zero(argument, |m| use_object(m, argument));
        if m.once_in(2) {
            let (place, atomic) = (m.data(), m.atomic());
            m.increment(place, atomic);
        }
    })
}

/// Starts a thread, perhaps with an object of its own that it goes on to use.
fn start(m: &mut Maker) {
    let child = child(m);
    let which = 4 + m.below(2) as usize;
    let handle = m.cell(HANDLES[which]);
    let object = if m.once_in(2) { make(m) } else { m.number(0) };
    m.start(handle, child, object);
    if m.once_in(3) {
        m.unless_zero(object, |m| m.increment(object, false));
    }
}

fn start_and_join(m: &mut Maker) {
    let child = child(m);
    let (handle, object) = (m.b.local(), make(m));
    m.start(handle, child, object);
    if m.once_in(3) {
        operation(m);
    }
    let (handle, zero) = (m.b.load(handle, false), m.number(0));
    m.call("pthread_join", &[handle, zero]);
    m.increment(object, false);
}

fn c11_thread(m: &mut Maker) {
    let (child, handle, zero) = (child(m), m.b.local(), m.number(0));
    let start = m.address_of(child);
    m.call("thrd_create", &[handle, start, zero]);
    if m.once_in(2) {
        operation(m);
    }
    let handle = m.b.load(handle, false);
    if m.once_in(4) {
        m.call("thrd_detach", &[handle]);
    } else {
        m.call("thrd_join", &[handle, zero]);
    }
}

/// Ends with the address of an object.
fn end_with_pointer(m: &mut Maker) {
    let object = make(m);
    m.sometimes(|m| {
        m.call("pthread_exit", &[object]);
    });
}

fn end_with_disguise(m: &mut Maker) {
    let object = make(m);
    let hidden = m.complement(object);
    let place = m.cell("hidden result");
    m.b.store(place, hidden, true);
    if m.once_in(2) {
        m.increment(object, false);
    }
    m.sometimes(|m| {
        m.call("pthread_exit", &[hidden]);
    });
}

/// Sees through the disguise, or joins for the result; hands it on.
fn take_result(m: &mut Maker) {
    if m.once_in(2) {
        let place = m.cell("hidden result");
        let hidden = m.b.load(place, true);
        m.unless_zero(hidden, |m| {
            let object = m.complement(hidden);
            hand_on(m, object);
        });
        return;
    }
    let place = m.cell("result");
    on_other(m, |m, handle| {
        m.call("pthread_join", &[handle, place]);
    });
    let result = m.b.load(place, false);
    m.unless_zero(result, |m| hand_on(m, result));
}

fn own_variable(m: &mut Maker) -> Operand {
    let (global, dst) = (m.thread_local("own"), m.b.slot());
    m.b.push(Inst::ThreadLocal { dst, global });
    Operand::slot(dst)
}

fn own(m: &mut Maker) {
    let own = own_variable(m);
    m.increment(own, false);
}

fn lend_own(m: &mut Maker) {
    let own = own_variable(m);
    let late = m.once_in(2);
    hand_on(m, own);
    if late {
        m.increment(own, false);
    }
}

fn own_errno(m: &mut Maker) {
    let place = m.call("__errno_location", &[]);
    let value = m.small();
    m.b.store_bits(place, value, 32, false);
}

fn lend_errno(m: &mut Maker) {
    let place = m.call("__errno_location", &[]);
    let shared = m.cell("errno of somebody");
    let seen = m.b.load(shared, true);
    m.unless_zero(seen, |m| {
        let value = m.small();
        m.b.store_bits(seen, value, 32, false);
    });
    m.b.store(shared, place, true);
}

fn make_key(m: &mut Maker) {
    let (key, zero) = (m.cell("key"), m.number(0));
    let destructor = if m.once_in(2) {
        zero
    } else {
        let function = m.function("destructor", |m| {
            let value = m.b.parameter();
            if m.once_in(2) {
                m.free(value);
            } else {
                m.increment(value, false);
            }
        });
        m.address_of(function)
    };
    m.call("pthread_key_create", &[key, destructor]);
}

fn set_specific(m: &mut Maker) {
    let (key, object) = (m.cell("key"), make(m));
    let key = m.b.load_bits(key, 32, false);
    m.call("pthread_setspecific", &[key, object]);
    if m.once_in(2) {
        hand_on(m, object);
    }
}

fn get_specific(m: &mut Maker) {
    let key = m.cell("key");
    let key = m.b.load_bits(key, 32, false);
    let object = m.call("pthread_getspecific", &[key]);
    m.unless_zero(object, |m| use_object(m, object));
}

fn once(m: &mut Maker) {
    let control = m.cell("once");
    let function = m.function("first time", |m| {
        let place = m.data();
        m.increment(place, false);
        if m.once_in(2) {
            operation(m);
        }
    });
    let function = m.address_of(function);
    m.call("pthread_once", &[control, function]);
}
