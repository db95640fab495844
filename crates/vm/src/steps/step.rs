//! How much is one step, and what becomes of it.

use super::actor::Actor;
use super::done::{Done, Section, Step};
use super::filter;
use super::laps::{Laps, SHORT};
use crate::discipline::Held;
use crate::effects::Merges;
use crate::fault::{Block, FaultKind, Halt};
use crate::machine::Machine;
use crate::options::Granularity;
use crate::rules::Rule;
use crate::state::{Control, is_native};
use crate::value::word::Word;
use allways_program::code::Inst;
use allways_program::{ArgClass, FunctionId, InstKind, Pc};
use allways_space::{Letters, Property};
use allways_store::Id;
use allways_store::row::Top;

/// How going on ended.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum Ended {
    /// Before the next operation.
    Before,
    /// Behind that many operations, in one that has to be undone.
    Undone(u32),
    /// In a join that waits, and with it the step.
    Blocked(Block),
}

/// What became of an operation in the middle of a step.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum Merged {
    /// It stays.
    Yes,
    /// It does not, and left nothing behind.
    No,
    /// It does not, and may have left something.
    Partly,
    /// It is a join that waits, and with it the step.
    Blocked(Block),
}

impl Machine<'_> {
    /// Runs one step of an actor from the loaded state.
    pub fn step(&mut self, actor: Actor, choice: Option<u32>) -> Step {
        self.step_done(actor, choice).step
    }

    /// Runs one step of an actor from the loaded state and says all there is to remember of it.
    pub fn step_done(&mut self, actor: Actor, choice: Option<u32>) -> Done {
        let Actor::Thread(thread) = actor;
        if self.enter(thread) && self.may_be_cancelled_anywhere() {
            return self.step_or_cancel(thread, choice);
        }
        self.step_by(thread, choice, Machine::execute_one)
    }

    fn may_be_cancelled_anywhere(&mut self) -> bool {
        let control = self.thread().control;
        control.must_cancel() && control.cancel.anywhere
    }

    /// A step of a thread that may be cancelled anywhere: that is one more outcome, the first.
    fn step_or_cancel(&mut self, thread: u32, choice: Option<u32>) -> Done {
        match choice {
            None => {
                let mut done = self.step_by(thread, None, Machine::execute_one);
                done.step = match done.step {
                    Step::Choices(count) => Step::Choices(count + 1),
                    Step::Full => Step::Full,
                    _ => Step::Choices(2),
                };
                done
            }
            Some(0) => self.step_by(thread, None, Machine::cancel_anywhere),
            Some(choice) => self.step_by(thread, Some(choice - 1), Machine::execute_one),
        }
    }

    fn step_by(
        &mut self,
        thread: u32,
        choice: Option<u32>,
        operation: impl Fn(&mut Self) -> Result<(), Halt>,
    ) -> Done {
        self.noted.choice = choice;
        self.noted.sampled = false;
        let mut done = Done {
            step: Step::Ended,
            pc: 0,
            touches: Vec::new(),
            merged: Vec::new(),
            bytes_touched: 0,
            bytes_raced: 0,
            section: Section::Outside,
            cancellable: false,
            sampled: false,
            named: false,
            looked: false,
            letters: Letters::default(),
            record: Id::EMPTY,
            process: Id::EMPTY,
            writes: Vec::new(),
            reads: 0,
        };
        if !self.enter(thread) {
            return done;
        }
        done.pc = self.frame().pc;
        let control = self.thread().control;
        let holds = self.process.holder == Some(thread);
        let before = (self.loaded_top(), self.watch.seeding.clone());
        let outcome = self.begin_step(&operation);
        done.touches = self.noted.touches.clone();
        let inside = self.is_inside();
        done.step = match outcome {
            Ok(()) => {
                self.noted.choice = None;
                match self.go_on(done.pc) {
                    Ended::Blocked(block) => self.put_off(&mut done, block),
                    ended => {
                        if let Ended::Undone(merged) = ended {
                            self.repeat_step(before, (thread, choice), &operation, merged);
                        }
                        done.merged = self.noted.touches[done.touches.len()..].to_vec();
                        self.finish(done.pc)
                    }
                }
            }
            Err(halt) => self.halted(halt, done.pc),
        };
        if let Step::Blocked(block) = done.step {
            done.cancellable = self.vm.cancels() && is_cancellable(control, block);
        }
        done.section = Section::of(holds, control.atomic > 0, inside, self.is_inside());
        done.bytes_touched =
            filter::filter_of_touches(&done.touches) | filter::filter_of_touches(&done.merged);
        done.bytes_raced =
            filter::filter_of_races(&done.touches) | filter::filter_of_races(&done.merged);
        done.sampled = self.noted.sampled;
        done.named = self.noted.named;
        done.looked = self.noted.looked;
        done.letters = Letters { last: self.process.propositions.letter, pulse: self.noted.pulse };
        done.record = self.record_of(thread);
        done.process = self.process_id();
        done.writes = std::mem::take(&mut self.noted.writes);
        let filters = self.noted.reads.list().iter().map(|&(part, _)| filter::filter_of(part));
        done.reads = if self.noted.whole {
            filter::ALL
        } else {
            filters.fold(0, |all, filter| all | filter)
        };
        done
    }

    /// The threads that the first one joins in its next step, whenever it makes it: as if all others
    /// had ended. None if it takes their results. The state is not one that can be gone on from.
    pub(crate) fn joins_ahead(&mut self, others: &[u32]) -> Vec<u32> {
        for &thread in others {
            if let Some(control) = self.control_of(thread) {
                let ended = Some(Word::ZERO);
                self.set_control_of(thread, Control { ended, ..control });
            }
        }
        // Else the last join would let the thread run on as one that is alone.
        self.process.detached = true;
        self.noted.takes_result = false;
        let mut joined = Vec::new();
        if !self.enter(0) || !self.begins_joins() || self.execute_one().is_err() {
            return joined;
        }
        self.noted.joining = true;
        for _ in 0..SHORT {
            joined = others.iter().copied().filter(|&t| self.is_joined(t)).collect();
            let native = is_native(self.frame().pc);
            if joined.len() == others.len() || native || self.merge_one() != Merged::Yes {
                break;
            }
        }
        if self.noted.takes_result { Vec::new() } else { joined }
    }

    fn is_joined(&mut self, thread: u32) -> bool {
        self.control_of(thread).is_none_or(|control| control.released)
    }

    /// A join waits in the first place for what the next one must wait for: nobody could tell the
    /// state in between from the present one.
    fn put_off(&mut self, done: &mut Done, block: Block) -> Step {
        done.touches.clear();
        // What it depends on is known: its own record and those of the threads it joins.
        self.noted.whole = false;
        Step::Blocked(block)
    }

    fn halted(&mut self, halt: Halt, at: Pc) -> Step {
        match halt {
            Halt::Fault(kind) if self.just_ends(kind) => {
                self.end_process(ABORTED);
                self.finish(at)
            }
            Halt::Fault(kind) => Step::Fault(kind, at),
            Halt::Block(block) => Step::Blocked(block),
            Halt::Choose(count) => Step::Choices(count),
            Halt::Unsupported(gap) => Step::Unsupported(gap, at),
            Halt::Full => Step::Full,
            Halt::Noticed => unreachable!("a step's own operation passes every gate"),
        }
    }

    /// A failed assertion that nobody asked about ends the process and is no loss of coverage: that
    /// is what it does when the program runs.
    fn just_ends(&self, kind: FaultKind) -> bool {
        kind.property() == Property::Assert
            && !self.vm.options.properties.contains(Property::Assert)
    }

    /// The first operation of a step.
    fn begin_step(
        &mut self,
        operation: &impl Fn(&mut Self) -> Result<(), Halt>,
    ) -> Result<(), Halt> {
        self.touch_thread();
        self.noted.pulse = 0;
        self.noted.joining = self.begins_joins();
        operation(self)?;
        self.renew_propositions()
    }

    /// Undoes an operation that was tried in the middle of a step: goes back to where the step began and
    /// makes the first operation and the `merged` ones behind it again, which are the same. What the undone
    /// operation read stays: it decided where the step ends.
    fn repeat_step(
        &mut self,
        (top, seeding): (Top, Option<Held>),
        (thread, choice): (u32, Option<u32>),
        operation: &impl Fn(&mut Self) -> Result<(), Halt>,
        merged: u32,
    ) {
        let (reads, whole) = (std::mem::take(&mut self.noted.reads), self.noted.whole);
        let (demoted, sampled) = (self.watch.demoted, self.noted.sampled);
        self.load_top(top);
        self.watch.seeding = seeding;
        self.noted.choice = choice;
        let again = self.enter(thread) && self.begin_step(operation).is_ok();
        self.noted.choice = None;
        self.merge.behind = true;
        let all = (0..merged).all(|_| self.execute_one().is_ok());
        self.merge.behind = false;
        assert!(again && all, "what was done once can be done again");
        self.noted.reads = reads;
        self.noted.whole |= whole;
        self.watch.demoted |= demoted;
        self.noted.sampled |= sampled;
    }

    /// Runs on over instructions that nobody else can notice. One that cannot complete is left for
    /// a step of its own; a further join that must wait makes the whole step wait.
    fn go_on(&mut self, first: Pc) -> Ended {
        match self.granularity {
            Granularity::Instruction => {}
            _ if self.steps_plainly() => {}
            Granularity::Tau | Granularity::Superstep => self.go_on_in_block(first),
            // A thread that may be cancelled anywhere can be noticed anywhere.
            Granularity::Full | Granularity::Global if self.vm.is_cancelled_anywhere() => {
                self.go_on_in_block(first);
            }
            Granularity::Full | Granularity::Global => return self.go_on_unnoticed(),
        }
        Ended::Before
    }

    /// Runs on until another thread could notice.
    fn go_on_unnoticed(&mut self) -> Ended {
        self.merge.behind = true;
        let ended = self.merge_many();
        self.merge.behind = false;
        ended.unwrap_or_else(|| {
            // Cut where a finer step would end too, so that a counterexample can be told in those.
            self.go_on_in_block(self.noted.last_pc);
            Ended::Before
        })
    }

    /// Runs on until another thread could notice; `None` if the step is cut before.
    fn merge_many(&mut self) -> Option<Ended> {
        let mut laps = Laps::default();
        for merged in 0..self.longest_now() {
            if self.process.ended.is_some() || self.thread().frames.is_empty() {
                return Some(Ended::Before);
            }
            match self.merge_one() {
                Merged::Yes => {}
                Merged::No => return Some(Ended::Before),
                Merged::Partly => return Some(Ended::Undone(merged)),
                Merged::Blocked(block) => return Some(Ended::Blocked(block)),
            }
            if merged >= SHORT {
                self.toil += 1;
                if self.holds_much() || laps.is_round(self, merged) {
                    break;
                }
            }
        }
        None
    }

    /// Tries the operation that the thread stands before in the middle of a step: it is run, and stays if it
    /// completes and nobody can notice anything that it touches.
    fn merge_one(&mut self) -> Merged {
        let (vm, pc) = (self.vm, self.frame().pc);
        let inst = (!is_native(pc)).then(|| &vm.program.code[pc as usize]);
        let may = match inst {
            Some(inst) => self.may_be_merged(inst),
            None => self.ends_quietly().then_some(Merges::End),
        };
        match may {
            None => return Merged::No,
            Some(Merges::End) => self.rely_on_end(),
            Some(_) => {}
        }
        (self.merge.on, self.merge.passed) = (true, 0);
        let outcome = self.execute_one();
        self.merge.on = false;
        match outcome {
            Ok(()) => Merged::Yes,
            Err(Halt::Block(block @ Block::Join { .. })) if self.noted.joining => {
                Merged::Blocked(block)
            }
            Err(_) if inst.is_some_and(|inst| self.leaves_nothing(inst)) => Merged::No,
            Err(_) => Merged::Partly,
        }
    }

    /// Whether an operation that has just failed left nothing behind: it touches one place only, or
    /// did not come to the first.
    fn leaves_nothing(&self, inst: &Inst) -> bool {
        match inst.kind() {
            InstKind::Call { function, .. } => {
                self.vm.program.functions[function as usize].is_external() && self.merge.passed == 0
            }
            InstKind::CallIndirect { .. }
            | InstKind::Return
            | InstKind::Resume
            | InstKind::LandingPad
            | InstKind::Restore
            | InstKind::Arguments => false,
            InstKind::Compute
            | InstKind::Jump
            | InstKind::Load
            | InstKind::Store
            | InstKind::ReadWrite
            | InstKind::Fence
            | InstKind::Allocate { .. }
            | InstKind::Scope
            | InstKind::ThreadLocal
            | InstKind::Stop => self.merge.passed <= 1,
        }
    }

    /// Runs on to the next instruction that touches memory, or to the end of the basic block. Where
    /// that is does not depend on where the step began, so that larger steps can end there too.
    fn go_on_in_block(&mut self, first: Pc) {
        let mut last = first;
        loop {
            if self.process.ended.is_some() || self.thread().frames.is_empty() {
                return;
            }
            let pc = self.frame().pc;
            if is_native(last) || is_native(pc) || self.ends_block(last) {
                return;
            }
            if !self.is_local(self.vm.program.code[pc as usize]) || self.execute_one().is_err() {
                return;
            }
            last = pc;
        }
    }

    /// Whether a basic block ends with the instruction: a jump, or a call of the program's own.
    fn ends_block(&self, pc: Pc) -> bool {
        match self.vm.program.code[pc as usize].kind() {
            InstKind::Jump | InstKind::Return => true,
            InstKind::Call { function, .. } => {
                !self.vm.program.functions[function as usize].is_external()
            }
            InstKind::Compute
            | InstKind::Load
            | InstKind::Store
            | InstKind::ReadWrite
            | InstKind::Fence
            | InstKind::Allocate { .. }
            | InstKind::Scope
            | InstKind::Restore
            | InstKind::ThreadLocal
            | InstKind::Arguments
            | InstKind::CallIndirect { .. }
            | InstKind::LandingPad
            | InstKind::Resume
            | InstKind::Stop => false,
        }
    }

    /// Whether an instruction touches no memory and calls nothing that might.
    fn is_local(&mut self, inst: Inst) -> bool {
        match inst.kind() {
            InstKind::Compute | InstKind::Jump => true,
            InstKind::Allocate { site } => self.vm.is_private(site),
            InstKind::Call { function, site } => self.calls_locally(function, site),
            InstKind::Return => !self.ends_section_noticed() && self.frame().objects.is_empty(),
            InstKind::Load
            | InstKind::Store
            | InstKind::ReadWrite
            | InstKind::Fence
            | InstKind::Scope
            | InstKind::Restore
            | InstKind::ThreadLocal
            | InstKind::Arguments
            | InstKind::CallIndirect { .. }
            | InstKind::LandingPad
            | InstKind::Resume
            | InstKind::Stop => false,
        }
    }

    /// Whether a call leads into a function of the program and touches no memory on the way.
    fn calls_locally(&mut self, function: FunctionId, site: u32) -> bool {
        let program = &self.vm.program;
        let (callee, call) = (&program.functions[function as usize], &program.calls[site as usize]);
        let by_value = |class| matches!(class, ArgClass::ByVal { .. });
        // A tail call ends the variables of the function that makes it.
        let ends = call.tail && !self.vm.breaks(Rule::TailCalls);
        (!ends || self.frame().objects.is_empty())
            && !callee.is_external()
            && !callee.variadic
            && !self.begins_section(function)
            && !call.args.iter().any(|a| by_value(a.class))
    }

    /// Who holds the processor afterwards, what leaked, and the state reached.
    fn finish(&mut self, at: Pc) -> Step {
        let me = self.thread_id();
        let inside = self.is_inside();
        self.process.holder = (inside && self.process.ended.is_none()).then_some(me);
        let ended = self.process.ended.is_some();
        if ended && self.vm.options.properties.contains(Property::Leak) {
            match self.leaked() {
                Ok(Some(address)) => return Step::Fault(FaultKind::Leak { address }, at),
                Ok(None) => {}
                Err(_) => return Step::Full,
            }
        }
        match self.commit() {
            Ok(state) => Step::To(state),
            Err(_) => Step::Full,
        }
    }
}

/// Exit status of a process that `abort` ended.
const ABORTED: u32 = 134;

/// Whether a thread that is blocked could be cancelled, if somebody asked.
fn is_cancellable(control: Control, block: Block) -> bool {
    let point = matches!(block, Block::Join { .. } | Block::Cond { .. } | Block::Semaphore { .. });
    !control.cancel.disabled && control.exiting.is_none() && (control.cancel.anywhere || point)
}
