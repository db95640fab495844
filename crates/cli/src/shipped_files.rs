//! The files that come with the checker: the headers and the library models in C.
//!
//! They are part of the binary, so an installed checker works from any folder and its models are always
//! those it was built with. The compiler needs them as files: they are taken from the folder of the clone
//! or of the installation if they are the same there, and else written to the user's cache folder.

use anyhow::{Context, Result, anyhow};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::Write;
use std::path::{Path, PathBuf};

/// A file that is part of the binary: its path below the repository, and its content.
type Embedded = (&'static str, &'static str);

macro_rules! embedded {
    ($($path:literal)*) => {
        [$(($path, include_str!(concat!("../../../", $path)))),*]
    };
}

const HEADERS: [Embedded; 2] = embedded!["include/allways.h" "include/allways_vm.h"];

/// The library models written in C, sorted by name.
const MODELS: [Embedded; 21] = embedded![
    "runtime/abstract.c"
    "runtime/byte_order.c"
    "runtime/complex.c"
    "runtime/complex_functions.c"
    "runtime/division.c"
    "runtime/environment.c"
    "runtime/err.c"
    "runtime/fenv.c"
    "runtime/getopt.c"
    "runtime/limits.c"
    "runtime/locale.c"
    "runtime/mapping.c"
    "runtime/polling.c"
    "runtime/search.c"
    "runtime/signal.c"
    "runtime/sort.c"
    "runtime/system.c"
    "runtime/thread_exit.c"
    "runtime/wide.c"
    "runtime/wide_print.c"
    "runtime/wide_text.c"
];

fn embedded() -> impl Iterator<Item = &'static Embedded> {
    HEADERS.iter().chain(&MODELS)
}

/// The folders above the executable, and those beside it as installed.
fn around_executable() -> Result<Vec<PathBuf>> {
    let exe = std::env::current_exe()?.canonicalize()?;
    let around = |folder: &Path| [folder.to_path_buf(), folder.join("share/allways")];
    Ok(exe.ancestors().skip(1).flat_map(around).collect())
}

/// Whether a file has this content, byte by byte.
fn is_same(file: &Path, content: &str) -> bool {
    std::fs::read(file).is_ok_and(|found| found == content.as_bytes())
}

/// The folder that has all embedded files, written if there is none.
fn files() -> Result<PathBuf> {
    let complete =
        |folder: &PathBuf| embedded().all(|(path, content)| is_same(&folder.join(path), content));
    match around_executable()?.into_iter().find(complete) {
        Some(folder) => Ok(folder),
        None => written(&cache()?),
    }
}

/// The user's cache folder.
fn cache() -> Result<PathBuf> {
    let set = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty());
    let home = || set("HOME").map(|home| PathBuf::from(home).join(".cache"));
    let absolute = set("XDG_CACHE_HOME").map(PathBuf::from).filter(|folder| folder.is_absolute());
    absolute
        .or_else(home)
        .ok_or_else(|| anyhow!("there is no folder for the headers: set HOME or XDG_CACHE_HOME"))
}

/// The version of the C++ library that programs are compiled with. What it is built from and how is
/// part of the name of its folder, so that another version of the checker builds its own.
const CXX_VERSION: &str = "22.1.8-2";

/// The folder of the C++ standard library, whether it is there or not.
pub fn cxx_folder() -> Result<PathBuf> {
    let mut hasher = DefaultHasher::new();
    (allways_llvm::CONFIGURATION, allways_llvm::CHANGES).hash(&mut hasher);
    let name = format!("libc++-{CXX_VERSION}-{:016x}", hasher.finish());
    Ok(cache()?.join("allways").join(name))
}

/// The C++ standard library, if it is set up: beside the checker as installed, or in the cache.
pub fn cxx_library() -> Option<PathBuf> {
    let folder = cxx_folder().ok()?;
    let installed = around_executable().unwrap_or_default().into_iter();
    let installed = installed.filter_map(|f| Some(f.join(folder.file_name()?)));
    installed.chain([folder.clone()]).find(|folder| folder.join("symbols").is_file())
}

