//! Locks of all kinds.

use super::{Theme, prepared, theme};
use crate::maker::{MUTEX, Maker};
use allways_program::Operand;
use allways_program::code::Compare;

pub const THEMES: &[Theme] = &[
    theme("tries to lock", &[try_lock, try_lock, timed_lock]),
    theme("read-write locks", &[read_shared, write_shared, try_shared]),
    prepared("semaphores", make_semaphore, &[post, post, take, try_take, read_semaphore]),
    prepared("barriers", make_barrier, &[meet]),
    prepared("spin locks", make_spin_lock, &[spin, try_spin, wait_for_value, wait_for_lock]),
    prepared("mutex types", make_typed, &[typed, typed, typed_wrong]),
    theme("C11 locks", &[c11_lock, c11_lock, c11_try, c11_signal, c11_wait]),
];

fn under(m: &mut Maker, enter: &'static str, leave: &'static str, lock: Operand) {
    let place = m.data();
    m.call(enter, &[lock]);
    m.increment(place, false);
    m.call(leave, &[lock]);
}

fn under_if_free(m: &mut Maker, enter: &'static str, leave: &'static str, args: &[Operand]) {
    let failed = m.call(enter, args);
    m.if_equal(failed, 0, |m| {
        let place = m.data();
        m.increment(place, false);
        m.call(leave, &args[..1]);
    });
}

fn try_lock(m: &mut Maker) {
    let mutex = m.mutex();
    under_if_free(m, "pthread_mutex_trylock", "pthread_mutex_unlock", &[mutex]);
}

fn timed_lock(m: &mut Maker) {
    let (mutex, time) = (m.mutex(), m.global("time", 16));
    under_if_free(m, "pthread_mutex_timedlock", "pthread_mutex_unlock", &[mutex, time]);
}

fn read_shared(m: &mut Maker) {
    let (lock, place) = (m.global("rwlock", 56), m.data());
    m.call("pthread_rwlock_rdlock", &[lock]);
    let value = m.b.load(place, false);
    let wrong = 1 + m.below(2);
    m.assert_not(value, wrong);
    m.call("pthread_rwlock_unlock", &[lock]);
}

fn write_shared(m: &mut Maker) {
    let lock = m.global("rwlock", 56);
    under(m, "pthread_rwlock_wrlock", "pthread_rwlock_unlock", lock);
}

fn try_shared(m: &mut Maker) {
    let lock = m.global("rwlock", 56);
    let enter = *m.random.one_of(&["pthread_rwlock_trywrlock", "pthread_rwlock_tryrdlock"]);
    under_if_free(m, enter, "pthread_rwlock_unlock", &[lock]);
}

fn make_semaphore(m: &mut Maker) {
    let count = m.below(2);
    let args = [m.global("semaphore", 32), m.number(0), m.number(count)];
    m.call("sem_init", &args);
}

fn post(m: &mut Maker) {
    let semaphore = m.global("semaphore", 32);
    m.call("sem_post", &[semaphore]);
}

fn take(m: &mut Maker) {
    let semaphore = m.global("semaphore", 32);
    under(m, "sem_wait", "sem_post", semaphore);
}

fn try_take(m: &mut Maker) {
    let semaphore = m.global("semaphore", 32);
    under_if_free(m, "sem_trywait", "sem_post", &[semaphore]);
}

fn read_semaphore(m: &mut Maker) {
    let (semaphore, place) = (m.global("semaphore", 32), m.data());
    m.call("sem_getvalue", &[semaphore, place]);
}

fn make_barrier(m: &mut Maker) {
    let args = [m.global("barrier", 32), m.number(0), m.number(2)];
    m.call("pthread_barrier_init", &args);
}

fn meet(m: &mut Maker) {
    let barrier = m.global("barrier", 32);
    m.call("pthread_barrier_wait", &[barrier]);
}

