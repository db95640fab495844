//! `allways spin`: SPIN's verifier drives the virtual machine.
//!
//! The program is compiled as for `check`. It goes, with what is asked, into a file from which the
//! library inside `pan` sets itself up. A model that has too few processes or transitions for the
//! program, a buffer that is too small and a guess of the reduction that falls are noticed by the
//! library; then the search starts again with what was learned.

mod claim;
mod estimate;
mod formula;
mod never;
mod verdict;
mod verifier;

use crate::args::{Compiler, SpinArgs};
use crate::check::Task;
use crate::desk::Desk;
use crate::reporting::Report;
use allways_check::{Claim, Engine, Outcome, Request, check_with};
use allways_pan::{Notes, Output, Setup};
use allways_program::Program;
use allways_report::Summary;
use allways_space::System;
use allways_vm::Vm;
use anyhow::{Context, Result, bail};
use std::path::{Path, PathBuf};
use std::time::Instant;
use verifier::Verifier;

/// Checks a program with SPIN and reports; says with which code to exit.
pub fn run(args: &SpinArgs, compiler: Compiler) -> u8 {
    let desk = Desk::of(&args.check);
    let report = check_with_spin(args, compiler);
    desk.deliver(report.unwrap_or_else(|error| Report::error(format!("{error:#}"))))
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

fn check_with_spin(args: &SpinArgs, compiler: Compiler) -> Result<Report> {
    if let Some(sentence) = args.refused() {
        bail!("{sentence}");
    }
    let task = Task::new(&args.check, compiler)?;
    let folder = Folder::of(args)?;
    let mut job = Job { args, folder: folder.path(), start: Instant::now() };
    let outcome = check_with(&task.program, &task.request, &mut job).map_err(|why| match why {
        Trouble::Request(error) => task.error(&error),
        Trouble::Spin(error) => error,
    })?;
    let mut report = task.report(outcome);
    fill(&mut report.summary, args);
    Ok(report)
}

/// What the report says about how the search was made.
fn fill(summary: &mut Summary, args: &SpinArgs) {
    summary.threads = args.defined("NCORE").and_then(|n| n.parse().ok()).unwrap_or(1);
    summary.search = "spin".to_string();
    summary.store = args.store();
}

/// Why SPIN gave no answer.
pub enum Trouble {
    /// Nobody could answer.
    Request(allways_check::Error),
    /// SPIN, gcc or pan did not do what they should.
    Spin(anyhow::Error),
}

impl From<allways_check::Error> for Trouble {
    fn from(error: allways_check::Error) -> Trouble {
        Trouble::Request(error)
    }
}

impl From<anyhow::Error> for Trouble {
    fn from(error: anyhow::Error) -> Trouble {
        Trouble::Spin(error)
    }
}

/// How SPIN searches, and where it is done.
pub struct Job<'a> {
    /// The options.
    args: &'a SpinArgs,
    /// The folder of the verifier.
    folder: &'a Path,
    /// When the first search began.
    start: Instant,
}

impl Engine for Job<'_> {
    type Error = Trouble;

    fn faults(&mut self, program: &Program, request: &Request) -> Result<Outcome, Trouble> {
        verdict::check(self, program, request)
    }

    fn claim(
        &mut self,
        claim: &Claim,
        program: &Program,
        request: &Request,
    ) -> Result<Outcome, Trouble> {
        claim::check(self, claim, program, request)
    }
}

impl<'a> Job<'a> {
    /// Lets SPIN search executions with at most so many switches; with a claim, for executions that violate
    /// it.
    fn search(
        &self,
        program: &Program,
        vm: &Vm,
        bound: Option<u16>,
        claim: Option<String>,
    ) -> Result<(Run, Verifier<'a>, Setup)> {
        let mut setup = Setup::new(program.clone(), &vm.options);
        setup.form = self.args.form();
        setup.memory = self.args.interned.0;
        setup.bound = bound;
        let sizes = estimate::sizes(vm);
        (setup.threads, setup.outcomes) = (sizes.threads, sizes.outcomes);
        setup.learned = vm.learned();
        let mut verifier = Verifier::new(self, sizes.content, claim)?;
        let run = search(&mut verifier, &mut setup, vm)?;
        Ok((run, verifier, setup))
    }
}

/// Rounds after which something must be wrong: each learns something that is not forgotten.
const ROUNDS: u32 = 200;

/// Runs the verifier until the model fits and no guess falls.
fn search(verifier: &mut Verifier<'_>, setup: &mut Setup, vm: &Vm) -> Result<Run> {
    for _ in 0..ROUNDS {
        let run = verifier.run(setup)?;
        if !run.notes.again() {
            // Everything that the processes relied on, against everything that they touched.
            let read = run.notes.rounds.iter().all(|round| vm.join_round(round));
            if read && !vm.audit().fallen {
                return Ok(run);
            }
            setup.learned = vm.learned();
            vm.learn_from(&setup.learned);
            continue;
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
