//! From source files to a program: clang and the lowering, in a process of their own.

use crate::args::Compiler;
use crate::home;
use allways_llvm::{Error, Limits, Optimise, Request};
use allways_program::Program;
use anyhow::{Context, Result};
use std::path::PathBuf;

/// Compiles and lowers. Compile errors have been printed as clang prints them when this fails.
pub fn program(files: &[PathBuf], compiler: &Compiler, colour: bool) -> Result<Program> {
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
    match allways_llvm::lower_in_child(&exe, &request, Limits::default()) {
        Ok(compiled) => {
            eprint!("{}", compiled.diagnostics);
            Ok(compiled.program)
        }
        Err(error) => {
            if let Error::Compile { diagnostics, .. } = &error {
                eprint!("{diagnostics}");
            }
            Err(error.into())
        }
    }
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