fn make_spin_lock(m: &mut Maker) {
    let args = [m.cell("spin lock"), m.number(0)];
    m.call("pthread_spin_init", &args);
}

fn spin(m: &mut Maker) {
    let lock = m.cell("spin lock");
    under(m, "pthread_spin_lock", "pthread_spin_unlock", lock);
}

fn try_spin(m: &mut Maker) {
    let lock = m.cell("spin lock");
    under_if_free(m, "pthread_spin_trylock", "pthread_spin_unlock", &[lock]);
}

/// A recursive, error-checking or robust mutex.
fn make_typed(m: &mut Maker) {
    let (attributes, mutex) = (m.global("attributes", 8), m.global("typed", MUTEX));
    m.call("pthread_mutexattr_init", &[attributes]);
    let kind = m.below(4);
    if kind == 3 {
        let one = m.number(1);
        m.call("pthread_mutexattr_setrobust", &[attributes, one]);
    } else {
        let kind = m.number(1 + kind % 2);
        m.call("pthread_mutexattr_settype", &[attributes, kind]);
    }
    m.call("pthread_mutex_init", &[mutex, attributes]);
}

fn typed(m: &mut Maker) {
    let mutex = m.global("typed", MUTEX);
    let again = m.once_in(2);
    let failed = m.call("pthread_mutex_lock", &[mutex]);
    let place = m.data();
    m.increment(place, false);
    if again {
        m.lock(mutex);
        m.unlock(mutex);
        m.increment(place, false);
    }
    if m.once_in(4) {
        m.if_equal(failed, 0, |m| m.unlock(mutex));
    } else {
        m.unlock(mutex);
    }
}

/// Unlocks what it may not have, or ends with what it has.
fn typed_wrong(m: &mut Maker) {
    let mutex = m.global("typed", MUTEX);
    let name = *m.random.one_of(&["pthread_mutex_unlock", "pthread_mutex_lock"]);
    let result = m.call(name, &[mutex]);
    let place = m.data();
    let atomic = m.atomic();
    m.b.store(place, result, atomic);
}

fn c11_lock(m: &mut Maker) {
    let mutex = m.mutex();
    under(m, "mtx_lock", "mtx_unlock", mutex);
}

fn c11_try(m: &mut Maker) {
    let mutex = m.mutex();
    under_if_free(m, "mtx_trylock", "mtx_unlock", &[mutex]);
}

fn c11_signal(m: &mut Maker) {
    let condition = m.global("condition", 48);
    let name = *m.random.one_of(&["cnd_signal", "cnd_broadcast"]);
    m.call(name, &[condition]);
}

fn c11_wait(m: &mut Maker) {
    let (mutex, condition) = (m.mutex(), m.global("condition", 48));
    m.call("mtx_lock", &[mutex]);
    m.sometimes(|m| {
        m.call("cnd_wait", &[condition, mutex]);
    });
    m.call("mtx_unlock", &[mutex]);
}

/// Waits in a loop until a global has another value; sometimes the global itself changes meanwhile, or a
/// local variable.
fn wait_for_value(m: &mut Maker) {
    let place = m.data();
    let (value, kind) = (m.below(2), m.below(6));
    let own = if kind == 5 { m.b.local() } else { place };
    m.b.again_while(|b| {
        let seen = b.load(place, true);
        match kind {
            4 => b.add(own, 1),
            5 => b.store(own, seen, false),
            _ => {}
        }
        b.compare(Compare::Eq, seen, value)
    });
}

/// Tries to lock a mutex until it is free.
fn wait_for_lock(m: &mut Maker) {
    let mutex = m.mutex();
    let try_lock = m.library("pthread_mutex_trylock");
    m.b.again_while(|b| {
        let failed = b.call(try_lock, &[mutex]);
        b.compare(Compare::Ne, failed, 0)
    });
    if m.below(8) > 0 {
        m.call("pthread_mutex_unlock", &[mutex]);
    }
}
