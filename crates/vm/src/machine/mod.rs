//! The working state: a root, and what was touched since it was loaded.
//!
//! Threads, frames and objects are read from the tree when they are needed and written back by
//! [`Machine::commit`]; going back is loading another root. What an instruction does is spread
//! over the files of this folder and of `models`, a family each.

mod absent;
mod access;
mod allocate;
mod args;
mod call;
mod caught;
mod difference;
mod ending;
mod escape;
mod evaluate;
mod event;
mod execute;
mod family;
mod gate;
mod hand_over;
mod jump;
mod layout;
mod mentions;
mod mentions_elsewhere;
mod merging;
mod model;
mod names_given;
mod native;
mod noted;
mod object;
mod observe;
mod owners;
mod part;
mod propositions;
mod reach;
mod reads;
mod reuse;
mod specific;
mod start;
mod text;
mod thread_objects;
mod threads;
mod unwind;
mod vm;
mod watch;

pub use crate::touch::{Mode, Touch};
pub use allocate::Kind;
pub use args::Args;
pub(crate) use difference::{Difference, Written};
pub use ending::KEYS;
pub use event::Event;
pub use jump::Leave;
pub use model::{Model, Outcome};
pub use native::ONCE_DONE;
pub use noted::Noted;
pub(crate) use object::first_piece;
pub use object::{Home, Object};
pub use observe::Position;
pub(crate) use owners::{OWNER, OWNER_BYTES};
pub use part::Part;
pub use start::{Role, StartError};
pub use threads::ThreadState;
pub(crate) use threads::thread_set;
pub use vm::{ExtraSite, Vm};

use crate::fault::{FaultKind, Halt};
use crate::options::Granularity;
use crate::state::{Frame, Process, SHARED, shared, shared_parts, thread_place};
use crate::value::word::{Wide, Word};
use absent::Absent;
use allways_program::{Operand, OperandKind, Pc, Slot};
use allways_space::State;
use allways_store::row::{Row, Top};
use allways_store::{Full, Id, trie};
use mentions::Mentions;
use mentions_elsewhere::MentionsElsewhere;
use merging::Merge;
use std::collections::HashMap;
use watch::Watch;

/// A step that runs until somebody could notice is cut after that many instructions; cutting anywhere is
/// sound.
const LONGEST: u32 = 1_000_000;
/// The same while several threads exist: a thread that never ends must not keep the others waiting.
const LONGEST_AMONG_OTHERS: u32 = 10_000;

/// The virtual machine at work on one state.
pub struct Machine<'v> {
    /// Program, options and interner.
    pub vm: &'v Vm,
    /// What belongs to no thread.
    pub process: Process,
    /// The running thread's position in `threads`.
    pub(crate) me: usize,
    /// What the step noted so far.
    pub noted: Noted,
    /// What is believed, and what was learned.
    pub(crate) watch: Watch,
    /// What is tried in the middle of a step.
    pub(crate) merge: Merge,
    /// What happened, for explanations; `None` while searching.
    pub events: Option<Vec<Event>>,
    /// The states between the instructions are events too.
    pub(crate) recording: bool,
    /// How much is one step.
    pub(crate) granularity: Granularity,
    /// Instructions of the longest step that nobody could notice, where nobody else exists.
    pub(crate) longest: u32,
    /// Instructions of long steps so far.
    pub(crate) toil: u64,
    /// Something is evaluated apart from the execution: the number of objects touched before.
    pub(super) evaluating: Option<usize>,
    /// The instruction at which the last evaluation failed, if it did.
    pub(crate) faulted_apart: Option<allways_program::Pc>,
    /// The global that may be written to nevertheless.
    pub(super) abstract_buffer: Option<u32>,
    /// The proposition that a constant text at an address names.
    propositions_at: HashMap<u64, Option<u8>>,
    threads: Vec<ThreadState>,
    /// For each thread's number the position in `threads` and one more; 0 if it is not there.
    seats: Vec<u32>,
    objects: Vec<Object>,
    /// Threads that are not there, and of which the step depends on that.
    absent: Absent,
    /// The position of the object that was asked for last.
    last_object: usize,
    process_id: Id,
    /// The process piece that was taken apart last: most states have the same.
    known_process: (Id, Process),
    globals: Id,
    /// The state as it was loaded or committed last.
    top: Top,
    bytes: Vec<u8>,
    mentions: Mentions,
    elsewhere: MentionsElsewhere,
}

