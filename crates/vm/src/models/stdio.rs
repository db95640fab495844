//! Printing. What is printed is part of the counterexample, not of the state.

use super::formatted::{Varargs, format};
use super::{Model, Outcome};
use crate::explain::Event;
use crate::fault::Halt;
use crate::machine::{Args, Machine};

/// The functions of this file.
pub const MODELS: &[Model] = &[
    Model { name: "printf", run: printf },
    Model { name: "puts", run: puts },
    Model { name: "putchar", run: putchar },
    Model { name: "fflush", run: flush },
];

fn print(machine: &mut Machine<'_>, text: Vec<u8>) -> Result<Outcome, Halt> {
    let count = text.len() as u64;
    machine.note(|| Event::Output(text));
    Outcome::number(count)
}

fn printf(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    let template = args.get(machine, 0)?;
    let text = format(machine, template, &mut Varargs::of_call(args, 1))?;
    print(machine, text)
}

fn puts(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    let address = args.get(machine, 0)?;
    let mut text = machine.read_string(address)?;
    text.push(b'\n');
    print(machine, text)
}

fn putchar(machine: &mut Machine<'_>, args: &Args<'_>) -> Result<Outcome, Halt> {
    let byte = args.get(machine, 0)? as u8;
    print(machine, vec![byte])?;
    Outcome::number(byte.into())
}

fn flush(_: &mut Machine<'_>, _: &Args<'_>) -> Result<Outcome, Halt> {
    Outcome::number(0)
}
