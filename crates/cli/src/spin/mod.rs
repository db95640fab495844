//! `allways spin`: SPIN's verifier drives the virtual machine.
//!
//! The program is compiled as for `check`. It goes, with what is asked, into a file from which the
//! library inside `pan` sets itself up. A model that has too few processes or transitions for the
//! program, a buffer that is too small and a guess of the reduction that falls are noticed by the
//! library; then the search starts again with what was learned.

mod estimate;
mod verdict;
mod verifier;

use crate::args::{Compiler, SpinArgs};
use crate::reporting::{self, Outcome, Show};
use crate::{check, compile};
use allways_pan::{Notes, Output, Setup};
use allways_program::Program;
use allways_vm::Vm;
use anyhow::{Context, Result, bail};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use verifier::Verifier;

/// Checks a program with SPIN and reports.
pub fn run(args: &SpinArgs, compiler: &Compiler) -> ExitCode {
    let show = Show::of(&args.check);
    let outcome = match check_with_spin(args, compiler) {
        Ok(outcome) => outcome,
        Err(error) => Outcome::error(format!("{error:#}")),
    };
    let written = check::write_files(&args.check, &outcome);
    let code = reporting::print(&outcome, &show);
    match written {
        Ok(()) => code,
        Err(error) => crate::fail(&error),
    }
}

/// One complete run of a verifier.
pub struct Run {
    /// What `pan` printed, read.
    pub output: Output,
    /// What the machine in it remarked.
    pub notes: Notes,
    /// Why it was ended from outside.
    pub ended: Option<String>,
}

fn check_with_spin(args: &SpinArgs, compiler: &Compiler) -> Result<Outcome> {
    if let Some(sentence) = args.refused() {
        return Ok(Outcome::error(sentence));
    }
    if let Some(option) = unavailable(args) {
        return Ok(Outcome::error(format!("{option} is not available yet")));
    }
    let prepared = Prepared::new(args, compiler)?;
    let Prepared { vm, program, .. } = &prepared;
    vm.seed_guesses();
    let mut setup = Setup::new(program.clone(), &vm.options);
    setup.form = args.form();
    setup.bound = args.bound()?;
    let sizes = estimate::sizes(vm);
    (setup.threads, setup.outcomes) = (sizes.threads, sizes.outcomes);
    setup.learned = vm.learned();
    let folder = Folder::of(args)?;
    let mut verifier = Verifier::new(args, folder.path(), sizes.content)?;
    let run = search(&mut verifier, &mut setup, vm)?;
    verdict::outcome(args, &prepared, &mut verifier, &setup, run)
}

/// A program ready to be checked.
pub struct Prepared {
    /// The program as it was compiled.
    pub program: Program,
    /// For random executions before and for explanations after the search.
    pub vm: Vm,
    /// The program's digest.
    pub digest: String,
    /// The arguments that make the same program and the same steps again.
    pub options: Vec<String>,
    /// What a `holds` takes for granted.
    pub assumptions: Vec<String>,
    /// What the user should know.
    pub warnings: Vec<String>,
}

impl Prepared {
    fn new(args: &SpinArgs, compiler: &Compiler) -> Result<Prepared> {
        let check = &args.check;
        let colour = reporting::colour(check.color).enabled(&std::io::stderr());
        let (program, notes) = compile::program(&check.files, compiler, colour)?;
        let vm = Vm::new(program.clone(), check::vm_options(check)?)?;
        let warnings: Vec<String> = notes.into_iter().chain(check::unmodelled(&vm)).collect();
        if !check.quiet && !check.json {
            warnings.iter().for_each(|w| eprintln!("warning: {w}"));
        }
        Ok(Prepared {
            digest: program.digest(),
            options: check::replay_options(check, compiler),
            assumptions: check::assumptions(&program, check),
            warnings,
            vm,
            program,
        })
    }
}

/// Options of `check` that mean something here but are not built.
fn unavailable(args: &SpinArgs) -> Option<String> {
    let bounded = args.check.context_bound.is_some();
    args.check.unavailable().filter(|option| !(bounded && option == "--context-bound"))
}

/// Rounds after which something must be wrong: each learns something that is not forgotten.
const ROUNDS: u32 = 200;

/// Runs the verifier until the model fits and no guess falls.
fn search(verifier: &mut Verifier<'_>, setup: &mut Setup, vm: &Vm) -> Result<Run> {
    for _ in 0..ROUNDS {
        let run = verifier.run(setup)?;
        if !run.notes.again() {
            return Ok(run);
        }
        let notes = run.notes;
        if let Some(learned) = notes.learned.filter(|bytes| !bytes.is_empty()) {
            vm.learn_from(&learned);
            setup.learned = learned;
        }
        setup.threads = setup.threads.max(notes.threads.unwrap_or(0));
        setup.outcomes = setup.outcomes.max(notes.outcomes.unwrap_or(0));
        if let Some(bytes) = notes.content {
            verifier.content = bytes + bytes / 2;
        }
    }
    bail!("the search does not settle; this is a bug in Allways, please report it")
}

/// Where model and verifier are.
enum Folder {
    Kept(PathBuf),
    Temporary(tempfile::TempDir),
}

impl Folder {
    fn of(args: &SpinArgs) -> Result<Folder> {
        match &args.keep {
            Some(folder) => {
                std::fs::create_dir_all(folder)
                    .with_context(|| format!("cannot make the folder `{}`", folder.display()))?;
                Ok(Folder::Kept(folder.clone()))
            }
            None => Ok(Folder::Temporary(
                tempfile::tempdir().context("cannot make a folder for the verifier")?,
            )),
        }
    }

    fn path(&self) -> &Path {
        match self {
            Folder::Kept(path) => path,
            Folder::Temporary(folder) => folder.path(),
        }
    }
}
