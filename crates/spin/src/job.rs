//! What is asked of SPIN.

use crate::options::Options;
use allways_check::{Effort, Request, Stop};
use allways_space::{Coverage, Reason};
use std::time::Instant;

/// Searches for one request.
#[derive(Copy, Clone)]
pub struct Job<'a> {
    /// How SPIN searches.
    pub options: &'a Options,
    /// What is asked, with its limits.
    pub request: &'a Request,
    /// Asks to end it.
    pub stop: &'a Stop,
    /// When the first search began.
    pub start: Instant,
}

impl Job<'_> {
    /// What there is for telling what a search found.
    pub fn effort<'a>(&'a self, coverage: &'a Coverage) -> Effort<'a> {
        Effort { stop: self.stop, start: self.start, coverage }
    }

    /// Why the search should have ended by now, if so.
    pub fn overdue(&self) -> Option<Reason> {
        if self.stop.is_asked() {
            return Some(Reason::Interrupted);
        }
        let most = self.request.timeout?;
        (self.start.elapsed().as_secs_f64() > most).then_some(Reason::Timeout(most))
    }
}
