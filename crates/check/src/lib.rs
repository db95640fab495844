//! A check, from what is asked to what is found: ([`Program`], [`Request`]) to [`Outcome`].
//!
//! A request is data and holds everything that decides the answer, so that a check can be saved, sent
//! and asked for again. Whoever asks brings a [`Stop`] that ends all of it, and a [`Watcher`] that hears
//! how it goes. This crate compiles nothing, prints nothing and ends no process; what it finds it says as
//! data, and the caller finds the words.
//!
//! [`check()`] searches by itself; [`check_with`] is the same workflow with somebody else's searches, and
//! [`check_part`] goes on where a check was stopped, and says where it was stopped itself.
//! What was found can be run again from the [`Execution`] in it: [`replay()`].
//!
//! [`Program`]: allways_program::Program

mod as_written;
mod assumption;
mod bytes;
mod claim;
mod claim_name;
mod control;
mod error;
mod faults;
mod lassos;
mod machine;
pub mod memory;
mod names;
mod outcome;
mod part;
mod replay;
mod request;
mod search;
mod stores;
mod telling;
mod warning;
mod watchdog;
mod workflow;

pub use as_written::{AsWritten, has_fault_like, may_be_made};
pub use assumption::Assumption;
pub use bytes::Bytes;
pub use claim::Claim;
pub use claim_name::ClaimName;
pub use control::{Control, Nobody, Stop, Watcher};
pub use error::Error;
pub use outcome::{Answer, Execution, Found, Outcome, Why};
pub use part::Unfinished;
pub use replay::replay;
pub use request::{
    AgainstSymmetry, AutomatonText, Contradiction, Fairness, Request, SourceFormulas, Store,
};
pub use telling::{Effort, tell, tell_endless};
pub use warning::{Warning, unmodelled};
pub use workflow::{Engine, check, check_part, check_with};
