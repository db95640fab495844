//! Fewer states, the same behaviour.
//!
//! Acts that other threads cannot notice join their neighbours, so that one transition of the model is one thing
//! that can be noticed. `docs` of each pass give the argument.

mod checked;
mod dead;
mod fresh;
mod group;
mod sink;
mod tidy;

use crate::ir::Process;

/// Runs all passes over a process.
pub fn optimise(process: &mut Process) {
    let body = std::mem::take(&mut process.body);
    let body = tidy::tidy(body);
    let body = sink::sink(body);
    let mut body = tidy::tidy(body);
    fresh::find(&mut body);
    let mut body = group::group(body);
    checked::drop_repeated(&mut body);
    process.body = dead::reset(body, process);
}
