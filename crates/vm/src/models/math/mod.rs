//! `<math.h>`: what the host's library computes, error numbers included.

mod classify;
mod compiler;
mod complex;
mod extra;
mod plain;

use super::{Model, Outcome, errno};
use crate::fault::{Gap, Halt};
use crate::library::host;
use crate::machine::Machine;
use crate::value::float::{from_double, from_single};
use crate::value::word::Wide;

/// The functions of this folder.
pub const MODELS: &[&[Model]] = &[
    plain::UNARY,
    plain::BINARY,
    plain::ROUNDING,
    extra::MODELS,
    classify::MODELS,
    compiler::MODELS,
    complex::COMPLEX,
];

/// Runs a computation on the host and hands its error number on.
fn compute<T>(machine: &mut Machine<'_>, call: impl FnOnce() -> Option<T>) -> Result<T, Halt> {
    let (result, code) = host::with_errno(call);
    if code != 0 {
        errno::set(machine, code as u64)?;
    }
    result.ok_or(Halt::Unsupported(Gap::Float))
}

/// A result, and the one that a function returns through a pointer.
fn second<T, S: Default>(call: impl FnOnce(*mut S) -> Option<T>) -> Option<(T, S)> {
    let mut second = S::default();
    call(&raw mut second).map(|result| (result, second))
}

fn double(value: f64) -> Result<Outcome, Halt> {
    Ok(Outcome::Wide(from_double(value)))
}

fn single(value: f32) -> Result<Outcome, Halt> {
    Ok(Outcome::Wide(from_single(value)))
}

fn extended(bits: u128) -> Result<Outcome, Halt> {
    Ok(Outcome::Wide(Wide::new(bits)))
}
