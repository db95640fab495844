//! The virtual machine: a lowered program as a [`System`](allways_space::System).
//!
//! `state` says how states are written, `machine` is the working state and the instructions,
//! `models` the library functions, `step` how much is one step, `stepper` the edges of a state with
//! races and deadlocks, and `explain` replays a counterexample for people.

mod abstraction;
mod assumed;
mod audit;
mod board;
mod conflict;
mod discipline;
mod exchange;
mod explain;
mod fault;
mod float;
mod given;
mod heap_sites;
mod host;
mod integer;
mod library;
mod machine;
mod memo;
mod models;
mod options;
mod parts;
mod private;
mod proposition;
mod round;
mod rules;
mod spelt_out;
mod spinning;
mod state;
mod step;
mod stepper;
mod stuck;
mod superstep;
mod symmetry;
mod text;
mod unreached;
mod vm;
mod word;
mod written;

pub use assumed::Assumption;
pub use explain::{Detail, Endless, ReplayError, ToldLasso, explain, explain_lasso, refine};
pub use fault::is_uninitialised;
pub use models::{families as model_families, names as model_names};
pub use options::{Granularity, Options, Properties, Temporal};
pub use proposition::declared_propositions;
pub use rules::{Broken, Rule};
pub use stepper::{Action, VmStepper};
pub use unreached::Unreached;
pub use vm::{Role, StartError, Vm};
