//! Running clang.

use crate::Error;
use crate::arguments::{Source, is_cxx, plain_name};
use crate::crash::{crash, is_dump, place};
use crate::limited::{Ended, Limits, Started, limited};
use rustix::process::Signal;
use std::ffi::OsString;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::time::Instant;

/// Overrides the search for clang.
const VARIABLE: &str = "ALLWAYS_CLANG";

/// What kind of file an input is.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// To be compiled.
    Source,
    /// Bitcode or textual IR.
    Ir,
    /// An object, a program or a library, with bitcode of ours in it.
    Object,
}

/// The kind of a file, by its name.
pub(crate) fn kind(path: &Path) -> Result<Kind, Error> {
    match path.extension().and_then(|e| e.to_str()) {
        Some("c" | "cc" | "cpp" | "cxx" | "C" | "c++" | "i" | "ii") => Ok(Kind::Source),
        Some("bc" | "ll") => Ok(Kind::Ir),
        _ if allways_objects::is_object_file(path) => Ok(Kind::Object),
        _ => Err(Error::Read { file: path.display().to_string(), why: not_known(path) }),
    }
}

/// Whether a file is a source, which clang compiles.
pub fn is_source(path: &Path) -> bool {
    matches!(kind(path), Ok(Kind::Source))
}

/// Why a file is none that can be checked.
fn not_known(path: &Path) -> String {
    // libtool leaves a script where the program is expected.
    if let (Some(folder), Some(name)) = (path.parent(), path.file_name()) {
        let real = folder.join(".libs").join(name);
        if real.is_file() {
            return format!("it is a script of libtool; the program is `{}`", real.display());
        }
    }
    "not a C or C++ source, bitcode (.bc), textual IR (.ll), object, program or library".into()
}

/// A compiled file.
pub(crate) struct Compiled {
    pub(crate) bitcode: Vec<u8>,
    /// What clang wrote, unchanged.
    pub(crate) diagnostics: String,
}

/// Compiles a source to bitcode; the time is over at `end`.
pub(crate) fn compile(source: Source, limits: Limits, end: Instant) -> Result<Compiled, Error> {
    refuse_options(source.path)?;
    let file = source.path.display().to_string();
    let meta = std::fs::metadata(source.place())
        .map_err(|e| Error::Read { file: file.clone(), why: e.to_string() })?;
    if meta.is_dir() {
        return Err(Error::Read { file, why: "it is a directory".into() });
    }
    let run = |more: &[&str]| {
        let directory = source.directory();
        Run { directory, ..Run::new(limits, end) }.clang(&file, source.arguments(more))
    };
    let compiled = run(&[])?;
    let has_sections = || compiled.bitcode.windows(SECTION.len()).any(|name| name == SECTION);
    if source.request.optimise.inlines() && has_sections() {
        return run(&["-fno-inline"]);
    }
    Ok(compiled)
}

/// The most that a source may be behind the preprocessor.
const PREPROCESSED: u64 = 256 << 20;

/// What a source is behind the preprocessor, and how clang understands the options with which it would
/// compile it.
pub(crate) fn preprocess(
    source: Source,
    limits: Limits,
    stop: &dyn Fn() -> bool,
) -> Result<Vec<u8>, Error> {
    refuse_options(source.path)?;
    let mut all: Vec<OsString> = ["-E", "-v"].map(OsString::from).into();
    let compiling = source.arguments(&[]);
    all.extend(compiling.into_iter().filter(|option| option != "-c" && option != "-emit-llvm"));
    let directory = source.directory();
    let run = Run { most: PREPROCESSED, stop, directory, ..Run::new(limits, limits.end()) };
    let done = run.clang(&source.path.display().to_string(), all)?;
    let mut text = done.bitcode;
    text.extend(done.diagnostics.into_bytes());
    Ok(text)
}

/// The clang that is used, wherever it is.
pub(crate) fn executable() -> Result<PathBuf, Error> {
    let name = find()?;
    let is_path = name.components().nth(1).is_some();
    let places = std::env::var_os("PATH").filter(|_| !is_path).unwrap_or_default();
    let found = std::env::split_paths(&places).map(|place| place.join(name)).find(|p| runs(p));
    Ok(found.unwrap_or_else(|| name.to_owned()))
}

/// Compiles a member of the C++ library to bitcode.
pub(crate) fn compile_member(
    source: &Path,
    flags: Vec<OsString>,
    limits: Limits,
) -> Result<Vec<u8>, Error> {
    let mut all: Vec<OsString> = ["-emit-llvm", "-c"].map(OsString::from).into();
    all.extend(flags);
    all.extend(["-fno-crash-diagnostics".into(), "-o".into(), "-".into(), "--".into()]);
    all.push(plain_name(source));
    run(&source.display().to_string(), all, limits, limits.end()).map(|compiled| compiled.bitcode)
}

