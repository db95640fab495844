//! Signals that a thread sends to itself. Nobody else sends any, so that waiting for them is not
//! here. `raise` is in `runtime/signal.c`: it calls the handler; masks are there too.

use super::{Model, Outcome, errno};
use crate::effects::{MEMORY, VISIBLE};
use crate::fault::{FaultKind, Halt};
use crate::machine::{Args, Machine};
use crate::state::Disposition;

/// The functions of this file.
pub const MODELS: &[Model] = &[
    Model { name: "signal", effects: VISIBLE, run: |m, a| signal(m, a, false) },
    Model { name: "bsd_signal", effects: VISIBLE, run: |m, a| signal(m, a, false) },
    Model { name: "ssignal", effects: VISIBLE, run: |m, a| signal(m, a, false) },
    Model { name: "__sysv_signal", effects: VISIBLE, run: |m, a| signal(m, a, true) },
    Model { name: "sysv_signal", effects: VISIBLE, run: |m, a| signal(m, a, true) },
    Model { name: "sigaction", effects: VISIBLE, run: sigaction },
    Model { name: "__allways_signal_handler", effects: VISIBLE, run: handler },
    Model { name: "__allways_signal_default", effects: VISIBLE, run: default_action },
    Model { name: "__allways_blocked_signals", effects: VISIBLE, run: blocked },
    Model { name: "__allways_block_signals", effects: VISIBLE, run: block },
    Model { name: "__allways_waiting_signals", effects: VISIBLE, run: waiting },
    Model { name: "__allways_next_signal", effects: VISIBLE, run: next },
    Model { name: "sigemptyset", effects: MEMORY, run: |m, a| fill(m, a, 0) },
    Model { name: "sigfillset", effects: MEMORY, run: |m, a| fill(m, a, ALL) },
    Model { name: "sigaddset", effects: MEMORY, run: |m, a| change(m, a, |set, bit| set | bit) },
    Model { name: "sigdelset", effects: MEMORY, run: |m, a| change(m, a, |set, bit| set & !bit) },
    Model { name: "sigismember", effects: MEMORY, run: is_member },
];

const SIGABRT: u32 = 6;
const SIGKILL: u32 = 9;
const SIGCHLD: u32 = 17;
const SIGCONT: u32 = 18;
const SIGSTOP: u32 = 19;
const SIGTTOU: u32 = 22;
const SIGURG: u32 = 23;
const SIGWINCH: u32 = 28;
/// The last signal.
const LAST: u32 = 64;

/// All signals of a `sigset_t` but the two that glibc keeps for itself.
const ALL: u64 = !(0b11 << 31);
/// Bytes of a `sigset_t`.
const SET_BYTES: u64 = 128;

/// A signal's number, if there is such a signal.
fn number(machine: &Machine<'_>, args: &Args<'_>, at: usize) -> Result<Option<u32>, Halt> {
    let signal = args.low(machine, at, 32)? as u32;
    Ok((1..=LAST).contains(&signal).then_some(signal))
}

fn can_be_handled(signal: u32) -> bool {
    !matches!(signal, SIGKILL | SIGSTOP)
}

/// The error is `SIG_ERR`, all ones. `once`: as System V had it.
fn signal(machine: &mut Machine<'_>, args: &Args<'_>, once: bool) -> Result<Outcome, Halt> {
    let handler = args.get(machine, 1)?;
    let Some(signal) = number(machine, args, 0)?.filter(|&s| can_be_handled(s)) else {
        errno::set(machine, errno::EINVAL)?;
        return Outcome::number(u64::MAX);
    };
    let old = machine.process.library.disposition(signal).handler;
    machine.process.library.set_disposition(signal, Disposition { handler, once });
    Outcome::number(old)
}

/// `SIG_IGN`.
const IGNORE: u64 = 1;
/// The flag that restores the default before the handler runs.
const RESET_HANDLER: u64 = 0x8000_0000;

