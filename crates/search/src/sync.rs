//! What threads meet at. `tests/shuttle.rs` takes the protocols that use this and puts shuttle's own
//! in its place.

pub(crate) use allways_store::Column;
pub(crate) use std::hint::spin_loop as pause;
pub(crate) use std::sync::{Condvar, Mutex, MutexGuard, PoisonError, atomic};
