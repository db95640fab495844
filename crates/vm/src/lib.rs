//! The virtual machine: a lowered program as a [`System`](allways_space::System).
//!
//! `state` says how states are written, `machine` is the working state and the instructions,
//! `models` the library functions, `steps` what one step is and which edges a state has, with races and
//! deadlocks, and `explain` replays a counterexample for people. docs/ARCHITECTURE.md lists all rooms.

mod analysis;
mod assumed;
mod asymmetry;
mod audit;
mod discipline;
mod effects;
mod explain;
mod fault;
mod ignored;
mod learning;
mod library;
mod machine;
mod models;
mod options;
mod round;
mod rules;
mod start;
mod state;
mod steps;
mod touch;
mod unreached;
mod value;

pub use analysis::declared::declared_propositions;
pub use assumed::Assumption;
pub use asymmetry::Asymmetry;
pub use explain::{
    Detail, Endless, ExplainError, PlainSteps, ToldLasso, ToldSteps, explain, explain_lasso,
    refine, refine_plain,
};
pub use fault::{is_uninitialised, lacks_names};
pub use ignored::Met;
pub use machine::{Role, StartError, Vm};
pub use models::{families as model_families, names as model_names};
pub use options::{Granularity, Ignore, Options, Properties, Temporal};
pub use rules::{Broken, Rule};
pub use steps::{Action, Actor, VmStepper};
pub use unreached::Unreached;
