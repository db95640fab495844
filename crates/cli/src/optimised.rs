//! Faults that only optimised code has: the optimiser may load a variable where the program does
//! not, and so make a race, or use a value that the program never looks at.

use crate::args::{CheckArgs, Compiler};
use crate::check::{self, Request};
use crate::{compile, interrupt};
use allways_search::{Control, Options, Store};
use allways_space::{Explanation, Fault, Property, Verdict};
use allways_vm::Vm;
use anyhow::Result;
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

/// The program as written gets at least so much time to show the same fault, if there is as much.
const PATIENCE: Duration = Duration::from_secs(10);
/// How long a single step may go on after that.
const GRACE: Duration = Duration::from_millis(500);
/// As much as the search on the main thread has.
const STACK: usize = 16 << 20;

/// Says "in optimised code" where a fault that was found in optimised code is missing from the
/// program as written. `spent` is how many seconds it took to find.
pub fn mark(
    explanation: &mut Explanation,
    fault: Fault,
    spent: f64,
    request: &Request<'_>,
) -> Result<()> {
    let Request { args, compiler, .. } = request;
    let optimised = compiler.level.is_some_and(|level| level > 0);
    if !optimised || !args.files.iter().any(|file| is_source(file)) || !may_be_made(fault) {
        return Ok(());
    }
    let left = args.time().map(|most| most.saturating_sub(request.start.elapsed()));
    let help = match as_written(fault, patience(spent, left), request)? {
        Written::Faulty => return Ok(()),
        Written::Correct => {
            explanation.message.push_str(", in optimised code");
            "the program as written has no such fault; check it without -O to see whether it is \
             correct as C"
        }
        Written::Unknown => {
            "it may be in optimised code only: no such fault was found in the program as written, \
             in the time that there was"
        }
    };
    if !explanation.help.is_empty() {
        explanation.help.push_str("; ");
    }
    explanation.help.push_str(help);
    Ok(())
}

/// How long to look for the fault in the program as written: in proportion to the time that it took
/// to find, and not longer than what is left.
fn patience(spent: f64, left: Option<Duration>) -> Duration {
    let usual = Duration::from_secs_f64(4.0 * spent).max(PATIENCE);
    left.map_or(usual, |left| left.min(usual))
}

/// `-O` does not touch bitcode and textual IR.
fn is_source(file: &std::path::Path) -> bool {
    file.extension().is_none_or(|e| e != "bc" && e != "ll")
}

/// Whether the optimiser may have made it: a race or a use of an uninitialised value.
fn may_be_made(fault: Fault) -> bool {
    fault.property == Property::Race || allways_vm::is_uninitialised(fault)
}

/// What the program as written does.
enum Written {
    Faulty,
    Correct,
    Unknown,
}

fn as_written(fault: Fault, patience: Duration, request: &Request<'_>) -> Result<Written> {
    let end = Instant::now() + patience;
    let args = request.args.clone();
    let compiler = Compiler { level: None, ..request.compiler.clone() };
    let (tell, told) = mpsc::channel();
    // Nobody waits for its end: a single step can take long, and the process ends without it.
    let search = move || tell.send(search(fault, &args, &compiler, end));
    thread::Builder::new().stack_size(STACK).spawn(search)?;
    told.recv_timeout(patience + GRACE).unwrap_or(Ok(Written::Unknown))
}

/// Compiles and searches the program as written, for what may be made.
fn search(fault: Fault, args: &CheckArgs, compiler: &Compiler, end: Instant) -> Result<Written> {
    let program = compile::program_silently(&args.files, compiler)?;
    let mut options = check::vm_options(args)?;
    options.properties = [fault.property].into_iter().collect();
    let vm = Vm::new(program, options)?;
    let time = end.saturating_duration_since(Instant::now());
    let options =
        Options { shorten: false, ..check::search_options(args, Store::Tree, Some(time)) };
    let stop = interrupt::flag();
    let control = Control { stop: &stop, progress: &|_| {} };
    vm.seed_guesses();
    Ok(match allways_search::run(&vm, &options, &control)? {
        Verdict::Violated(_, found, _) if may_be_made(found) => Written::Faulty,
        Verdict::Holds(_) => Written::Correct,
        _ => Written::Unknown,
    })
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
