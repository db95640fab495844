//! Global variables.

use crate::memory::Bytes;
use serde::{Deserialize, Serialize};

/// Index in [`crate::Program::globals`].
pub type GlobalId = u32;

/// A global variable.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Global {
    /// Its name.
    pub name: String,
    /// Its address; for a thread-local variable 0: each thread has its own object.
    pub address: u64,
    /// Its size in bytes.
    pub size: u64,
    /// Its alignment.
    pub align: u32,
    /// Writing it is a fault, and it is no part of the state.
    pub constant: bool,
    /// Each thread has its own. `site` names the objects.
    pub thread_local: Option<u32>,
    /// What it starts with; shorter than `size` when the rest is zero.
    pub init: Bytes,
    /// Its debug variable.
    pub variable: Option<u32>,
    /// Declared but not defined anywhere: touching it is an error that says so.
    pub external: bool,
}
