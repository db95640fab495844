//! Runs clang for its typed syntax tree.

use crate::error::{Error, Result};
use std::path::Path;
use std::process::Command;

/// The clang that the project is built around.
const CLANG: &str = "clang-22";

/// The syntax tree of a source file as clang's JSON. Warnings are dropped: they are for compiling, not for translating.
pub fn syntax_tree(source: &Path, args: &[String]) -> Result<Vec<u8>> {
    let output = Command::new(CLANG)
        .args(["-fsyntax-only", "-w", "-D__ALLWAYS__", "-Xclang", "-ast-dump=json"])
        .args(args)
        .arg(source)
        .output()
        .map_err(|problem| Error::Tool {
            name: CLANG.into(),
            problem: problem.to_string(),
            hint: format!("install {CLANG} (Debian: apt-get install {CLANG})"),
        })?;
    if output.status.success() {
        Ok(output.stdout)
    } else {
        Err(Error::Compile { messages: String::from_utf8_lossy(&output.stderr).into_owned() })
    }
}
