//! Running clang.

use crate::{Error, Request};
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::OnceLock;

/// Overrides the search for clang.
const VARIABLE: &str = "ALLWAYS_CLANG";

/// Where Debian keeps the kernel's headers. They serve 32-bit programs too, but clang looks for
/// those elsewhere, in a directory that only a full 32-bit toolchain has.
const KERNEL_HEADERS: &str = "/usr/include/x86_64-linux-gnu";

/// What kind of file an input is.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// To be compiled.
    Source,
    /// Bitcode or textual IR.
    Ir,
}

/// The kind of a file, by its name.
pub(crate) fn kind(path: &Path) -> Result<Kind, Error> {
    match path.extension().and_then(|e| e.to_str()) {
        Some("c" | "cc" | "cpp" | "cxx" | "C" | "c++" | "i" | "ii") => Ok(Kind::Source),
        Some("bc" | "ll") => Ok(Kind::Ir),
        _ => Err(Error::Read {
            file: path.display().to_string(),
            why: "not a name of C or C++ source, bitcode (.bc) or textual IR (.ll)".into(),
        }),
    }
}

/// A compiled file.
pub(crate) struct Compiled {
    pub(crate) bitcode: Vec<u8>,
    /// What clang wrote, unchanged.
    pub(crate) diagnostics: String,
}

/// Compiles a source file to bitcode.
pub(crate) fn compile(request: &Request, source: &Path) -> Result<Compiled, Error> {
    let file = source.display().to_string();
    let meta = std::fs::metadata(source)
        .map_err(|e| Error::Read { file: file.clone(), why: e.to_string() })?;
    if meta.is_dir() {
        return Err(Error::Read { file, why: "it is a directory".into() });
    }
    let compiled = run(&file, arguments(request, source, &[]))?;
    let has_sections = || compiled.bitcode.windows(SECTION.len()).any(|name| name == SECTION);
    if request.optimise.inlines() && has_sections() {
        return run(&file, arguments(request, source, &["-fno-inline"]));
    }
    Ok(compiled)
}

/// A function whose name begins so is an atomic section, and no longer if it is inlined.
const SECTION: &[u8] = b"__VERIFIER_atomic_";

fn run(file: &str, arguments: Vec<OsString>) -> Result<Compiled, Error> {
    let clang = find()?;
    let output =
        Command::new(clang).args(arguments).stdin(Stdio::null()).output().map_err(|e| {
            Error::ClangMissing { tried: vec![format!("{}: {e}", clang.display())] }
        })?;
    let diagnostics = String::from_utf8_lossy(&output.stderr).into_owned();
    if !output.status.success() {
        return Err(Error::Compile { file: file.to_string(), diagnostics });
    }
    Ok(Compiled { bitcode: output.stdout, diagnostics })
}

/// The options that make the program as the user wrote it, checkable, and nothing else. The
/// user's own options come after ours, so that theirs count; the level of optimisation comes last.
fn arguments(request: &Request, source: &Path, more: &[&str]) -> Vec<OsString> {
    let mut all: Vec<OsString> =
        ["-emit-llvm", "-c", "-g", "-D__ALLWAYS__", "-fno-discard-value-names"]
            .map(OsString::from)
            .into();
    all.push(if request.color { "-fcolor-diagnostics" } else { "-fno-color-diagnostics" }.into());
    for directory in &request.include_dirs {
        all.push("-I".into());
        all.push(directory.into());
    }
    all.extend(request.cflags.iter().map(OsString::from));
    if request.cflags.iter().any(|flag| flag == "-m32") && Path::new(KERNEL_HEADERS).exists() {
        all.extend(["-idirafter".into(), KERNEL_HEADERS.into()]);
    }
    all.extend(request.optimise.flags().iter().chain(more).map(OsString::from));
    all.extend(["-o".into(), "-".into(), "--".into(), source.into()]);
    all
}

/// The clang to use: the one that is asked for, the one that belongs to our LLVM, or any. It is
/// looked for once.
fn find() -> Result<&'static Path, Error> {
    static FOUND: OnceLock<Result<PathBuf, Error>> = OnceLock::new();
    FOUND.get_or_init(search).as_deref().map_err(Error::clone)
}

fn search() -> Result<PathBuf, Error> {
    if let Some(path) = std::env::var_os(VARIABLE) {
        return Ok(path.into());
    }
    let beside_llvm = Path::new(env!("ALLWAYS_LLVM_BIN")).join("clang");
    let mut tried = Vec::new();
    for name in ["clang-22".into(), beside_llvm, "clang".into()] {
        let works = Command::new(&name)
            .arg("--version")
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .status()
            .is_ok_and(|status| status.success());
        if works {
            return Ok(name);
        }
        tried.push(name.display().to_string());
    }
    Err(Error::ClangMissing { tried })
}
