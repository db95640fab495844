//! Programs that were compiled before, in the user's cache folder.
//!
//! A program is found by a digest of everything that it was made from: each source as it is written, its own headers,
//! and what comes of it behind the preprocessor, the bytes of bitcode files, all options as clang understands them,
//! the folder where clang runs, clang and the checker. So a header that changed, or one that now hides another, makes
//! another digest. The entry lists what was linked besides, with digests; it is used only if these are the same too.
//! What clang would read without the preprocessor (profiles, plugins, modules) is not looked at: programs with such
//! options are not kept.

mod digest;
mod folder;
mod written;

use crate::arguments::Source;
use crate::child::lower_in_child;
use crate::clang::{self, Kind};
use crate::{Compiled, Error, Limits, Request};
use allways_program::Program;
use digest::{Digest, Hasher};
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};

/// Changes when entries are written otherwise.
const FORMAT: &str = "allways-program-1";

/// What is kept with a digest.
#[derive(Serialize, Deserialize)]
struct Entry {
    /// What was read besides the inputs.
    read: Vec<(PathBuf, Digest)>,
    program: Vec<u8>,
    diagnostics: String,
    notes: Vec<String>,
}

/// Does what [`lower_in_child`] does, unless it was done before and the program is in the folder `kept`.
///
/// # Errors
/// As [`lower_in_child`]. That something cannot be kept is none.
pub fn lower_or_find(
    exe: &Path,
    request: &Request,
    limits: Limits,
    stop: Stop<'_>,
    kept: Option<&Path>,
) -> Result<Compiled, Error> {
    let origin = Origin { exe, request, limits: for_looking(limits), stop };
    let Some((kept, key)) = kept.zip(origin.key()) else {
        return lower_in_child(exe, request, limits, stop);
    };
    if let Some(found) = find(kept, key, &origin) {
        return Ok(found);
    }
    let compiled = lower_in_child(exe, request, limits, stop)?;
    // Files that change while clang reads them belong to no program.
    if let Some(entry) = entry(&compiled, &origin)
        && origin.key() == Some(key)
    {
        folder::write(kept, key, &entry);
    }
    Ok(compiled)
}

/// Whoever waits for the program does not want it any more.
pub type Stop<'s> = &'s (dyn Fn() -> bool + Sync);

/// A source that takes the preprocessor long is compiled every time.
fn for_looking(limits: Limits) -> Limits {
    const MOST_SECONDS: u64 = 10;
    Limits { seconds: (limits.seconds / 4).clamp(1, MOST_SECONDS), ..limits }
}

fn find(kept: &Path, key: Digest, origin: &Origin<'_>) -> Option<Compiled> {
    let Entry { read, program, diagnostics, notes } =
        postcard::from_bytes(&folder::read(kept, key)?).ok()?;
    let paths: Vec<PathBuf> = read.iter().map(|(path, _)| path.clone()).collect();
    if digests(&paths, origin)? != read {
        return None;
    }
    let program = Program::from_bytes(&program).ok()?;
    Some(Compiled { program, diagnostics, notes, read: paths })
}

fn entry(compiled: &Compiled, origin: &Origin<'_>) -> Option<Vec<u8>> {
    let entry = Entry {
        read: digests(&compiled.read, origin)?,
        program: compiled.program.to_bytes(),
        diagnostics: compiled.diagnostics.clone(),
        notes: compiled.notes.clone(),
    };
    postcard::to_stdvec(&entry).ok()
}

/// What a program is made from, but for what is linked to it.
struct Origin<'r> {
    exe: &'r Path,
    request: &'r Request,
    limits: Limits,
    stop: Stop<'r>,
}

