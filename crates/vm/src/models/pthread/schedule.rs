//! Scheduling: every schedule is explored anyway, so that priorities, names and processors change
//! nothing. What an ordinary user may not set is refused as Linux does.

use super::{errno, read_int, write_int};
use crate::effects::{ATOMIC, VISIBLE};
use crate::fault::{Halt, Misuse};
use crate::machine::{Args, Machine};
use crate::models::{Model, Outcome};

/// The functions of this file.
pub const MODELS: &[Model] = &[
    Model { name: "pthread_yield", effects: ATOMIC, run: nothing_to_do },
    Model { name: "pthread_setschedparam", effects: VISIBLE, run: set_parameters },
    Model { name: "pthread_getschedparam", effects: VISIBLE, run: get_parameters },
    Model { name: "pthread_setschedprio", effects: VISIBLE, run: set_priority },
    Model { name: "pthread_setname_np", effects: VISIBLE, run: set_name },
    Model { name: "pthread_setaffinity_np", effects: VISIBLE, run: nothing_to_do },
    Model { name: "pthread_setconcurrency", effects: VISIBLE, run: set_concurrency },
    Model { name: "pthread_getconcurrency", effects: VISIBLE, run: get_concurrency },
];

/// `SCHED_OTHER`, the only policy of an ordinary thread; its only priority is 0.
const OTHER: u32 = 0;
/// The last policy there is.
const LAST_POLICY: u32 = 2;
/// Bytes of a thread's name with the zero that ends it.
const NAME: usize = 16;

fn nothing_to_do(_: &mut Machine<'_>, _: &Args<'_>) -> Result<Outcome, Halt> {
    Outcome::number(0)
}

/// Checks that the first argument is a thread.
fn check_thread(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<(), Halt> {
    let handle = args.get(machine, 0)?;
    let number = machine.vm.space.thread_of(handle).ok_or(Misuse::NotAThread)?;
    machine.control_looked_at(number).filter(|c| !c.released).ok_or(Misuse::NotAThread)?;
    Ok(())
}

fn set_parameters(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    check_thread(machine, args)?;
    let (policy, parameters) = (args.get(machine, 1)? as u32, args.get(machine, 2)?);
    let priority = read_int(machine, parameters)?;
    Outcome::number(match (policy, priority) {
        (OTHER, 0) => 0,
        (OTHER, _) | (_, 0) => errno::EINVAL,
        (policy, _) if policy > LAST_POLICY => errno::EINVAL,
        _ => errno::EPERM,
    })
}

fn get_parameters(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    check_thread(machine, args)?;
    let (policy, parameters) = (args.get(machine, 1)?, args.get(machine, 2)?);
    write_int(machine, policy, OTHER)?;
    write_int(machine, parameters, 0)?;
    Outcome::number(0)
}

fn set_priority(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    check_thread(machine, args)?;
    let priority = args.get(machine, 1)? as u32;
    Outcome::number(if priority == 0 { 0 } else { errno::EINVAL })
}

fn set_name(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    check_thread(machine, args)?;
    let name = args.get(machine, 1)?;
    let fits = machine.read_string(name)?.len() < NAME;
    Outcome::number(if fits { 0 } else { errno::ERANGE })
}

fn set_concurrency(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    let level = args.get(machine, 0)? as i32;
    let Ok(level) = u32::try_from(level) else { return Outcome::number(errno::EINVAL) };
    machine.process.concurrency = level;
    Outcome::number(0)
}

fn get_concurrency(machine: &mut Machine<'_>, _: &Args<'_>) -> Result<Outcome, Halt> {
    Outcome::number(machine.process.concurrency.into())
}
