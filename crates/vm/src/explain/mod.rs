//! A counterexample replayed for people: lines, values, output, and what went wrong.

mod blocked;
mod deadlock;
mod elements;
mod follow;
mod heap;
mod lasso;
mod names;
mod outside;
mod places;
mod race;
mod record;
mod refine;
mod replay;
mod rows;
mod spinning;
mod teller;
mod threads;
mod told;
mod touched;
mod values;
mod waits;

pub use follow::{PlainSteps, ToldSteps};
pub use lasso::{Endless, ToldLasso, explain_lasso};
pub use refine::{refine, refine_plain};
pub use replay::{ExplainError, explain};
pub use teller::Detail;

use crate::machine::Event;
