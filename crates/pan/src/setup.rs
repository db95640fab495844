//! The file that a verifier is set up from: the program and what is asked about it.

use crate::buffer::Form;
use allways_program::Program;
use allways_space::Property;
use allways_vm::{Granularity, Options};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::path::Path;

const MAGIC: &[u8; 8] = b"allpan\x00\x01";

/// What a verifier is set up from.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Setup {
    wishes: Wishes,
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

/// [`Options`] as they are written.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Wishes {
    properties: Vec<String>,
    granularity: u8,
    entry: String,
    args: Vec<String>,
    malloc_fail: bool,
    spurious_wakeups: bool,
    nondet: Option<(i64, i64)>,
    stdin: Vec<u8>,
    propositions: Vec<String>,
    fair: bool,
    bounded: bool,
    remembered: u64,
    invariants: Vec<String>,
    abstraction: Option<String>,
}

/// A granularity as it is written.
fn code(granularity: Granularity) -> u8 {
    match granularity {
        Granularity::Instruction => 0,
        Granularity::Tau => 1,
        Granularity::Global => 2,
        Granularity::Superstep => 3,
        Granularity::Full => 4,
    }
}

fn granularity(code: u8) -> Granularity {
    match code {
        0 => Granularity::Instruction,
        2 => Granularity::Global,
        3 => Granularity::Superstep,
        4 => Granularity::Full,
        _ => Granularity::Tau,
    }
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
            wishes: Wishes::of(options),
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
        (self.program.clone(), self.wishes.options())
    }

    /// The names of the propositions that are observed.
    pub fn propositions(&self) -> &[String] {
        &self.wishes.propositions
    }

    /// Whether weak fairness is assumed.
    pub(crate) fn is_fair(&self) -> bool {
        self.wishes.fair
    }

    /// Whether states are told apart by an abstraction.
    pub fn is_abstract(&self) -> bool {
        self.wishes.abstraction.is_some()
    }

    /// One more function that must return true in every state.
    pub(crate) fn add_invariant(&mut self, function: &str) {
        self.wishes.invariants.push(function.to_string());
        let name = Property::Invariant.name().to_string();
        if !self.wishes.properties.contains(&name) {
            self.wishes.properties.push(name);
        }
    }

    /// The function that writes the abstract state.
    pub(crate) fn set_abstraction(&mut self, function: &str) {
        self.wishes.abstraction = Some(function.to_string());
    }

    /// Starts with another function of the program.
    pub(crate) fn set_entry(&mut self, entry: &str) {
        self.wishes.entry = entry.to_string();
    }

    /// The program, to be changed before it runs.
    pub(crate) fn program_mut(&mut self) -> &mut Program {
        &mut self.program
    }
}

impl Wishes {
    fn of(options: &Options) -> Wishes {
        // Every field by name: a new option must not be forgotten here.
        let Options {
            properties,
            granularity,
            entry,
            args,
            malloc_fail,
            spurious_wakeups,
            nondet,
            stdin,
            propositions,
            fair,
            bounded,
            remembered,
            invariants,
            // SPIN matches the states themselves.
            symmetry: _,
            abstraction,
            nameless: _, // SPIN's state vector holds roots of 32 bits
        } = options.clone();
        Wishes {
            properties: properties.iter().map(|p| p.name().to_string()).collect(),
            granularity: code(granularity),
            entry,
            args,
            malloc_fail,
            spurious_wakeups,
            nondet,
            stdin,
            propositions,
            fair,
            bounded,
            remembered,
            invariants,
            abstraction,
        }
    }

    fn options(&self) -> Options {
        Options {
            properties: self.properties.iter().filter_map(|p| Property::from_name(p)).collect(),
            granularity: granularity(self.granularity),
            entry: self.entry.clone(),
            args: self.args.clone(),
            malloc_fail: self.malloc_fail,
            spurious_wakeups: self.spurious_wakeups,
            nondet: self.nondet,
            stdin: self.stdin.clone(),
            propositions: self.propositions.clone(),
            fair: self.fair,
            bounded: self.bounded,
            remembered: self.remembered,
            invariants: self.invariants.clone(),
            symmetry: false,
            abstraction: self.abstraction.clone(),
            nameless: false,
        }
    }
}
