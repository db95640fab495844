//! Names that a program misses: who could define them.

use crate::Error;
use std::collections::BTreeSet;
use std::path::Path;

/// Whether a missing symbol can only be the C++ library's.
pub(crate) fn is_of_library(name: &str) -> bool {
    let begins = ["_ZSt", "_ZNSt", "_ZNKSt", "_ZTVSt", "_ZTISt", "_ZTVN10__cxxabiv1", "_Zn", "_Zd"];
    begins.iter().any(|begin| name.starts_with(begin))
        || (name.starts_with("__cxa_") && !name.ends_with("atexit"))
}

/// Refuses code that was compiled with the headers of another C++ library.
pub(crate) fn refuse_other_library(missing: &BTreeSet<String>) -> Result<(), Error> {
    let theirs =
        |name: &&String| is_of_library(name) && name.starts_with("_Z") && !name.contains("St3__1");
    match missing.iter().find(theirs) {
        Some(name) => Err(Error::OtherLibrary { symbol: name.clone() }),
        None => Ok(()),
    }
}

/// Whether a source mentions one of the names as a word: if not, it defines none of them, and need
/// not be compiled. (A file whose macros paste names together is never needed by this rule.)
pub(crate) fn mentions(path: &Path, names: &BTreeSet<String>) -> Result<bool, Error> {
    let text = std::fs::read(path)
        .map_err(|e| Error::Read { file: path.display().to_string(), why: e.to_string() })?;
    let is_word = |b: &u8| b.is_ascii_alphanumeric() || *b == b'_';
    Ok(text
        .split(|b| !is_word(b))
        .filter_map(|word| std::str::from_utf8(word).ok())
        .any(|word| names.contains(word)))
}
