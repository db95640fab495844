//! Running clang.

use crate::crash::{crash, is_dump, place};
use crate::limited::{Ended, Limits, Started, limited};
use crate::{Error, Request};
use rustix::process::Signal;
use std::ffi::OsString;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::time::Instant;

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
            why: "not a C or C++ source, bitcode (.bc) or textual IR (.ll) file".into(),
        }),
    }
}

/// Whether a source is C++, by its name.
pub fn is_cxx(path: &Path) -> bool {
    let extension = path.extension().and_then(|e| e.to_str());
    matches!(extension, Some("cc" | "cpp" | "cxx" | "C" | "c++" | "ii"))
}

/// A compiled file.
pub(crate) struct Compiled {
    pub(crate) bitcode: Vec<u8>,
    /// What clang wrote, unchanged.
    pub(crate) diagnostics: String,
}

/// Compiles a source file to bitcode; the time is over at `end`.
pub(crate) fn compile(
    request: &Request,
    source: &Path,
    limits: Limits,
    end: Instant,
) -> Result<Compiled, Error> {
    refuse_options(source)?;
    let file = source.display().to_string();
    let meta = std::fs::metadata(source)
        .map_err(|e| Error::Read { file: file.clone(), why: e.to_string() })?;
    if meta.is_dir() {
        return Err(Error::Read { file, why: "it is a directory".into() });
    }
    let extra = extra_options(request, source);
    let run = |more: &[&str]| {
        run(&file, arguments(request, source, &[extra, more].concat()), limits, end)
    };
    let compiled = run(&[])?;
    let has_sections = || compiled.bitcode.windows(SECTION.len()).any(|name| name == SECTION);
    if request.optimise.inlines() && has_sections() {
        return run(&["-fno-inline"]);
    }
    Ok(compiled)
}

/// What a library function calls back may throw, and what the user wants to be warned of is not in ours.
fn extra_options(request: &Request, source: &Path) -> &'static [&'static str] {
    if request.extra.iter().any(|e| e == source) { &["-fexceptions", "-w"] } else { &[] }
}

/// The most that a source may be behind the preprocessor.
const PREPROCESSED: u64 = 256 << 20;

/// What a source is behind the preprocessor, and how clang understands the options with which it would
/// compile it.
pub(crate) fn preprocess(
    request: &Request,
    source: &Path,
    limits: Limits,
    stop: &dyn Fn() -> bool,
) -> Result<Vec<u8>, Error> {
    refuse_options(source)?;
    let mut all: Vec<OsString> = ["-E", "-v"].map(OsString::from).into();
    let compiling = arguments(request, source, extra_options(request, source));
    all.extend(compiling.into_iter().filter(|option| option != "-c" && option != "-emit-llvm"));
    let run = Run { limits, end: limits.end(), most: PREPROCESSED, stop };
    let done = run.clang(&source.display().to_string(), all)?;
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
    Run { limits, end, most: limits.memory, stop: &|| false }.clang(file, arguments)
}

/// How clang is run.
struct Run<'s> {
    limits: Limits,
    end: Instant,
    /// Bytes that it may write.
    most: u64,
    /// Somebody does not want to wait any longer.
    stop: &'s dyn Fn() -> bool,
}

impl Run<'_> {
    fn clang(&self, file: &str, arguments: Vec<OsString>) -> Result<Compiled, Error> {
        let clang = find()?;
        let mut command = limited(clang, self.limits);
        // Dumps of the stack are read for a place, and not shown.
        command.args(arguments).env("LLVM_DISABLE_SYMBOLIZATION", "1");
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
    if let Some(library) = request.library.as_deref().filter(|_| is_cxx(source)) {
        all.extend(library_flags(library));
    }
    all.extend(request.cflags.iter().filter(|f| is_for(request, source, f)).map(OsString::from));
    if request.cflags.iter().any(|flag| flag == "-m32") && Path::new(KERNEL_HEADERS).exists() {
        all.extend(["-idirafter".into(), KERNEL_HEADERS.into()]);
    }
    all.extend(request.optimise.flags().iter().chain(more).map(OsString::from));
    // A crash leaves no files, and gets a message of ours.
    all.push("-fno-crash-diagnostics".into());
    all.extend(["-o".into(), "-".into(), "--".into(), plain_name(source)]);
    all
}

/// clang's options for C++ sources that use the library in a folder.
pub(crate) fn library_flags(folder: &Path) -> Vec<OsString> {
    // Where the library lies says nothing to whoever reads a report.
    let mut plain = OsString::from("-fdebug-prefix-map=");
    plain.push(folder);
    plain.push("=");
    plain.push(allways_program::debug::LIBRARY.trim_end_matches('/'));
    vec![
        plain,
        "-nostdinc++".into(),
        "-include".into(),
        folder.join("__config_site").into(),
        "-isystem".into(),
        folder.join("override").into(),
        "-isystem".into(),
        folder.join("libcxx/include").into(),
        "-isystem".into(),
        folder.join("libcxxabi/include").into(),
    ]
}

/// Whether an option is meant for a source: in a program of two languages, a version of one is none of the
/// other, and the library models are C.
fn is_for(request: &Request, source: &Path, flag: &str) -> bool {
    let Some(version) = flag.strip_prefix("-std=") else { return true };
    let other = request.inputs.iter().any(|input| is_cxx(input) != is_cxx(source));
    let fits = version.contains("++") == is_cxx(source);
    fits || !(other || request.extra.iter().any(|extra| extra == source))
}

/// A name that clang does not take for an option.
fn plain_name(source: &Path) -> OsString {
    let begins = source.as_os_str().as_encoded_bytes().first();
    if matches!(begins, Some(b'@' | b'-')) {
        return Path::new(".").join(source).into();
    }
    source.into()
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
    fn no_source_is_an_option() {
        assert_eq!(plain_name(Path::new("@x/a.c")), "./@x/a.c");
        assert_eq!(plain_name(Path::new("-x.c")), "./-x.c");
        assert_eq!(plain_name(Path::new("a/@x.c")), "a/@x.c");
        assert!(refuse_options(Path::new("a/@x.c")).is_err());
        assert!(refuse_options(Path::new("@x/a.c")).is_ok());
    }
}
