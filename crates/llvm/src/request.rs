//! What to compile, and how.

use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::path::PathBuf;

/// A program to be made.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Request {
    /// C (`.c`), C++ (`.cc`, `.cpp`, `.cxx`), bitcode (`.bc`), textual IR (`.ll`) and what is built by
    /// `allways cc`, all linked into one program; of archives the members that it needs.
    pub inputs: Vec<PathBuf>,
    /// Sources of a build, linked like inputs.
    pub units: Vec<Unit>,
    /// Options of that build for the sources among the inputs, which include its headers.
    pub shared: Vec<String>,
    /// Functions that the program must have, wherever it has them from.
    pub wanted: Vec<String>,
    /// Like inputs, but each is linked only if it defines something that is still missing.
    pub extra: Vec<PathBuf>,
    /// Options for clang, `-m32` among them.
    pub cflags: Vec<String>,
    /// How sources are compiled. Bitcode and textual IR are taken as they are.
    pub optimise: Optimise,
    /// Where clang looks for headers, before any directory that `cflags` names.
    pub include_dirs: Vec<PathBuf>,
    /// Colours in clang's messages.
    pub color: bool,
    /// External functions and variables that exist although no input defines them. Weak references
    /// to them are not null, copies of them that headers offer for inlining are not used, and no
    /// extra file is linked for them.
    pub modelled: BTreeSet<String>,
    /// The folder of the C++ standard library, if it is there; [`crate::build_library`] makes one.
    pub library: Option<PathBuf>,
    /// Whether C++ is refused where that is not there.
    pub needs_library: bool,
}

/// A source as a build compiles it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Unit {
    /// The source, as seen from the directory.
    pub file: PathBuf,
    /// Where the compiler runs; empty if that is here.
    pub directory: PathBuf,
    /// What it is written in.
    pub language: Language,
    /// The build's options that say what the source means.
    pub flags: Vec<String>,
}

/// What a source is written in.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Language {
    /// C.
    #[default]
    C,
    /// C++.
    Cxx,
    /// C behind the preprocessor.
    PreprocessedC,
    /// C++ behind the preprocessor.
    PreprocessedCxx,
}

impl Language {
    /// Whether it is C++.
    pub fn is_cxx(self) -> bool {
        matches!(self, Language::Cxx | Language::PreprocessedCxx)
    }

    /// clang's name for it.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Language::C => "c",
            Language::Cxx => "c++",
            Language::PreprocessedC => "cpp-output",
            Language::PreprocessedCxx => "c++-cpp-output",
        }
    }
}

/// How sources are compiled.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Optimise {
    /// As the program is written: nothing is optimised; locals whose address is not taken are
    /// registers.
    #[default]
    AsWritten,
    /// `-O0`: every local is in memory.
    O0,
    /// `-O1`.
    O1,
    /// `-O2`.
    O2,
    /// `-O3`.
    O3,
    /// `-Os`.
    Os,
    /// `-Oz`.
    Oz,
}

impl Optimise {
    /// Whether LLVM's optimiser runs.
    pub fn is_optimised(self) -> bool {
        !matches!(self, Optimise::AsWritten | Optimise::O0)
    }

    /// Whether functions may be put in place of their calls.
    pub(crate) fn inlines(self) -> bool {
        self.is_optimised()
    }

    /// clang's options for it.
    pub(crate) fn flags(self) -> &'static [&'static str] {
        match self {
            // Programs that ask whether they are optimised are told that they are not.
            Optimise::AsWritten => &["-O1", "-U__OPTIMIZE__", "-Xclang", "-disable-llvm-passes"],
            Optimise::O0 => &["-O0", "-Xclang", "-disable-O0-optnone"],
            // glibc's headers offer bodies that look into a FILE: the functions are called instead.
            Optimise::O1 => &["-O1", "-D__NO_INLINE__"],
            Optimise::O2 => &["-O2", "-D__NO_INLINE__"],
            Optimise::O3 => &["-O3", "-D__NO_INLINE__"],
            Optimise::Os => &["-Os", "-D__NO_INLINE__"],
            Optimise::Oz => &["-Oz", "-D__NO_INLINE__"],
        }
    }
}
