//! Library functions: one small entry each, a file per family.
//!
//! A model checks its arguments, does its work on the [`Machine`] and says what it returns. It
//! blocks by returning [`Halt::Block`] before it changed anything, and chooses with
//! [`Machine::choose`]; both times it is run again from the same state.

mod allways;
mod assertion;
mod ctype;
mod errno;
mod fortify;
mod heap;
mod math;
mod number;
mod process;
mod proposition;
mod pthread;
mod random;
mod setjmp;
mod signal;
mod stdio;
mod string;
mod time;
mod verifier;

use fortify::check_room;

pub use pthread::cancel;

use crate::fault::Halt;
use crate::machine::{Args, Machine};
use crate::word::{Wide, Word};
use std::collections::HashMap;
use std::sync::OnceLock;

/// A library function.
pub struct Model {
    /// Its name.
    pub name: &'static str,
    /// What it does.
    pub run: fn(&mut Machine<'_>, &Args<'_>) -> Result<Outcome, Halt>,
}

/// How a library function ended.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// It returns a value.
    Value(Word),
    /// It returns a value of more than 64 bits.
    Wide(Wide),
    /// It returns nothing.
    Nothing,
    /// It has set the thread's position itself.
    Moved,
}

impl Outcome {
    /// A defined value.
    pub fn number(value: u64) -> Result<Outcome, Halt> {
        Ok(Outcome::Value(Word::new(value)))
    }
}

/// All models.
pub fn all() -> impl Iterator<Item = &'static Model> {
    [
        allways::MODELS,
        assertion::MODELS,
        ctype::MODELS,
        errno::MODELS,
        fortify::MODELS,
        heap::MODELS,
        number::MODELS,
        process::MODELS,
        proposition::MODELS,
        random::MODELS,
        setjmp::MODELS,
        signal::MODELS,
        verifier::MODELS,
    ]
    .into_iter()
    .chain(
        [math::MODELS, pthread::MODELS, stdio::MODELS, string::MODELS, time::MODELS]
            .into_iter()
            .flatten()
            .copied(),
    )
    .flatten()
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
    #[test]
    fn every_function_has_one_model() {
        let names = super::names();
        for pair in names.windows(2) {
            assert_ne!(pair[0], pair[1]);
        }
    }
}
