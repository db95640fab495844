//! Condition variables. Who waits is kept with the threads; the variable's memory only says whether
//! it was destroyed.
//!
//! A wait takes several steps: it begins with giving up the mutex, ends by a signal, the time, a
//! request to end the thread or (if asked for) nothing at all, and then takes the mutex again.

use super::mutex::{Attempt, Mutex};
use super::timeout::{self, Time};
use super::{errno, field, finish, initialise};
use crate::effects::{ALIKE, MEMORY, VISIBLE};
use crate::fault::{Block, Halt, Misuse};
use crate::machine::{Args, Event, Machine, Mode};
use crate::models::{Model, Outcome};
use crate::state::{Control, Wait, Wake};
use allways_trace::Operation;

/// The functions of this file.
pub const MODELS: &[Model] = &[
    Model { name: "pthread_cond_init", effects: MEMORY, run: init },
    Model { name: "pthread_cond_destroy", effects: VISIBLE, run: destroy },
    Model { name: "pthread_cond_wait", effects: ALIKE, run: wait },
    Model { name: "pthread_cond_timedwait", effects: VISIBLE, run: timed_wait },
    Model { name: "__pthread_cond_timedwait64", effects: VISIBLE, run: timed_wait_wide },
    Model { name: "pthread_cond_clockwait", effects: VISIBLE, run: clock_wait },
    Model { name: "__pthread_cond_clockwait64", effects: VISIBLE, run: clock_wait_wide },
    Model { name: "pthread_cond_signal", effects: ALIKE, run: signal },
    Model { name: "pthread_cond_broadcast", effects: ALIKE, run: broadcast },
];

/// Size of a `pthread_cond_t`.
const SIZE: u64 = 48;
/// The first word of a destroyed condition variable.
const DESTROYED: u32 = u32::MAX;

/// Checks that a condition variable is one.
fn check(machine: &mut Machine<'_>, address: u64) -> Result<(), Halt> {
    let bytes = machine.read_bytes(address, SIZE, Mode::AtomicWrite)?;
    match field(&bytes, 0) {
        None | Some(DESTROYED) => Err(Misuse::NotACond.into()),
        Some(_) => Ok(()),
    }
}

/// The threads that wait for a condition variable, and with which mutex.
fn waiters(machine: &mut Machine<'_>, address: u64) -> Vec<(u32, u64)> {
    let mut found = Vec::new();
    for number in machine.thread_numbers() {
        if let Some(Control { wait: Wait::Cond { cond, mutex, .. }, .. }) =
            machine.control_of(number)
            && cond == address
        {
            found.push((number, mutex));
        }
    }
    found
}

/// Initialises a condition variable. Its attributes do not matter: one process, and every clock
/// may pass every deadline.
pub fn init(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    let address = args.get(machine, 0)?;
    initialise(machine, address, SIZE, &[])
}

/// Destroys a condition variable.
pub fn destroy(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    let address = args.get(machine, 0)?;
    check(machine, address)?;
    if !waiters(machine, address).is_empty() {
        return Err(Misuse::DestroyWaited.into());
    }
    finish(machine, address, SIZE, (0, DESTROYED))
}

/// Waits for a signal.
pub fn wait(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    go_on(machine, args, None)
}

/// Waits for a signal until a deadline.
pub fn timed_wait(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    let deadline = args.get(machine, 2)?;
    go_on(machine, args, Some((deadline, Time::Native)))
}

/// The same with a wide `time_t`.
pub fn timed_wait_wide(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    let deadline = args.get(machine, 2)?;
    go_on(machine, args, Some((deadline, Time::Wide)))
}

fn clock_wait(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    clock_wait_with(machine, args, Time::Native)
}

fn clock_wait_wide(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    clock_wait_with(machine, args, Time::Wide)
}

fn clock_wait_with(
    machine: &mut Machine<'_>,
    args: &Args<'_>,
    time: Time,
) -> Result<Outcome, Halt> {
    let deadline = args.get(machine, 3)?;
    if !timeout::is_clock(args.get(machine, 2)?) {
        return Outcome::number(errno::EINVAL);
    }
    go_on(machine, args, Some((deadline, time)))
}

/// The next step of a wait.
fn go_on(
    machine: &mut Machine<'_>,
    args: &Args<'_>,
    deadline: Option<(u64, Time)>,
) -> Result<Outcome, Halt> {
    match machine.thread().control.wait {
        Wait::Cond { cond, mutex, timed } => end_wait(machine, cond, mutex, timed),
        Wait::Woken { cond, mutex, by } => take_again(machine, cond, mutex, by),
        _ => {
            let (cond, mutex) = (args.get(machine, 0)?, args.get(machine, 1)?);
            begin_wait(machine, cond, mutex, deadline)
        }
    }
}

