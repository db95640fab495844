//! The immutable half: program, options, models, interner.

use crate::audit::{Audited, audit};
use crate::discipline::{Facts, History};
use crate::fault::FaultKind;
use crate::given::Given;
use crate::heap_sites::HeapSites;
use crate::library::Library;
use crate::models::effects::Cancellation;
use crate::models::{self, Model};
use crate::options::{Granularity, Options};
use crate::private;
use crate::round::Round;
use crate::rules::Rule;
use crate::spelt_out::SpeltOut;
use crate::state::is_native;
use allways_program::address::{AddressSpace, ObjectName};
use allways_program::{Expression, ExpressionError, Function, FunctionId, Pc, Program};
use allways_space::{Property, State};
use allways_store::row::Top;
use allways_store::{Full, Id, Interner};
use std::fmt;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError, RwLock};

/// A program ready to run.
pub struct Vm {
    /// The program.
    pub program: Program,
    /// What is asked.
    pub options: Options,
    /// Its addresses.
    pub space: AddressSpace,
    /// The function to start with.
    pub entry: FunctionId,
    /// Holds the states.
    pub interner: Interner,
    /// Data that the C library keeps.
    pub library: Library,
    models: Vec<Option<&'static Model>>,
    function_of: Vec<FunctionId>,
    private_sites: Vec<bool>,
    heap_sites: HeapSites,
    spelt_out: SpeltOut,
    /// Names that objects have had.
    pub(crate) given: Given,
    abort_ends_the_run: bool,
    cancels: bool,
    cancelled_anywhere: bool,
    /// The propositions of the formula, by bit.
    pub(crate) propositions: Vec<Proposition>,
    /// Functions that must return true in every state.
    pub(crate) invariants: Vec<FunctionId>,
    /// The function that writes the abstract state, and the buffer it writes it to.
    pub(crate) abstraction: Option<(FunctionId, u32)>,
    /// What the present round believes.
    facts: RwLock<Arc<Facts>>,
    /// What was learned in the rounds before.
    history: Mutex<History>,
    /// What the present round taught so far.
    round: Mutex<Round>,
    /// For each function whether no other thread runs until it returns.
    atomic: Vec<bool>,
    executed: Vec<AtomicBool>,
    /// Bytes that workers hold besides the interner.
    pub(crate) worker_bytes: AtomicU64,
}

/// Allocation sites that are the machine's own and stand behind the program's.
#[derive(Copy, Clone, Debug)]
pub enum ExtraSite {
    /// The array `argv`.
    ArgumentTable,
    /// The strings in it.
    ArgumentText,
    /// Variable arguments of a call.
    VariableArgs,
    /// `errno`.
    Errno,
    /// Objects that name the frames to which jumps lead.
    FrameName,
    /// Thread-specific values.
    Specific,
    /// Messages that a library function made for one thread.
    Message,
}

const EXTRA_SITES: u32 = 7;

/// A proposition of the formula that is checked.
pub(crate) struct Proposition {
    /// Its name in the formula.
    pub name: String,
    /// What it means, if it is a C expression and not bound by the program.
    pub expression: Option<Expression>,
}

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

impl Vm {
    /// Makes a program ready to run: it is run a few times, for the first guesses of the reduction.
    pub fn new(program: Program, options: Options) -> Result<Vm, StartError> {
        let vm = Vm::without_guesses(program, options)?;
        vm.seed_guesses();
        Ok(vm)
    }

    /// The same without guesses, for those who bring what was learned before.
    pub fn without_guesses(mut program: Program, options: Options) -> Result<Vm, StartError> {
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
        let model = |f: &Function| if f.is_external() { models::find(&f.name) } else { None };
        let models: Vec<Option<&'static Model>> = program.functions.iter().map(model).collect();
        let has = |what| models.iter().flatten().any(|model| model.effects.cancellation == what);
        let own_sites = program.sites.len() as u32 + EXTRA_SITES;
        let space = AddressSpace::new(program.pointer_bits, own_sites);
        Ok(Vm {
            space,
            entry,
            interner: if options.nameless { Interner::small() } else { Interner::new() },
            library,
            atomic: program.functions.iter().map(|f| runs_atomically(&f.name)).collect(),
            abort_ends_the_run: program.functions.iter().any(|f| is_verifier_name(&f.name)),
            cancels: has(Cancellation::Asks),
            propositions,
            invariants,
            abstraction,
            cancelled_anywhere: has(Cancellation::Anywhere),
            models,
            facts: RwLock::default(),
            history: Mutex::default(),
            round: Mutex::default(),
            private_sites: private::private_sites(&program),
            heap_sites: HeapSites::new(&program, &space, own_sites),
            spelt_out: SpeltOut::new(&program, &space),
            given: Given::default(),
            executed: program.code.iter().map(|_| AtomicBool::new(false)).collect(),
            worker_bytes: AtomicU64::new(0),
            function_of,
            program,
            options,
        })
    }

