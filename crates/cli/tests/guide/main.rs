//! What the repository tells its readers is true: commands in README.md and docs/guide print what the pages
//! show, links lead somewhere, and the variables of the tests are documented. `make bless` rewrites the pages.

mod console;
mod figures;
mod help;
mod installed;
mod links;
mod programs;
mod shell;
mod variables;

use std::path::{Path, PathBuf};
use std::sync::Mutex;

/// Held by a test that may write to the pages.
static PAGES: Mutex<()> = Mutex::new(());

/// The repository.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().expect("the repository")
}

/// Whether pages are rewritten instead of compared.
fn blessing() -> bool {
    std::env::var_os("ALLWAYS_BLESS").is_some()
}

/// Files below a folder of the repository, in order; not what is built, nor what tools keep for themselves.
fn files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let entries = std::fs::read_dir(folder).expect("a folder").flatten();
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
    paths.sort();
    for path in paths {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let skipped = name == "target" || (name.starts_with('.') && name != ".github");
        if path.is_dir() && !skipped {
            found.extend(files(&path));
        } else if path.is_file() {
            found.push(path);
        }
    }
    found
}

fn has_extension(path: &Path, extension: &str) -> bool {
    path.extension().is_some_and(|e| e == extension)
}

/// The pages whose commands are run: README.md and the guide.
fn pages() -> Vec<PathBuf> {
    let guide = files(&root().join("docs/guide"));
    let guide = guide.into_iter().filter(|path| has_extension(path, "md"));
    let pages: Vec<PathBuf> = std::iter::once(root().join("README.md")).chain(guide).collect();
    assert!(pages.len() > 5, "the guide is missing: {pages:?}");
    pages
}

fn read(file: &Path) -> String {
    let text = std::fs::read_to_string(file);
    text.unwrap_or_else(|error| panic!("{}: {error}", file.display()))
}

/// A path as a reader sees it.
fn shown(file: &Path) -> String {
    file.strip_prefix(root()).unwrap_or(file).display().to_string()
}

/// Fails with all complaints together.
fn no_complaints(complaints: &[String]) {
    assert!(complaints.is_empty(), "{} wrong:\n{}", complaints.len(), complaints.join("\n"));
}
