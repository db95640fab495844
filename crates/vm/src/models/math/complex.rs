//! Functions of complex numbers. `runtime/complex_functions.c` takes them apart: a call here computes one
//! part of the result, which an argument says.

use super::{compute, double, single};
use crate::effects::MEMORY;
use crate::fault::Halt;
use crate::library::host;
use crate::machine::{Args, Machine};
use crate::models::{Model, Outcome};

macro_rules! complex_models {
    ($($double:ident $single:ident),*) => {
        /// Functions of one complex number, and powers.
        pub const COMPLEX: &[Model] = &[$(
            Model {
                name: concat!("__allways_", stringify!($double)),
                effects: MEMORY,
                run: |m, a| double1(m, a, host::$double),
            },
            Model {
                name: concat!("__allways_", stringify!($single)),
                effects: MEMORY,
                run: |m, a| single1(m, a, host::$single),
            },
        )*
            Model { name: "__allways_cpow", effects: MEMORY, run: |m, a| double2(m, a, host::cpow) },
            Model { name: "__allways_cpowf", effects: MEMORY, run: |m, a| single2(m, a, host::cpowf) },
        ];
    };
}
host::complex_functions!(complex_models);

/// The part that is asked for.
fn part<T>(parts: [T; 2], which: i32) -> T {
    let [real, imaginary] = parts;
    if which == 0 { real } else { imaginary }
}

fn double1(
    machine: &mut Machine<'_>,
    args: &Args<'_>,
    call: host::ComplexDouble,
) -> Result<Outcome, Halt> {
    let z = host::Complex([args.double(machine, 0)?, args.double(machine, 1)?]);
    let which = args.int(machine, 2)?;
    double(part(compute(machine, || call.call(z))?.0, which))
}

fn single1(
    machine: &mut Machine<'_>,
    args: &Args<'_>,
    call: host::ComplexSingle,
) -> Result<Outcome, Halt> {
    let z = host::Complex([args.single(machine, 0)?, args.single(machine, 1)?]);
    let which = args.int(machine, 2)?;
    single(part(compute(machine, || call.call(z))?.0, which))
}

fn double2(
    machine: &mut Machine<'_>,
    args: &Args<'_>,
    call: host::ComplexDouble2,
) -> Result<Outcome, Halt> {
    let z = host::Complex([args.double(machine, 0)?, args.double(machine, 1)?]);
    let n = host::Complex([args.double(machine, 2)?, args.double(machine, 3)?]);
    let which = args.int(machine, 4)?;
    double(part(compute(machine, || call.call(z, n))?.0, which))
}

fn single2(
    machine: &mut Machine<'_>,
    args: &Args<'_>,
    call: host::ComplexSingle2,
) -> Result<Outcome, Halt> {
    let z = host::Complex([args.single(machine, 0)?, args.single(machine, 1)?]);
    let n = host::Complex([args.single(machine, 2)?, args.single(machine, 3)?]);
    let which = args.int(machine, 4)?;
    single(part(compute(machine, || call.call(z, n))?.0, which))
}
