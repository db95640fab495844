//! Makes a program ready to run.

use super::names_given::NamesGiven;
use super::vm::{EXTRA_SITES, Proposition};
use super::{Model, Vm};
use crate::analysis::confined::confined_sites;
use crate::analysis::heap_sites::HeapSites;
use crate::analysis::large::large_thread_locals;
use crate::analysis::operators::operators;
use crate::analysis::spelt_out::SpeltOut;
use crate::asymmetry::Notes;
use crate::effects::Cancellation;
use crate::ignored::Ignored;
use crate::library::Library;
use crate::options::Options;
use allways_program::address::AddressSpace;
use allways_program::{Expression, ExpressionError, Function, FunctionId, Program};
use allways_store::Interner;
use std::fmt;
use std::sync::atomic::{AtomicBool, AtomicU64};
use std::sync::{Mutex, RwLock};

/// Why a program cannot be started.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StartError {
    /// There is no such function with a body.
    NoEntry(String),
    /// A proposition is no expression over the program's global variables.
    Expression {
        /// The text.
        text: String,
        /// What is wrong with it.
        error: ExpressionError,
    },
    /// There is no such function with a body.
    NoFunction(Role, String),
    /// The function takes arguments, or returns nothing.
    WrongFunction(Role, String),
    /// Too many propositions and invariants.
    TooManyInvariants,
    /// The function of the abstraction writes nothing.
    NoBuffer(String),
}

/// What a function of the program is to do for the checker.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Role {
    /// It says whether an invariant holds.
    Invariant,
    /// It writes the abstract state.
    Abstraction,
}

impl fmt::Display for Role {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Role::Invariant => "the invariant",
            Role::Abstraction => "the abstraction",
        })
    }
}

impl fmt::Display for StartError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StartError::NoEntry(name) => {
                write!(f, "the program has no function `{name}` to start with")
            }
            StartError::Expression { text, error } => write!(f, "`{text}`: {error}"),
            StartError::NoFunction(role, name) => {
                write!(f, "the program has no function `{name}` for {role}")
            }
            StartError::WrongFunction(role @ Role::Abstraction, name) => {
                write!(f, "`{name}`, {role}, must take no arguments")
            }
            StartError::WrongFunction(role @ Role::Invariant, name) => {
                write!(f, "`{name}`, {role}, must take no arguments and return whether it holds")
            }
            StartError::TooManyInvariants => {
                f.write_str("there is room for 64 propositions and invariants together")
            }
            StartError::NoBuffer(name) => write!(
                f,
                "nothing in the program writes to `allways_abstract`, the buffer that `{name}` is to \
                 fill; include allways.h and write the abstract state there"
            ),
        }
    }
}

impl std::error::Error for StartError {}

impl Proposition {
    fn new(name: &str, program: &Program) -> Result<Proposition, StartError> {
        let text = name.strip_prefix('{').and_then(|rest| rest.strip_suffix('}'));
        let parse = |text| {
            Expression::parse(text, program)
                .map_err(|error| StartError::Expression { text: text.to_string(), error })
        };
        let expression = text.map(parse).transpose()?;
        Ok(Proposition { name: name.to_string(), expression })
    }
}

