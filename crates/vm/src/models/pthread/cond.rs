//! Condition variables. Who waits is kept with the threads; the variable's memory only says whether
//! it was destroyed.

use super::mutex::Mutex;
use crate::explain::Event;
use crate::fault::{Block, FaultKind, Halt, Misuse};
use crate::machine::{Args, Machine, Mode};
use crate::models::{Model, Outcome};
use crate::state::{Control, Wait};

/// The functions of this file.
pub const MODELS: &[Model] = &[
    Model { name: "pthread_cond_init", run: init },
    Model { name: "pthread_cond_destroy", run: destroy },
    Model { name: "pthread_cond_wait", run: wait },
    Model { name: "pthread_cond_signal", run: signal },
    Model { name: "pthread_cond_broadcast", run: broadcast },
];

/// Size of a `pthread_cond_t`.
const SIZE: u64 = 48;
/// The first word of a destroyed condition variable.
const DESTROYED: u128 = u32::MAX as u128;

/// Checks that a condition variable is one.
fn check(machine: &mut Machine<'_>, address: u64) -> Result<(), Halt> {
    let bytes = machine.read_bytes(address, SIZE, Mode::AtomicWrite)?;
    let (value, defined) = bytes.bits(0, 4);
    if defined != u128::from(u32::MAX) || value == DESTROYED {
        return Err(FaultKind::Misuse(Misuse::NotACond).into());
    }
    Ok(())
}

/// The threads that wait for a condition variable, and with which mutex.
fn waiters(machine: &mut Machine<'_>, address: u64) -> Vec<(u32, u64)> {
    let mut found = Vec::new();
    for number in machine.thread_numbers() {
        if let Some(Control { wait: Wait::Cond { cond, mutex }, .. }) = machine.control_of(number)
            && cond == address
        {
            found.push((number, mutex));
        }
    }
    found
}

fn init(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    let address = args.get(machine, 0)?;
    let zero = crate::state::Chunk::zero(SIZE as usize);
    machine.write_bytes(address, &zero, Mode::Write)?;
    Outcome::number(0)
}

fn destroy(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    let address = args.get(machine, 0)?;
    check(machine, address)?;
    if !waiters(machine, address).is_empty() {
        return Err(FaultKind::Misuse(Misuse::DestroyWaited).into());
    }
    machine.record(address, SIZE, Mode::Write);
    machine.write_bits(address, 4, (DESTROYED, u128::from(u32::MAX)), Mode::Write)?;
    Outcome::number(0)
}

fn wait(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    let (cond, mutex) = (args.get(machine, 0)?, args.get(machine, 1)?);
    match machine.thread().control.wait {
        Wait::None => begin_wait(machine, cond, mutex),
        Wait::Cond { cond, mutex } => {
            if !machine.vm.options.spurious_wakeups {
                return Err(Halt::Block(Block::Cond { address: cond }));
            }
            machine.thread().control.wait = Wait::Woken { mutex };
            machine.note(|| Event::Did { what: "wake up without a signal on", address: cond });
            Ok(Outcome::Moved)
        }
        Wait::Woken { mutex } => {
            Mutex::read(machine, mutex)?.acquire(machine)?;
            machine.thread().control.wait = Wait::None;
            Outcome::number(0)
        }
    }
}

/// Enqueues the thread and releases the mutex, in one step.
fn begin_wait(machine: &mut Machine<'_>, cond: u64, mutex: u64) -> Result<Outcome, Halt> {
    check(machine, cond)?;
    let held = Mutex::read(machine, mutex)?;
    if !held.held_once_by(machine.thread_id()) {
        return Err(FaultKind::Misuse(Misuse::WaitWithoutMutex).into());
    }
    if waiters(machine, cond).iter().any(|&(_, other)| other != mutex) {
        return Err(FaultKind::Misuse(Misuse::TwoMutexes).into());
    }
    held.release(machine)?;
    machine.thread().control.wait = Wait::Cond { cond, mutex };
    machine.note(|| Event::Did { what: "wait for", address: cond });
    Ok(Outcome::Moved)
}

fn wake(machine: &mut Machine<'_>, (number, mutex): (u32, u64)) {
    if let Some(control) = machine.control_of(number) {
        machine.set_control_of(number, Control { wait: Wait::Woken { mutex }, ..control });
    }
}

fn signal(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    let address = args.get(machine, 0)?;
    check(machine, address)?;
    let waiting = waiters(machine, address);
    if !waiting.is_empty() {
        let chosen = machine.choose(waiting.len() as u32)?;
        wake(machine, waiting[chosen as usize]);
    }
    machine.note(|| Event::Did { what: "signal", address });
    Outcome::number(0)
}

fn broadcast(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    let address = args.get(machine, 0)?;
    check(machine, address)?;
    for waiter in waiters(machine, address) {
        wake(machine, waiter);
    }
    machine.note(|| Event::Did { what: "broadcast", address });
    Outcome::number(0)
}