impl Origin<'_> {
    /// `None` if it cannot be told.
    fn key(&self) -> Option<Digest> {
        let units = self.request.units.iter().flat_map(|unit| &unit.flags);
        if !self
            .request
            .cflags
            .iter()
            .chain(units)
            .chain(&self.request.shared)
            .all(|flag| is_plain(flag))
        {
            return None;
        }
        let mut hasher = Hasher::new();
        hasher.add(FORMAT.as_bytes());
        hasher.add(&postcard::to_stdvec(self.request).ok()?);
        hasher.add(std::env::current_dir().ok()?.as_os_str().as_encoded_bytes());
        for tool in [self.exe.to_owned(), clang::executable().ok()?] {
            hasher.add(&digest::identity(&tool)?);
        }
        for (path, digest) in digests(&self.request.inputs, self)? {
            hasher.add(path.as_os_str().as_encoded_bytes());
            hasher.add(&digest);
        }
        for unit in &self.request.units {
            hasher.add(&self.preprocessed(Source::unit(self.request, unit))?);
        }
        Some(hasher.end())
    }

    /// The digest of a source and of what comes of it behind the preprocessor.
    fn preprocessed(&self, source: Source) -> Option<Digest> {
        let mut hasher = Hasher::new();
        hasher.add(&std::fs::read(source.place()).ok()?);
        let text = clang::preprocess(source, self.limits, self.stop).ok()?;
        hasher.add(&text);
        // Behind the preprocessor it is not told where in a line something stands.
        let folder = source.directory().unwrap_or(Path::new(""));
        written::files(&text, folder).iter().for_each(|bytes| hasher.add(bytes));
        Some(hasher.end())
    }
}

/// The digests of files, which are made at the same time. `None` if one cannot be read.
fn digests(paths: &[PathBuf], origin: &Origin<'_>) -> Option<Vec<(PathBuf, Digest)>> {
    let one = |path: &PathBuf| {
        if let Ok(Kind::Source) = clang::kind(path) {
            let digest = origin.preprocessed(Source::file(origin.request, path))?;
            return Some((path.clone(), digest));
        }
        let bytes = std::fs::read(path).ok()?;
        let mut hasher = Hasher::new();
        hasher.add(&bytes);
        // The members of a thin archive are files of their own.
        (!bytes.starts_with(b"!<thin>")).then(|| (path.clone(), hasher.end()))
    };
    let (sources, others): (Vec<&PathBuf>, Vec<&PathBuf>) =
        paths.iter().partition(|path| matches!(clang::kind(path), Ok(Kind::Source)));
    std::thread::scope(|scope| {
        let started: Vec<_> =
            sources.into_iter().map(|path| scope.spawn(move || one(path))).collect();
        let rest: Option<Vec<_>> = others.into_iter().map(one).collect();
        let preprocessed = started.into_iter().map(|thread| thread.join().ok()?);
        let mut all: Vec<_> = preprocessed.collect::<Option<_>>()?;
        all.extend(rest?);
        // In the order of the paths.
        let place = |path: &PathBuf| paths.iter().position(|p| p == path);
        all.sort_by_key(|(path, _)| place(path));
        Some(all)
    })
}

/// Whether everything that clang reads because of an option goes through the preprocessor.
fn is_plain(flag: &str) -> bool {
    const READING: [&str; 10] = [
        "-fprofile",
        "-fplugin",
        "-fpass-plugin",
        "-fauto-profile",
        "-fmodule",
        "-fcxx-modules",
        "-fimplicit-module",
        "-fbuild-session",
        "-fthinlto",
        "-fdebug-default-version",
    ];
    let option = flag.starts_with('-');
    let known = ["-D", "-U", "-I", "-W", "-std=", "-f", "-m", "-g", "-O"];
    let whole = ["-include", "-isystem", "-iquote", "-idirafter", "-pthread", "-w", "-pedantic"];
    let named = known.iter().any(|begin| flag.starts_with(begin)) || whole.contains(&flag);
    let reads = READING.iter().any(|begin| flag.starts_with(begin))
        || names_file(flag)
        || flag.starts_with("-fsanitize")
        || flag.starts_with("-Wl,")
        || flag == "-mllvm";
    // What is no option is the folder or header that belongs to the one before it.
    (!option || named) && !reads && !flag.ends_with(".pch") && !flag.starts_with('@')
}

/// Whether an option says a file, whatever clang does with it.
fn names_file(flag: &str) -> bool {
    let reads = flag.starts_with("-f") || flag.starts_with("-m");
    reads && flag.split_once('=').is_some_and(|(_, value)| Path::new(value).exists())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_that_read_files_are_not_plain() {
        let plain = ["-DX=1", "-I", "include", "-std=c++20", "-fno-rtti", "-m32", "-Wall"];
        assert!(plain.into_iter().all(is_plain));
        let other = ["-fplugin=a.so", "-Xclang", "-fprofile-use=a", "-include-pch", "-mllvm", "@a"];
        let file = tempfile::NamedTempFile::new().unwrap();
        let seed = format!("-frandomize-layout-seed-file={}", file.path().display());
        assert!(!is_plain(&seed));
        assert!(!other.into_iter().any(is_plain));
    }
}
