//! SPIN drives the virtual machine: the machine as a C library, and the Promela model around it.
//!
//! The library half (`c_interface`, `session`, `buffer`, `expansion`, `script`, `setup`, `notes`) is
//! linked with `pan`, the verifier that SPIN generates; `include/allways_vm.h` is its header. The other
//! half, used before and after, writes the model (`model`) and reads what `pan` says (`output`,
//! `trail`).
//!
//! Follows pancam, which put a virtual machine for bitcode under SPIN, with these differences: an
//! outcome of an operation that chooses is a transition of its own; the number of context switches is
//! a part of the state that is matched, because a state that is reached again with switches left must be
//! explored again; and a state is by default not its content but the number under which the machine
//! has interned it, which is equal exactly when the content is.

mod buffer;
mod c_interface;
mod contents;
mod engine;
mod expansion;
mod model;
mod notes;
mod output;
mod script;
mod session;
mod setup;
mod trail;

pub use buffer::Form;
pub use model::Model;
pub use notes::Notes;
pub use output::Output;
pub use setup::{ReadError, Setup};
pub use trail::{Schedule, Taken, steps_before_cycle};