impl Vm {
    /// A program with the library functions that `find` finds, without guesses.
    pub(crate) fn prepared(
        mut program: Program,
        options: Options,
        find: fn(&str) -> Option<&'static Model>,
    ) -> Result<Vm, StartError> {
        let entry = program
            .function_named(&options.entry)
            .filter(|&f| !program.functions[f as usize].is_external())
            .ok_or_else(|| StartError::NoEntry(options.entry.clone()))?;
        let named = |name: &String| Proposition::new(name, &program);
        let propositions = options.propositions.iter().map(named).collect::<Result<_, _>>()?;
        let invariants = named_invariants(&program, &options)?;
        let abstraction = named_abstraction(&program, &options)?;
        let library = Library::provide(&mut program);
        let mut function_of = vec![0; program.code.len()];
        for (number, function) in program.functions.iter().enumerate() {
            for pc in function.code.clone() {
                function_of[pc as usize] = number as FunctionId;
            }
        }
        let model = |f: &Function| if f.is_external() { find(&f.name) } else { None };
        let models: Vec<Option<&'static Model>> = program.functions.iter().map(model).collect();
        let has = |what| models.iter().flatten().any(|model| model.effects.cancellation == what);
        let own_sites = program.sites.len() as u32 + EXTRA_SITES;
        let space = AddressSpace::new(program.pointer_bits, own_sites);
        Ok(Vm {
            space,
            entry,
            interner: if options.packed_roots { Interner::small() } else { Interner::new() },
            library,
            atomic: program.functions.iter().map(|f| runs_atomically(&f.name)).collect(),
            abort_ends_the_run: program.functions.iter().any(|f| is_verifier_name(&f.name)),
            thread_exits: program.function_named(THREAD_EXITS),
            cancels: has(Cancellation::Asks),
            propositions,
            invariants,
            abstraction,
            cancelled_anywhere: has(Cancellation::Anywhere),
            models,
            facts: RwLock::default(),
            history: Mutex::default(),
            round: Mutex::default(),
            private_sites: confined_sites(&program, &space),
            large_thread_locals: large_thread_locals(&program, &space),
            heap_sites: HeapSites::new(&program, &space, own_sites),
            spelt_out: SpeltOut::new(&program, &space),
            operators: operators(&program),
            given: NamesGiven::default(),
            executed: program.code.iter().map(|_| AtomicBool::new(false)).collect(),
            ignored: Ignored::new(&program, &options),
            asymmetry: Notes::default(),
            worker_bytes: AtomicU64::new(0),
            function_of,
            program,
            options,
        })
    }
}

/// The function of `runtime/thread_exit.c` that runs destructors of thread-local variables.
const THREAD_EXITS: &str = "__allways_thread_exits";

/// The buffer that `allways.h` provides for abstractions.
const ABSTRACT_BUFFER: &str = "allways_abstract";

/// The function with a body and without parameters that has a name in the source.
fn named_function(program: &Program, role: Role, name: &str) -> Result<FunctionId, StartError> {
    let called = |f: &Function| {
        let plain = f.display.split('(').next().unwrap_or_default();
        !f.is_external() && (f.name == name || plain == name)
    };
    let found = program.functions.iter().position(called);
    let id = found.ok_or_else(|| StartError::NoFunction(role, name.to_string()))?;
    if program.functions[id].params.is_empty() {
        Ok(id as FunctionId)
    } else {
        Err(StartError::WrongFunction(role, name.to_string()))
    }
}

fn named_invariants(program: &Program, options: &Options) -> Result<Vec<FunctionId>, StartError> {
    if options.propositions.len() + options.invariants.len() > 64 {
        return Err(StartError::TooManyInvariants);
    }
    let function = |name: &String| {
        let id = named_function(program, Role::Invariant, name)?;
        match program.functions[id as usize].returns {
            0 => Err(StartError::WrongFunction(Role::Invariant, name.clone())),
            _ => Ok(id),
        }
    };
    options.invariants.iter().map(function).collect()
}

fn named_abstraction(
    program: &Program,
    options: &Options,
) -> Result<Option<(FunctionId, u32)>, StartError> {
    let Some(name) = &options.abstraction else { return Ok(None) };
    let function = named_function(program, Role::Abstraction, name)?;
    let buffer = program.globals.iter().position(|g| g.name == ABSTRACT_BUFFER);
    match buffer {
        Some(buffer) => Ok(Some((function, buffer as u32))),
        None => Err(StartError::NoBuffer(name.clone())),
    }
}

/// SV-COMP: the body of such a function is an atomic section. The two that begin and end sections by
/// hand have no body.
fn runs_atomically(name: &str) -> bool {
    name.starts_with("__VERIFIER_atomic_")
}

fn is_verifier_name(name: &str) -> bool {
    name.starts_with("__VERIFIER_") || name == "reach_error"
}
