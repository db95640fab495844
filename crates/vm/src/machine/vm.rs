//! The immutable half: program, options, models, interner.

use super::Model;
use super::names_given::NamesGiven;
use crate::analysis::heap_sites::HeapSites;
use crate::analysis::spelt_out::SpeltOut;
use crate::asymmetry::Notes;
use crate::discipline::{Facts, History};
use crate::fault::FaultKind;
use crate::ignored::{Ignored, Met};
use crate::library::Library;
use crate::options::{Granularity, Options};
use crate::round::Round;
use crate::rules::Rule;
use crate::state::is_native;
use allways_program::address::{AddressSpace, ObjectName};
use allways_program::{Access, Expression, FunctionId, Pc, Program};
use allways_space::{Property, State};
use allways_store::row::Top;
use allways_store::{Full, Id, Interner};
use allways_trace::Family;
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
    pub(super) models: Vec<Option<&'static Model>>,
    pub(super) function_of: Vec<FunctionId>,
    pub(super) private_sites: Vec<bool>,
    pub(super) heap_sites: HeapSites,
    /// Their sites.
    pub(super) large_thread_locals: Vec<u32>,
    pub(crate) spelt_out: SpeltOut,
    /// Which functions are operators that make and free objects.
    pub(super) operators: Vec<Option<Family>>,
    /// Names that objects have had.
    pub(crate) given: NamesGiven,
    pub(super) abort_ends_the_run: bool,
    /// Runs the destructors of thread-local variables, in programs that have some.
    pub(crate) thread_exits: Option<FunctionId>,
    pub(super) cancels: bool,
    pub(super) cancelled_anywhere: bool,
    /// The propositions of the formula, by bit.
    pub(crate) propositions: Vec<Proposition>,
    /// Functions that must return true in every state.
    pub(crate) invariants: Vec<FunctionId>,
    /// The function that writes the abstract state, and the buffer it writes it to.
    pub(crate) abstraction: Option<(FunctionId, u32)>,
    /// What the present round believes.
    pub(crate) facts: RwLock<Arc<Facts>>,
    /// What was learned in the rounds before.
    pub(crate) history: Mutex<History>,
    /// What the present round taught so far.
    pub(crate) round: Mutex<Round>,
    /// For each function whether no other thread runs until it returns.
    pub(super) atomic: Vec<bool>,
    pub(super) executed: Vec<AtomicBool>,
    /// Lines at which faults are not reported.
    pub(crate) ignored: Ignored,
    /// What keeps threads from being interchangeable.
    pub(crate) asymmetry: Notes,
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
    /// What landing pads get when a thread ends.
    ForcedUnwind,
}

pub(super) const EXTRA_SITES: u32 = 8;

/// A proposition of the formula that is checked.
pub(crate) struct Proposition {
    /// Its name in the formula.
    pub name: String,
    /// What it means, if it is a C expression and not bound by the program.
    pub expression: Option<Expression>,
}

impl Vm {
    /// Whether a name that a thread's objects of a site and class may get stands in the program as a number.
    pub(crate) fn is_spelt_out(&self, thread: u32, site: u32, class: u32) -> bool {
        self.spelt_out.contains(thread, site, class)
    }

    /// Whether an access is atomic, or counts as atomic because it is volatile and of up to a word.
    #[inline(always)]
    pub(crate) fn touches_atomically(&self, access: Access) -> bool {
        access.order.is_some() || self.options.volatile_atomic && self.counts_as_atomic(access)
    }

    /// Whether an access is volatile and not too large to be atomic.
    pub(crate) fn counts_as_atomic(&self, access: Access) -> bool {
        let word = u32::from(self.program.pointer_bits) / 8;
        access.volatile && access.order.is_none() && access.size <= word
    }

    /// Faults that executions met and that are not reported.
    pub fn ignored(&self) -> Vec<Met> {
        self.ignored.met()
    }

    /// The model of an external function.
    pub fn model(&self, function: FunctionId) -> Option<&'static Model> {
        self.models[function as usize]
    }

    /// The top of a state.
    #[inline]
    pub(crate) fn top(&self, state: State) -> Top {
        if self.options.packed_roots {
            Top::unpacked(state.root)
        } else {
            Top::Root(Id::from_index(state.root as u32))
        }
    }

    /// The state with a top.
    #[inline]
    pub(crate) fn state_with(&self, top: Top) -> Result<State, Full> {
        let root = if self.options.packed_roots {
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

    /// The index of a thread's copy of a thread-local variable.
    pub(super) fn index_of_thread_local(&self, site: u32) -> u64 {
        self.large_thread_locals.iter().position(|&large| large == site).unwrap_or(0) as u64
    }

    /// The first index that objects of a site may have, other than thread-local variables.
    pub(super) fn first_index(&self, site: u32) -> u64 {
        let is_large = self.heap_sites.is_large(site);
        if is_large { self.large_thread_locals.len() as u64 } else { 0 }
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
