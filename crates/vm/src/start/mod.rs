//! A program is made ready to run, with all library functions and first guesses.

mod seed;

use crate::machine::{StartError, Vm};
use crate::models;
use crate::options::Options;
use allways_program::Program;

impl Vm {
    /// Makes a program ready to run: it is run a few times, for the first guesses of the reduction.
    pub fn new(program: Program, options: Options) -> Result<Vm, StartError> {
        let vm = Vm::without_guesses(program, options)?;
        vm.seed_guesses();
        Ok(vm)
    }

    /// The same without guesses, for those who bring what was learned before.
    pub fn without_guesses(program: Program, options: Options) -> Result<Vm, StartError> {
        Vm::prepared(program, options, models::find)
    }
}
