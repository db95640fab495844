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
//! `facts` is what a round believes, a value; `judge` says from it whether a touch can go unnoticed;
//! `watch` holds every touch against it and keeps a `lesson` of what does not fit, a log that nothing
//! reads before the round is over; `history` makes the next facts from all lessons. What is guessed
//! wrongly is noticed, because up to the first touch that breaks a guess the reduction is exact.
//!
//! Differences: guesses are per 8-byte cell of a global or of an allocation site; a mutex may be
//! named by its place in the object of the cell; ownership is a guess too (a disguised pointer breaks
//! it); and everything is exclusive while one thread exists, which only that thread's own
//! `pthread_join` can bring back.

mod facts;
mod held;
mod history;
mod lesson;

pub use facts::{Cell, Class, Facts, Guard, THREADS};
pub use held::{Held, Taken};
pub use history::History;
pub use lesson::Lesson;
