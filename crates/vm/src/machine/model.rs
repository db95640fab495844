//! A library function as the machine calls it.

use super::{Args, Machine};
use crate::effects::Effects;
use crate::fault::Halt;
use crate::value::word::{Wide, Word};

/// A library function.
pub struct Model {
    /// Its name.
    pub name: &'static str,
    /// What it does besides what it touches.
    pub effects: Effects,
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
