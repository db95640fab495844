//! The shapes that every other crate meets at: what a state space is, how an edge looks, what a
//! verdict says. This crate depends on nothing and knows neither programs nor stores.
//!
//! A [`System`] is the immutable description of a state space; a [`Stepper`] is its mutable half,
//! one per worker. Engines walk over steppers, reductions wrap them, the virtual machine is one of
//! them, and tests bring their own.

mod edge;
mod rounds;
mod state;
mod system;
mod verdict;

pub use edge::{Edge, FIRST_THREAD_MARK, Fault, Letters, Property, Target, ThreadId, Unsupported};
pub use rounds::{Audit, OneRound, Rounds};
pub use state::State;
pub use system::{Flow, Stepper, System};
pub use verdict::{Counterexample, Coverage, Guarantee, Loss, Reason, Verdict};
