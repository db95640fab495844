//! The search for an endless execution that violates a temporal property.

use crate::claim::Claim;
use crate::error::Error;
use crate::outcome::{Found, Outcome};
use crate::request::{Request, Store};
use crate::search::Own;
use crate::telling::Effort;
use crate::warning::Warning;
use crate::{assumption, stores, telling};
use allways_ltl::{Finite, Product, ProductAction};
use allways_program::Program;
use allways_search::find_cycle;
use allways_space::{Counterexample, Verdict};
use allways_vm::{Action, Vm};

/// Checks one temporal property.
pub fn check(
    own: &Own<'_>,
    claim: &Claim,
    program: &Program,
    request: &Request,
) -> Result<Outcome, Error> {
    let store = stores::exact_or_asked(request);
    let machine = || claim.machine(program.clone(), request);
    let (vm, verdict) = own.search(request, store, machine, |vm, options, control| {
        let finite = if claim.is_termination() { Finite::Dropped } else { Finite::Repeated };
        let violations = claim.violations().clone();
        let product = Product::new(vm, violations, finite, claim.is_fair(request));
        Ok(find_cycle(&product, product.marks(), claim.fault(), options, control)?)
    })?;
    let mut outcome = Outcome::of(&verdict, stores::name(store));
    if request.store == Store::Auto && stores::ran_out(&verdict).is_some() {
        outcome.warnings.push(Warning::StoreKept);
    }
    outcome.assumptions = assumption::of_world(&vm);
    claim.add_notes(request, &mut outcome);
    let effort = own.effort(verdict.coverage());
    outcome.found = match &verdict {
        Verdict::Violated(path, fault, _) => Some(tell(claim, &vm, request, path, *fault, effort)?),
        Verdict::Unsupported(path, ..) => {
            let alone = claim.alone(request);
            Some(telling::tell(&vm, &alone, &inner(&path.actions), None, effort)?)
        }
        Verdict::Holds(_) | Verdict::Unknown(..) => None,
    };
    Ok(outcome)
}

fn tell(
    claim: &Claim,
    vm: &Vm,
    request: &Request,
    path: &Counterexample<ProductAction<Action>>,
    fault: allways_space::Fault,
    effort: Effort<'_>,
) -> Result<Found, Error> {
    let Some(start) = path.cycle_start else {
        let alone = claim.alone(request);
        return telling::tell(vm, &alone, &inner(&path.actions), Some(fault), effort);
    };
    let (prefix, cycle) = path.actions.split_at(start);
    telling::tell_endless(claim, vm, request, &inner(prefix), &inner(cycle))
}

fn inner(actions: &[ProductAction<Action>]) -> Vec<Action> {
    actions.iter().filter_map(|product| product.action).collect()
}
