//! What tests of engines, stores and reductions share: systems with known answers, random ones,
//! and an explorer so plain that it can be believed.
//!
//! Nothing here knows programs; nothing outside of tests and measurements uses it.

mod counters;
mod graph;
mod random;
mod reference;

pub use counters::Counters;
pub use graph::{Arrow, Graph, To};
pub use random::{graphs, random_graph};
pub use reference::{Reference, explore};
