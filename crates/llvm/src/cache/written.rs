//! The files of a source as they are written, found in what the preprocessor made of it.

use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;
use std::path::Path;

/// What follows the name of a header of the system.
const OF_SYSTEM: u8 = b'3';

/// The bytes of the files that a text behind the preprocessor names, except those of the system and those that are
/// not there. Names begin in a folder.
pub(super) fn files(text: &[u8], folder: &Path) -> Vec<Vec<u8>> {
    let names: BTreeSet<&[u8]> = text.split(|&byte| byte == b'\n').filter_map(name).collect();
    let read = |name| std::fs::read(folder.join(OsStr::from_bytes(name))).ok();
    names.into_iter().filter_map(read).collect()
}

/// The file that a line of the form `# 7 "name" 1` names.
fn name(line: &[u8]) -> Option<&[u8]> {
    let quoted = line.strip_prefix(b"# ")?;
    let begin = quoted.iter().position(|&byte| byte == b'"')? + 1;
    let end = quoted.iter().rposition(|&byte| byte == b'"')?;
    let name = quoted.get(begin..end)?;
    (!quoted[end..].contains(&OF_SYSTEM) && !name.contains(&b'\\')).then_some(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read() {
        assert_eq!(name(b"# 7 \"a b.h\" 1"), Some(&b"a b.h"[..]));
        assert_eq!(name(b"# 12 \"/usr/include/stdio.h\" 1 3 4"), None);
        assert_eq!(name(b"int x; // \"a.h\""), None);
        assert_eq!(name(b"# 1 \"half"), None);
    }
}