/// Of the structure the handler, which comes first, and one flag mean something here: nothing
/// arrives while a handler runs, so masks do not.
fn sigaction(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    let (new, old) = (args.get(machine, 1)?, args.get(machine, 2)?);
    let Some(signal) = number(machine, args, 0)? else {
        return errno::fail(machine, errno::EINVAL);
    };
    if new != 0 && !can_be_handled(signal) {
        return errno::fail(machine, errno::EINVAL);
    }
    let before = machine.process.library.disposition(signal);
    // Handler, mask, flags, and a pointer that only the system uses.
    let unit = machine.vm.pointer_bytes();
    let flags_at = unit + SET_BYTES;
    if new != 0 {
        let handler = machine.read_pointer(new)?;
        let once = machine.read_number(new + flags_at, 4)? & RESET_HANDLER != 0;
        machine.process.library.set_disposition(signal, Disposition { handler, once });
    }
    if old != 0 {
        machine.write_text(old, &[], flags_at + 2 * unit)?;
        machine.write_pointer(old, before.handler)?;
        let flags = if before.once { RESET_HANDLER } else { 0 };
        machine.write_number(old + flags_at, 4, flags.into())?;
    }
    Outcome::number(0)
}

/// The bit of a signal in a set.
fn bit(signal: u32) -> u64 {
    1 << (signal - 1)
}

fn blocked(machine: &mut Machine<'_>, _: &Args<'_>) -> Result<Outcome, Halt> {
    Outcome::number(machine.thread().control.signals.blocked)
}

/// Two signals cannot be blocked.
fn block(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    let wanted = args.get(machine, 0)?;
    machine.thread().control.signals.blocked = wanted & !(bit(SIGKILL) | bit(SIGSTOP));
    Ok(Outcome::Nothing)
}

fn waiting(machine: &mut Machine<'_>, _: &Args<'_>) -> Result<Outcome, Halt> {
    Outcome::number(machine.thread().control.signals.waiting)
}

/// Takes the first signal that was sent while it was blocked and is not any more; 0 for none.
fn next(machine: &mut Machine<'_>, _: &Args<'_>) -> Result<Outcome, Halt> {
    let signals = &mut machine.thread().control.signals;
    let ready = signals.waiting & !signals.blocked;
    signals.waiting &= !(ready & ready.wrapping_neg());
    Outcome::number(if ready == 0 { 0 } else { u64::from(ready.trailing_zeros()) + 1 })
}

/// What `raise` has to call: the handler, 0 for the default, 1 to ignore, all ones for no signal. One
/// that is blocked waits.
fn handler(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    let Some(signal) = number(machine, args, 0)? else {
        errno::set(machine, errno::EINVAL)?;
        return Outcome::number(u64::MAX);
    };
    if machine.thread().control.signals.blocked & bit(signal) != 0 {
        machine.thread().control.signals.waiting |= bit(signal);
        return Outcome::number(IGNORE);
    }
    let Disposition { handler, once } = machine.process.library.disposition(signal);
    if once {
        machine.process.library.set_disposition(signal, Disposition::default());
    }
    Outcome::number(handler)
}

/// What a signal without a handler does: nothing, or it ends the process. `abort`'s own is a fault
/// like `abort`.
fn default_action(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    let signal = args.low(machine, 0, 32)? as u32;
    match signal {
        SIGCHLD | SIGCONT | SIGURG | SIGWINCH => Ok(Outcome::Nothing),
        // Stopped until somebody sends SIGCONT, and nobody does.
        SIGSTOP..=SIGTTOU => Err(Halt::Block(crate::fault::Block::Assume)),
        SIGABRT if !machine.vm.abort_ends_the_run() => Err(FaultKind::Abort.into()),
        _ => {
            machine.end_process(128 + signal);
            Ok(Outcome::Moved)
        }
    }
}

fn fill(machine: &mut Machine<'_>, args: &Args<'_>, first: u64) -> Result<Outcome, Halt> {
    let set = args.get(machine, 0)?;
    let rest = if first == 0 { 0 } else { 0xff };
    let mut bytes = vec![rest; SET_BYTES as usize];
    bytes[..8].copy_from_slice(&first.to_le_bytes());
    machine.write_text(set, &bytes, 0)?;
    Outcome::number(0)
}

fn change(
    machine: &mut Machine<'_>,
    args: &Args<'_>,
    change: fn(u64, u64) -> u64,
) -> Result<Outcome, Halt> {
    let set = args.get(machine, 0)?;
    let Some(signal) = number(machine, args, 1)? else {
        return errno::fail(machine, errno::EINVAL);
    };
    let old = machine.read_number(set, 8)?;
    machine.write_number(set, 8, change(old, bit(signal)).into())?;
    Outcome::number(0)
}

fn is_member(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    let set = args.get(machine, 0)?;
    let Some(signal) = number(machine, args, 1)? else {
        return errno::fail(machine, errno::EINVAL);
    };
    let members = machine.read_number(set, 8)?;
    Outcome::number(members >> (signal - 1) & 1)
}
