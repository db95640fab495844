//! Supersteps: a thread goes on as long as it does nothing that conflicts with what others do.
//!
//! Follows the superstep reduction of pancam (Holzmann and others): for each state and thread a table
//! of the operations of its superstep; an operation that conflicts with one in the table of another
//! thread must be the last of both. All threads of a state are expanded in one call, so the tables
//! live no longer than that.
//!
//! Differences: the pending operations of *blocked* threads are in the tables too, because what
//! unblocks them is otherwise merged over; and every library function except those on mutexes and
//! plain memory (creation of threads, choices, waiting, ending, allocation) is a superstep of its own.
//! docs/reductions.md has the argument.

use crate::discipline::Quiet;
use crate::fault::Block;
use crate::machine::{Machine, Touch};
use crate::memo::Done;
use crate::step::{LONGEST_UNNOTICED, Step};
use crate::stepper::{Action, Pending, VmStepper};
use crate::word::Word;
use allways_program::{ArgClass, CallSite, FunctionId, Inst, Operand, Pc};
use allways_space::{Flow, State, Target};
use std::rc::Rc;

/// No object of the threads' library is larger.
const LARGEST_SYNC: u64 = 64;

/// What the operations of a superstep touch, in their order.
#[derive(Clone, Debug, Default)]
pub struct Table(Vec<Vec<Touch>>);

/// What a table says about an operation of another thread.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Meets {
    /// No conflict.
    Nothing,
    /// A conflict with the last operation.
    Last,
    /// A conflict with an earlier one.
    Earlier,
}

impl Table {
    /// Of a thread that makes its next operation only.
    fn of(pending: &Pending) -> Table {
        let mut touches = pending.touches().to_vec();
        touches.extend(pending.block().and_then(waited_for));
        Table(vec![touches])
    }

    fn meets(&self, touches: &[Touch]) -> Meets {
        let hit = |operation: &Vec<Touch>| {
            operation.iter().any(|&a| touches.iter().any(|&b| a.depends(b)))
        };
        match self.0.iter().position(hit) {
            None => Meets::Nothing,
            Some(at) if at + 1 == self.0.len() => Meets::Last,
            Some(_) => Meets::Earlier,
        }
    }
}

/// What a blocked thread will touch when it goes on.
fn waited_for(block: Block) -> Option<Touch> {
    match block {
        Block::Lock { address, .. }
        | Block::Readers { address }
        | Block::Writers { address }
        | Block::Once { address, .. }
        | Block::Cond { address }
        | Block::Semaphore { address }
        | Block::Barrier { address } => {
            Some(Touch { address, size: LARGEST_SYNC, write: true, atomic: true })
        }
        Block::Join { .. } | Block::Assume => None,
    }
}

