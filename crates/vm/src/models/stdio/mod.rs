//! `<stdio.h>` on the three standard streams. What is printed is part of the counterexample, not of
//! the state; of standard input the state holds how far it was read.

mod arguments;
mod input;
mod output;
mod printf;
mod printing;
mod scanf;
mod scanning;

pub use arguments::Varargs;
pub use printf::format;

use super::Model;
use crate::fault::{Gap, Halt};
use crate::library::Datum;
use crate::machine::{Machine, Mode};

/// The functions of this folder.
pub const MODELS: &[&[Model]] =
    &[input::MODELS, output::MODELS, printing::MODELS, scanning::MODELS];

/// A standard stream.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum Stream {
    Input,
    Output,
    Error,
}

/// The stream that a `FILE *` stands for. There are no others: nothing opens files.
fn stream(machine: &mut Machine<'_>, handle: u64) -> Result<Stream, Halt> {
    let all = [
        (Datum::Stdin, Stream::Input),
        (Datum::Stdout, Stream::Output),
        (Datum::Stderr, Stream::Error),
    ];
    for (datum, stream) in all {
        if handle != 0 && handle == machine.vm.library.address(datum) {
            return Ok(stream);
        }
    }
    // Null and wild pointers are the program's fault, everything else is ours.
    machine.read_bits(handle, 1, Mode::Read)?;
    Err(Halt::Unsupported(Gap::OTHER_FILE))
}

/// `EOF`.
const END: u64 = u32::MAX as u64;
