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

use crate::args::{Compiler, SpinArgs, typed};
use crate::check::Request;
use crate::reporting::{self, Outcome, Show};
use crate::{assumptions, check, compile, temporal};
use allways_pan::{Notes, Output, Setup};
use allways_program::Program;
use allways_report::Summary;
use allways_space::System;
use allways_vm::Vm;
use anyhow::{Context, Result, bail};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;
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
    let check = &args.check;
    let unavailable = check.unavailable().map(|option| format!("{option} is not available yet"));
    let contradiction = check.contradiction().map(|why| why.to_string());
    if let Some(sentence) = args.refused().or(unavailable).or(contradiction) {
        return Ok(Outcome::error(sentence));
    }
    let colour = reporting::colour(check.color).enabled(&std::io::stderr());
    let (program, notes) = compile::program(&check.files, compiler, colour)?;
    let claims = temporal::claims(&program, check)?;
    if !claims.is_empty() && (check.context_bound.is_some() || check.abstraction.is_some()) {
        bail!("--context-bound and --abstraction cannot be used with temporal properties");
    }
    let request = Request {
        args: check,
        compiler,
        digest: program.digest(),
        options: check::replay_options(check, compiler),
        start: Instant::now(),
    };
    let folder = Folder::of(args)?;
    let job = Job { args, request: &request, folder: folder.path() };
    let mut outcome = None;
    if !check.property.is_only_temporal() || claims.is_empty() {
        outcome = Some(verdict::check(&job, &program, notes)?);
    }
    for claim in &claims {
        if outcome.as_ref().is_some_and(Outcome::is_final) {
            break;
        }
        outcome = Some(Outcome::after(outcome, claim::check(&job, claim, &program)?));
    }
    let mut outcome = outcome.context("nothing was asked for")?;
    fill(&mut outcome.summary, &job);
    outcome.summary.assumptions.splice(0..0, assumptions::of_program(&program, check));
    Ok(outcome)
}

/// What the report says about how the search was made.
fn fill(summary: &mut Summary, job: &Job<'_>) {
    let args = job.args;
    summary.options = job.request.options.clone();
    summary.threads = args.defined("NCORE").and_then(|n| n.parse().ok()).unwrap_or(1);
    summary.reduction = typed(args.check.reduction);
    summary.memory_model = typed(args.check.memory_model);
    summary.search = "spin".to_string();
    summary.store = args.store();
}

/// What is asked, and where it is done.
pub struct Job<'a> {
    /// The options.
    pub args: &'a SpinArgs,
    /// As `check` understands them.
    pub request: &'a Request<'a>,
    /// The folder of the verifier.
    folder: &'a Path,
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
        vm.seed_guesses();
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
