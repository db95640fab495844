//! The C++ standard library as bitcode: a folder with its headers and its members.
//!
//! ```text
//! libcxx/, libcxxabi/   headers and sources as they were fetched
//! __config_site         how the library is configured; every C++ file includes it first
//! override/             headers that are ours
//! members/NAME.bc       one compiled source each
//! symbols               a line for each defined symbol: its name and its member; written last
//! ```
//!
//! A program gets the members that define something it misses, and what those miss in turn, as a
//! linker takes them from an archive: all of them would bring the constructors of the streams into
//! every program.

mod changes;
mod streams;

pub use changes::CHANGES;

use crate::ir::{Context, Module};
use crate::limited::Limits;
use crate::{Error, arguments, clang};
use std::collections::HashMap;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// How the library is configured, for all programs.
pub const CONFIGURATION: [&str; 2] =
    [include_str!("library_config.h"), include_str!("library_wait.h")];

/// The header that is ours instead of the library's.
const OVERRIDE: &str = "override/__thread/poll_with_backoff.h";

/// Sources that are no members: other compilers', other systems', or for programs without exceptions.
const LEFT_OUT: [&str; 6] = [
    "cxa_noexception",
    "int128_builtins",
    "libcxx/src/atomic.cpp",
    "libcxx/src/new.cpp",
    "pstl/",
    "support/",
];

/// Folders with sources, below the library's.
const SOURCES: [&str; 4] =
    ["libcxx/src", "libcxx/src/filesystem", "libcxx/src/ryu", "libcxxabi/src"];

/// The file that says which member has which symbol.
const INDEX: &str = "symbols";

/// Members are compiled two at a time.
const JOBS: usize = 2;

/// Where a symbol's definition is: which member has it.
pub(crate) struct Archive {
    folder: PathBuf,
    members: HashMap<String, String>,
}

impl Archive {
    /// Reads the index of the library in a folder.
    pub(crate) fn open(folder: &Path) -> Result<Archive, Error> {
        let index = folder.join(INDEX);
        let text = std::fs::read_to_string(&index).map_err(|e| unreadable(&index, &e))?;
        let entries = text.lines().filter_map(|line| line.split_once(' '));
        let members = entries.map(|(name, member)| (name.to_owned(), member.to_owned())).collect();
        Ok(Archive { folder: folder.to_owned(), members })
    }

    /// The file that says what is where.
    pub(crate) fn index(&self) -> PathBuf {
        self.folder.join(INDEX)
    }

    /// The member that defines a symbol.
    pub(crate) fn member_of(&self, symbol: &str) -> Option<PathBuf> {
        let member = self.members.get(symbol)?;
        Some(self.folder.join("members").join(member))
    }
}

/// Compiles the members of the library whose headers and sources are in `folder`, and writes the
/// configuration and the index. `done` is told how many of how many members are compiled.
///
/// # Errors
/// When a source does not compile, or a file cannot be written.
pub fn build_library(
    folder: &Path,
    limits: Limits,
    done: &(dyn Fn(usize, usize) + Sync),
) -> Result<(), Error> {
    let members = folder.join("members");
    for inner in [&members, &folder.join("override/__thread")] {
        std::fs::create_dir_all(inner).map_err(|e| unreadable(inner, &e))?;
    }
    write(&folder.join("__config_site"), CONFIGURATION[0].as_bytes())?;
    write(&folder.join(OVERRIDE), CONFIGURATION[1].as_bytes())?;
    changes::apply(folder)?;
    let sources = sources(folder)?;
    let compiled = Compiled { symbols: Mutex::new(Vec::new()), next: AtomicUsize::new(0) };
    let outcome = std::thread::scope(|scope| {
        let work = || compiled.work(folder, &sources, limits, done);
        let workers: Vec<_> = (0..JOBS).map(|_| scope.spawn(work)).collect();
        let joined = workers.into_iter().map(|w| w.join().unwrap_or_else(|_| Err(panicked())));
        joined.collect::<Result<Vec<()>, Error>>()
    });
    outcome?;
    let mut symbols = compiled.symbols.into_inner().unwrap_or_default();
    symbols.sort();
    write(&folder.join(INDEX), symbols.concat().as_bytes())
}

