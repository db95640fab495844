//! `syscall`: futexes, and who calls; and how C++ waits for atomic variables. Who waits is kept with the threads,
//! as for condition variables.
//!
//! Whether a time-out passes first is open, as everywhere: a wait with one may end at any moment.

use super::errno;
use crate::effects::VISIBLE;
use crate::fault::{Block, Gap, Halt};
use crate::machine::{Args, Event, Machine, Mode};
use crate::models::{Model, Outcome};
use crate::state::{Control, Wait};
use allways_trace::Operation;

/// The functions of this file.
pub const MODELS: &[Model] = &[
    Model { name: "syscall", effects: VISIBLE, run: call },
    Model { name: "__allways_atomic_wait", effects: VISIBLE, run: atomic_wait },
    Model { name: "__allways_atomic_notify", effects: VISIBLE, run: atomic_notify },
    Model { name: "__allways_time_is_over", effects: VISIBLE, run: time_is_over },
    Model { name: "gettid", effects: VISIBLE, run: who },
];

/// Numbers of system calls on x86-64 and on i386.
const FUTEX: [u64; 2] = [202, 240];
const GETTID: [u64; 2] = [186, 224];

const WAIT: u64 = 0;
const WAKE: u64 = 1;
const REQUEUE: u64 = 3;
const COMPARE_REQUEUE: u64 = 4;
const WAIT_BITSET: u64 = 9;
const WAKE_BITSET: u64 = 10;
/// Private to the process, and the clock of the deadline: neither makes a difference.
const FLAGS: u64 = 128 | 256;
/// Every waiter.
const ANY: u32 = u32::MAX;

fn call(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    let narrow = usize::from(machine.vm.program.pointer_bits == 32);
    match args.low(machine, 0, 32)? {
        number if number == FUTEX[narrow] => futex(machine, args),
        number if number == GETTID[narrow] => who(machine, args),
        _ => Err(Halt::Unsupported(Gap::SYSTEM_CALL)),
    }
}

/// C++ waits as long as the bytes of an atomic variable are those given, and nobody notifies it.
fn atomic_wait(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    match machine.thread().control.wait {
        Wait::FutexWoken => machine.thread().control.wait = Wait::None,
        Wait::Futex { address, timed: false, .. } => {
            machine.living_at(address)?;
            return Err(Halt::Block(Block::Futex { address }));
        }
        Wait::Futex { address, .. } => {
            machine.thread().control.wait = Wait::None;
            machine.note(|| Event::Did { what: Operation::TimeOut, address });
        }
        _ => return begin_atomic_wait(machine, args),
    }
    Ok(Outcome::Nothing)
}

fn begin_atomic_wait(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    let (address, old) = (args.get(machine, 0)?, args.get(machine, 1)?);
    let (size, timed) = (args.size(machine, 2)?, args.low(machine, 3, 32)? != 0);
    let old = machine.read_bytes(old, size, Mode::Read)?;
    let now = machine.read_bytes(address, size, Mode::AtomicRead)?;
    // Padding has no value that could differ.
    let defined = old.defined.iter().zip(&now.defined).map(|(a, b)| a & b);
    let values = old.value.iter().zip(&now.value);
    let differs = values.zip(defined).any(|((a, b), defined)| (a ^ b) & defined != 0);
    let spurious = !differs && machine.vm.options.spurious_wakeups && machine.choose(2)? == 1;
    if differs || spurious {
        return Ok(Outcome::Nothing);
    }
    machine.thread().control.wait = Wait::Futex { address, bits: ANY, timed };
    machine.note(|| Event::Did { what: Operation::Wait, address });
    Ok(Outcome::Moved)
}

/// Notifies one of those that wait for an atomic variable, or all.
fn atomic_notify(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    let (address, all) = (args.get(machine, 0)?, args.low(machine, 1, 32)? != 0);
    wake_some(machine, address, ANY, if all { i32::MAX as u64 } else { 1 })?;
    Ok(Outcome::Nothing)
}

/// Whether the time of a wait of the library is over is open.
fn time_is_over(machine: &mut Machine<'_>, _: &Args<'_>) -> Result<Outcome, Halt> {
    Outcome::number(machine.choose(2)?.into())
}

/// The first thread's number is the process's. It is a name that is seen as a number.
fn who(machine: &mut Machine<'_>, _: &Args<'_>) -> Result<Outcome, Halt> {
    machine.observe_address();
    Outcome::number(u64::from(machine.thread_id()) + 1)
}

/// An operation reads only the arguments that it has.
fn futex(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    let (address, operation) = (args.get(machine, 1)?, args.low(machine, 2, 32)?);
    if address % 4 != 0 {
        return fail(machine, errno::EINVAL);
    }
    match operation & !FLAGS {
        WAIT => wait(machine, args, address, ANY),
        WAIT_BITSET => {
            let bits = args.low(machine, 6, 32)? as u32;
            wait(machine, args, address, bits)
        }
        WAKE => wake(machine, args, address, ANY),
        WAKE_BITSET => {
            let bits = args.low(machine, 6, 32)? as u32;
            wake(machine, args, address, bits)
        }
        REQUEUE => requeue(machine, args, address),
        COMPARE_REQUEUE => {
            let expected = args.low(machine, 6, 32)?;
            if current(machine, address)? != expected {
                return fail(machine, errno::EAGAIN);
            }
            requeue(machine, args, address)
        }
        _ => Err(Halt::Unsupported(Gap::SYSTEM_CALL)),
    }
}

