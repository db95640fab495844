//! What one step is, and which steps lead out of a state.

mod abstraction;
mod action;
mod actor;
mod board;
pub mod conflict;
mod done;
mod expand;
mod far;
mod filter;
mod joins;
mod laps;
mod memo;
mod parts;
mod pending;
mod shared_cache;
pub mod spinning;
mod step;
mod stepper;
pub mod stuck;
mod superstep;
mod suspicion;
mod symmetry;
mod system;
mod table;

pub use action::Action;
pub use actor::Actor;
pub use done::Step;
pub(crate) use laps::SHORT;
pub(crate) use pending::Pending;
pub use stepper::VmStepper;
