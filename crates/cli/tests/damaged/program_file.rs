//! Damaged program files: refused, or a program like any other that the machine can run.

use allways_program::Program;
use allways_search::{Control, Limits, Options};
use allways_space::Verdict;
use allways_testkit::damaged;
use allways_vm::{Detail, Granularity, Vm};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

/// What became of a file.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Became {
    /// It is no program.
    Refused,
    /// It is a program that does not start.
    Idle,
    /// It is a program and was searched.
    Searched,
}

/// A search that takes longer than its limits allow has hung.
const PATIENCE: Duration = Duration::from_secs(20);

/// The files of some programs.
pub fn originals(sources: &[PathBuf]) -> Vec<Vec<u8>> {
    let modelled: std::collections::BTreeSet<String> =
        allways_vm::model_names().into_iter().map(str::to_string).collect();
    let lower = |source: &PathBuf| {
        let request = allways_llvm::Request {
            inputs: vec![source.clone()],
            modelled: modelled.clone(),
            ..allways_llvm::Request::default()
        };
        let compiled = allways_llvm::compile_and_lower(&request).expect("the program is sound");
        compiled.program.to_bytes()
    };
    sources.iter().map(lower).collect()
}

/// Reads a damaged file and searches what it has become, for a little while.
pub fn check(original: &[u8], seed: u64) -> Result<Became, String> {
    let bytes = damaged(original, seed);
    let begun = Instant::now();
    let became = catch_unwind(AssertUnwindSafe(|| read_and_search(&bytes)))
        .map_err(|_| format!("seed {seed}: a panic"))?;
    if begun.elapsed() > PATIENCE {
        return Err(format!("seed {seed}: {:.0?}", begun.elapsed()));
    }
    Ok(became)
}

fn read_and_search(bytes: &[u8]) -> Became {
    let Ok(program) = Program::from_bytes(bytes) else { return Became::Refused };
    let options =
        allways_vm::Options { granularity: Granularity::Full, ..allways_vm::Options::default() };
    let Ok(vm) = Vm::new(program, options) else { return Became::Idle };
    let limits = Limits {
        states: Some(2000),
        time: Some(Duration::from_secs(2)),
        memory: Some(256 << 20),
        ..Limits::default()
    };
    let stop = AtomicBool::new(false);
    let control = Control { stop: &stop, progress: &|_| {} };
    let options = Options { limits, ..Options::default() };
    let verdict = allways_search::run(&vm, &options, &control).expect("what is found replays");
    if let Verdict::Violated(path, ..) | Verdict::Unsupported(path, ..) = &verdict {
        let actions = allways_vm::refine(&vm, &path.actions).expect("a counterexample replays");
        allways_vm::explain(&vm, &actions, Detail::Moments).expect("a counterexample can be told");
    }
    Became::Searched
}
