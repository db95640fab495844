//! What can go wrong on the way from source to program.

use serde::{Deserialize, Serialize};
use std::fmt;

/// Why there is no program. Each message says what happened, where, and what to do.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Error {
    /// There is no clang to compile with.
    ClangMissing {
        /// What was looked for.
        tried: Vec<String>,
    },
    /// clang rejects a file.
    Compile {
        /// The file.
        file: String,
        /// What clang wrote, unchanged.
        diagnostics: String,
    },
    /// A file cannot be read, or is neither source, bitcode nor textual IR.
    Read {
        /// The file.
        file: String,
        /// Why.
        why: String,
    },
    /// Files do not go together.
    Link {
        /// The file that was added last.
        file: String,
        /// Why.
        why: String,
    },
    /// A C++ program, and no C++ library to compile and link it with.
    LibraryMissing {
        /// What needs it.
        what: String,
    },
    /// A program that was compiled with the headers of another C++ library.
    OtherLibrary {
        /// What is missing.
        symbol: String,
    },
    /// Something that no instruction could stand for.
    Unsupported {
        /// What it is.
        what: String,
        /// Why it is not possible.
        why: String,
    },
    /// More than addresses and indices have room for.
    TooLarge {
        /// What is too large.
        what: String,
        /// How large it may be.
        limit: String,
    },
    /// The lowered program does not hold together: a bug of ours.
    Internal {
        /// What is wrong with it.
        why: String,
    },
    /// LLVM gave up on the input and took its process with it.
    Crashed {
        /// The file, or the place in it.
        at: String,
        /// How the process ended.
        how: String,
        /// The last words of LLVM, if there were any.
        said: String,
    },
    /// Compiling and lowering took too long.
    TimedOut {
        /// The file, or the place in it.
        at: String,
        /// The limit.
        seconds: u64,
    },
    /// Compiling and lowering needed too much memory.
    OutOfMemory {
        /// The file, or the place in it.
        at: String,
        /// The limit.
        bytes: u64,
    },
    /// Somebody wanted it to end.
    Interrupted,
    /// The process that compiles and lowers cannot be started or talked to.
    Child {
        /// Why.
        why: String,
    },
}

/// What to do where something of the C++ library is missing.
const LATER_STANDARD: &str = "; what `std` lacks may need a later standard: C++17 is the default, \
                              `-std=c++20` or `-std=c++23` has more";

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::ClangMissing { tried } => write!(
                f,
                "no clang was found (tried {}); install clang 22 or set ALLWAYS_CLANG to its path",
                tried.join(", ")
            ),
            Error::Compile { file, diagnostics } => {
                write!(f, "clang cannot compile `{file}`")?;
                let standard =
                    ["namespace 'std'", "'std::"].iter().any(|s| diagnostics.contains(s));
                if !standard { Ok(()) } else { f.write_str(LATER_STANDARD) }
            }
            Error::Read { file, why } => write!(f, "cannot read `{file}`: {why}"),
            Error::Link { file, why } => write!(f, "cannot link `{file}`: {why}"),
            Error::LibraryMissing { what } => write!(
                f,
                "{what} needs the C++ standard library, which is not set up: run `allways setup c++` once"
            ),
            Error::OtherLibrary { symbol } => write!(
                f,
                "the program was compiled against another C++ library, probably libstdc++ (`{symbol}` \
                 is not in libc++): check its sources, or compile it with `-stdlib=libc++`"
            ),
            Error::Unsupported { what, why } => write!(f, "{what} is not supported: {why}"),
            Error::TooLarge { what, limit } => {
                write!(f, "{what} would need more room than there is: at most {limit}")
            }
            Error::Internal { why } => write!(
                f,
                "this is a bug in Allways, not in your program: lowering went wrong: {why}"
            ),
            Error::Crashed { at, how, said } => {
                write!(f, "{at}: LLVM could not cope with the input: {how}")?;
                if said.is_empty() { Ok(()) } else { write!(f, ", after saying: {said}") }
            }
            Error::TimedOut { at, seconds } => write!(
                f,
                "{at}: compiling took more than {seconds} s and was stopped; make the source \
                 simpler, or allow more with --compile-timeout"
            ),
            Error::OutOfMemory { at, bytes } => write!(
                f,
                "{at}: compiling needs more memory than {:.1} GiB and was stopped; make the source \
                 simpler, or allow more with --memory",
                *bytes as f64 / f64::from(1 << 30)
            ),
            Error::Interrupted => write!(f, "compiling was interrupted"),
            Error::Child { why } => write!(f, "the compiling process failed: {why}"),
        }
    }
}

impl std::error::Error for Error {}
