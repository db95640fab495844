//! A folder in which the commands of a page are run, like a terminal that a reader has open.

use crate::root;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::Command;
use tempfile::TempDir;

/// A terminal in a copy of the repository's programs.
pub struct Shell {
    scratch: TempDir,
    folder: PathBuf,
    status: i32,
}

impl Shell {
    /// README.md speaks to a reader in the repository, the guide to one in `examples/guide`.
    pub fn of_page(page: &Path) -> Shell {
        let scratch = tempfile::tempdir().expect("a folder");
        for name in ["examples", "bench"] {
            copy(&root().join(name), &scratch.path().join(name));
        }
        let binary = env!("CARGO_BIN_EXE_allways");
        std::fs::create_dir(scratch.path().join("bin")).expect("a folder");
        symlink(binary, scratch.path().join("bin/allways")).expect("a link");
        symlink(binary, scratch.path().join("allways")).expect("a link");
        let is_guide = page.starts_with(root().join("docs"));
        let folder = scratch.path().join(if is_guide { "examples/guide" } else { "" });
        Shell { scratch, folder, status: 0 }
    }

    /// Runs a command and gives what the terminal shows. `$?` is the status of the command before.
    pub fn run(&mut self, command: &str) -> String {
        let path = std::env::var("PATH").expect("a path");
        let bin = self.scratch.path().join("bin");
        let output = Command::new("sh")
            .arg("-c")
            .arg(format!("exec 2>&1\n(exit {})\n{command}", self.status))
            .current_dir(&self.folder)
            .env("PATH", format!("{}:{path}", bin.display()))
            .env("LC_ALL", "C.UTF-8")
            .env_remove("CLICOLOR_FORCE")
            .output()
            .expect("a shell runs");
        self.status = output.status.code().unwrap_or(128);
        String::from_utf8_lossy(&output.stdout).into_owned()
    }
}

fn copy(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).expect("a folder");
    for entry in std::fs::read_dir(from).expect("a folder").flatten() {
        let (path, to) = (entry.path(), to.join(entry.file_name()));
        if path.is_dir() {
            copy(&path, &to);
        } else {
            std::fs::copy(&path, &to).expect("a file can be copied");
        }
    }
}
