//! Checks in parts: one that is stopped says where another can go on, in this process or in another.

use crate::bytes::Bytes;
use crate::error::Error;
use crate::request::Request;
use allways_program::Program;
use allways_search::Frontier;
use allways_vm::Vm;
use serde::{Deserialize, Serialize};

/// What a check that was stopped knows and still has to do in its search for faults. It belongs to one program and
/// one request; limits and the number of workers may change between parts. Searches for endless executions have
/// no frontier: every part begins them anew.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Unfinished {
    /// Of the program.
    digest: String,
    request: Request,
    frontier: Bytes,
    states: u64,
}

impl Unfinished {
    /// How many states are stored.
    pub fn states(&self) -> u64 {
        self.states
    }

    /// Where the search with a machine stopped.
    pub(crate) fn of(program: &Program, request: &Request, frontier: &Frontier, vm: &Vm) -> Self {
        Unfinished {
            digest: program.digest(),
            request: without_limits(request),
            frontier: Bytes(frontier.pack(vm)),
            states: frontier.states(),
        }
    }

    /// Whether the same is asked about the same program.
    pub(crate) fn confirm(&self, program: &Program, request: &Request) -> Result<(), Error> {
        let same = self.request == without_limits(request) && self.digest == program.digest();
        if same { Ok(()) } else { Err(Error::OtherCheck) }
    }

    /// The frontier, for a machine of the same check.
    pub(crate) fn frontier(&self, vm: &Vm) -> Result<Frontier, Error> {
        Frontier::unpack(vm, &self.frontier.0).ok_or(Error::DamagedPart)
    }
}

/// What is asked, whatever may be spent on it.
fn without_limits(request: &Request) -> Request {
    Request { threads: 1, memory: None, max_states: None, timeout: None, ..request.clone() }
}
