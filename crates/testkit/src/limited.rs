//! Running a program that may hang, eat memory or crash.

use std::ffi::OsStr;
use std::path::Path;
use std::process::{Command, Stdio};

/// What a run may use.
#[derive(Copy, Clone, Debug)]
pub struct Bounds {
    /// Wall-clock time; everything the program started is ended with it.
    pub seconds: f64,
    /// Address space in bytes, for each process.
    pub memory: u64,
}

/// How a run ended.
#[derive(Clone, Debug)]
pub struct Ended {
    /// The exit code; above 128 for a signal.
    pub code: i32,
    /// What it wrote to its standard output.
    pub stdout: Vec<u8>,
    /// What it wrote to its standard error.
    pub stderr: String,
}

impl Ended {
    /// Whether it was ended because its time was over.
    pub fn timed_out(&self) -> bool {
        self.code == 124 || self.code == 137
    }
}

/// Runs `program` in `folder` within bounds, with nothing on its standard input.
pub fn run_within<S: AsRef<OsStr>>(
    bounds: Bounds,
    folder: &Path,
    program: &str,
    arguments: &[S],
) -> Ended {
    // `timeout` ends the whole group of processes, which killing one child would not.
    let script = "ulimit -v \"$1\"; ulimit -c 0; shift; exec timeout -k 1 \"$@\"";
    let output = Command::new("sh")
        .args(["-c", script, "sh"])
        .arg((bounds.memory / 1024).to_string())
        .arg(bounds.seconds.to_string())
        .arg(program)
        .args(arguments)
        .current_dir(folder)
        .stdin(Stdio::null())
        .output()
        .expect("a shell runs");
    let signal = std::os::unix::process::ExitStatusExt::signal(&output.status);
    Ended {
        code: output.status.code().unwrap_or_else(|| 128 + signal.unwrap_or(0)),
        stdout: output.stdout,
        stderr: String::from_utf8_lossy(&output.stderr).into_owned(),
    }
}
