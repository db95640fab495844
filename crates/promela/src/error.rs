//! What can go wrong, where, and what to do about it.

use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;

/// A place in a C source file.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Location {
    /// The file as clang names it.
    pub file: Arc<str>,
    /// The line, counted from 1; 0 when clang gives none.
    pub line: u32,
}

impl fmt::Display for Location {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.line == 0 {
            write!(f, "{}", self.file)
        } else {
            write!(f, "{}:{}", self.file, self.line)
        }
    }
}

/// Why no model, or no explanation of a trail, could be made.
#[derive(Debug)]
pub enum Error {
    /// The program uses something that has no translation.
    Untranslatable {
        /// Where it stands.
        at: Location,
        /// What it is, in words.
        construct: String,
        /// What to write instead.
        hint: String,
    },
    /// A program that is needed could not be run or gave nonsense.
    Tool {
        /// The program.
        name: String,
        /// What happened.
        problem: String,
        /// What to do about it.
        hint: String,
    },
    /// A file could not be read.
    File {
        /// The file.
        path: PathBuf,
        /// What the system said.
        problem: String,
    },
}

impl Error {
    pub(crate) fn untranslatable(
        at: &Location,
        construct: impl Into<String>,
        hint: impl Into<String>,
    ) -> Error {
        Error::Untranslatable { at: at.clone(), construct: construct.into(), hint: hint.into() }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Untranslatable { at, construct, hint } => {
                write!(f, "{at}: no translation to Promela: {construct}\n  hint: {hint}")
            }
            Error::Tool { name, problem, hint } => {
                write!(f, "{name}: {problem}\n  hint: {hint}")
            }
            Error::File { path, problem } => write!(f, "{}: {problem}", path.display()),
        }
    }
}

impl std::error::Error for Error {}

/// The result of everything that can fail in this crate.
pub type Result<T> = std::result::Result<T, Error>;
