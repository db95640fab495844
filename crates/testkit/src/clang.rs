//! A clang that remembers what it has compiled: tests compile the same programs again and again.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

/// Takes the place of clang. What clang is asked, where, and what the source contains are the name under which its
/// answer is kept. Headers do not count: nothing changes them while tests run.
const SCRIPT: &str = r#"#!/bin/sh
for source; do :; done
name=$(printf '%s\n' "$PWD" "$@" | cat - "$source" | md5sum)
kept=${0%/*}/${name%% *}
if ! [ -d "$kept" ]; then
    new=$kept.$$
    mkdir "$new"
    clang-22 "$@" >"$new/out" 2>"$new/err"
    code=$?
    [ $code -lt 64 ] || exit $code
    echo $code >"$new/code"
    mv -T "$new" "$kept" 2>/dev/null || rm -r "$new"
fi
cat "$kept/err" >&2
cat "$kept/out"
read -r code <"$kept/code"
exit "$code"
"#;

/// A path for `ALLWAYS_CLANG`, in a folder of this process below the given one. Folders of tests that have ended are
/// removed.
pub fn remembering_clang(below: &str) -> &'static Path {
    static FOLDER: OnceLock<PathBuf> = OnceLock::new();
    FOLDER.get_or_init(|| {
        forget_others(Path::new(below));
        let folder = Path::new(below).join(format!("{PREFIX}{}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a folder");
        // Somebody else writes it: a process that another thread starts meanwhile would hold it open, and it
        // could not be run.
        let write = "printf '%s' \"$0\" >clang && chmod +x clang";
        let written = Command::new("sh").args(["-c", write, SCRIPT]).current_dir(&folder).status();
        assert!(written.expect("sh runs").success());
        folder.join("clang")
    })
}

const PREFIX: &str = "clang-";

fn forget_others(below: &Path) {
    for entry in std::fs::read_dir(below).into_iter().flatten().flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        let owner = name.strip_prefix(PREFIX).map(|process| Path::new("/proc").join(process));
        if owner.is_some_and(|owner| !owner.exists()) {
            let _ = std::fs::remove_dir_all(entry.path());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_source_is_compiled_once_and_another_again() {
        let folder = tempfile::tempdir().expect("a folder");
        let clang = remembering_clang(&folder.path().display().to_string());
        let compiled = |source: &str| {
            std::fs::write(folder.path().join("program.c"), source).expect("a file");
            let mut command = Command::new(clang);
            command.args(["-S", "-emit-llvm", "-o", "-", "--", "program.c"]);
            let output = command.current_dir(folder.path()).output().expect("it runs");
            let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
            (output.status.code(), text(&output.stdout), text(&output.stderr))
        };
        let kept = || std::fs::read_dir(clang.parent().expect("a folder")).expect("files").count();
        let (right, wrong) = ("int f(void) { return 7; }\n", "int f(void) { return x; }\n");
        let first = compiled(right);
        assert!(first.0 == Some(0) && first.1.contains("ret i32 7"), "{first:?}");
        assert_eq!((compiled(right), kept()), (first, 2));
        let refused = compiled(wrong);
        assert!(refused.0 == Some(1) && refused.2.contains("undeclared"), "{refused:?}");
        assert_eq!((compiled(wrong), kept()), (refused, 3));
    }
}
