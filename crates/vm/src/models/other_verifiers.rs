//! What programs for ESBMC, CBMC, GenMC, Nidhugg and Goblint call: the same as SV-COMP's functions, under other
//! names.

use super::allways::{atomic_begin, atomic_end};
use super::verifier::{assume, double, floating, integer, long, pointer, single};
use super::{Model, Outcome};
use crate::effects::{MEMORY, SECTION, SHARED_MEMORY, TRY};
use crate::fault::{FaultKind, Halt};
use crate::machine::{Args, Machine};

/// The functions of this file.
pub const MODELS: &[Model] = &[
    Model { name: "__ESBMC_assume", effects: SHARED_MEMORY, run: assume },
    Model { name: "__CPROVER_assume", effects: SHARED_MEMORY, run: assume },
    Model { name: "__goblint_assume", effects: SHARED_MEMORY, run: assume },
    Model { name: "__ESBMC_assert", effects: SHARED_MEMORY, run: |m, a| assert(m, a, true) },
    Model { name: "__CPROVER_assert", effects: SHARED_MEMORY, run: |m, a| assert(m, a, true) },
    Model { name: "__goblint_check", effects: SHARED_MEMORY, run: |m, a| assert(m, a, false) },
    Model { name: "__goblint_assert", effects: SHARED_MEMORY, run: |m, a| assert(m, a, false) },
    Model { name: "__ESBMC_atomic_begin", effects: SECTION, run: atomic_begin },
    Model { name: "__ESBMC_atomic_end", effects: SECTION, run: atomic_end },
    Model { name: "__CPROVER_atomic_begin", effects: SECTION, run: atomic_begin },
    Model { name: "__CPROVER_atomic_end", effects: SECTION, run: atomic_end },
    // GenMC's marks of loops, Goblint's marks of paths: they change nothing of what is explored here.
    Model { name: "__VERIFIER_loop_begin", effects: MEMORY, run: nothing },
    Model { name: "__VERIFIER_spin_start", effects: MEMORY, run: nothing },
    Model { name: "__VERIFIER_spin_end", effects: MEMORY, run: nothing },
    Model { name: "__goblint_split_begin", effects: MEMORY, run: nothing },
    Model { name: "__goblint_split_end", effects: MEMORY, run: nothing },
    Model { name: "nondet_bool", effects: TRY, run: |m, _| integer(m, 1, false) },
    Model { name: "nondet_char", effects: TRY, run: |m, _| integer(m, 8, true) },
    Model { name: "nondet_schar", effects: TRY, run: |m, _| integer(m, 8, true) },
    Model { name: "nondet_uchar", effects: TRY, run: |m, _| integer(m, 8, false) },
    Model { name: "nondet_unsigned_char", effects: TRY, run: |m, _| integer(m, 8, false) },
    Model { name: "nondet_short", effects: TRY, run: |m, _| integer(m, 16, true) },
    Model { name: "nondet_ushort", effects: TRY, run: |m, _| integer(m, 16, false) },
    Model { name: "nondet_unsigned_short", effects: TRY, run: |m, _| integer(m, 16, false) },
    Model { name: "nondet_int", effects: TRY, run: |m, _| integer(m, 32, true) },
    Model { name: "nondet_uint", effects: TRY, run: |m, _| integer(m, 32, false) },
    Model { name: "nondet_unsigned", effects: TRY, run: |m, _| integer(m, 32, false) },
    Model { name: "nondet_unsigned_int", effects: TRY, run: |m, _| integer(m, 32, false) },
    Model { name: "nondet_longlong", effects: TRY, run: |m, _| integer(m, 64, true) },
    Model { name: "nondet_long_long", effects: TRY, run: |m, _| integer(m, 64, true) },
    Model { name: "nondet_ulonglong", effects: TRY, run: |m, _| integer(m, 64, false) },
    Model { name: "nondet_unsigned_long_long", effects: TRY, run: |m, _| integer(m, 64, false) },
    Model { name: "nondet_long", effects: TRY, run: |m, _| long(m, true) },
    Model { name: "nondet_ulong", effects: TRY, run: |m, _| long(m, false) },
    Model { name: "nondet_unsigned_long", effects: TRY, run: |m, _| long(m, false) },
    Model { name: "nondet_size_t", effects: TRY, run: |m, _| long(m, false) },
    Model { name: "nondet_ssize_t", effects: TRY, run: |m, _| long(m, true) },
    Model { name: "nondet_float", effects: TRY, run: |m, _| floating(m, single) },
    Model { name: "nondet_double", effects: TRY, run: |m, _| floating(m, double) },
    Model { name: "nondet_pointer", effects: TRY, run: pointer },
];

fn nothing(_: &mut Machine<'_>, _: &Args<'_>) -> Result<Outcome, Halt> {
    Ok(Outcome::Nothing)
}

/// Checks the first argument; `told`: the second is the text that says what it is.
fn assert(machine: &mut Machine<'_>, args: &Args<'_>, told: bool) -> Result<Outcome, Halt> {
    let condition = args.word(machine, 0).get().ok_or(FaultKind::UndefinedBranch)?;
    match (condition, told) {
        (0, true) => Err(FaultKind::Assertion { text: args.get(machine, 1)? }.into()),
        (0, false) => Err(FaultKind::ReachError.into()),
        _ => Ok(Outcome::Nothing),
    }
}
