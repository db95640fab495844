//! SPIN drives the virtual machine: ([`Program`], [`Request`], [`Options`]) to [`Outcome`].
//!
//! `library` is the machine as a C library. It is linked with `pan`, the verifier that SPIN generates. The
//! program goes, with what is asked (`setup`), into a file from which it sets itself up; what it has to say
//! beside what `pan` prints comes back in files next to that one (`notes`).
//!
//! The rest is used before and after. It writes the model (`model`, `claim`, `never`), makes and runs `pan`
//! (`verifier`), reads what it says (`output`, `trail`) and makes an answer of it (`faults`, `claim`). It
//! compiles no C of the user's, prints nothing and knows no command line.
//!
//! Follows pancam, which put a virtual machine for bitcode under SPIN, with these differences: an
//! outcome of an operation that chooses is a transition of its own; the number of context switches is
//! a part of the state that is matched, because a state that is reached again with switches left must be
//! explored again; and a state is by default not its content but the number under which the machine
//! has interned it, which is equal exactly when the content is.
//!
//! [`Program`]: allways_program::Program
//! [`Request`]: allways_check::Request
//! [`Outcome`]: allways_check::Outcome

mod answer;
mod buffer;
mod claim;
mod error;
mod estimate;
mod faults;
mod flags;
mod job;
mod library;
mod model;
mod never;
mod notes;
mod options;
mod output;
mod search;
mod setup;
mod trail;
mod verifier;
mod workflow;

pub use buffer::Form;
pub use error::{Error, Tool};
pub use flags::Flags;
pub use options::Options;
pub use workflow::check;
