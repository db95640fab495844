//! One source, compiled and explored in every way.

use crate::exhaustive::{Findings, violated};
use allways_llvm::{Optimise, Request, compile_and_lower};
use allways_program::Program;
use allways_vm::Granularity::{self, Full, Global, Instruction, Superstep, Tau};
use allways_vm::{Options, Vm};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};

/// States after which a program is not compared.
const LARGEST: usize = 20_000;

/// How a source is compiled and run.
#[derive(Copy, Clone, Debug)]
pub struct Build {
    pub level: Optimise,
    /// With `-m32`.
    pub narrow: bool,
    /// With `--address-reuse`.
    pub reuse: bool,
}

impl Build {
    /// Levels, those that are met more often several times.
    pub const LEVELS: [Optimise; 7] = [
        Optimise::AsWritten,
        Optimise::AsWritten,
        Optimise::AsWritten,
        Optimise::O0,
        Optimise::O1,
        Optimise::O2,
        Optimise::O3,
    ];
    pub const AS_WRITTEN: Build = Build { level: Optimise::AsWritten, narrow: false, reuse: false };
}

/// What came of comparing.
#[derive(Default)]
pub struct Compared {
    /// Entries that were small enough.
    pub explored: usize,
    pub differences: Vec<String>,
}

pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().expect("the repository")
}

pub fn compile(text: &str, build: Build) -> Result<Program, String> {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("source.c");
    std::fs::write(&file, text).expect("a file");
    let mut cflags = vec!["-w".to_string()];
    if build.narrow {
        cflags.push("-m32".into());
    }
    let models = std::fs::read_dir(root().join("runtime")).expect("a folder").flatten();
    let mut extra: Vec<PathBuf> = models.map(|entry| entry.path()).collect();
    extra.retain(|path| path.extension().is_some_and(|e| e == "c"));
    extra.sort();
    let request = Request {
        inputs: vec![file],
        extra,
        cflags,
        optimise: build.level,
        include_dirs: vec![root().join("include")],
        color: false,
        modelled: allways_vm::model_names().into_iter().map(str::to_string).collect(),
        ..Request::default()
    };
    compile_and_lower(&request).map(|compiled| compiled.program).map_err(|e| format!("{e:?}"))
}

/// Every reduction, with and without symmetry.
const REDUCTIONS: [(Granularity, bool); 5] =
    [(Tau, false), (Global, false), (Superstep, false), (Full, false), (Full, true)];

/// Compiles once, and explores from each of the functions in every way.
pub fn compare(text: &str, build: Build, entries: &[&str]) -> Compared {
    let mut all = Compared::default();
    let program = match compile(text, build) {
        Ok(program) => program,
        Err(why) => {
            all.differences.push(format!("does not compile: {why}\n{text}"));
            return all;
        }
    };
    for entry in entries {
        let compared =
            catch_unwind(AssertUnwindSafe(|| compare_entry(&program, entry, build.reuse)));
        match compared {
            Ok(None) => {}
            Ok(Some(differences)) => {
                all.explored += 1;
                all.differences.extend(differences.iter().map(|what| format!("{entry}: {what}")));
            }
            Err(panic) => {
                let text = panic.downcast_ref::<String>().map(String::as_str);
                let text = text.or(panic.downcast_ref::<&str>().copied()).unwrap_or_default();
                all.differences.push(format!("{entry} panicked: {text}"));
            }
        }
    }
    all
}

/// `None` when there are too many states.
fn compare_entry(program: &Program, entry: &str, reuse: bool) -> Option<Vec<String>> {
    let options = |granularity, symmetry| Options {
        granularity,
        symmetry: symmetry && !reuse,
        address_reuse: reuse,
        entry: entry.to_string(),
        stdin: b"ab 12\ncd\n".to_vec(),
        remembered: if granularity == Instruction { 0 } else { Options::default().remembered },
        ..Options::default()
    };
    let plain = explore(program, options(Instruction, false))?;
    let mut differences: Vec<String> =
        plain.untold.iter().map(|what| format!("none: {what}")).collect();
    for (granularity, symmetry) in REDUCTIONS {
        let Some(other) = explore(program, options(granularity, symmetry)) else { continue };
        let with = if symmetry { " with symmetry" } else { "" };
        let more = plain.differences(&other).into_iter();
        differences.extend(more.map(|what| format!("{granularity:?}{with}: {what}")));
    }
    Some(differences)
}

fn explore(program: &Program, options: Options) -> Option<Findings> {
    violated(&Vm::new(program.clone(), options).expect("there is a beginning"), LARGEST)
}
