//! A command line between its two parsers.

use super::compiler::Compiler;

/// A command line, taken apart.
#[derive(Clone, Debug)]
pub struct Expanded {
    /// For our own parser.
    pub rest: Vec<String>,
    /// For clang.
    pub compiler: Compiler,
}