impl Machine<'_> {
    /// Runs on until an operation conflicts with what another thread is about to do.
    pub(crate) fn go_on_independently(&mut self, first: Pc) {
        self.own = Table(vec![self.touches.clone()]);
        let inst = self.vm.program.code.get(first as usize).copied();
        let alone = inst.is_none_or(|inst| self.is_alone(inst))
            || self.meets(&self.own.0[0].clone()) > Meets::Nothing;
        if alone {
            return self.go_on_in_block(first);
        }
        for _ in 0..LONGEST_UNNOTICED {
            if self.process.ended.is_some() || self.thread().frames.is_empty() {
                return;
            }
            let pc = self.frame().pc;
            let Some(&inst) = self.vm.program.code.get(pc as usize) else { return };
            let Some(accesses) = self.accesses(inst) else { return };
            let meets = self.meets(&accesses);
            if meets == Meets::Earlier || self.execute_one().is_err() {
                return;
            }
            self.own.0.push(accesses);
            if meets == Meets::Last {
                break;
            }
        }
        // Cut where a finer step would end too, so that a counterexample can be told in those.
        self.go_on_in_block(self.last_pc);
    }

    fn meets(&self, touches: &[Touch]) -> Meets {
        let tables = self.others.iter().map(|table| table.meets(touches));
        tables.max().unwrap_or(Meets::Nothing)
    }

    /// Whether an instruction calls a library function that is a step of its own.
    fn is_alone(&self, inst: Inst) -> bool {
        let function = match inst {
            Inst::Call { function, .. } => function,
            // Which function it was is not known any more.
            Inst::CallIndirect { .. } => return true,
            _ => return false,
        };
        let vm = self.vm;
        vm.program.functions[function as usize].is_external()
            && !is_mutex_operation(&vm.program.functions[function as usize].name)
            && !matches!(vm.quiet(function), Quiet::Always | Quiet::Copy | Quiet::Fill)
    }

    /// What the next instruction will touch; `None` when it must be a step of its own, because it
    /// calls the library, changes what a property reads, or cannot complete.
    fn accesses(&mut self, inst: Inst) -> Option<Vec<Touch>> {
        let vm = self.vm;
        let size_of = |access: u32| u64::from(vm.program.accesses[access as usize].size);
        let touches = match inst {
            Inst::Load { ptr, access, .. } => vec![self.at(ptr, size_of(access), false)?],
            Inst::Store { ptr, access, .. }
            | Inst::Rmw { ptr, access, .. }
            | Inst::CompareExchange { ptr, access, .. } => {
                vec![self.at(ptr, size_of(access), true)?]
            }
            Inst::LifetimeStart { ptr } | Inst::LifetimeEnd { ptr } => {
                let address = self.word(ptr).get()?;
                vec![self.whole_object(address)?]
            }
            Inst::Return { .. } | Inst::StackRestore { .. } => {
                if self.has_scope() {
                    return None;
                }
                let objects = self.frame().objects.clone();
                objects.into_iter().map(|base| self.whole_object(base)).collect::<Option<_>>()?
            }
            Inst::Call { function, site } => {
                self.call_accesses(function, &vm.program.calls[site as usize])?
            }
            Inst::CallIndirect { target, site } => {
                let address = self.word(target).get()?;
                let function = self.function_at(address).ok()?;
                self.call_accesses(function, &vm.program.calls[site as usize])?
            }
            Inst::VaStart { .. }
            | Inst::Unreachable
            | Inst::Trap
            | Inst::Unsupported { .. }
            | Inst::LandingPad { .. }
            | Inst::Resume { .. } => return None,
            _ => Vec::new(),
        };
        let watched = |t: &Touch| t.write && self.process.propositions.watch(t.address, t.size);
        if touches.iter().any(watched) { None } else { Some(touches) }
    }

    fn at(&self, ptr: Operand, size: u64, write: bool) -> Option<Touch> {
        let address = self.word(ptr).get()?;
        Some(Touch { address, size, write, atomic: false })
    }

    fn whole_object(&mut self, address: u64) -> Option<Touch> {
        let (_, base, size) = self.object_info(address)?;
        Some(Touch { address: base, size: size.max(1), write: true, atomic: false })
    }

    fn call_accesses(&mut self, function: FunctionId, call: &CallSite) -> Option<Vec<Touch>> {
        let vm = self.vm;
        let callee = &vm.program.functions[function as usize];
        if !callee.is_external() {
            let by_value = |class| matches!(class, ArgClass::ByVal { .. });
            let packs = callee.variadic || call.args.iter().any(|a| by_value(a.class));
            return (!packs).then(Vec::new);
        }
        let arg =
            |n: usize| call.args.get(n).map_or(Word::undefined(64), |a| self.word(a.value)).get();
        let touch = |address: u64, size: u64, write: bool| Touch {
            address,
            size: size.max(1),
            write,
            atomic: false,
        };
        match vm.quiet(function) {
            // Whoever waits for the lock must be seen to wait.
            _ if is_mutex_operation(&callee.name) && vm.options.fair => None,
            _ if is_mutex_operation(&callee.name) => Some(vec![touch(arg(0)?, LARGEST_SYNC, true)]),
            Quiet::Always => Some(Vec::new()),
            Quiet::Copy => {
                let size = arg(2)?;
                Some(vec![touch(arg(0)?, size, true), touch(arg(1)?, size, false)])
            }
            Quiet::Fill => Some(vec![touch(arg(0)?, arg(2)?, true)]),
            _ => None,
        }
    }
}

fn is_mutex_operation(name: &str) -> bool {
    matches!(name, "pthread_mutex_lock" | "pthread_mutex_unlock" | "pthread_mutex_trylock")
}

impl VmStepper<'_> {
    /// Lengthens the steps of a state, each with regard to those of all other threads.
    pub(crate) fn lengthen(&mut self, state: State) -> Result<(), Flow> {
        let mut tables: Vec<Table> = self.pending.iter().map(Table::of).collect();
        for at in 0..self.pending.len() {
            self.pending[at].independent = true;
            let thread = self.pending[at].thread;
            let action = Action { thread, choice: Action::ONLY };
            let edge = self.edges.iter().position(|edge| edge.action == action);
            let Some(edge) = edge else { continue };
            if !matches!(self.pending[at].done.step, Step::To(_)) {
                continue;
            }
            let others = tables.iter().enumerate().filter(|&(number, _)| number != at);
            self.machine.others = others.map(|(_, table)| table.clone()).collect();
            let done = self.superstep(state, thread);
            match done.step {
                Step::To(next) => self.edges[edge].to = Target::State(next),
                Step::Full => return Err(Flow::Full),
                _ => continue,
            }
            self.edges[edge].letters = done.letters;
            tables[at] = std::mem::take(&mut self.machine.own);
            self.pending[at].done = Rc::new(done);
        }
        Ok(())
    }

    fn superstep(&mut self, state: State, thread: u32) -> Done {
        use crate::options::Granularity;
        self.machine.load(state);
        let shorter = std::mem::replace(&mut self.machine.granularity, Granularity::Superstep);
        let done = self.machine.step_done(thread, None);
        self.machine.granularity = shorter;
        done
    }
}
