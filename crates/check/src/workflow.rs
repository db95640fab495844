//! What is checked, and in which order: first everything that an execution can violate in finitely many
//! steps, then one temporal property after the other, until something is found.

use crate::assumption;
use crate::claim::{Claim, claims};
use crate::control::Control;
use crate::error::Error;
use crate::outcome::Outcome;
use crate::part::Unfinished;
use crate::request::Request;
use crate::search::{Own, Part};
use crate::{faults, lassos};
use allways_program::Program;
use std::time::Instant;

/// Somebody who searches.
pub trait Engine {
    /// Why a search cannot be made.
    type Error: From<Error>;

    /// Looks for everything that an execution can violate in finitely many steps.
    fn faults(&mut self, program: &Program, request: &Request) -> Result<Outcome, Self::Error>;

    /// Looks for an endless execution that violates a temporal property.
    fn claim(
        &mut self,
        claim: &Claim,
        program: &Program,
        request: &Request,
    ) -> Result<Outcome, Self::Error>;
}

/// Checks a program.
///
/// # Errors
/// When the request cannot be answered, whatever the program does.
pub fn check(program: &Program, request: &Request, control: Control<'_>) -> Result<Outcome, Error> {
    check_with(program, request, &mut Own { control, start: Instant::now(), part: None })
}

/// Does the same in parts: goes on `from` where another part stopped, if any, and says in [`Outcome::unfinished`]
/// where it stopped itself. All parts together come to the answer of one check. Packing what is unfinished takes
/// about as much memory again as the states.
///
/// # Errors
/// When the request cannot be answered, or `from` is of another check or damaged.
pub fn check_part(
    program: &Program,
    request: &Request,
    control: Control<'_>,
    from: Option<&Unfinished>,
) -> Result<Outcome, Error> {
    from.map_or(Ok(()), |from| from.confirm(program, request))?;
    let part = Some(Part { from });
    check_with(program, request, &mut Own { control, start: Instant::now(), part })
}

/// Checks a program with somebody else's searches.
///
/// # Errors
/// When the request cannot be answered, or a search not be made.
pub fn check_with<E: Engine>(
    program: &Program,
    request: &Request,
    engine: &mut E,
) -> Result<Outcome, E::Error> {
    if let Some(what) = request.contradiction() {
        return Err(Error::Contradiction(what).into());
    }
    let claims = claims(program, request)?;
    if !claims.is_empty() && (request.context_bound.is_some() || request.abstraction.is_some()) {
        return Err(Error::NotTemporal.into());
    }
    let mut outcome = None;
    if !request.is_only_temporal() || claims.is_empty() {
        outcome = Some(engine.faults(program, request)?);
    }
    for claim in &claims {
        if outcome.as_ref().is_some_and(Outcome::is_final) {
            break;
        }
        outcome = Some(Outcome::after(outcome, engine.claim(claim, program, request)?));
    }
    let mut outcome = outcome.expect("without claims faults are looked for");
    outcome.assumptions.splice(0..0, assumption::of_program(program, request.volatile_atomic));
    Ok(outcome)
}

impl Engine for Own<'_> {
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
        lassos::check(self, claim, program, request)
    }
}
