//! From a command line to a program and what is asked about it.

use crate::args::{CheckArgs, Compiler};
use crate::compile::{self, Build};
use crate::desk;
use crate::reporting::{self, Report};
use crate::words;
use allways_check::{Error, Outcome, Request, Stop, memory};
use allways_llvm::Limits;
use allways_program::Program;
use anyhow::{Result, anyhow, bail};

/// A program that is made, and what is asked about it.
pub struct Task {
    /// How the program was made.
    pub build: Build,
    /// What is asked.
    pub request: Request,
    /// The program.
    pub program: Program,
    /// What compiling may use.
    pub limits: Limits,
    /// What the compiler left out, in words.
    notes: Vec<String>,
}

impl Task {
    /// Refuses what cannot be asked, and compiles until somebody asks to stop.
    pub fn new(args: &CheckArgs, compiler: Compiler, stop: &Stop) -> Result<Task> {
        let request = args.request()?;
        if let Some(what) = request.contradiction() {
            bail!("{}", words::contradiction(what));
        }
        let (build, mut notes) = Build::asked(args, compiler)?;
        memory::return_large_blocks();
        let colour = desk::colour(args.color).enabled(&std::io::stderr());
        let limits = compile::limits(&request, args.compile_timeout);
        let (program, left_out) = build.program(colour, limits, stop)?;
        notes.extend(left_out);
        memory::return_free_memory();
        Ok(Task { build, request, program, limits, notes })
    }

    /// Why it cannot be answered, in words.
    pub fn error(&self, error: &Error) -> anyhow::Error {
        anyhow!("{}", words::error(error, &self.build.files))
    }

    /// What came out, in words.
    pub fn report(&self, outcome: Outcome) -> Report {
        let found = outcome.found.clone();
        let mut report = Report::of(outcome, &self.request);
        report.summary.warnings.splice(0..0, self.notes.iter().cloned());
        report.trace = found.map(|found| {
            let digest = self.program.digest();
            reporting::trace(found.execution, found.explanation, &self.build, digest)
        });
        report
    }
}
