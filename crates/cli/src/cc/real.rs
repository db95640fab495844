//! The user's own compiler.

use allways_llvm::Language;
use anyhow::{Context, Result, bail};
use std::ffi::OsString;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::{Path, PathBuf};
use std::process::Command;

/// Whatever these name is the compiler; a command may have several words, as in `ccache gcc`.
const VARIABLES: [&str; 2] = ["ALLWAYS_CC", "ALLWAYS_CXX"];

/// Otherwise it is the first of these that is there.
const USUAL: [[&str; 2]; 2] = [["cc", "gcc"], ["c++", "g++"]];

/// Set for the compiler, which may call compilers in turn.
const RUNNING: &str = "ALLWAYS_CC_RUNNING";

/// Runs the compiler and says with which code it ended. With `instead` this process becomes the compiler.
pub fn run(language: Language, words: &[OsString], instead: bool) -> Result<u8> {
    let (program, first) = compiler(language)?;
    let mut command = Command::new(&program);
    command.args(first).args(words).env(RUNNING, "1");
    if words.iter().any(is_lto) {
        // Of objects that the linker's plugin takes over the other sections are lost. It makes no difference to what
        // is checked.
        command.arg("-fno-lto");
    }
    let failed = || format!("cannot run the compiler `{}`", program.display());
    if instead {
        return Err(command.exec()).with_context(failed);
    }
    let status = command.status().with_context(failed)?;
    let code = status.code().or(status.signal().map(|signal| 128 + signal)).unwrap_or(1);
    Ok(u8::try_from(code).unwrap_or(1))
}

fn is_lto(word: &OsString) -> bool {
    word.to_str().is_some_and(|word| word == "-flto" || word.starts_with("-flto="))
}

/// The compiler, and the words of its command behind the first.
fn compiler(language: Language) -> Result<(PathBuf, Vec<String>)> {
    let index = usize::from(language.is_cxx());
    let (variable, usual) = (VARIABLES[index], USUAL[index]);
    if std::env::var_os(RUNNING).is_some() {
        bail!("the compiler that {variable} names calls `allways` in turn: name another one");
    }
    let set = std::env::var(variable).unwrap_or_default();
    let mut words = set.split_whitespace().map(str::to_string);
    if let Some(program) = words.next() {
        return Ok((program.into(), words.collect()));
    }
    let found = usual.iter().find_map(|name| on_path(name));
    let found = found.with_context(|| {
        format!("there is no compiler `{}`: name yours in {variable}", usual.join("` or `"))
    })?;
    Ok((found, Vec::new()))
}

/// A program on the search path that is not this one.
fn on_path(name: &str) -> Option<PathBuf> {
    let own = std::env::current_exe().and_then(|own| own.canonicalize()).ok();
    let is_other = |path: &Path| path.is_file() && path.canonicalize().ok() != own;
    let places = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&places).map(|place| place.join(name)).find(|path| is_other(path))
}
