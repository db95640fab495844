//! Where the files that come with the checker are: the header and the library models in C.

use anyhow::{Result, anyhow};
use std::path::PathBuf;

/// The first folder above the executable, or beside it as installed, that has `path` in it.
fn find(path: &str) -> Result<PathBuf> {
    let exe = std::env::current_exe()?.canonicalize()?;
    exe.ancestors()
        .skip(1)
        .flat_map(|dir| [dir.join(path), dir.join("share/allways").join(path)])
        .find(|candidate| candidate.exists())
        .ok_or_else(|| anyhow!("`{path}` is missing: reinstall Allways, or run it from its clone"))
}

/// The folder of `allways.h`.
pub fn include_dir() -> Result<PathBuf> {
    let header = find("include/allways.h")?;
    Ok(header.parent().map(PathBuf::from).unwrap_or_default())
}

/// The virtual machine as a static library: installed, or where cargo leaves it. Of several the newest,
/// because a build may leave others untouched.
pub fn pan_library() -> Result<PathBuf> {
    const NAME: &str = "liballways_pan";
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
             `cargo build --release -p allways-pan`, or reinstall Allways",
            exe.display()
        )
    })
}

/// The folder of the benchmarks' programs and models.
pub fn bench_dir() -> Result<PathBuf> {
    find("bench")
}

/// The library models written in C, sorted by name; none when there are none.
pub fn runtime_models() -> Vec<PathBuf> {
    let Ok(dir) = find("runtime") else { return Vec::new() };
    let mut files: Vec<PathBuf> = std::fs::read_dir(dir)
        .into_iter()
        .flatten()
        .flatten()
        .map(|entry| entry.path())
        .filter(|path| path.extension().is_some_and(|e| e == "c"))
        .collect();
    files.sort();
    files
}