fn fail(machine: &mut Machine<'_>, code: u64) -> Result<Outcome, Halt> {
    errno::set(machine, code)?;
    Outcome::number(u64::MAX)
}

/// The word that is waited at.
fn current(machine: &mut Machine<'_>, address: u64) -> Result<u64, Halt> {
    machine.read_number_with(address, 4, Mode::AtomicRead)
}

fn wait(
    machine: &mut Machine<'_>,
    args: &Args<'_>,
    address: u64,
    bits: u32,
) -> Result<Outcome, Halt> {
    match machine.thread().control.wait {
        Wait::FutexWoken => {
            machine.thread().control.wait = Wait::None;
            Outcome::number(0)
        }
        Wait::Futex { address, timed: false, .. } => {
            machine.living_at(address)?;
            Err(Halt::Block(Block::Futex { address }))
        }
        Wait::Futex { address, .. } => {
            machine.thread().control.wait = Wait::None;
            machine.note(|| Event::Did { what: Operation::TimeOut, address });
            fail(machine, errno::ETIMEDOUT)
        }
        _ => begin_wait(machine, args, address, bits),
    }
}

fn begin_wait(
    machine: &mut Machine<'_>,
    args: &Args<'_>,
    address: u64,
    bits: u32,
) -> Result<Outcome, Halt> {
    if bits == 0 {
        return fail(machine, errno::EINVAL);
    }
    let expected = args.low(machine, 3, 32)?;
    if current(machine, address)? != expected {
        return fail(machine, errno::EAGAIN);
    }
    let timeout = args.get(machine, 4)?;
    if timeout != 0
        && super::timeout::check(machine, timeout, super::timeout::Time::Native)?.is_some()
    {
        return fail(machine, errno::EINVAL);
    }
    if machine.vm.options.spurious_wakeups && machine.choose(2)? == 1 {
        return Outcome::number(0);
    }
    machine.thread().control.wait = Wait::Futex { address, bits, timed: timeout != 0 };
    machine.note(|| Event::Did { what: Operation::Wait, address });
    Ok(Outcome::Moved)
}

/// The threads that wait at a word and listen to one of the bits.
fn waiters(machine: &mut Machine<'_>, word: u64, listening: u32) -> Vec<u32> {
    let mut found = Vec::new();
    for number in machine.thread_numbers() {
        if let Some(Control { wait: Wait::Futex { address, bits, .. }, .. }) =
            machine.control_of(number)
            && address == word
            && bits & listening != 0
        {
            found.push(number);
        }
    }
    found
}

/// Wakes as many as it may; which ones is open.
fn wake_some(
    machine: &mut Machine<'_>,
    address: u64,
    bits: u32,
    most: u64,
) -> Result<(u64, Vec<u32>), Halt> {
    let waiting = waiters(machine, address, bits);
    let most = (most as i32).max(0) as usize;
    let count = waiting.len().min(most);
    let groups = combinations(waiting.len(), count);
    let chosen = machine.choose(groups.len() as u32)? as usize;
    let mut left = waiting.clone();
    for &place in groups[chosen].iter().rev() {
        let number = left.remove(place);
        if let Some(control) = machine.control_of(number) {
            machine.set_control_of(number, Control { wait: Wait::FutexWoken, ..control });
        }
    }
    machine.note(|| Event::Did { what: Operation::Signal, address });
    Ok((count as u64, left))
}

/// All ways to take `count` of `all` places.
fn combinations(all: usize, count: usize) -> Vec<Vec<usize>> {
    if count == 0 {
        return vec![Vec::new()];
    }
    let mut found = Vec::new();
    for last in (count - 1)..all {
        for mut rest in combinations(last, count - 1) {
            rest.push(last);
            found.push(rest);
        }
    }
    found
}

fn wake(
    machine: &mut Machine<'_>,
    args: &Args<'_>,
    address: u64,
    bits: u32,
) -> Result<Outcome, Halt> {
    if bits == 0 {
        return fail(machine, errno::EINVAL);
    }
    let most = args.low(machine, 3, 32)?;
    let (count, _) = wake_some(machine, address, bits, most)?;
    Outcome::number(count)
}

/// Wakes some and lets others wait elsewhere. Which of those that stay is decided by their numbers only
/// where not all of them go.
fn requeue(machine: &mut Machine<'_>, args: &Args<'_>, address: u64) -> Result<Outcome, Halt> {
    let (most, moved) = (args.low(machine, 3, 32)?, args.low(machine, 4, 32)?);
    let to = args.get(machine, 5)?;
    let (count, left) = wake_some(machine, address, ANY, most)?;
    let moved = (moved as i32).max(0) as usize;
    if moved != 0 && moved < left.len() {
        return Err(Halt::Unsupported(Gap::SYSTEM_CALL));
    }
    let going = if moved == 0 { &[] } else { left.as_slice() };
    if !going.is_empty() {
        machine.escape_value(to);
    }
    for &number in going {
        if let Some(control) = machine.control_of(number)
            && let Wait::Futex { bits, timed, .. } = control.wait
        {
            let wait = Wait::Futex { address: to, bits, timed };
            machine.set_control_of(number, Control { wait, ..control });
        }
    }
    Outcome::number(count + going.len() as u64)
}

#[cfg(test)]
mod tests {
    use super::combinations;

    #[test]
    fn every_group_is_there_once() {
        assert_eq!(combinations(3, 2), [vec![0, 1], vec![0, 2], vec![1, 2]]);
        assert_eq!(combinations(2, 0), [Vec::<usize>::new()]);
        assert_eq!(combinations(3, 3), [vec![0, 1, 2]]);
    }
}