/// Enqueues the thread and releases the mutex, in one step.
fn begin_wait(
    machine: &mut Machine<'_>,
    cond: u64,
    mutex: u64,
    deadline: Option<(u64, Time)>,
) -> Result<Outcome, Halt> {
    if machine.thread().control.must_cancel() {
        machine.cancel()?;
        return Ok(Outcome::Moved);
    }
    check(machine, cond)?;
    if let Some((address, time)) = deadline
        && let Some(code) = timeout::check(machine, address, time)?
    {
        return Outcome::number(code);
    }
    let held = Mutex::read(machine, mutex)?;
    if !held.is_held_by(machine.thread_id()) {
        if held.checks_owner() {
            return Outcome::number(errno::EPERM);
        }
        return Err(Misuse::WaitWithoutMutex.into());
    }
    if held.is_nested() {
        return Err(Misuse::WaitLockedTwice.into());
    }
    if waiters(machine, cond).iter().any(|&(_, other)| other != mutex) {
        return Err(Misuse::TwoMutexes.into());
    }
    // To wake up without a signal is not to wait in the first place. Whether it will is decided here, so that
    // one that waits for a signal waits for nothing else.
    let spurious = machine.vm.options.spurious_wakeups && machine.choose(2)? == 1;
    held.release(machine)?;
    machine.thread().control.wait = if spurious {
        Wait::Woken { cond, mutex, by: Wake::Signal }
    } else {
        Wait::Cond { cond, mutex, timed: deadline.is_some() }
    };
    let what = if spurious { Operation::WakeSpuriously } else { Operation::Wait };
    machine.note(|| Event::Did { what, address: cond });
    Ok(Outcome::Moved)
}

/// Ends a wait that nobody signalled, if something else can.
fn end_wait(
    machine: &mut Machine<'_>,
    cond: u64,
    mutex: u64,
    timed: bool,
) -> Result<Outcome, Halt> {
    let (by, what) = if machine.thread().control.must_cancel() {
        (Wake::Cancel, Operation::StopWaiting)
    } else if timed {
        (Wake::Timeout, Operation::TimeOut)
    } else {
        // It may have been freed since.
        machine.living_at(cond)?;
        return Err(Halt::Block(Block::Cond { address: cond }));
    };
    machine.thread().control.wait = Wait::Woken { cond, mutex, by };
    machine.note(|| Event::Did { what, address: cond });
    Ok(Outcome::Moved)
}

/// Takes the mutex again and returns, or ends the thread.
fn take_again(machine: &mut Machine<'_>, cond: u64, mutex: u64, by: Wake) -> Result<Outcome, Halt> {
    if by != Wake::Cancel && may_cancel(machine, cond, by) && machine.choose(2)? == 1 {
        machine.thread().control.wait = Wait::Woken { cond, mutex, by: Wake::Cancel };
        return Ok(Outcome::Moved);
    }
    let code = match Mutex::read(machine, mutex)?.attempt(machine)? {
        Attempt::Done(code) => code,
        Attempt::Held(owner) => {
            return Err(Halt::Block(Block::Lock { address: mutex, owner }));
        }
    };
    machine.thread().control.wait = Wait::None;
    match by {
        Wake::Cancel => {
            machine.cancel()?;
            Ok(Outcome::Moved)
        }
        Wake::Timeout if code == 0 => Outcome::number(errno::ETIMEDOUT),
        _ => Outcome::number(code),
    }
}

/// Whether a thread that has been woken may still act on a request to end it. It must not take a
/// signal with it that another waiter could have had.
fn may_cancel(machine: &mut Machine<'_>, cond: u64, by: Wake) -> bool {
    let asked = machine.thread().control.must_cancel();
    asked && (by == Wake::Timeout || waiters(machine, cond).is_empty())
}

fn wake(machine: &mut Machine<'_>, cond: u64, (number, mutex): (u32, u64)) {
    if let Some(control) = machine.control_of(number) {
        let wait = Wait::Woken { cond, mutex, by: Wake::Signal };
        machine.set_control_of(number, Control { wait, ..control });
    }
}

/// Wakes one thread, any of those that wait.
pub fn signal(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    let address = args.get(machine, 0)?;
    check(machine, address)?;
    let waiting = waiters(machine, address);
    if !waiting.is_empty() {
        let chosen = machine.choose(waiting.len() as u32)?;
        wake(machine, address, waiting[chosen as usize]);
    }
    machine.note(|| Event::Did { what: Operation::Signal, address });
    Outcome::number(0)
}

/// Wakes all threads that wait.
pub fn broadcast(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    let address = args.get(machine, 0)?;
    check(machine, address)?;
    for waiter in waiters(machine, address) {
        wake(machine, address, waiter);
    }
    machine.note(|| Event::Did { what: Operation::Broadcast, address });
    Outcome::number(0)
}
