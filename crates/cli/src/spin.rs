//! `allways spin`: SPIN's verifier drives the virtual machine. The program is compiled as for `check`.

use crate::args::{Compiler, SpinArgs};
use crate::desk::Desk;
use crate::reporting::Report;
use crate::shipped_files;
use crate::task::Task;
use crate::words::BUG;
use crate::{compile, interrupt};
use allways_report::Summary;
use allways_spin::{Error, Options, Tool};
use anyhow::{Context, Result, anyhow, bail};
use std::path::{Path, PathBuf};
use std::time::Instant;

/// Checks a program with SPIN and reports; says with which code to exit.
pub fn run(args: &SpinArgs, compiler: Compiler) -> u8 {
    let mut desk = Desk::of(&args.check);
    let report = desk.prepare().and_then(|()| check(args, compiler));
    desk.deliver(report.unwrap_or_else(|error| Report::error(format!("{error:#}"))))
}

fn check(args: &SpinArgs, compiler: Compiler) -> Result<Report> {
    if let Some(sentence) = args.refused() {
        bail!("{sentence}");
    }
    let (stop, start) = (interrupt::stop(), Instant::now());
    let task = match Task::new(&args.check, compiler, &stop) {
        Err(error) if compile::is_interrupted(&error) => {
            return Ok(Report::interrupted(&args.check.request()?, start));
        }
        task => task?,
    };
    let folder = Folder::of(args)?;
    let options = Options {
        title: task.build.title(),
        folder: folder.path().to_path_buf(),
        library: shipped_files::spin_library()?,
        form: args.form(),
        content: args.vector,
        interned: args.interned.0,
        flags: args.flags(),
    };
    let outcome = allways_spin::check(&task.program, &task.request, &options, &stop)
        .map_err(|error| explained(error, &task))?;
    let mut report = task.report(outcome);
    fill(&mut report.summary, args);
    Ok(report)
}

/// What the report says about how the search was made.
fn fill(summary: &mut Summary, args: &SpinArgs) {
    summary.threads = args.flags().defined("NCORE").and_then(|n| n.parse().ok()).unwrap_or(1);
    summary.search = "spin".to_string();
    summary.store = args.store();
}

/// Why there is no answer.
fn explained(error: Error, task: &Task) -> anyhow::Error {
    match error {
        Error::Check(error) => task.error(&error),
        Error::Bound(most) => {
            anyhow!("--context-bound {most}: a number from 0 to 65535 is needed")
        }
        Error::Write(path, why) => anyhow!("cannot write `{}`: {why}", path.display()),
        Error::Read(path, why) => anyhow!("cannot read `{}`: {why}", path.display()),
        Error::NotRun(tool, why) => anyhow!("cannot run {}: {why}", wanted(tool)),
        Error::Rejected(Tool::Spin, said) => anyhow!("spin rejects the driver model: {said}"),
        Error::Rejected(Tool::Gcc, said) => anyhow!("gcc rejects the verifier: {said}"),
        Error::Rejected(Tool::Pan, said) => anyhow!("pan rejects its trail: {said}"),
        Error::NoEnd(said) => anyhow!("pan did not finish; its output was:\n{said}"),
        Error::NotReplayed(why) => anyhow!("SPIN's trail does not replay; {BUG}: {why}"),
        Error::NoFault => anyhow!("SPIN's trail does not lead to a fault; {BUG}"),
        Error::NotSettled => anyhow!("the search does not settle; {BUG}"),
    }
}

/// A tool, and how to get it.
fn wanted(tool: Tool) -> &'static str {
    match tool {
        Tool::Spin => "`spin`: install SPIN 6.5 (Debian: apt install spin) and put it on the PATH",
        Tool::Gcc => "`gcc`, which makes SPIN's verifier: install it",
        Tool::Pan => "pan",
    }
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
