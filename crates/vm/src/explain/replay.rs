//! Replays a counterexample and tells it.

use super::places::place;
use super::teller::{Detail, Taken, Teller};
use super::told;
use crate::fault::{Gap, Halt};
use crate::machine::Vm;
use crate::steps::Action;
use allways_space::State;
use allways_trace::Trace;
use std::fmt;

/// A counterexample that does not replay: a bug of ours.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExplainError {
    /// The step that could not be taken.
    pub step: usize,
    /// What happened instead.
    pub what: String,
}

impl fmt::Display for ExplainError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the execution does not replay: step {}: {}", self.step, self.what)
    }
}

impl std::error::Error for ExplainError {}

/// Replays `actions` from the beginning and tells what they lead to. They are steps as [`refine`]
/// makes them.
pub fn explain(vm: &Vm, actions: &[Action], detail: Detail) -> Result<Trace, ExplainError> {
    let error = |step: usize, what: &str| ExplainError { step, what: what.to_string() };
    let mut teller = Teller::new(vm, detail);
    let mut state = match teller.begin() {
        Ok(state) => state,
        Err(Halt::Fault(kind)) if actions.len() == 1 => {
            let (told, place) = teller.tell_beginning(kind);
            return Ok(teller.finish(told, place));
        }
        Err(Halt::Unsupported(gap)) if actions.len() == 1 => {
            let told = told::tell_gap(&teller.machine, gap);
            let place = place(vm, vm.program.functions[vm.entry as usize].code.start);
            return Ok(teller.finish(told, place));
        }
        Err(_) => return Err(error(0, "no initial state")),
    };
    // The first action only chooses the initial state.
    for (number, &action) in actions.iter().enumerate().skip(1) {
        let last = number + 1 == actions.len();
        match teller.take(state, action) {
            Taken::To(next) if !last => state = next,
            Taken::Told(told, place) if last => return Ok(teller.finish(*told, place)),
            Taken::To(_) => return Err(error(number, "no fault at the end")),
            Taken::Told(told, _) => return Err(error(number, &format!("{:?}", told.finding))),
            Taken::Not(what) => return Err(error(number, &what)),
        }
    }
    Err(error(actions.len(), "no fault at the end"))
}

impl Teller<'_> {
    /// Takes one action.
    pub(super) fn take(&mut self, state: State, action: Action) -> Taken {
        let faults = [Action::RACE, Action::STUCK, Action::ABSTRACTION].contains(&action.choice);
        self.tell_touched(state, (!faults).then(|| action.actor.thread()));
        match action.choice {
            Action::RACE => self.tell_race(state),
            Action::STUCK => self.tell_stuck(state),
            Action::ABSTRACTION => {
                let told = told::tell_gap(&self.machine, Gap::ABSTRACTION);
                let pc = self.machine.vm.abstraction.map_or(0, |(function, _)| {
                    self.machine.vm.program.functions[function as usize].code.start
                });
                self.told(told, None, pc)
            }
            choice => self.run(state, action.actor, choice),
        }
    }
}
