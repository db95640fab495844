//! From source files to a program: clang and the lowering.

use crate::args::{CheckArgs, Compiler, SMALL, SMALLEST};
use crate::{compile_commands, setup, shipped_files};
use allways_check::{Request as Question, Stop};
use allways_llvm::{Compiled, Error, Limits, Optimise, Request, Unit};
use allways_program::Program;
use anyhow::{Context, Result};
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};

/// How a program is made.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Build {
    /// The files that are linked into it.
    pub files: Vec<PathBuf>,
    /// How they are compiled.
    pub compiler: Compiler,
    /// Sources that are compiled as their own build does, from `--compile-commands`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub units: Vec<Unit>,
    /// What that build tells the compiler and its headers need, for the files.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub shared: Vec<String>,
    /// Functions that the program must have, from whatever archive; `main` if none is named.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub wanted: Vec<String>,
}

impl Build {
    /// What a command line asks for, and what is left out of it, in words.
    ///
    /// # Errors
    /// When a compile database cannot be read, does not have what is asked for, or is not to be trusted.
    pub fn asked(args: &CheckArgs, compiler: Compiler) -> Result<(Build, Vec<String>)> {
        let project = compile_commands::project(args)?;
        let named = args.invariant.iter().chain(&args.abstraction);
        let mut wanted: Vec<String> = std::iter::once(&args.entry).chain(named).cloned().collect();
        if wanted == ["main"] {
            wanted.clear();
        }
        let (units, shared) = (project.units, project.shared);
        Ok((Build { files: args.files.clone(), compiler, units, shared, wanted }, project.notes))
    }

    /// Compiles and lowers in a process of its own: the program, and what was left out, in words.
    /// Compile errors have been printed as clang prints them when this fails.
    pub fn program(
        &self,
        colour: bool,
        limits: Limits,
        stop: &Stop,
    ) -> Result<(Program, Vec<String>)> {
        match self.compile(&own_executable()?, colour, limits, stop)? {
            Ok(compiled) => {
                eprint!("{}", compiled.diagnostics);
                let dropped = self.compiler.sanitizers().map(|flag| {
                    format!("`{flag}` is ignored: Allways checks for the same errors anyway")
                });
                Ok((compiled.program, compiled.notes.into_iter().chain(dropped).collect()))
            }
            Err(error) => {
                if let Error::Compile { diagnostics, .. } = &error {
                    eprint!("{diagnostics}");
                }
                Err(error.into())
            }
        }
    }

    /// Compiles again what has compiled before: nothing is said twice.
    pub fn program_silently(&self, limits: Limits, stop: &Stop) -> Result<Program> {
        Ok(self.compile(&own_executable()?, false, limits, stop)??.program)
    }

    /// Compiles and lowers in this process, which hostile bitcode can take down.
    ///
    /// # Errors
    /// When the files do not compile.
    pub fn program_here(&self) -> Result<Program> {
        Ok(allways_llvm::compile_and_lower(&self.request(false)?)?.program)
    }

    /// The same for C. For C++, which takes long to compile, the program is the one that the checker `exe` compiled
    /// before, or compiles now in a process of its own.
    ///
    /// # Errors
    /// When the files do not compile.
    pub fn program_by(&self, exe: &Path) -> Result<Program> {
        if self.files.iter().any(|file| allways_llvm::is_cxx(file)) {
            return Ok(self.compile(exe, false, Limits::default(), &Stop::default())??.program);
        }
        self.program_here()
    }

    /// The first file, as the user named it.
    pub fn title(&self) -> String {
        let first = self.files.first().or(self.units.first().map(|unit| &unit.file));
        first.map_or_else(String::new, |file| file.display().to_string())
    }

    fn compile(
        &self,
        exe: &Path,
        colour: bool,
        limits: Limits,
        stop: &Stop,
    ) -> Result<Result<Compiled, Error>> {
        let (kept, stopped) = (shipped_files::kept_programs(), || stop.is_asked());
        let lower = || {
            let request = self.request(colour)?;
            Ok(allways_llvm::lower_or_find(exe, &request, limits, &stopped, kept.as_deref()))
        };
        match lower()? {
            Err(error) if setup::repaired(&error)? => lower(),
            outcome => Ok(outcome),
        }
    }

    fn request(&self, colour: bool) -> Result<Request> {
        Ok(Request {
            inputs: self.files.clone(),
            units: self.units.clone(),
            shared: self.shared.clone(),
            wanted: self.wanted.clone(),
            extra: shipped_files::runtime_models()?,
            cflags: self.compiler.kept_flags(),
            optimise: optimise(self.compiler.level),
            include_dirs: vec![shipped_files::include_dir()?],
            color: colour,
            modelled: allways_vm::model_names().into_iter().map(str::to_string).collect(),
            library: shipped_files::cxx_library(),
            needs_library: true,
        })
    }
}

fn own_executable() -> Result<PathBuf> {
    std::env::current_exe().context("cannot find the checker's own executable")
}

/// Whether there is no program because somebody wanted compiling to end.
pub fn is_interrupted(error: &anyhow::Error) -> bool {
    matches!(error.downcast_ref(), Some(Error::Interrupted))
}

/// The least memory that compiling may use: clang needs some for the smallest program.
const LEAST: u64 = 2 << 30;

/// What compiling may use: as much memory as the search, if somebody said how much.
pub fn limits(question: &Question, seconds: u64) -> Limits {
    let free = || question.memory_limit().map_or(Limits::MEMORY, |m| m.min(Limits::MEMORY));
    Limits { memory: question.memory.unwrap_or_else(free).max(LEAST), seconds }
}

fn optimise(level: Option<u8>) -> Optimise {
    match level {
        None => Optimise::AsWritten,
        Some(0) => Optimise::O0,
        Some(1) => Optimise::O1,
        Some(2) => Optimise::O2,
        Some(SMALL) => Optimise::Os,
        Some(SMALLEST) => Optimise::Oz,
        Some(_) => Optimise::O3,
    }
}
