//! `allways init`: an `allways.toml`, a harness to begin with, and a snippet for CI.

mod harness;
mod header;

use crate::args::{Compiler, InitArgs};
use crate::compile;
use crate::shipped_files;
use allways_check::Request;
use allways_llvm::{Error, syntax_tree};
use anyhow::{Context, Result, bail};
use header::Header;
use std::io::Write;
use std::path::{Component, Path};
use std::process::ExitCode;

/// The job for CI.
const CI: &str = include_str!("ci.yml");

/// Writes the files.
pub fn run(args: &InitArgs, compiler: &Compiler) -> ExitCode {
    match write(args, compiler) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => crate::fail(&error),
    }
}

fn write(args: &InitArgs, compiler: &Compiler) -> Result<()> {
    let (name, text, cflags) = match &args.header {
        None => ("harness.c".to_string(), harness::EMPTY.to_string(), compiler.flags.clone()),
        Some(header) => of_header(header, args, compiler)?,
    };
    let files = [
        ("allways.toml", project(&cflags)),
        (name.as_str(), text),
        ("allways-ci.yml", CI.replace("HARNESS", &name)),
    ];
    if let Some((there, _)) =
        files.iter().find(|(name, _)| Path::new(name).symlink_metadata().is_ok())
    {
        bail!("`{there}` is there already, and nothing is overwritten: move it away first");
    }
    for (name, text) in &files {
        let created = std::fs::File::create_new(name);
        created
            .and_then(|mut file| file.write_all(text.as_bytes()))
            .with_context(|| format!("cannot write `{name}`"))?;
    }
    println!("wrote allways.toml, {name} and allways-ci.yml");
    let more = if args.header.is_some() { " FILES..." } else { "" };
    println!("next: allways check {name}{more}");
    if args.header.is_some() {
        println!("FILES are the sources of the functions, or what `allways cc` built of them");
    }
    Ok(())
}

/// The harness of a header: its name, its text, and options for it.
fn of_header(
    header: &Path,
    args: &InitArgs,
    compiler: &Compiler,
) -> Result<(String, String, Vec<String>)> {
    let stem = header.file_stem().and_then(|stem| stem.to_str()).context("a header has a name")?;
    let is_cxx =
        header.extension().is_some_and(|e| ["hpp", "hh", "hxx", "h++"].iter().any(|x| e == *x));
    if is_cxx {
        bail!("`{}` is C++, and harnesses are made of C headers only", header.display());
    }
    let mut flags = compiler.flags.clone();
    flags.push(format!("-I{}", shipped_files::include_dir()?.display()));
    let limits = compile::limits(&Request::default(), args.compile_timeout);
    let tree = syntax_tree(header, &flags, limits).inspect_err(|error| {
        if let Error::Compile { diagnostics, .. } = error {
            eprint!("{diagnostics}");
        }
    })?;
    let declared =
        Header::of_tree(&tree).with_context(|| format!("cannot read `{}`", header.display()))?;
    if declared.functions.is_empty() {
        bail!("`{}` declares no functions", header.display());
    }
    let (included, folder) = inclusion(header);
    let mut cflags = compiler.flags.clone();
    cflags.extend(folder.map(|folder| format!("-I{folder}")));
    Ok((format!("{stem}_harness.c"), harness::text(&included, &declared), cflags))
}

/// How the harness includes a header, and the folder that clang then looks in: only one below this may stand in an
/// `allways.toml`.
fn inclusion(header: &Path) -> (String, Option<String>) {
    let below =
        header.components().all(|part| matches!(part, Component::Normal(_) | Component::CurDir));
    let folder = header.parent().filter(|folder| below && !folder.as_os_str().is_empty());
    match (folder, header.file_name()) {
        (Some(folder), Some(name)) => {
            (name.to_string_lossy().into_owned(), Some(folder.display().to_string()))
        }
        _ => (header.display().to_string(), None),
    }
}

/// The project file.
fn project(cflags: &[String]) -> String {
    let quoted: Vec<String> = cflags.iter().map(|flag| format!("{flag:?}")).collect();
    format!(
        "# Defaults for `allways check` of files in this folder; the command line takes precedence.\n\
         cflags = [{}]\n\
         timeout = 600\n\
         # property = \"assert,deadlock,memory,race,ub,leak\"\n\
         # malloc-fail = true\n",
        quoted.join(", ")
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_header_below_is_found_by_its_folder() {
        let of = |path: &str| inclusion(Path::new(path));
        assert_eq!(of("q.h"), ("q.h".into(), None));
        assert_eq!(of("include/q.h"), ("q.h".into(), Some("include".into())));
        assert_eq!(of("../q.h"), ("../q.h".into(), None));
    }
}
