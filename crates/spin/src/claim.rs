//! A temporal property: SPIN makes its automaton, searches for an endless execution that violates it, and what it
//! finds is read and judged once more by us.

use crate::error::Error;
use crate::job::Job;
use crate::model::Model;
use crate::search::Searched;
use crate::trail::{Taken, steps_before_cycle};
use crate::verifier::Verifier;
use crate::{answer, never};
use allways_check::{Answer, Claim, Effort, Found, Outcome, Request, tell, tell_endless};
use allways_program::Program;
use allways_space::{Edge, Flow, Property, State, Stepper, System, Target};
use allways_vm::{Action, Vm};
use std::collections::HashMap;
use std::convert::Infallible;
use std::ops::ControlFlow;

/// Checks one temporal property.
pub fn check(
    job: &Job<'_>,
    claim: &Claim,
    program: &Program,
    request: &Request,
) -> Result<Outcome, Error> {
    let vm = claim.machine(program.clone(), request)?;
    let (searched, mut verifier) = job.search(program, &vm, None, Some(stated(claim, &vm)))?;
    let Searched { run, setup } = &searched;
    let mut outcome = answer::of_run(job.options, request, setup, run, &vm);
    if run.output.errors > 0 && !run.notes.full {
        let effort = job.effort(&outcome.coverage);
        let told = told(claim, &vm, request, &searched, &mut verifier, effort)?;
        if let Some((answer, found)) = told {
            outcome.answer = answer;
            outcome.found = Some(found);
        }
    }
    claim.add_notes(request, &mut outcome);
    Ok(outcome)
}

/// The claim as SPIN reads it. SPIN's own formulas have no X: it gets the automaton then.
fn stated(claim: &Claim, vm: &Vm) -> String {
    let Some((whole, propositions)) = claim.as_formula().filter(|_| !claim.counts_steps()) else {
        return never::promela(claim.violations(), claim.is_termination());
    };
    let mut name = |name: &str| -> Result<String, Infallible> {
        Ok(match propositions.iter().position(|known| known == name) {
            Some(number) => Model::proposition(number),
            // The automaton does not look at it: whatever it is, the formula means the same.
            None => "false".to_string(),
        })
    };
    let Ok(text) = whole.promela(&mut name);
    if vm.options.fair {
        format!("ltl claim {{ ([] (!{})) -> ({text}) }}", Model::STRAYED)
    } else {
        format!("ltl claim {{ {text} }}")
    }
}

/// What a trail shows; nothing where it ends only because an execution could not go on.
fn told(
    claim: &Claim,
    vm: &Vm,
    request: &Request,
    searched: &Searched,
    verifier: &mut Verifier<'_>,
    effort: Effort<'_>,
) -> Result<Option<(Answer, Found)>, Error> {
    let schedule = verifier.replay(&searched.setup)?;
    if schedule.fails.is_some() {
        let found = answer::found(vm, &schedule)?;
        let told = tell(vm, &claim.alone(request), &found.actions, found.fault, effort)?;
        return Ok(Some((found.answer, told)));
    }
    let Lasso { prefix, cycle } = lasso(vm, verifier, &schedule.steps)?;
    if searched.run.notes.ended.is_some() && cycle.is_empty() {
        return Ok(None);
    }
    let told = tell_endless(claim, vm, request, &prefix, &cycle)?;
    let property = told.explanation.property.unwrap_or(Property::Ltl);
    Ok(Some((Answer::Violated(property), told)))
}

/// An endless execution.
struct Lasso {
    prefix: Vec<Action>,
    /// Empty where the last state is repeated.
    cycle: Vec<Action>,
}

fn moves(steps: &[Taken]) -> Vec<Action> {
    let action = |step: &Taken| match step {
        Taken::Move(action) => Some(*action),
        Taken::Still => None,
    };
    steps.iter().filter_map(action).collect()
}

/// The execution of a trail. One that ends before anything repeats violates the formula however it goes on: then
/// it goes on somehow.
fn lasso(vm: &Vm, verifier: &Verifier<'_>, steps: &[Taken]) -> Result<Lasso, Error> {
    let first = Action::of_thread(0, Action::ONLY);
    if let Some(before) = steps_before_cycle(&verifier.trail()?) {
        let (prefix, cycle) = steps.split_at(before.min(steps.len()));
        let prefix = [first].into_iter().chain(moves(prefix)).collect();
        return Ok(Lasso { prefix, cycle: moves(cycle) });
    }
    let mut actions: Vec<Action> = [first].into_iter().chain(moves(steps)).collect();
    let start = go_on(vm, &mut actions)?;
    let cycle = actions.split_off(start);
    Ok(Lasso { prefix: actions, cycle })
}

/// Extends an execution until a state comes again or nobody can move; says where the part that repeats begins.
fn go_on(vm: &Vm, actions: &mut Vec<Action>) -> Result<usize, Error> {
    let replay = allways_search::replay(vm, actions)
        .map_err(|error| Error::NotReplayed(error.to_string()))?;
    let mut at = *replay.states.last().expect("a replay begins in a state");
    let mut seen: HashMap<u64, usize> = HashMap::new();
    let mut stepper = vm.stepper();
    loop {
        if let Some(&start) = seen.get(&at.root) {
            return Ok(start);
        }
        seen.insert(at.root, actions.len());
        let mut next: Option<(Action, State)> = None;
        let flow = stepper.successors(at, &mut |edge: Edge<Action>| match edge.to {
            Target::State(state) => {
                next = Some((edge.action, state));
                ControlFlow::Break(())
            }
            _ => ControlFlow::Continue(()),
        });
        match (flow, next) {
            (Flow::Done | Flow::Stopped, Some((action, state))) => {
                actions.push(action);
                at = state;
            }
            (Flow::Done, None) => return Ok(actions.len()),
            _ => return Err(Error::NotReplayed("it cannot be continued".to_string())),
        }
    }
}
