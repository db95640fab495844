//! Functions that take numbers and return one: their list is in `host`.

use super::{compute, double, extended, single};
use crate::effects::MEMORY;
use crate::fault::Halt;
use crate::library::host;
use crate::machine::{Args, Machine};
use crate::models::{Model, Outcome};

macro_rules! unary_models {
    ($($double:ident $single:ident $extended:ident),*) => {
        /// Functions of one number.
        pub const UNARY: &[Model] = &[$(
            Model { name: stringify!($double), effects: MEMORY, run: |m, a| double1(m, a, host::$double) },
            Model { name: stringify!($single), effects: MEMORY, run: |m, a| single1(m, a, host::$single) },
            Model { name: stringify!($extended), effects: MEMORY, run: |m, a| extended1(m, a, host::$extended) },
        )*];
    };
}
host::unary_functions!(unary_models);

macro_rules! binary_models {
    ($($double:ident $single:ident $extended:ident),*) => {
        /// Functions of two numbers.
        pub const BINARY: &[Model] = &[$(
            Model { name: stringify!($double), effects: MEMORY, run: |m, a| double2(m, a, host::$double) },
            Model { name: stringify!($single), effects: MEMORY, run: |m, a| single2(m, a, host::$single) },
            Model { name: stringify!($extended), effects: MEMORY, run: |m, a| extended2(m, a, host::$extended) },
        )*];
    };
}
host::binary_functions!(binary_models);

macro_rules! rounding_models {
    ($($double:ident $single:ident $extended:ident),*) => {
        /// Functions from a number to an integer.
        pub const ROUNDING: &[Model] = &[$(
            Model { name: stringify!($double), effects: MEMORY, run: |m, a| round_double(m, a, host::$double) },
            Model { name: stringify!($single), effects: MEMORY, run: |m, a| round_single(m, a, host::$single) },
            Model { name: stringify!($extended), effects: MEMORY, run: |m, a| round_extended(m, a, host::$extended) },
        )*];
    };
}
host::rounding_functions!(rounding_models);

fn double1(
    machine: &mut Machine<'_>,
    args: &Args<'_>,
    call: host::Double,
) -> Result<Outcome, Halt> {
    let x = args.double(machine, 0)?;
    double(compute(machine, || call.call(x))?)
}

fn single1(
    machine: &mut Machine<'_>,
    args: &Args<'_>,
    call: host::Single,
) -> Result<Outcome, Halt> {
    let x = args.single(machine, 0)?;
    single(compute(machine, || call.call(x))?)
}

fn extended1(
    machine: &mut Machine<'_>,
    args: &Args<'_>,
    call: host::Extended,
) -> Result<Outcome, Halt> {
    let x = args.extended(machine, 0)?;
    extended(compute(machine, || call.call([x, 0], 0))?)
}

fn double2(
    machine: &mut Machine<'_>,
    args: &Args<'_>,
    call: host::Double2,
) -> Result<Outcome, Halt> {
    let (x, y) = (args.double(machine, 0)?, args.double(machine, 1)?);
    double(compute(machine, || call.call(x, y))?)
}

fn single2(
    machine: &mut Machine<'_>,
    args: &Args<'_>,
    call: host::Single2,
) -> Result<Outcome, Halt> {
    let (x, y) = (args.single(machine, 0)?, args.single(machine, 1)?);
    single(compute(machine, || call.call(x, y))?)
}

fn extended2(
    machine: &mut Machine<'_>,
    args: &Args<'_>,
    call: host::Extended,
) -> Result<Outcome, Halt> {
    let (x, y) = (args.extended(machine, 0)?, args.extended(machine, 1)?);
    extended(compute(machine, || call.call([x, y], 0))?)
}

fn round_double(
    machine: &mut Machine<'_>,
    args: &Args<'_>,
    call: host::DoubleToLong,
) -> Result<Outcome, Halt> {
    let x = args.double(machine, 0)?;
    Outcome::number(compute(machine, || call.call(x))? as u64)
}

fn round_single(
    machine: &mut Machine<'_>,
    args: &Args<'_>,
    call: host::SingleToLong,
) -> Result<Outcome, Halt> {
    let x = args.single(machine, 0)?;
    Outcome::number(compute(machine, || call.call(x))? as u64)
}

fn round_extended(
    machine: &mut Machine<'_>,
    args: &Args<'_>,
    call: host::Extended,
) -> Result<Outcome, Halt> {
    let x = args.extended(machine, 0)?;
    Outcome::number(compute(machine, || call.to_integer(x))? as u64)
}
