//! One search of SPIN's, with as many runs of `pan` as it takes.
//!
//! A model that has too few processes or transitions for the program, a buffer that is too small and a guess
//! of the reduction that falls are noticed by the library in `pan`; then the search starts again with what was
//! learned.

use crate::error::Error;
use crate::estimate;
use crate::job::Job;
use crate::setup::Setup;
use crate::verifier::{Run, Verifier};
use allways_program::Program;
use allways_space::Rounds;
use allways_vm::Vm;

/// A search that is through, and what it was set up from in the end.
pub struct Searched {
    /// The last run.
    pub run: Run,
    /// Its set-up.
    pub setup: Setup,
}

impl<'a> Job<'a> {
    /// Lets SPIN search executions with at most so many switches; with a claim, for executions that violate
    /// it.
    pub fn search(
        &self,
        program: &Program,
        vm: &Vm,
        bound: Option<u16>,
        claim: Option<String>,
    ) -> Result<(Searched, Verifier<'a>), Error> {
        let mut setup = Setup::new(program.clone(), &vm.options);
        setup.form = self.options.form;
        setup.memory = self.options.interned;
        setup.bound = bound;
        let sizes = estimate::sizes(vm);
        (setup.threads, setup.outcomes) = (sizes.threads, sizes.outcomes);
        setup.learned = vm.learned();
        let mut verifier = Verifier::new(self, sizes.content, claim);
        let run = settle(&mut verifier, &mut setup, vm)?;
        Ok((Searched { run, setup }, verifier))
    }
}

/// Rounds after which something must be wrong: each learns something that is not forgotten.
const ROUNDS: u32 = 200;

/// Runs the verifier until the model fits and no guess falls.
fn settle(verifier: &mut Verifier<'_>, setup: &mut Setup, vm: &Vm) -> Result<Run, Error> {
    for _ in 0..ROUNDS {
        let run = verifier.run(setup)?;
        if !run.notes.again() {
            // Everything that the processes relied on, against everything that they touched.
            let read = run.notes.rounds.iter().all(|round| vm.join_round(round));
            if read && !vm.audit().fallen {
                return Ok(run);
            }
            setup.learned = vm.learned();
            vm.learn_from(&setup.learned);
            continue;
        }
        let notes = run.notes;
        if let Some(learned) = notes.learned.filter(|bytes| !bytes.is_empty()) {
            vm.learn_from(&learned);
            setup.learned = learned;
        }
        setup.threads = setup.threads.max(notes.threads.unwrap_or(0));
        setup.outcomes = setup.outcomes.max(notes.outcomes.unwrap_or(0));
        if let Some(bytes) = notes.content {
            verifier.content = bytes + bytes / 2;
        }
    }
    Err(Error::NotSettled)
}
