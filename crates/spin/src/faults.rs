//! Everything that an execution can violate in finitely many steps.

use crate::answer::{self, Found};
use crate::error::Error;
use crate::job::Job;
use crate::search::Searched;
use allways_check::{Outcome, Request, tell, unmodelled};
use allways_program::Program;
use allways_search::ContextBound;
use allways_vm::Vm;

/// Checks everything that an execution can violate in finitely many steps.
pub fn check(job: &Job<'_>, program: &Program, request: &Request) -> Result<Outcome, Error> {
    let Answered { vm, searched, found } = match request.context_bound {
        None => search(job, program, request, None)?,
        Some(ContextBound::AtMost(most)) => {
            let most = u16::try_from(most).map_err(|_| Error::Bound(most))?;
            search(job, program, request, Some(most))?
        }
        Some(ContextBound::Auto) => few_switches_first(job, program, request)?,
    };
    let mut outcome = answer::of_run(job.options, request, &searched.setup, &searched.run, &vm);
    let reached = found.as_ref().and_then(|found| found.gap);
    outcome.warnings.splice(0..0, unmodelled(&vm, reached));
    if let Some(found) = found {
        outcome.found =
            Some(tell(&vm, request, &found.actions, found.fault, job.effort(&outcome.coverage))?);
        outcome.answer = found.answer;
    }
    Ok(outcome)
}

/// A search that is through, and what it found.
struct Answered {
    vm: Vm,
    searched: Searched,
    found: Option<Found>,
}

impl Answered {
    /// More switches would show nothing else.
    fn is_decided(&self) -> bool {
        let run = &self.searched.run;
        self.found.is_some() || !run.notes.cut || run.cut.is_some()
    }
}

fn search(
    job: &Job<'_>,
    program: &Program,
    request: &Request,
    bound: Option<u16>,
) -> Result<Answered, Error> {
    let vm =
        Vm::new(program.clone(), request.machine_options()).map_err(allways_check::Error::from)?;
    let (searched, mut verifier) = job.search(program, &vm, bound, None)?;
    let found = match searched.run.output.errors {
        0 => None,
        _ => Some(answer::found(&vm, &verifier.replay(&searched.setup)?)?),
    };
    Ok(Answered { vm, searched, found })
}

/// Bounds that are tried before all executions are searched. SPIN counts the switches in its states, so
/// a program that runs for ever has more with every bound, and no bound of its own would ever prove it.
const FEW: u16 = 2;

/// What is found needs the fewest switches; what is proved is proved without a bound.
fn few_switches_first(
    job: &Job<'_>,
    program: &Program,
    request: &Request,
) -> Result<Answered, Error> {
    for bound in 0..=FEW {
        let answered = search(job, program, request, Some(bound))?;
        if answered.is_decided() {
            return Ok(answered);
        }
    }
    let all = search(job, program, request, None)?;
    if all.found.is_none() {
        return Ok(all);
    }
    // There is an execution, so some bound finds one.
    for bound in FEW + 1..u16::MAX {
        let answered = search(job, program, request, Some(bound))?;
        if answered.found.is_some() {
            return Ok(answered);
        }
        if answered.is_decided() {
            break;
        }
    }
    Ok(all)
}
