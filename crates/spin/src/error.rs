//! Why SPIN gave no answer.

use std::io;
use std::path::PathBuf;

/// Why SPIN gave no answer. The words are the caller's.
#[derive(Debug)]
pub enum Error {
    /// Nobody could answer.
    Check(allways_check::Error),
    /// Nobody counts context switches so far.
    Bound(u32),
    /// A file beside the verifier cannot be written.
    Write(PathBuf, io::Error),
    /// A file that a tool should have left cannot be read.
    Read(PathBuf, io::Error),
    /// A tool cannot be run.
    NotRun(Tool, io::Error),
    /// A tool rejects its input, in these words.
    Rejected(Tool, String),
    /// `pan` did not come to its end; it said this.
    NoEnd(String),
    /// The trail cannot be run again by the machine: a bug of ours.
    NotReplayed(String),
    /// The trail leads to nothing that is wrong: a bug of ours.
    NoFault,
    /// Every search learns something, and none is the last: a bug of ours.
    NotSettled,
}

/// A program that is needed.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Tool {
    /// SPIN, which makes the verifier from the model.
    Spin,
    /// The compiler of the verifier.
    Gcc,
    /// The verifier.
    Pan,
}

impl From<allways_check::Error> for Error {
    fn from(error: allways_check::Error) -> Error {
        Error::Check(error)
    }
}
