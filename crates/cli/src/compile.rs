//! From source files to a program: clang and the lowering, in a process of their own.

use crate::args::Compiler;
use crate::home;
use allways_llvm::{Compiled, Error, Limits, Optimise, Request};
use allways_program::Program;
use anyhow::{Context, Result};
use std::path::PathBuf;

/// Compiles and lowers: the program, and what was left out, in words. Compile errors have been
/// printed as clang prints them when this fails.
pub fn program(
    files: &[PathBuf],
    compiler: &Compiler,
    colour: bool,
) -> Result<(Program, Vec<String>)> {
    match compile(files, compiler, colour)? {
        Ok(compiled) => {
            eprint!("{}", compiled.diagnostics);
            Ok((compiled.program, compiled.notes))
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
pub fn program_silently(files: &[PathBuf], compiler: &Compiler) -> Result<Program> {
    Ok(compile(files, compiler, false)??.program)
}

fn compile(
    files: &[PathBuf],
    compiler: &Compiler,
    colour: bool,
) -> Result<Result<Compiled, Error>> {
    let request = Request {
        inputs: files.to_vec(),
        extra: home::runtime_models(),
        cflags: compiler.flags.clone(),
        optimise: optimise(compiler.level),
        include_dirs: vec![home::include_dir()?],
        color: colour,
        modelled: allways_vm::model_names().into_iter().map(str::to_string).collect(),
    };
    let exe = std::env::current_exe().context("cannot find the checker's own executable")?;
    Ok(allways_llvm::lower_in_child(&exe, &request, Limits::default()))
}

fn optimise(level: Option<u8>) -> Optimise {
    match level {
        None => Optimise::AsWritten,
        Some(0) => Optimise::O0,
        Some(1) => Optimise::O1,
        Some(2) => Optimise::O2,
        Some(_) => Optimise::O3,
    }
}
