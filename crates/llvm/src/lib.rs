//! From C, C++ and LLVM bitcode to a [`allways_program::Program`]: the only crate that knows LLVM.
//!
//! [`compile_and_lower`] runs clang, links, promotes locals to registers where the program is
//! checked as written, and lowers. [`lower_in_child`] does the same in a process of its own,
//! because LLVM's reader may crash on hostile input. clang and that process have [`Limits`].
//! [`lower_or_find`] does not do again what was done before.

mod archives;
mod arguments;
mod cache;
mod child;
mod clang;
mod compile;
mod crash;
mod error;
mod ir;
mod library;
mod limited;
mod lower;
mod missing;
mod request;
mod unit;

pub use arguments::is_cxx;
pub use cache::lower_or_find;
pub use child::{child_main, lower_in_child};
pub use clang::{is_source, syntax_tree};
pub use compile::{Compiled, compile_and_lower, lower_bytes};
pub use error::Error;
pub use library::{CHANGES, CONFIGURATION, build_library};
pub use limited::Limits;
pub use request::{Language, Optimise, Request, Unit};
pub use unit::bitcode;
