//! Bitcode in object files: what `allways cc` leaves there, and what `allways check` finds.
//!
//! A compiled source is a [`Record`] in a section of our own. Linkers put the sections of all objects one behind the
//! other, so a program has the records of everything that was linked into it, and a record says by itself where it
//! ends. An [`Archive`] keeps its members apart: of those only the ones that define something that is missing belong to
//! a program, so their symbols are read too.
//!
//! The files may be anybody's: whatever is wrong with them is an [`Error`].

mod file;
mod record;

pub use file::{Archive, File, Member, is_object_file, read};
pub use record::{Content, Record, encode};

use std::fmt;

/// The section's name.
pub const SECTION: &str = ".allways.bitcode";

/// Why nothing can be read from a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error(String);

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Error {}
