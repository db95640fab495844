//! A verdict and its trace as people and scripts read them: text, JSON, trace files, SARIF,
//! JUnit, and the line that shows progress.
//!
//! Everything here is data in, text out. This crate cannot run a program: it knows the shapes of
//! `allways-space` and `allways-trace` and nothing of the virtual machine, the searches or the compiler. It prints
//! nothing and ends no process; the only files it opens are the sources that a trace names
//! and the trace files it is asked for.
//!
//! A caller makes a [`Summary`] of its verdict, adds the [`Trace`] if there is one, and picks
//! an output: [`text()`], [`json()`], [`sarif()`], [`junit()`], [`TraceFile`].
//!
//! [`Trace`]: allways_trace::Trace

mod action;
mod finding;
mod json;
mod junit;
mod measure;
mod progress;
mod reason;
mod sarif;
mod source;
mod statement;
mod summary;
mod text;
mod trace_file;
mod visible;
mod wire;

pub use action::action;
pub use finding::{sentence, waiting};
pub use json::json;
pub use junit::junit;
pub use measure::{bytes, count, plural, seconds, short_count};
pub use progress::{Frontier, Progress, progress_line};
pub use reason::{advice, reason};
pub use sarif::sarif;
pub use source::Sources;
pub use summary::{Summary, Unreached, VerdictKind};
pub use text::{Colour, Look, headline, schedule, text};
pub use trace_file::{Decision, TraceFile, TraceFileError};
