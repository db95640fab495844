//! Why a request cannot be answered.

use crate::claim_name::ClaimName;
use crate::request::Contradiction;
use allways_ltl::ParseError;
use allways_search::{PartError, ReplayError};
use allways_vm::StartError;

/// Why a request cannot be answered. The words are the caller's, who knows how it was asked.
#[derive(Clone, Debug)]
pub enum Error {
    /// The request contradicts itself.
    Contradiction(Contradiction),
    /// A context bound or an abstraction together with temporal properties.
    NotTemporal,
    /// The program cannot be started.
    Start(StartError),
    /// The source has no formula of that name; those that it has.
    NoFormula(String, Vec<String>),
    /// A formula is wrong: its name in the source, its text, what is wrong.
    Formula(Option<String>, String, ParseError),
    /// A formula has no automaton, because it would be too large.
    TooLarge(String),
    /// A file holds no automaton: its name, and why.
    Automaton(String, String),
    /// An expression in a property is wrong: its text, what is wrong.
    Expression(ClaimName, String, ParseError),
    /// The program has no such proposition; those that it has.
    NoProposition(ClaimName, String, Vec<String>),
    /// What a search found cannot be run again: a bug of ours.
    NotConfirmed(String),
    /// What a search found cannot be told: a bug of ours.
    NotTold(String),
    /// What a check left unfinished is of another program or another request.
    OtherCheck,
    /// What a check left unfinished cannot be read.
    DamagedPart,
    /// A saved execution cannot be run again.
    NotReplayed(String),
}

impl From<ReplayError> for Error {
    fn from(error: ReplayError) -> Error {
        Error::NotConfirmed(error.to_string())
    }
}

impl From<PartError> for Error {
    fn from(error: PartError) -> Error {
        match error {
            PartError::Replay(error) => error.into(),
            PartError::OtherSearch | PartError::OtherRound => Error::OtherCheck,
        }
    }
}

impl From<StartError> for Error {
    fn from(error: StartError) -> Error {
        Error::Start(error)
    }
}
