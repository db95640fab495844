//! A copy of a project, and a search path on which the checker and its compilers are.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use tempfile::TempDir;

/// A folder to build in.
pub struct Workshop {
    folder: TempDir,
}

/// The folder with links to the checker, below the project's.
const LINKS: &str = ".bin";

impl Workshop {
    /// A copy of a project in `tests/projects`.
    pub fn of(project: &str) -> Workshop {
        let shop = Workshop::empty();
        let from = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/projects").join(project);
        copy(&from, shop.folder.path());
        shop
    }

    /// An empty folder.
    pub fn empty() -> Workshop {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let links = folder.path().join(LINKS);
        std::fs::create_dir(&links).expect("a folder");
        for name in ["allways", "allways-cc", "allways-c++"] {
            let binary = env!("CARGO_BIN_EXE_allways");
            std::os::unix::fs::symlink(binary, links.join(name)).expect("a link");
        }
        Workshop { folder }
    }

    /// A file of the project.
    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// A new file.
    pub fn write(&self, name: &str, text: &str) {
        std::fs::write(self.path(name), text).expect("a file");
    }

    /// Replaces a text, which must be there.
    pub fn edit(&self, name: &str, old: &str, new: &str) {
        let text = std::fs::read_to_string(self.path(name)).expect("a text");
        assert!(text.contains(old), "{name} has no `{old}`: {text}");
        self.write(name, &text.replace(old, new));
    }

    /// Makes a file newer than everything that was made of it.
    pub fn touch(&self, name: &str) {
        let file = std::fs::File::options().append(true).open(self.path(name)).expect("a file");
        let later = std::time::SystemTime::now() + std::time::Duration::from_secs(2);
        file.set_modified(later).expect("a date");
    }

    /// A command in the folder of the project.
    pub fn command(&self, program: &str, words: &[&str]) -> Command {
        let rest = std::env::var_os("PATH").unwrap_or_default();
        let first = std::iter::once(self.path(LINKS)).chain(std::env::split_paths(&rest));
        let path: OsString = std::env::join_paths(first).expect("a search path");
        let program = if program.starts_with("./") { self.path(program) } else { program.into() };
        let mut command = Command::new(program);
        command.args(words).current_dir(self.folder.path()).env("PATH", path);
        for variable in ["CC", "CXX", "CFLAGS", "MAKEFLAGS", "ALLWAYS_CC", "ALLWAYS_CXX"] {
            command.env_remove(variable);
        }
        command
    }

    /// Runs a command that must succeed, and says what it wrote.
    pub fn run(&self, program: &str, words: &[&str]) -> String {
        let output = self.command(program, words).output().expect("it runs");
        let all = [output.stdout, output.stderr].concat();
        let text = String::from_utf8_lossy(&all).into_owned();
        assert!(output.status.success(), "{program} {words:?}: {:?}\n{text}", output.status);
        text
    }

    /// Runs the checker.
    pub fn allways(&self, words: &[&str]) -> Output {
        self.command(env!("CARGO_BIN_EXE_allways"), words).output().expect("it runs")
    }

    /// Checks.
    pub fn check(&self, words: &[&str]) -> Output {
        self.allways(&[&["check"], words].concat())
    }

    fn checked(&self, words: &[&str], code: i32) -> String {
        let output = self.check(words);
        let text = String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned();
        assert_eq!(output.status.code(), Some(code), "{words:?}: {text}");
        text
    }

    /// Every property must hold.
    pub fn holds(&self, words: &[&str]) -> String {
        self.checked(words, 0)
    }

    /// A property must be violated, and the report must say this.
    pub fn violated(&self, words: &[&str], what: &str) {
        let text = self.checked(words, 1);
        assert!(text.contains(what), "{words:?}: {text}");
    }

    /// The request must be refused; with these words.
    pub fn fails(&self, words: &[&str]) -> String {
        self.checked(words, 2)
    }
}

fn copy(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).expect("a folder");
    for entry in std::fs::read_dir(from).expect("a folder").flatten() {
        let target = to.join(entry.file_name());
        if entry.path().is_dir() {
            copy(&entry.path(), &target);
        } else {
            std::fs::copy(entry.path(), target).expect("a file");
        }
    }
}
