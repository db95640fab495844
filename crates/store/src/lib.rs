//! What a search remembers: interned pieces of states, and sets of states that were visited.
//!
//! This crate knows byte strings, trees of them and sets of trees. It knows neither programs nor
//! search orders. An [`Interner`] holds every distinct piece and inner node once; [`trie`] builds
//! persistent maps on it, [`row`] short ones of pairs, [`travel`] carries content between processes.

mod bitstate;
mod column;
mod compact;
mod flat;
mod interner;
#[cfg(test)]
mod interner_tests;
mod listed;
mod loss;
pub mod recent;
mod roots;
pub mod row;
mod sync;
mod table;
#[cfg(test)]
mod table_tests;
pub mod travel;
mod tree;
pub mod trie;
mod visited;

pub use bitstate::BitStore;
pub use column::Column;
pub use compact::CompactStore;
pub use flat::FlatStore;
pub use interner::{Full, Id, Interner};
pub use listed::Listed;
pub use roots::RootSet;
pub use tree::TreeStore;
pub use visited::{Payload, Seen, StateId, StateStore, StoreFull, VisitedSet};
