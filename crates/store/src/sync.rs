//! What threads meet at in the interner and at the numbers of states. `tests/shuttle.rs` takes their
//! sources and puts shuttle's own in the place of these.

pub(crate) use crate::column::Column;
pub(crate) use std::sync::{Mutex, MutexGuard, PoisonError, atomic};
pub(crate) use std::thread::yield_now;
