//! C11's `<threads.h>`: the same things under other names and with other codes.

use super::thread::{Patience, join_with, own_handle, start};
use super::{cond, errno, key, mutex, thread};
use crate::effects::{
    ALIKE, ATOMIC, CANCELLATION, CREATE, EXIT, JOIN, LOCK, MEMORY, SELF, TRY_LOCK, UNLOCK, VISIBLE,
};
use crate::fault::Halt;
use crate::machine::{Args, Machine};
use crate::models::{Model, Outcome};

/// The functions of this file.
pub const MODELS: &[Model] = &[
    Model { name: "thrd_create", effects: CREATE, run: create },
    Model { name: "thrd_join", effects: JOIN, run: join },
    Model { name: "thrd_detach", effects: VISIBLE, run: |m, a| coded(thread::detach(m, a)) },
    Model { name: "thrd_exit", effects: EXIT, run: exit },
    Model { name: "thrd_current", effects: SELF, run: own_handle },
    Model { name: "thrd_equal", effects: SELF, run: thread::equal },
    Model { name: "thrd_yield", effects: ATOMIC, run: nothing_to_do },
    Model { name: "thrd_sleep", effects: CANCELLATION, run: sleep },
    Model { name: "__thrd_sleep64", effects: CANCELLATION, run: sleep },
    Model { name: "mtx_init", effects: MEMORY, run: init },
    Model { name: "mtx_lock", effects: LOCK, run: |m, a| coded(mutex::lock(m, a)) },
    Model { name: "mtx_trylock", effects: TRY_LOCK, run: |m, a| coded(mutex::try_lock(m, a)) },
    Model { name: "mtx_timedlock", effects: VISIBLE, run: |m, a| coded(mutex::timed_lock(m, a)) },
    Model {
        name: "__mtx_timedlock64",
        effects: VISIBLE,
        run: |m, a| coded(mutex::timed_lock_wide(m, a)),
    },
    Model { name: "mtx_unlock", effects: UNLOCK, run: |m, a| coded(mutex::unlock(m, a)) },
    Model { name: "mtx_destroy", effects: VISIBLE, run: mutex::destroy },
    Model { name: "cnd_init", effects: MEMORY, run: cond::init },
    Model { name: "cnd_wait", effects: ALIKE, run: |m, a| coded(cond::wait(m, a)) },
    Model { name: "cnd_timedwait", effects: VISIBLE, run: |m, a| coded(cond::timed_wait(m, a)) },
    Model {
        name: "__cnd_timedwait64",
        effects: VISIBLE,
        run: |m, a| coded(cond::timed_wait_wide(m, a)),
    },
    Model { name: "cnd_signal", effects: ALIKE, run: |m, a| coded(cond::signal(m, a)) },
    Model { name: "cnd_broadcast", effects: ALIKE, run: |m, a| coded(cond::broadcast(m, a)) },
    Model { name: "cnd_destroy", effects: VISIBLE, run: cond::destroy },
    Model { name: "tss_create", effects: VISIBLE, run: |m, a| coded(key::create(m, a)) },
    Model { name: "tss_set", effects: VISIBLE, run: |m, a| coded(key::set(m, a)) },
    Model { name: "tss_delete", effects: VISIBLE, run: key::delete },
];

const MTX_RECURSIVE: u32 = 1;
const MTX_TIMED_RECURSIVE: u32 = 3;

const BUSY: u64 = 1;
const ERROR: u64 = 2;
const TIMED_OUT: u64 = 4;

/// C11's code for an error number.
fn coded(outcome: Result<Outcome, Halt>) -> Result<Outcome, Halt> {
    let Outcome::Value(code) = outcome? else { return outcome };
    Outcome::number(match code.value {
        0 => 0,
        errno::EBUSY => BUSY,
        errno::ETIMEDOUT => TIMED_OUT,
        _ => ERROR,
    })
}

fn create(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    let (out, function) = (args.get(machine, 0)?, args.get(machine, 1)?);
    start(machine, out, function, args.word(machine, 2), false)
}

fn join(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    let (handle, out) = (args.get(machine, 0)?, args.get(machine, 1)?);
    coded(join_with(machine, (handle, out, 4), Patience::Forever))
}

fn exit(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    let result = args.word(machine, 0);
    machine.begin_exit(result)?;
    Ok(Outcome::Moved)
}

fn nothing_to_do(_: &mut Machine<'_>, _: &Args<'_>) -> Result<Outcome, Halt> {
    Ok(Outcome::Nothing)
}

fn sleep(_: &mut Machine<'_>, _: &Args<'_>) -> Result<Outcome, Halt> {
    Outcome::number(0)
}

/// `mtx_timed` makes no difference: every mutex can be waited for with a deadline.
fn init(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    let (address, kind) = (args.get(machine, 0)?, args.get(machine, 1)? as u32);
    let recursive = matches!(kind, MTX_RECURSIVE | MTX_TIMED_RECURSIVE);
    mutex::initialise_as(machine, address, if recursive { mutex::RECURSIVE } else { 0 })
}
