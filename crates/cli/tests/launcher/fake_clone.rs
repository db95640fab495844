//! A clone of the repository with nothing real in it but the launcher: PATH leads to stand-ins that
//! note how they were called, so set-up can be watched without root, a network or a compiler.

use std::fs::{self, File};
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, SystemTime};

use tempfile::TempDir;

/// Real programs that the launcher and the stand-ins may use.
const REAL: &[&str] = &[
    "cat", "chmod", "cp", "env", "find", "flock", "grep", "mkdir", "mv", "readlink", "sed",
    "sleep", "touch", "true",
];
const STAND_INS: &[&str] = &["apt-get", "cargo", "id", "rustc", "sudo", "uname"];
/// Programs that only need to be found.
const PRESENT: &[&str] = &[
    "automake",
    "autoreconf",
    "c++",
    "cc",
    "clang-22",
    "cmake",
    "csmith",
    "make",
    "objcopy",
    "pip3",
    "spin",
    "valgrind",
];

/// One clone with its own PATH, home folder and LLVM; every path in it has a space.
pub struct FakeClone {
    folder: TempDir,
}

/// How a launcher run ended.
pub struct Ended {
    pub code: Option<i32>,
    pub stdout: String,
    pub stderr: String,
}

impl FakeClone {
    /// A clone on a machine where every package is installed and nothing is built yet.
    pub fn new() -> Self {
        let clone =
            FakeClone { folder: tempfile::Builder::new().prefix("a clone ").tempdir().unwrap() };
        clone.fill_path();
        clone.fill_root("the root");
        clone.write("some llvm/include/llvm-c/Core.h", "");
        clone.write("calls", "");
        clone
    }

    /// A clone that has been built, its build half an hour old and its sources an hour.
    pub fn built() -> Self {
        let clone = Self::new();
        assert_eq!(clone.run(&[]).code, Some(0));
        clone.forget_calls();
        set_age(&clone.path("the root/target/allways-built-from"), 30);
        clone
    }

    /// A path in the temporary folder.
    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Removes a program from PATH.
    pub fn without(self, program: &str) -> Self {
        fs::remove_file(self.path("bin").join(program)).unwrap();
        self
    }

    /// Takes LLVM's headers away, as if llvm-22-dev had never been installed.
    pub fn without_llvm(self) -> Self {
        fs::remove_dir_all(self.path("some llvm")).unwrap();
        self
    }

    /// A stand-in rustc and cargo where rustup installs them.
    pub fn with_rust_at_home(self) -> Self {
        let bin = self.path("home/.cargo/bin");
        fs::create_dir_all(&bin).unwrap();
        for tool in ["cargo", "rustc"] {
            symlink(stand_in(tool), bin.join(tool)).unwrap();
        }
        self
    }

    /// Makes a second clone that shares everything but the sources.
    pub fn fill_root(&self, root: &str) {
        let repository = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        self.write(
            &format!("{root}/allways"),
            &fs::read_to_string(repository.join("allways")).unwrap(),
        );
        self.write(&format!("{root}/Cargo.toml"), "[workspace.package]\nrust-version = \"1.88\"\n");
        self.write(&format!("{root}/crates/cli/src/main.rs"), "fn main() {}");
        self.write(&format!("{root}/crates/cli/src/old.rs"), "");
        for name in [
            "Cargo.toml",
            "crates/cli/src/main.rs",
            "crates/cli/src/old.rs",
            "crates/cli/src",
            "crates/cli",
            "crates",
        ] {
            set_age(&self.path(root).join(name), 60);
        }
    }

    /// A launcher run that is ready to start, in the clone's root.
    pub fn launcher(&self, args: &[&str]) -> Command {
        self.shell(&self.path("the root/allways"), args)
    }

    /// The same for a launcher reached by another path. It is given to `sh`, as the kernel would:
    /// a file that a test has just written may still be busy when it is executed itself.
    pub fn shell(&self, launcher: &Path, args: &[&str]) -> Command {
        let mut command = Command::new("/bin/sh");
        command
            .arg(launcher)
            .args(args)
            .current_dir(self.path("the root"))
            .stdin(Stdio::null())
            .env_clear()
            .env("PATH", self.path("bin"))
            .env("HOME", self.path("home"))
            .env("CALLS", self.path("calls"))
            .env("LLVM_SYS_221_PREFIX", self.path("some llvm"));
        command
    }

    /// Runs the launcher to its end.
    pub fn run(&self, args: &[&str]) -> Ended {
        self.run_with(args, &[])
    }

    /// Runs it with more environment variables, which steer the stand-ins.
    pub fn run_with(&self, args: &[&str], environment: &[(&str, &str)]) -> Ended {
        let mut command = self.launcher(args);
        command.envs(environment.iter().copied());
        command.output().unwrap().into()
    }

    /// The calls that the stand-ins noted, one per line.
    pub fn calls(&self) -> Vec<String> {
        let calls = fs::read_to_string(self.path("calls")).unwrap();
        calls.lines().map(str::to_owned).collect()
    }

    /// How often the binary was built.
    pub fn builds(&self) -> usize {
        self.calls().iter().filter(|call| call.starts_with("cargo build ")).count()
    }

    pub fn forget_calls(&self) {
        self.write("calls", "");
    }

    fn write(&self, name: &str, text: &str) {
        let path = self.path(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    fn fill_path(&self) {
        let bin = self.path("bin");
        fs::create_dir_all(&bin).unwrap();
        for program in REAL {
            symlink(real(program), bin.join(program)).unwrap();
        }
        for program in STAND_INS {
            symlink(stand_in(program), bin.join(program)).unwrap();
        }
        for program in PRESENT {
            symlink(stand_in("present"), bin.join(program)).unwrap();
        }
    }
}

impl From<Output> for Ended {
    fn from(output: Output) -> Self {
        Ended {
            code: output.status.code(),
            stdout: String::from_utf8(output.stdout).unwrap(),
            stderr: String::from_utf8(output.stderr).unwrap(),
        }
    }
}

/// Dates a file or folder so many minutes back.
pub fn set_age(path: &Path, minutes: u64) {
    let date = SystemTime::now() - Duration::from_secs(60 * minutes);
    File::open(path).unwrap().set_modified(date).unwrap();
}

fn stand_in(program: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/launcher/stand_ins").join(program)
}

fn real(program: &str) -> PathBuf {
    std::env::split_paths(&std::env::var_os("PATH").unwrap())
        .map(|folder| folder.join(program))
        .find(|path| path.is_file())
        .unwrap_or_else(|| panic!("{program} is not installed"))
}
