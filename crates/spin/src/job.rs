//! What is asked of SPIN.

use crate::options::Options;
use allways_check::Request;
use std::time::Instant;

/// Searches for one request.
pub struct Job<'a> {
    /// How SPIN searches.
    pub options: &'a Options,
    /// What is asked, with its limits.
    pub request: &'a Request,
    /// When the first search began.
    pub start: Instant,
}
