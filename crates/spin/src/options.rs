//! How SPIN searches, beside what is asked.

use crate::buffer::Form;
use crate::flags::Flags;
use std::path::PathBuf;

/// How SPIN searches, and where the verifier is made.
#[derive(Clone, Debug)]
pub struct Options {
    /// What the model is about, for its first line.
    pub title: String,
    /// The folder of the model and the verifier.
    pub folder: PathBuf,
    /// This crate as a static library.
    pub library: PathBuf,
    /// What stands for a state.
    pub form: Form,
    /// Bytes of a state's content at first; without it a few executions are looked at.
    pub content: Option<usize>,
    /// Where states are contents: bytes of memory after which the machine forgets what it has interned.
    pub interned: u64,
    /// Flags of the verifier.
    pub flags: Flags,
}
