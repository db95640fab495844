//! Linear temporal logic: formulas, their Büchi automata, and the HOA format.
//!
//! This crate knows formulas, words, automata, and systems as far as an automaton reads their runs; it
//! knows nothing of programs.
//!
//! # Syntax
//!
//! The operators of SPIN and of Spot, from the strongest to the weakest:
//!
//! | operators | written | grouping |
//! | --- | --- | --- |
//! | not, next, finally, globally | `!` `~`, `X`, `F` `<>`, `G` `[]` | |
//! | until, weak until, release, strong release | `U`, `W`, `R` `V`, `M` | to the right |
//! | and | `&&` `&` `/\` | to the left |
//! | exclusive or | `^` `xor` | to the left |
//! | or | `\|\|` `\|` `\/` | to the left |
//! | implies, equivalent | `->` `-->` `=>`, `<->` `<-->` `<=>` | to the right |
//!
//! This is Spot's table. SPIN's operators with two operands group to the left, and its `&&`, `||`, `->`
//! and `<->` bind equally; a formula means the same in both where its parentheses leave no choice.
//!
//! The constants are `true`, `1`, `false` and `0`. A proposition is an identifier, or a C expression in
//! braces that is kept as it is: `{queue.head == queue.tail}`. A text in quotes is a proposition too, as
//! in Spot: `"U"` is the proposition named U, `"count <= 1"` is `{count <= 1}`.
//!
//! A word made of the letters G, F and X only is a sequence of operators, so `GF a`, `FG a` and `XX a` can
//! be written without spaces. Any other word is one proposition: `GFoo`, `G1`, `Fa`. (Spot reads `Fa` as
//! `F a`; the names of C programs make that a trap.)
//!
//! ```
//! use allways_ltl::{Automaton, Formula, hoa};
//!
//! let formula = Formula::parse("G(Sent -> F Recv)")?;
//! let violations = Automaton::of(&formula.negated())?;
//! assert_eq!(violations.states.len(), 2);
//! println!("{}", hoa::print(&violations, &formula.negated().to_string()));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#[cfg(test)]
extern crate self as allways_ltl;

mod automaton;
mod buchi;
mod cube;
pub mod formula;
pub mod hoa;
mod product;
mod rewrite;
mod scc;
mod terms;
pub mod word;

pub use automaton::{Automaton, Edge};
pub use buchi::TooLarge;
pub use cube::Cube;
pub use formula::{Formula, ParseError, next_free};
pub use product::{Finite, Product, ProductAction, ProductStepper};

/// How many propositions a formula or an automaton can have: letters are sets of 64 bits.
pub const MAX_PROPOSITIONS: usize = 64;

/// How many acceptance sets an automaton can have: marks are sets of 32 bits.
pub const MAX_ACCEPTANCE_SETS: u32 = 32;
