//! A temporal property: SPIN makes its automaton, searches for an endless execution that violates it, and what it
//! finds is read and judged once more by us.

use super::verdict::{coverage, forgotten, found, left_out};
use super::verifier::Verifier;
use super::{Job, formula, never};
use crate::assumptions;
use crate::reporting::Outcome;
use crate::temporal::{self, Claim};
use allways_pan::{Model, Taken, steps_before_cycle};
use allways_program::Program;
use allways_report::{Summary, VerdictKind};
use allways_space::{Edge, Flow, State, Stepper, System, Target};
use allways_vm::{Action, Vm};
use anyhow::{Context, Result, bail};
use std::collections::HashMap;
use std::ops::ControlFlow;

/// Checks one temporal property.
pub fn check(job: &Job<'_>, claim: &Claim, program: &Program) -> Result<Outcome> {
    let vm = claim.machine(program.clone(), job.request.args)?;
    // SPIN's own formulas have no X: it gets the automaton then.
    let stated = match claim.as_formula().filter(|_| !claim.counts_steps()) {
        Some((whole, propositions)) => {
            let text = formula::promela(whole, propositions);
            if vm.options.fair {
                format!("ltl claim {{ ([] (!{})) -> ({text}) }}", Model::STRAYED)
            } else {
                format!("ltl claim {{ {text} }}")
            }
        }
        None => never::promela(claim.violations(), claim.is_termination()),
    };
    let (run, mut verifier, setup) = job.search(program, &vm, None, Some(stated))?;
    let mut left_out = left_out(job.args, &setup, &run);
    let mut explanation = None;
    let mut kind = if left_out.is_some() { VerdictKind::Unknown } else { VerdictKind::Holds };
    if run.output.errors > 0 && !run.notes.full {
        let schedule = verifier.replay(&setup)?;
        if schedule.fails.is_some() {
            let found = found(&vm, &schedule)?;
            kind = found.kind;
            explanation = Some(crate::check::explain(&vm, &found.path)?.1);
        } else {
            let lasso = lasso(&vm, &verifier, &schedule.steps)?;
            if run.notes.ended.is_none() || !lasso.cycle.is_empty() {
                let Lasso { prefix, cycle } = &lasso;
                let told = temporal::explain_cycle(claim, &vm, prefix, cycle, job.request)?;
                explanation = Some(told);
                kind = VerdictKind::Violated;
                left_out = None;
            }
        }
    }
    let mut summary = Summary::new(kind);
    summary.coverage = coverage(&run);
    summary.reason = left_out;
    summary.warnings.extend(forgotten(&run));
    summary.assumptions = assumptions::told(&vm.assumed_elsewhere());
    claim.notes(job.request.args, &mut summary);
    Ok(Outcome { summary, explanation })
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
fn lasso(vm: &Vm, verifier: &Verifier<'_>, steps: &[Taken]) -> Result<Lasso> {
    let first = Action { thread: 0, choice: Action::ONLY };
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
fn go_on(vm: &Vm, actions: &mut Vec<Action>) -> Result<usize> {
    let replay = allways_search::replay(vm, actions)
        .context("SPIN's trail does not replay; this is a bug in Allways, please report it")?;
    let mut at = *replay.states.last().context("a trail has a state")?;
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
            _ => bail!("the execution cannot be continued; this is a bug in Allways"),
        }
    }
}
