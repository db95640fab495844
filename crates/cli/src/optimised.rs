//! Faults that only optimised code has: the optimiser may load a variable where the program does
//! not, and so make a race, or use a value that the program never looks at.

use crate::args::{CheckArgs, Compiler};
use crate::check::{self, Request};
use crate::compile;
use allways_search::{Control, Options};
use allways_space::{Explanation, Fault, Property, Verdict};
use allways_vm::Vm;
use anyhow::Result;
use std::time::Instant;

/// The program as written gets at least so many seconds to show the same fault.
const PATIENCE: f64 = 10.0;

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
    let help = match as_written(fault, spent, request)? {
        Written::Faulty => return Ok(()),
        Written::Correct => {
            "the program as written has no such fault; check it without -O to see whether it is \
             correct as C"
        }
        Written::Unknown => {
            "in the program as written no such fault was found in the time that it took here"
        }
    };
    explanation.message.push_str(", in optimised code");
    if !explanation.help.is_empty() {
        explanation.help.push_str("; ");
    }
    explanation.help.push_str(help);
    Ok(())
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

fn as_written(fault: Fault, spent: f64, request: &Request<'_>) -> Result<Written> {
    let args = request.args;
    let compiler = Compiler { level: None, ..request.compiler.clone() };
    let program = compile::program_silently(&args.files, &compiler)?;
    let mut options = check::vm_options(args)?;
    options.properties = [fault.property].into_iter().collect();
    let vm = Vm::new(program, options)?;
    let args = CheckArgs {
        timeout: Some((spent * 4.0).max(PATIENCE)),
        progress: false,
        quiet: true,
        ..args.clone()
    };
    let again = Request {
        args: &args,
        compiler: &compiler,
        digest: String::new(),
        options: Vec::new(),
        start: Instant::now(),
    };
    let search =
        |options: &Options, control: &Control<'_>| allways_search::run(&vm, options, control);
    Ok(match check::searching(&vm, &again, allways_search::Store::Tree, search)? {
        Verdict::Violated(_, found, _) if may_be_made(found) => Written::Faulty,
        Verdict::Holds(_) => Written::Correct,
        _ => Written::Unknown,
    })
}