    /// Whether a name that a thread's objects of a site may get stands in the program as a number.
    pub(crate) fn is_spelt_out(&self, thread: u32, site: u32) -> bool {
        self.spelt_out.contains(thread, site)
    }

    /// The model of an external function.
    pub fn model(&self, function: FunctionId) -> Option<&'static Model> {
        self.models[function as usize]
    }

    /// The top of a state.
    #[inline]
    pub(crate) fn top(&self, state: State) -> Top {
        if self.options.nameless {
            Top::unpacked(state.root)
        } else {
            Top::Root(Id::from_index(state.root as u32))
        }
    }

    /// The state with a top.
    #[inline]
    pub(crate) fn state_with(&self, top: Top) -> Result<State, Full> {
        let root = if self.options.nameless {
            top.packed(&self.interner)
        } else {
            top.named(&self.interner)?.index().into()
        };
        Ok(State { root })
    }

    /// Counts memory that the process held before the search and does not get rid of.
    pub fn count_held(&self, bytes: u64) {
        self.worker_bytes.fetch_add(bytes, Ordering::Relaxed);
    }

    /// Whether states hold what exclusive access is found by.
    #[inline(always)]
    pub fn tracks_discipline(&self) -> bool {
        self.options.granularity == Granularity::Full
    }

    /// Whether it is learned that names matter: wherever a step is more than an instruction.
    #[inline(always)]
    pub fn watches_names(&self) -> bool {
        self.options.granularity != Granularity::Instruction
    }

    /// Whether endless executions are looked at: then nobody may seem stuck who is not.
    pub(crate) fn is_temporal(&self) -> bool {
        let ends = self.options.properties.contains(Property::Termination);
        ends || !self.propositions.is_empty()
    }

    /// The bit of an invariant among the propositions: behind those of the formula.
    pub(crate) fn invariant_bit(&self, number: usize) -> u8 {
        (self.propositions.len() + number) as u8
    }

    /// The invariant that a bit belongs to.
    pub(crate) fn invariant_at(&self, bit: usize) -> Option<u32> {
        bit.checked_sub(self.propositions.len()).map(|number| number as u32)
    }

    /// Where a fault that is there from the beginning is told.
    pub(crate) fn place_at_start(&self, kind: FaultKind) -> Pc {
        let function = match kind {
            FaultKind::Invariant { number, .. } => self.invariants[number as usize],
            _ => self.entry,
        };
        self.program.functions[function as usize].code.start
    }

    /// Whether threads may be cancelled between any two instructions.
    pub(crate) fn is_cancelled_anywhere(&self) -> bool {
        self.cancelled_anywhere
    }

    /// Whether a rule of the reductions is switched off.
    #[inline(always)]
    pub(crate) fn breaks(&self, rule: Rule) -> bool {
        self.options.broken.contains(rule)
    }

    /// What the present round believes.
    pub(crate) fn facts(&self) -> Arc<Facts> {
        Arc::clone(&self.facts.read().unwrap_or_else(PoisonError::into_inner))
    }

    /// Whether counterexamples are told instruction by instruction: they were searched for in such steps, if
    /// not from the beginning.
    pub fn is_told_by_instructions(&self) -> bool {
        self.options.granularity == Granularity::Instruction || self.facts().names_matter
    }

    /// Reads or changes what the present round taught so far.
    pub(crate) fn with_round<T>(&self, change: impl FnOnce(&mut Round) -> T) -> T {
        change(&mut self.round.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Begins a round that believes what a history says.
    pub(crate) fn believe(&self, history: History) {
        let facts = Arc::new(history.facts());
        *self.facts.write().unwrap_or_else(PoisonError::into_inner) = facts;
        *self.history.lock().unwrap_or_else(PoisonError::into_inner) = history;
        self.with_round(|round| *round = Round::default());
    }

    /// What was learned, with what the present round taught so far.
    pub(crate) fn history_with_lessons(&self) -> History {
        let mut history = self.history.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let facts = self.facts();
        self.with_round(|round| {
            history.learn(&round.lessons);
            if round.broken {
                history.give_up_if(&facts);
            }
        });
        history
    }

    /// Holds what the round relied on against what was touched. What does not hold is a lesson.
    pub(crate) fn audit_round(&self) -> Audited {
        if self.breaks(Rule::Audit) {
            return Audited::default();
        }
        let facts = self.facts();
        self.with_round(|round| {
            let audited = audit(&round.ledger, &facts);
            if !round.broken {
                // What was noticed when it happened is none of the audit's finds.
                round.audited = audited.broken.len() as u64;
            }
            round.lessons.extend(audited.broken.iter().cloned());
            round.broken |= !audited.broken.is_empty();
            audited
        })
    }

    /// The function that an instruction belongs to.
    pub fn function_at(&self, pc: Pc) -> FunctionId {
        self.function_of[pc as usize]
    }

    /// Words in the frame of the function at `pc`.
    pub fn frame_words(&self, pc: Pc) -> u32 {
        if is_native(pc) { 0 } else { self.program.functions[self.function_at(pc) as usize].words }
    }

    /// Whether the program is written for a verifier whose `abort` just ends the run.
    pub fn abort_ends_the_run(&self) -> bool {
        self.abort_ends_the_run
    }

    /// Whether a thread that calls a function again and again may do nothing but wait.
    pub(crate) fn may_be_called_while_waiting(&self, function: FunctionId) -> bool {
        !self.program.functions[function as usize].is_external()
            || self.model(function).is_some_and(|model| model.effects.spins)
    }

    /// Whether the program can start threads.
    pub(crate) fn starts_threads(&self) -> bool {
        self.models.iter().flatten().any(|model| model.effects.creates)
    }

    /// Whether the program can ask threads to end.
    pub fn cancels(&self) -> bool {
        self.cancels
    }

    /// Bytes of a pointer.
    pub fn pointer_bytes(&self) -> u64 {
        u64::from(self.program.pointer_bits) / 8
    }

    /// Whether `pc` is an instruction.
    pub fn is_code(&self, pc: Pc) -> bool {
        (pc as usize) < self.program.code.len()
    }

    /// Whether no other thread runs until a function returns.
    pub fn is_atomic(&self, function: FunctionId) -> bool {
        self.atomic[function as usize]
    }

    /// How many sites there are, the machine's own included.
    pub fn own_sites(&self) -> u32 {
        self.program.sites.len() as u32 + EXTRA_SITES
    }

    /// The number of a site of the machine's own.
    pub fn extra_site(&self, site: ExtraSite) -> u32 {
        self.program.sites.len() as u32 + site as u32
    }

    /// Whether the address of the stack objects of a site never leaves its function.
    pub fn is_private(&self, site: u32) -> bool {
        self.private_sites.get(site as usize).copied().unwrap_or(false)
    }

    /// Whether an object with that name is one of the heap.
    pub(crate) fn is_heap_name(&self, name: ObjectName) -> bool {
        self.heap_sites.contains(name)
    }

    /// Whether what has that name may have been made elsewhere, and by another thread, than the name says.
    pub(crate) fn may_be_reused(&self, name: ObjectName) -> bool {
        self.options.address_reuse && self.is_heap_name(name)
    }

    /// The global whose bytes, or the gap behind them, hold an address.
    pub fn global_at(&self, address: u64) -> Option<u32> {
        let globals = &self.program.globals;
        let behind = globals.partition_point(|g| g.address <= address);
        let candidates = globals[..behind].iter().enumerate().rev();
        let (number, _) = candidates.into_iter().find(|(_, g)| g.thread_local.is_none())?;
        let global = &globals[number];
        // The gap in front of the next global belongs to this one: running past the end is out of
        // bounds, not wild.
        let reach = global.size.max(4096).next_power_of_two();
        (address < global.address + global.size + reach).then_some(number as u32)
    }

    /// Notes that the instruction at `pc` was executed.
    #[inline(always)]
    pub(crate) fn mark_executed(&self, pc: Pc) {
        let mark = &self.executed[pc as usize];
        if !mark.load(Ordering::Relaxed) {
            mark.store(true, Ordering::Relaxed);
        }
    }

    /// Whether any worker executed the instruction at `pc`.
    pub fn was_executed(&self, pc: Pc) -> bool {
        self.executed[pc as usize].load(Ordering::Relaxed)
    }
}

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
