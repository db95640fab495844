//! What tests of engines, stores and reductions share: systems with known answers, random ones,
//! and an explorer so plain that it can be believed. And what tests of the whole checker share:
//! random C programs with threads, to run and to explore, damaged files, and a way to run what may crash.
//!
//! Nothing here knows lowered programs or the virtual machine; nothing outside of tests and
//! measurements uses it.

mod colliding;
mod concurrent;
mod counters;
mod damage;
mod each;
mod graph;
mod limited;
mod memory;
mod random;
mod reference;
mod sources;
mod splitmix;

pub use colliding::Colliding;
pub use concurrent::{Concurrent, Style};
pub use counters::Counters;
pub use damage::{damaged, reworded};
pub use each::{cases, first_seed, for_each, jobs, more, number, seeds};
pub use graph::{Arrow, Graph, GraphStepper, To};
pub use limited::{Bounds, Ended, run_within};
pub use memory::anonymous;
pub use random::{graphs, random_graph};
pub use reference::{Reference, explore};
pub use sources::Source;
pub use splitmix::Random;
