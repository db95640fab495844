//! Library functions: one small entry each, a file per family.
//!
//! A model checks its arguments, does its work on the [`Machine`] and says what it returns. It
//! blocks by returning [`Halt::Block`] before it changed anything, and chooses with
//! [`Machine::choose`]; both times it is run again from the same state.

mod allways;
mod assertion;
mod atomic;
mod ctype;
mod cxx;
mod errno;
mod fortify;
mod heap;
mod math;
mod number;
mod other_verifiers;
mod process;
mod proposition;
mod pthread;
mod random;
mod refused;
mod setjmp;
mod signal;
mod stdio;
mod string;
mod time;
mod unwind;
mod verifier;

use fortify::{check_apart, check_room};

use crate::machine::{Model, Outcome};
use std::collections::HashMap;
use std::sync::OnceLock;

/// The families, by the header that declares them.
const FAMILIES: &[(&str, &[&[Model]])] = &[
    ("allways.h", &[allways::MODELS, proposition::MODELS]),
    ("assert.h, stdlib.h: assertions and abort", &[assertion::MODELS]),
    ("stdatomic.h: objects of any size", &[atomic::MODELS]),
    ("C++: static variables, exceptions", &[cxx::MODELS, unwind::MODELS]),
    ("ctype.h", &[ctype::MODELS]),
    ("errno.h", &[errno::MODELS]),
    ("math.h", math::MODELS),
    ("pthread.h, semaphore.h, threads.h, sched.h", pthread::MODELS),
    ("setjmp.h", &[setjmp::MODELS]),
    ("signal.h", &[signal::MODELS]),
    ("stdio.h, unistd.h: the standard streams", stdio::MODELS),
    ("stdlib.h: memory", &[heap::MODELS]),
    ("stdlib.h, inttypes.h: numbers", &[number::MODELS]),
    ("stdlib.h: pseudo-random numbers", &[random::MODELS]),
    ("stdlib.h, unistd.h, locale.h: the process", &[process::MODELS, refused::MODELS]),
    ("string.h, strings.h", string::MODELS),
    ("time.h, sys/time.h, unistd.h: time", time::MODELS),
    ("fortified programs", &[fortify::MODELS]),
    ("SV-COMP", &[verifier::MODELS]),
    ("ESBMC, CBMC, GenMC, Nidhugg, Goblint", &[other_verifiers::MODELS]),
];

/// All models.
pub fn all() -> impl Iterator<Item = &'static Model> {
    FAMILIES.iter().flat_map(|(_, tables)| tables.iter().copied().flatten())
}

/// The names of all library functions that have a model, by family.
pub fn families() -> Vec<(&'static str, Vec<&'static str>)> {
    let names = |tables: &[&'static [Model]]| {
        let mut names: Vec<_> = tables.iter().copied().flatten().map(|m| m.name).collect();
        names.sort_unstable();
        names
    };
    FAMILIES.iter().map(|(family, tables)| (*family, names(tables))).collect()
}

/// The model of a function.
pub fn find(name: &str) -> Option<&'static Model> {
    static TABLE: OnceLock<HashMap<&'static str, &'static Model>> = OnceLock::new();
    TABLE.get_or_init(|| all().map(|m| (m.name, m)).collect()).get(name).copied()
}

/// The names of all library functions that have a model, sorted.
pub fn names() -> Vec<&'static str> {
    let mut names: Vec<_> = all().map(|m| m.name).collect();
    names.sort_unstable();
    names
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_function_has_one_model() {
        let names = names();
        let twice: Vec<_> = names.windows(2).filter(|w| w[0] == w[1]).map(|w| w[0]).collect();
        assert!(twice.is_empty(), "{twice:?}");
    }
}
