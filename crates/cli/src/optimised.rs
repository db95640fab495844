//! Faults that were found in optimised code: whether the program as written has them too.

use crate::compile::{self, Build};
use crate::task::Task;
use crate::{args::Compiler, words};
use allways_check::{AsWritten, Found, Outcome, Request, Stop, has_fault_like, may_be_made};
use allways_llvm::is_source;
use allways_program::Program;
use allways_space::Fault;
use allways_trace::{Optimised, Trace};
use anyhow::{Result, anyhow};
use std::sync::{Arc, mpsc};
use std::thread;
use std::time::{Duration, Instant};

/// The program as written gets at least so much time to show the same fault, if there is as much.
const PATIENCE: Duration = Duration::from_secs(10);
/// How long a single step may go on after that.
const GRACE: Duration = Duration::from_millis(500);
/// As much as the search on the main thread has.
const STACK: usize = 16 << 20;

/// Says "in optimised code" where a fault that was found in optimised code is missing from the
/// program as written. The searches began at `start`.
pub fn mark(outcome: &mut Outcome, task: &Task, start: Instant, stop: &Arc<Stop>) -> Result<()> {
    let spent = outcome.coverage.seconds;
    let Some(Found { explanation, fault: Some(fault), .. }) = &mut outcome.found else {
        return Ok(());
    };
    let Build { files, units, compiler, .. } = &task.build;
    let optimised = compiler.level.is_some_and(|level| level > 0);
    // Code that others compiled is as it is.
    let compiled_here = !units.is_empty() || files.iter().any(|file| is_source(file));
    if !optimised || !compiled_here || !may_be_made(*fault) {
        return Ok(());
    }
    let left = task.request.time().map(|most| most.saturating_sub(start.elapsed()));
    let written = as_written(*fault, patience(spent, left), task, stop)?;
    say(written, explanation);
    Ok(())
}

fn say(written: AsWritten, explanation: &mut Trace) {
    explanation.optimised = match written {
        AsWritten::Faulty => Optimised::No,
        AsWritten::Correct => Optimised::Only,
        AsWritten::Unknown => Optimised::Perhaps,
    };
}

/// How long to look for the fault in the program as written: in proportion to the time that it took
/// to find, and not longer than what is left.
fn patience(spent: f64, left: Option<Duration>) -> Duration {
    let usual = Duration::from_secs_f64(4.0 * spent).max(PATIENCE);
    left.map_or(usual, |left| left.min(usual))
}

fn as_written(
    fault: Fault,
    patience: Duration,
    task: &Task,
    stop: &Arc<Stop>,
) -> Result<AsWritten> {
    let end = Instant::now() + patience;
    let compiler = Compiler { level: None, ..task.build.compiler.clone() };
    let build = Build { compiler, ..task.build.clone() };
    let (request, limits, stop) = (task.request.clone(), task.limits, Arc::clone(stop));
    let (tell, told) = mpsc::channel();
    // Nobody waits for its end: a single step can take long, and the process ends without it.
    let search = move || {
        let written = match build.program_silently(limits, &stop) {
            Err(error) if compile::is_interrupted(&error) => Ok(AsWritten::Unknown),
            Err(error) => Err(error),
            Ok(program) => search_again(fault, program, &build, &request, end, &stop),
        };
        tell.send(written)
    };
    thread::Builder::new().stack_size(STACK).spawn(search)?;
    told.recv_timeout(patience + GRACE).unwrap_or(Ok(AsWritten::Unknown))
}

fn search_again(
    fault: Fault,
    program: Program,
    build: &Build,
    request: &Request,
    end: Instant,
    stop: &Stop,
) -> Result<AsWritten> {
    has_fault_like(fault, program, request, end, stop)
        .map_err(|error| anyhow!("{}", words::error(&error, &build.files)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_second_search_has_what_is_left_of_the_time() {
        let second = Duration::from_secs(1);
        assert_eq!(patience(0.1, None), PATIENCE);
        assert_eq!(patience(5.0, None), 20 * second);
        assert_eq!(patience(0.1, Some(second)), second);
        assert_eq!(patience(5.0, Some(60 * second)), 20 * second);
        assert_eq!(patience(5.0, Some(Duration::ZERO)), Duration::ZERO);
    }
}
