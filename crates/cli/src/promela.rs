//! `allways promela`: a C program as a Promela model, and SPIN's trails back as lines of C.

use crate::args::{Compiler, PromelaArgs};
use crate::{compile, desk, shipped_files};
use allways_check::Request;
use allways_llvm::syntax_tree;
use allways_promela::{Options, explain_trail, translate};
use anyhow::{Context, Result, bail};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Translates, or explains a trail.
pub fn run(args: &PromelaArgs, compiler: &Compiler) -> ExitCode {
    match translate_or_explain(args, compiler) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => crate::fail(&error),
    }
}

fn translate_or_explain(args: &PromelaArgs, compiler: &Compiler) -> Result<()> {
    match (&args.trail, &args.file) {
        (Some(trail), _) => show_trail(args, trail),
        (None, Some(file)) => write_model(args, file, compiler),
        (None, None) => bail!("name a C file to translate, or a trail with --trail"),
    }
}

fn write_model(args: &PromelaArgs, file: &Path, compiler: &Compiler) -> Result<()> {
    let Some(output) = &args.output else { bail!("name the model to write with -o MODEL.pml") };
    let mut flags = compiler.flags.clone();
    flags.push(format!("-I{}", shipped_files::include_dir()?.display()));
    let options = Options { cells: args.cells, plain: args.plain, inline: args.inline };
    let limits = compile::limits(&Request::default(), args.compile_timeout);
    let tree = syntax_tree(file, &flags, limits).map_err(shown)?;
    let model = translate(file, &tree, &options)?;
    model.warnings.iter().for_each(|warning| eprintln!("warning: {warning}"));
    desk::write(output, &model.text)
}

/// Compile errors are shown as clang prints them.
fn shown(error: allways_llvm::Error) -> allways_llvm::Error {
    if let allways_llvm::Error::Compile { diagnostics, .. } = &error {
        eprint!("{diagnostics}");
    }
    error
}

fn show_trail(args: &PromelaArgs, trail: &Path) -> Result<()> {
    let model = match &args.file {
        Some(model) => model.clone(),
        None => model_of(trail)?,
    };
    let explained = explain_trail(&model, trail)?;
    for (number, step) in explained.steps.iter().enumerate() {
        if explained.cycle_start == Some(number) {
            println!("then this repeats forever:");
        }
        let place = match &step.source {
            Some((file, line)) => format!("{file}:{line}"),
            None => format!("{}:{}", model.display(), step.model_line),
        };
        println!(
            "{:>5}  {} {:<16} {place}: {}",
            step.number, step.process, step.function, step.action
        );
    }
    println!("{}", explained.outcome);
    Ok(())
}

/// `MODEL.pml.trail` belongs to `MODEL.pml`.
fn model_of(trail: &Path) -> Result<PathBuf> {
    let text = trail.to_str().context("the trail's name is not valid UTF-8")?;
    let model = text.strip_suffix(".trail").context("a trail is called MODEL.pml.trail")?;
    Ok(PathBuf::from(model))
}
