//! `allways man` and `allways completions`: made from the same description of the command line as `--help`.

use crate::args::command;
use anyhow::{Context, Result};
use std::io::Write;
use std::path::Path;
use std::process::ExitCode;

/// Prints a completion script.
pub fn completions(shell: clap_complete::Shell) -> ExitCode {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut command(), "allways", &mut script);
    print(&script)
}

/// Prints the man page, or writes one for each command to a folder.
pub fn pages(folder: Option<&Path>) -> ExitCode {
    let Some(folder) = folder else {
        let mut page = Vec::new();
        return match clap_mangen::Man::new(command()).render(&mut page) {
            Ok(()) => print(&page),
            Err(error) => crate::fail(&error.into()),
        };
    };
    match write_pages(folder) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => crate::fail(&error),
    }
}

fn write_pages(folder: &Path) -> Result<()> {
    std::fs::create_dir_all(folder)
        .and_then(|()| clap_mangen::generate_to(command(), folder))
        .with_context(|| format!("cannot write to `{}`", folder.display()))
}

fn print(bytes: &[u8]) -> ExitCode {
    match std::io::stdout().lock().write_all(bytes) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => crate::fail(&error.into()),
    }
}