fn panicked() -> Error {
    Error::Internal { why: "compiling the C++ library panicked".into() }
}

struct Compiled {
    /// Lines of the index.
    symbols: Mutex<Vec<String>>,
    next: AtomicUsize,
}

impl Compiled {
    /// Compiles one member after the other as long as some are left.
    fn work(
        &self,
        folder: &Path,
        sources: &[PathBuf],
        limits: Limits,
        done: &(dyn Fn(usize, usize) + Sync),
    ) -> Result<(), Error> {
        while let Some(source) = sources.get(self.next.fetch_add(1, Ordering::Relaxed)) {
            let name = member_name(folder, source);
            let bitcode = clang::compile_member(source, member_flags(folder), limits)?;
            let path = folder.join("members").join(&name);
            write(&path, &bitcode)?;
            let module = Module::parse(&Context::new(), &name, &bitcode)
                .map_err(|why| Error::Read { file: path.display().to_string(), why })?;
            let lines = module.archive_names().into_iter().map(|s| format!("{s} {name}\n"));
            let mut symbols = self.symbols.lock().expect("nobody panics while it is locked");
            symbols.extend(lines);
            drop(symbols);
            done(self.next.load(Ordering::Relaxed).min(sources.len()), sources.len());
        }
        Ok(())
    }
}

fn member_flags(folder: &Path) -> Vec<OsString> {
    let fixed = "-std=c++23 -O1 -gline-tables-only -w -fvisibility-inlines-hidden -D_GNU_SOURCE \
                 -D_LIBCPP_BUILDING_LIBRARY -D_LIBCPP_REMOVE_TRANSITIVE_INCLUDES \
                 -D_LIBCXXABI_BUILDING_LIBRARY -DLIBCXX_BUILDING_LIBCXXABI \
                 -DLIBCXXABI_NON_DEMANGLING_TERMINATE -DHAS_THREAD_LOCAL \
                 -D_LIBCPP_ENABLE_CXX17_REMOVED_UNEXPECTED_FUNCTIONS";
    let mut all: Vec<OsString> = fixed.split_whitespace().map(OsString::from).collect();
    all.extend(arguments::library_flags(folder));
    for inner in ["libcxx/src", "libcxx", "libcxx/libc"] {
        all.extend(["-I".into(), folder.join(inner).into()]);
    }
    all
}

/// All sources that are members, sorted.
fn sources(folder: &Path) -> Result<Vec<PathBuf>, Error> {
    let mut found = Vec::new();
    for inner in SOURCES {
        let path = folder.join(inner);
        let entries = std::fs::read_dir(&path).map_err(|e| unreadable(&path, &e))?;
        found.extend(entries.flatten().map(|entry| entry.path()));
    }
    found.retain(|path| {
        let text = path.display().to_string();
        text.ends_with(".cpp") && !LEFT_OUT.iter().any(|part| text.contains(part))
    });
    found.sort();
    Ok(found)
}

/// `libcxx/src/ryu/d2s.cpp` is `libcxx-ryu-d2s.bc`.
fn member_name(folder: &Path, source: &Path) -> String {
    let below = source.strip_prefix(folder).unwrap_or(source).with_extension("bc");
    let parts = below.iter().map(|part| part.to_string_lossy()).filter(|part| part != "src");
    parts.collect::<Vec<_>>().join("-")
}

fn write(path: &Path, content: &[u8]) -> Result<(), Error> {
    std::fs::write(path, content).map_err(|e| unreadable(path, &e))
}

fn unreadable(path: &Path, error: &std::io::Error) -> Error {
    Error::Read { file: path.display().to_string(), why: error.to_string() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn members_are_named_after_their_sources() {
        let name = member_name(Path::new("/c"), Path::new("/c/libcxx/src/ryu/d2s.cpp"));
        assert_eq!(name, "libcxx-ryu-d2s.bc");
    }

    #[test]
    fn an_index_names_members() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("symbols"), "_Znwm new.bc\n_ZSt9terminatev h.bc\n")
            .unwrap();
        let archive = Archive::open(folder.path()).unwrap();
        let member = archive.member_of("_Znwm");
        assert_eq!(member, Some(folder.path().join("members/new.bc")));
        assert_eq!(archive.member_of("main"), None);
    }
}
