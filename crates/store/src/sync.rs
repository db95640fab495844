//! What threads meet at in the interner. `tests/shuttle.rs` takes its source and puts shuttle's own in
//! the place of these.

pub(crate) use std::sync::{Mutex, MutexGuard, PoisonError, atomic};