/// The syntax tree of a source file as clang's JSON. Warnings are dropped: they are for compiling.
///
/// # Errors
/// When the file is C++, when clang rejects it, cannot be run or needs more than it may use.
pub fn syntax_tree(source: &Path, flags: &[String], limits: Limits) -> Result<Vec<u8>, Error> {
    refuse_options(source)?;
    if is_cxx(source) {
        let why = "it is C++, and models are made from C programs only".into();
        return Err(Error::Read { file: source.display().to_string(), why });
    }
    let fixed = ["-fsyntax-only", "-w", "-D__ALLWAYS__", "-Xclang", "-ast-dump=json"];
    let mut all: Vec<OsString> = fixed.map(OsString::from).into();
    all.extend(flags.iter().map(OsString::from));
    all.extend(["-fno-crash-diagnostics".into(), "--".into(), plain_name(source)]);
    let file = source.display().to_string();
    run(&file, all, limits, limits.end()).map(|compiled| compiled.bitcode)
}

/// A function whose name begins so is an atomic section, and no longer if it is inlined.
const SECTION: &[u8] = b"__VERIFIER_atomic_";

fn run(
    file: &str,
    arguments: Vec<OsString>,
    limits: Limits,
    end: Instant,
) -> Result<Compiled, Error> {
    Run::new(limits, end).clang(file, arguments)
}

/// How clang is run.
struct Run<'s> {
    limits: Limits,
    end: Instant,
    /// Bytes that it may write.
    most: u64,
    /// Somebody does not want to wait any longer.
    stop: &'s dyn Fn() -> bool,
    /// Where, if not here.
    directory: Option<&'s Path>,
}

impl Run<'_> {
    fn new(limits: Limits, end: Instant) -> Run<'static> {
        Run { limits, end, most: limits.memory, stop: &|| false, directory: None }
    }

    fn clang(&self, file: &str, arguments: Vec<OsString>) -> Result<Compiled, Error> {
        let clang = find()?;
        let mut command = limited(clang, self.limits);
        // Dumps of the stack are read for a place, and not shown.
        command.args(arguments).env("LLVM_DISABLE_SYMBOLIZATION", "1");
        if let Some(directory) = self.directory {
            command.current_dir(directory);
        }
        let ended = Started::new(&mut command, Vec::new(), self.most)
            // With this signal clang says where it is.
            .and_then(|started| started.end_or_stop(self.end, Signal::XCPU, false, self.stop))
            .map_err(|e| Error::ClangMissing {
                tried: vec![format!("{}: {e}", clang.display())],
            })?;
        judge(file, ended, self.limits)
    }
}

/// What came of a run of clang.
fn judge(file: &str, ended: Ended, limits: Limits) -> Result<Compiled, Error> {
    let diagnostics = String::from_utf8_lossy(&ended.complaints).into_owned();
    if ended.late {
        let at = place(&diagnostics).unwrap_or_else(|| file.to_owned());
        return Err(Error::TimedOut { at, seconds: limits.seconds });
    }
    if ended.status.success() {
        return Ok(Compiled { bitcode: ended.output, diagnostics });
    }
    if ended.output.len() as u64 >= limits.memory {
        return Err(Error::OutOfMemory { at: file.to_owned(), bytes: limits.memory });
    }
    // clang itself ends with a small number, as a crash of it does not.
    let crashed = ended.status.code().is_none_or(|code| code >= 64);
    if crashed || diagnostics.lines().any(is_dump) {
        return Err(crash(file.to_owned(), ended.status, limits, &ended.complaints));
    }
    Err(Error::Compile { file: file.to_owned(), diagnostics })
}

/// Refuses a name that clang would take for that of a file with options, also without its folder.
fn refuse_options(source: &Path) -> Result<(), Error> {
    let name = source.file_name().unwrap_or_default().as_encoded_bytes();
    if name.starts_with(b"@") {
        let why = "clang reads options from a file whose name begins with `@`; rename it".into();
        return Err(Error::Read { file: source.display().to_string(), why });
    }
    Ok(())
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
        if is_there(&name) {
            return Ok(name);
        }
        tried.push(name.display().to_string());
    }
    Err(Error::ClangMissing { tried })
}

/// Whether there is a program of that name, looked for as the system does. It is not started to see: that takes a
/// quarter of the time of a small check.
fn is_there(name: &Path) -> bool {
    if name.components().nth(1).is_some() {
        return runs(name);
    }
    let places = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&places).any(|place| runs(&place.join(name)))
}

fn runs(path: &Path) -> bool {
    path.metadata().is_ok_and(|file| file.is_file() && file.permissions().mode() & 0o111 != 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_source_has_options() {
        assert!(refuse_options(Path::new("a/@x.c")).is_err());
        assert!(refuse_options(Path::new("@x/a.c")).is_ok());
    }
}