impl<'v> Machine<'v> {
    /// A machine without a state.
    pub fn new(vm: &'v Vm) -> Machine<'v> {
        Machine {
            vm,
            process: Process::default(),
            me: 0,
            noted: Noted::default(),
            watch: Watch::new(vm),
            merge: Merge::default(),
            events: None,
            recording: false,
            granularity: vm.options.granularity,
            longest: LONGEST,
            toil: 0,
            evaluating: None,
            faulted_apart: None,
            abstract_buffer: None,
            propositions_at: HashMap::new(),
            threads: Vec::new(),
            seats: Vec::new(),
            objects: Vec::new(),
            absent: Absent::default(),
            last_object: 0,
            process_id: Id::EMPTY,
            known_process: (Id::EMPTY, Process::default()),
            globals: Id::EMPTY,
            top: Top::Root(Id::EMPTY),
            bytes: Vec::new(),
            mentions: Mentions::default(),
            elsewhere: MentionsElsewhere::default(),
        }
    }

    /// Instructions of the longest step that nobody could notice, from here.
    pub(crate) fn longest_now(&self) -> u32 {
        if self.process.shared { self.longest.min(LONGEST_AMONG_OTHERS) } else { self.longest }
    }

    /// Bytes of memory that are kept from state to state.
    pub(crate) fn bytes(&self) -> u64 {
        self.mentions.bytes() + self.elsewhere.bytes()
    }

    /// Goes to `state`, forgetting everything since.
    pub fn load(&mut self, state: State) {
        self.load_top(self.vm.top(state));
    }

    /// Goes to the state with a top.
    pub(crate) fn load_top(&mut self, top: Top) {
        self.top = top;
        (self.process_id, self.globals) = self.shared_parts();
        self.process_of(self.process_id);
        self.process.clone_from(&self.known_process.1);
        self.clear_threads();
        self.objects.clear();
        self.noted.forget();
        self.watch.demoted = false;
    }

    /// What a process piece says.
    pub(crate) fn process_of(&mut self, id: Id) -> &Process {
        if self.known_process.0 != id {
            self.known_process = (id, Process::decode(self.vm.interner.bytes_of(id)));
        }
        &self.known_process.1
    }

    fn shared_parts(&self) -> (Id, Id) {
        let interner = &self.vm.interner;
        shared_parts(interner, Row::open(interner, self.top).first())
    }

    /// The state that was loaded or committed last.
    pub(crate) fn loaded_top(&self) -> Top {
        self.top
    }

    /// A loaded object.
    #[inline(always)]
    pub(crate) fn object(&self, position: usize) -> &Object {
        &self.objects[position]
    }

    /// How many objects were loaded.
    pub(crate) fn loaded_objects(&self) -> usize {
        self.objects.len()
    }

    /// The process piece of the loaded or committed state.
    pub(crate) fn process_id(&self) -> Id {
        self.process_id
    }

    /// The record of a thread in the loaded or committed state.
    pub(crate) fn record_of(&self, thread: u32) -> Id {
        Row::open(&self.vm.interner, self.top).get(thread_place(thread))
    }

    /// Notes that the step depends on a part of the state.
    #[inline]
    fn depend(&mut self, part: Part, id: Id) {
        self.noted.reads.note(part, id);
    }

    /// The state reached: writes back what changed.
    pub fn commit(&mut self) -> Result<State, Full> {
        self.commit_objects()?;
        let mut changes = vec![(SHARED, Id::EMPTY)];
        self.commit_threads(&mut changes)?;
        let mut bytes = std::mem::take(&mut self.bytes);
        bytes.clear();
        self.process.encode(&mut bytes);
        let process_id = self.vm.interner.piece(&bytes);
        self.bytes = bytes;
        self.process_id = process_id?;
        changes[0].1 = shared(&self.vm.interner, self.process_id, self.globals)?;
        let state =
            self.vm.state_with(Row::open(&self.vm.interner, self.top).top_with(&changes)?)?;
        self.top = self.vm.top(state);
        Ok(state)
    }

    /// Builds the tree of an initial state: globals as the program has them, no thread.
    pub fn load_initial(&mut self) -> Result<(), Full> {
        let mut globals = Id::EMPTY;
        for (number, global) in self.vm.program.globals.iter().enumerate() {
            if !global.constant && global.thread_local.is_none() {
                let content = self.initial_content(&global.init, global.size)?;
                globals = trie::set(&self.vm.interner, globals, number as u64, content)?;
            }
        }
        self.globals = globals;
        self.top = Top::Root(Id::EMPTY);
        self.process = Process::default();
        self.clear_threads();
        self.objects.clear();
        self.noted.touches.clear();
        Ok(())
    }

    /// The initial state.
    pub fn begin(&mut self) -> Result<State, Halt> {
        self.load_initial().map_err(|_| Halt::Full)?;
        self.start_main()?;
        self.bind_expressions()?;
        self.commit().map_err(|_| Halt::Full)
    }

    /// The running thread.
    #[inline(always)]
    pub fn thread(&mut self) -> &mut ThreadState {
        &mut self.threads[self.me]
    }

    /// The number of the running thread, if one runs: none does where states are only compared.
    pub(super) fn running(&self) -> Option<u32> {
        self.threads.get(self.me).map(|thread| thread.id)
    }

    /// The number of the running thread.
    #[inline(always)]
    pub fn thread_id(&self) -> u32 {
        self.threads[self.me].id
    }

    /// Whether the running thread is in an atomic section.
    pub(crate) fn is_inside(&mut self) -> bool {
        self.thread().control.atomic > 0
    }

    /// The frame that runs.
    #[inline(always)]
    pub fn frame(&mut self) -> &mut Frame {
        self.threads[self.me].frames.last_mut().expect("a running thread has a frame")
    }

    /// The instruction that the running thread executes.
    pub(super) fn position(&self) -> Pc {
        self.threads[self.me].frames.last().map_or(Pc::MAX, |frame| frame.pc)
    }

    /// The value of an operand of one word.
    #[inline(always)]
    pub fn word(&self, operand: Operand) -> Word {
        match operand.kind() {
            OperandKind::Slot(slot) => {
                let frames = &self.threads[self.me].frames;
                frames[frames.len() - 1].slots[slot as usize]
            }
            OperandKind::Constant(index) => {
                let constant = self.vm.program.constants[index as usize];
                Word { value: constant.value, defined: constant.defined }
            }
        }
    }

    /// The value of an operand of `bits` bits.
    pub fn wide(&self, operand: Operand, bits: u32) -> Wide {
        if bits <= 64 {
            Wide::from_word(self.word(operand))
        } else {
            Wide::from_words(self.word(operand), self.word(operand.word(1)))
        }
    }

    /// Sets a slot.
    #[inline(always)]
    pub fn set(&mut self, slot: Slot, word: Word) {
        self.frame().slots[slot as usize] = word;
    }

    /// Sets a value of `bits` bits.
    pub fn set_wide(&mut self, slot: Slot, bits: u32, value: Wide) {
        self.set(slot, value.low());
        if bits > 64 {
            self.set(slot + 1, value.high());
        }
    }

    /// The chosen outcome of an operation that has `count` of them. Operations with one outcome
    /// do not choose.
    pub fn choose(&mut self, count: u32) -> Result<u32, Halt> {
        if count == 1 {
            return Ok(0);
        }
        self.noted.choice.ok_or(Halt::Choose(count))
    }

    /// The same for an operation that may come to several choices. Only the first is one of all outcomes;
    /// the others are the first outcome, which does not cover everything.
    pub fn choose_once(&mut self, count: u32) -> Result<u32, Halt> {
        const MADE: u32 = u32::MAX;
        match self.noted.choice {
            _ if count == 1 => Ok(0),
            None => Err(Halt::Choose(count)),
            Some(MADE) => {
                self.noted.sampled = true;
                Ok(0)
            }
            Some(chosen) => {
                self.noted.choice = Some(MADE);
                Ok(chosen)
            }
        }
    }

    /// Notes an event, if anybody listens.
    #[inline(always)]
    pub fn note(&mut self, event: impl FnOnce() -> Event) {
        if let Some(events) = &mut self.events {
            events.push(event());
        }
    }

    /// An address: a defined word.
    #[inline(always)]
    pub fn address(&self, word: Word) -> Result<u64, Halt> {
        word.get().ok_or(Halt::Fault(FaultKind::UndefinedAddress))
    }
}
