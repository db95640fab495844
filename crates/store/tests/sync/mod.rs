//! Shuttle's locks and atomics, where the sources expect the standard ones.

pub use shuttle::sync::{Mutex, MutexGuard, atomic};
pub use std::sync::PoisonError;
