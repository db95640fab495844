//! The file that a verifier is set up from: the program and what is asked about it.

use crate::buffer::{Form, Layout};
use allways_program::Program;
use allways_space::Property;
use allways_vm::Options;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::path::Path;

const MAGIC: &[u8; 8] = b"allpan\x00\x02";

/// What a verifier is set up from.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Setup {
    options: Options,
    /// What the machine has learned in earlier rounds, as [`allways_vm::Vm::learned`] writes it.
    pub learned: Vec<u8>,
    /// What stands for a state.
    pub form: Form,
    /// Preemptive context switches that are allowed.
    pub bound: Option<u16>,
    /// Threads that the model has processes for.
    pub threads: u32,
    /// Outcomes of an operation that the model has transitions for.
    pub outcomes: u32,
    /// Where states are contents: bytes of memory after which the machine forgets what it has interned.
    pub memory: u64,
    program: Program,
}

/// Why a set-up cannot be read.
#[derive(Debug)]
pub enum ReadError {
    /// The file cannot be read.
    File(std::io::Error),
    /// It is not a set-up of this version.
    Content(String),
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ReadError::File(error) => write!(f, "cannot read the program: {error}"),
            ReadError::Content(what) => write!(
                f,
                "not a program for this version of the virtual machine ({what}): make it again with \
                 `allways spin --keep`"
            ),
        }
    }
}

impl std::error::Error for ReadError {}

impl Setup {
    /// A program to be run with these options, its states named by their roots.
    pub fn new(program: Program, options: &Options) -> Setup {
        Setup {
            options: options.clone(),
            learned: Vec::new(),
            form: Form::Root,
            bound: None,
            threads: 1,
            outcomes: 1,
            memory: 1 << 30,
            program,
        }
    }

    /// The file.
    pub fn to_bytes(&self) -> Vec<u8> {
        postcard::to_extend(self, MAGIC.to_vec()).expect("a set-up can always be written to memory")
    }

    /// Reads a file that [`Setup::to_bytes`] made.
    pub fn read(file: &Path) -> Result<Setup, ReadError> {
        let bytes = std::fs::read(file).map_err(ReadError::File)?;
        let wrong = |what: &str| ReadError::Content(what.to_string());
        let body = bytes.strip_prefix(MAGIC).ok_or_else(|| wrong("another format"))?;
        let setup: Setup =
            postcard::from_bytes(body).map_err(|error| ReadError::Content(error.to_string()))?;
        setup.program.check().map_err(ReadError::Content)?;
        Ok(setup)
    }

    /// The program and the options to run it with.
    pub fn parts(&self) -> (Program, Options) {
        (self.program.clone(), self.options.clone())
    }

    /// Which fields the buffer has.
    pub(crate) fn layout(&self) -> Layout {
        Layout {
            form: self.form,
            bounded: self.bound.is_some(),
            propositions: !self.propositions().is_empty(),
        }
    }

    /// Bytes that the buffer has beside the content of a state.
    pub fn fields(&self) -> usize {
        self.layout().header()
    }

    /// The names of the propositions that are observed.
    pub fn propositions(&self) -> &[String] {
        &self.options.propositions
    }

    /// Whether weak fairness is assumed.
    pub fn is_fair(&self) -> bool {
        self.options.fair
    }

    /// Whether it is asked whether the program ends.
    pub fn is_about_end(&self) -> bool {
        self.options.properties.contains(Property::Termination)
    }

    /// Whether states are told apart by an abstraction.
    pub fn is_abstract(&self) -> bool {
        self.options.abstraction.is_some()
    }

    /// One more function that must return true in every state.
    pub(crate) fn add_invariant(&mut self, function: &str) {
        self.learned.clear();
        self.options.invariants.push(function.to_string());
        self.options.properties = self.options.properties.with(Property::Invariant);
    }

    /// The function that writes the abstract state.
    pub(crate) fn set_abstraction(&mut self, function: &str) {
        self.options.abstraction = Some(function.to_string());
    }

    /// Starts with another function of the program.
    pub(crate) fn set_entry(&mut self, entry: &str) {
        self.options.entry = entry.to_string();
    }

    /// The program, to be changed before it runs.
    pub(crate) fn program_mut(&mut self) -> &mut Program {
        &mut self.program
    }
}
