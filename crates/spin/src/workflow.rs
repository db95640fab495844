//! A check with SPIN's searches.

use crate::error::Error;
use crate::job::Job;
use crate::options::Options;
use crate::{claim, faults};
use allways_check::{Claim, Engine, Outcome, Request, Stop, check_with};
use allways_program::Program;
use std::time::Instant;

/// Checks a program with SPIN, until somebody asks to stop.
///
/// # Errors
/// When the request cannot be answered, or SPIN, gcc or `pan` did not do what they should.
pub fn check(
    program: &Program,
    request: &Request,
    options: &Options,
    stop: &Stop,
) -> Result<Outcome, Error> {
    check_with(program, request, &mut Job { options, request, stop, start: Instant::now() })
}

impl Engine for Job<'_> {
    type Error = Error;

    fn faults(&mut self, program: &Program, request: &Request) -> Result<Outcome, Error> {
        faults::check(self, program, request)
    }

    fn claim(
        &mut self,
        claim: &Claim,
        program: &Program,
        request: &Request,
    ) -> Result<Outcome, Error> {
        claim::check(self, claim, program, request)
    }
}
