//! Exclusive access by discipline: guessed, checked always, corrected in rounds.
//!
//! Follows Stoller and Cohen's optimistic synchronisation-based reduction. While several threads
//! exist, a thread may touch a cell without anybody noticing if
//!
//! - it owns the object: it allocated it and has not let its address out ([`crate::machine`] keeps
//!   that in the state);
//! - the cell is only ever touched by this thread, or only ever read; or
//! - it holds the mutex under which everybody touches the cell.
//!
//! The last three are guesses about all executions, fixed for a round. Every access is held against
//! them. One that does not fit ends the round; the next begins with what was learned. What is guessed
//! wrongly is noticed, because up to the first access that breaks a guess the reduction is exact.
//!
//! Differences: guesses are per 8-byte cell of a global or of an allocation site; a mutex may be
//! named by its place in the object of the cell; ownership is a guess too (a disguised pointer breaks
//! it); and everything is exclusive while one thread exists, which only that thread's own
//! `pthread_join` can bring back.

mod access;
mod learned;
mod portable;
mod quiet;
mod seed;

pub use learned::{Facts, Learned};
pub use quiet::{LARGEST_SYNC, Quiet, polls_ends, polls_mutexes, quiet_kind};
pub use seed::Held;