/// The folder with programs that were compiled before, if there is a place for it.
pub fn kept_programs() -> Option<PathBuf> {
    Some(cache().ok()?.join("allways").join("programs"))
}

/// Writes the embedded files below `cache` where they are missing or different. Each appears whole or not
/// at all, so several checkers may do this at the same time.
fn written(cache: &Path) -> Result<PathBuf> {
    let mut hasher = DefaultHasher::new();
    embedded().for_each(|file| file.hash(&mut hasher));
    let name = format!("{}-{:016x}", env!("CARGO_PKG_VERSION"), hasher.finish());
    let folder = cache.join("allways").join(name);
    for (path, content) in embedded() {
        let file = folder.join(path);
        if !is_same(&file, content) {
            write_whole(&file, content)
                .with_context(|| format!("cannot write `{}`", file.display()))?;
        }
    }
    Ok(folder)
}

fn write_whole(file: &Path, content: &str) -> Result<()> {
    let folder = file.parent().context("a file is in a folder")?;
    std::fs::create_dir_all(folder)?;
    let mut new = tempfile::NamedTempFile::new_in(folder)?;
    new.write_all(content.as_bytes())?;
    new.persist(file)?;
    Ok(())
}

/// The folder of `allways.h`.
pub fn include_dir() -> Result<PathBuf> {
    Ok(files()?.join("include"))
}

/// The library models written in C.
pub fn runtime_models() -> Result<Vec<PathBuf>> {
    let folder = files()?;
    Ok(MODELS.iter().map(|(path, _)| folder.join(path)).collect())
}

/// The virtual machine as a static library: installed, or where cargo leaves it. Of several the newest,
/// because a build may leave others untouched.
pub fn spin_library() -> Result<PathBuf> {
    const NAME: &str = "liballways_spin";
    let exe = std::env::current_exe()?.canonicalize()?;
    let beside = exe.parent().map(PathBuf::from).unwrap_or_default();
    let folders = [beside.clone(), beside.join("../lib"), beside.join("deps")];
    let files = folders.iter().filter_map(|f| std::fs::read_dir(f).ok()).flatten().flatten();
    let is_it = |path: &PathBuf| {
        let name = path.file_name().and_then(|n| n.to_str()).unwrap_or("");
        name.starts_with(NAME) && name.ends_with(".a")
    };
    let age = |path: &PathBuf| path.metadata().and_then(|m| m.modified()).ok();
    files.map(|entry| entry.path()).filter(is_it).max_by_key(age).ok_or_else(|| {
        anyhow!(
            "`{NAME}.a`, the virtual machine for SPIN, is missing beside `{}`: build it with \
             `cargo build --release -p allways-spin` and copy it there, or run `./allways` from a clone",
            exe.display()
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn repository() -> PathBuf {
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
    }

    #[test]
    fn every_header_and_model_is_embedded() {
        for (folder, extension, embedded) in
            [("include", "h", &HEADERS[..]), ("runtime", "c", &MODELS[..])]
        {
            let entries = std::fs::read_dir(repository().join(folder)).unwrap().flatten();
            let names = entries.map(|entry| entry.file_name().to_string_lossy().into_owned());
            let mut found: Vec<String> = names
                .filter(|name| name.ends_with(&format!(".{extension}")))
                .map(|name| format!("{folder}/{name}"))
                .collect();
            found.sort();
            let listed: Vec<&str> = embedded.iter().map(|(path, _)| *path).collect();
            assert_eq!(listed, found);
        }
    }

    #[test]
    fn files_are_written_once_and_repaired() {
        let cache = tempfile::tempdir().unwrap();
        let folder = written(cache.path()).unwrap();
        let header = folder.join("include/allways.h");
        assert!(is_same(&header, HEADERS[0].1));
        std::fs::write(&header, "damaged").unwrap();
        std::fs::remove_file(folder.join("runtime/sort.c")).unwrap();
        assert_eq!(written(cache.path()).unwrap(), folder);
        assert!(embedded().all(|(path, content)| is_same(&folder.join(path), content)));
    }
}
