//! The Hanoi omega-automata format, version 1: printing and reading.
//!
//! Read are automata without alternation whose acceptance is a conjunction of `Inf(i)`: Büchi,
//! generalised Büchi, or all runs; on states or on edges; with labels on edges or states or implicit;
//! with aliases; with any number of initial states. Everything else is refused with a reason.
//!
//! The reader is our own because the only crate for the format, `hoars` 0.3, panics on numbers that do
//! not fit and on aliases in labels, and brings a parser framework and a BDD library.

mod body;
mod label;
mod lexer;
mod parse;
mod print;

pub use parse::parse;
pub use print::print;

/// Whether the header of an automaton says that repeating a letter changes nothing.
pub fn is_stutter_invariant(text: &str) -> bool {
    let header = text.split("--BODY--").next().unwrap_or("");
    header.split_whitespace().any(|word| word == "stutter-invariant")
}

use std::fmt;

/// Why a text is not an automaton that can be used, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HoaError {
    /// The line, counted from 1.
    pub line: usize,
    /// The column in characters, counted from 1.
    pub column: usize,
    /// What is wrong.
    pub message: String,
}

impl fmt::Display for HoaError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "line {}, column {}: {}", self.line, self.column, self.message)
    }
}

impl std::error::Error for HoaError {}
