//! Messages for error numbers and signals.

use crate::effects::MEMORY;
use crate::fault::Halt;
use crate::library::host;
use crate::library::{Datum, ERRORS};
use crate::machine::{Args, Machine};
use crate::models::{Model, Outcome, errno};

/// The functions of this file.
pub const MODELS: &[Model] = &[
    Model { name: "strerror", effects: MEMORY, run: strerror },
    Model { name: "strerror_r", effects: MEMORY, run: strerror_r },
    Model { name: "__xpg_strerror_r", effects: MEMORY, run: xpg_strerror_r },
    Model { name: "strsignal", effects: MEMORY, run: strsignal },
];

/// The text of an error number, known or not.
pub fn error_text(code: i32) -> String {
    if (0..ERRORS).contains(&code) {
        host::error_text(code)
    } else {
        format!("Unknown error {code}")
    }
}

fn strerror(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    let code = args.int(machine, 0)?;
    match machine.vm.library.text(Datum::Errors, code) {
        Some(text) => Outcome::number(text),
        None => own_text(machine, &error_text(code)),
    }
}

/// A text that is made for the running thread, and stays until it asks for another.
fn own_text(machine: &mut Machine<'_>, text: &str) -> Result<Outcome, Halt> {
    let address = machine.own_text()?;
    machine.write_text(address, text.as_bytes(), 1)?;
    Outcome::number(address)
}

/// The variant of GNU, which returns a text and may leave the buffer alone.
fn strerror_r(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    let code = args.int(machine, 0)?;
    let (buffer, size) = (args.get(machine, 1)?, args.size(machine, 2)?);
    if let Some(text) = machine.vm.library.text(Datum::Errors, code) {
        return Outcome::number(text);
    }
    let text = error_text(code).into_bytes();
    if size > 0 {
        let kept = text.len().min(size as usize - 1);
        machine.write_text(buffer, &text[..kept], 1)?;
    }
    Outcome::number(buffer)
}

/// The variant of POSIX, which fills the buffer and returns an error number.
fn xpg_strerror_r(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    let code = args.int(machine, 0)?;
    let (buffer, size) = (args.get(machine, 1)?, args.size(machine, 2)?);
    let text = error_text(code).into_bytes();
    let kept = text.len().min((size as usize).saturating_sub(1));
    if size > 0 {
        machine.write_text(buffer, &text[..kept], 1)?;
    }
    Outcome::number(match () {
        () if !(0..ERRORS).contains(&code) => errno::EINVAL,
        () if kept < text.len() => errno::ERANGE,
        () => 0,
    })
}

fn strsignal(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    let signal = args.int(machine, 0)?;
    match machine.vm.library.text(Datum::Signals, signal).filter(|_| signal > 0) {
        Some(text) => Outcome::number(text),
        None => own_text(machine, &host::signal_text(signal)),
    }
}
