//! Supersteps: a thread goes on as long as it does nothing that conflicts with what others do.
//!
//! Follows the superstep reduction of pancam (Holzmann and others): for each state and thread a table
//! of the operations of its superstep; an operation that conflicts with one in the table of another
//! thread must be the last of both. All threads of a state are expanded in one call, so the tables
//! live no longer than that. The operations are steps, those of `tau` for the published reduction and
//! those of `full` on top of that one; what a step touches is what all its instructions touch.
//!
//! Differences: the pending operations of *blocked* threads are in the tables too, because what
//! unblocks them is otherwise merged over; and every library function except those on mutexes and
//! plain memory (creation of threads, choices, waiting, ending, allocation) is a superstep of its own.
//! docs/reductions.md has the argument.

use crate::discipline::{LARGEST_SYNC, Quiet};
use crate::fault::Block;
use crate::machine::{Machine, Touch};
use crate::memo::{Done, NO_CHOICE};
use crate::options::Granularity;
use crate::parts::Shared;
use crate::state::{Process, SHARED, is_native, shared_parts, thread_place};
use crate::step::Step;
use crate::stepper::{Action, Pending, VmStepper};
use allways_program::Inst;
use allways_space::{Flow, State, Target};
use allways_store::Id;
use std::rc::Rc;

/// Steps of a superstep; cutting anywhere is sound.
const LONGEST: usize = 16;
/// With more threads, comparing them all in every state costs more than it saves.
const MOST_THREADS: usize = 8;

/// What the steps of a superstep touch, in their order.
struct Table(Vec<Vec<Touch>>);

/// What a table says about a step of another thread.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Meets {
    /// No conflict.
    Nothing,
    /// A conflict with the last step.
    Last,
    /// A conflict with an earlier one.
    Earlier,
}

impl Table {
    /// Of a thread that makes its next step only.
    fn of(pending: &Pending) -> Table {
        let mut touches = footprint(&pending.done);
        touches.extend(pending.block().and_then(waited_for));
        Table(vec![touches])
    }

    fn meets(&self, touches: &[Touch]) -> Meets {
        let conflicts = |a: &Touch| touches.iter().any(|&b| a.depends(b));
        match self.0.iter().position(|step| step.iter().any(conflicts)) {
            None => Meets::Nothing,
            Some(at) if at + 1 == self.0.len() => Meets::Last,
            Some(_) => Meets::Earlier,
        }
    }
}

fn footprint(done: &Done) -> Vec<Touch> {
    [&done.touches[..], &done.merged].concat()
}

/// What the tables of all threads but one say about a step of that one.
fn meets(tables: &[Table], own: usize, touches: &[Touch]) -> Meets {
    let others = tables.iter().enumerate().filter(|&(at, _)| at != own);
    others.map(|(_, table)| table.meets(touches)).max().unwrap_or(Meets::Nothing)
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
    /// Whether a step must not be put together with others: it begins with a library function, or
    /// with what happens before and after the program's own functions.
    fn is_alone(&self, done: &Done) -> bool {
        let vm = self.vm;
        if is_native(done.pc) {
            return true;
        }
        let function = match vm.program.code[done.pc as usize] {
            Inst::Call { function, .. } => function,
            // Which function it was is not known any more.
            Inst::CallIndirect { .. } => return true,
            _ => return false,
        };
        let callee = &vm.program.functions[function as usize];
        callee.is_external()
            && !is_mutex_operation(&callee.name)
            && !matches!(vm.quiet(function), Quiet::Always | Quiet::Copy | Quiet::Fill)
    }
}

fn is_mutex_operation(name: &str) -> bool {
    matches!(name, "pthread_mutex_lock" | "pthread_mutex_unlock" | "pthread_mutex_trylock")
}

impl VmStepper<'_> {
    /// Whether the steps of a state are put together: those of `tau` where that is asked for, those of
    /// `full` where nobody counts context switches or looks who could have moved.
    pub(crate) fn makes_supersteps(&self, threads: usize) -> bool {
        let vm = self.machine.vm;
        let full = self.machine.granularity == Granularity::Full && !vm.options.bounded;
        (self.supersteps || full)
            && !vm.options.fair
            && !vm.is_cancelled_anywhere()
            && threads <= MOST_THREADS
    }

    /// Lengthens the steps of a state, each with regard to those of all other threads. `pending` lists
    /// them. True when there is a longer one; then `pending` says what all of its steps touch.
    pub(crate) fn lengthen(&mut self, process: Id, letter: u64) -> Result<bool, Flow> {
        if self.pending.len() < 2 {
            return Ok(false); // there is nobody to take turns with
        }
        if (0..self.pending.len()).all(|at| self.meets_next(at)) {
            return Ok(false); // no first step may be followed: no need for tables
        }
        let mut tables: Vec<Table> = self.pending.iter().map(Table::of).collect();
        let mut longer = false;
        for at in 0..self.pending.len() {
            let action = Action { thread: self.pending[at].thread, choice: Action::ONLY };
            let edge = self.edges.iter().position(|edge| edge.action == action);
            let Some(edge) = edge else { continue };
            let Target::State(next) = self.edges[edge].to else { continue };
            let first = &self.pending[at].done;
            let ends = first.letters.last != letter
                || first.letters.pulse != 0
                || self.writes_watched(process, first);
            if ends
                || self.machine.is_alone(first)
                || meets(&tables, at, &tables[at].0[0]) > Meets::Nothing
            {
                continue;
            }
            std::mem::swap(&mut self.row, &mut self.further);
            let end = self.go_on(next, at, letter, &mut tables);
            std::mem::swap(&mut self.row, &mut self.further);
            let end = end?;
            longer |= end != next;
            self.edges[edge].to = Target::State(end);
        }
        Ok(longer)
    }

    /// Whether the next step of a thread conflicts with the next one of another, or is one that is
    /// never put together with others.
    fn meets_next(&self, at: usize) -> bool {
        let own = &self.pending[at];
        let touches = |done: &Done, check: &dyn Fn(&Touch) -> bool| {
            done.touches.iter().chain(&done.merged).any(check)
        };
        let meets = |other: &Pending| {
            let waits = other.block().and_then(waited_for);
            touches(&own.done, &|a| {
                waits.is_some_and(|b| a.depends(b)) || touches(&other.done, &|b| a.depends(*b))
            })
        };
        let mut others = self.pending.iter().enumerate().filter(|&(place, _)| place != at);
        !matches!(own.done.step, Step::To(_))
            || self.machine.is_alone(&own.done)
            || others.any(|(_, other)| meets(other))
    }

    /// Follows a thread from a state as far as its steps conflict with nothing.
    fn go_on(
        &mut self,
        mut state: State,
        at: usize,
        letter: u64,
        tables: &mut [Table],
    ) -> Result<State, Flow> {
        let vm = self.machine.vm;
        let thread = self.pending[at].thread;
        for _ in 0..LONGEST {
            self.row.load(vm.top(state));
            let record = self.row.get(thread_place(thread));
            let (process, globals) = shared_parts(&vm.interner, self.row.get(SHARED));
            let shared = Shared { process, globals };
            let (done, to) = self.attempt(state, shared, thread, record, NO_CHOICE)?;
            let (Step::To(_), Some(to)) = (done.step, to) else { break };
            let changes = done.letters.last != letter
                || done.letters.pulse != 0
                || self.writes_watched(process, &done);
            let touches = footprint(&done);
            let meets = meets(tables, at, &touches);
            if changes || done.sampled || self.machine.is_alone(&done) || meets == Meets::Earlier {
                break;
            }
            tables[at].0.push(touches);
            self.add_touches(at, &done);
            state = self.named(to)?;
            if meets == Meets::Last {
                break;
            }
        }
        Ok(state)
    }

    /// Whether a step writes to what a proposition or invariant read. That its value is the same
    /// afterwards says nothing: another thread may write to what else it read in between.
    fn writes_watched(&self, process: Id, done: &Done) -> bool {
        let vm = self.machine.vm;
        if vm.propositions.is_empty() && vm.invariants.is_empty() {
            return false;
        }
        let watched = Process::decode(vm.interner.bytes_of(process)).propositions;
        let written = done.touches.iter().chain(&done.merged).filter(|t| t.write);
        written.into_iter().any(|t| watched.watch(t.address, t.size))
    }

    /// A further step belongs to what a thread is about to do.
    fn add_touches(&mut self, at: usize, further: &Done) {
        let all = Rc::make_mut(&mut self.pending[at].done);
        for (known, new) in
            [(&mut all.touches, &further.touches), (&mut all.merged, &further.merged)]
        {
            for touch in new {
                if !known.contains(touch) {
                    known.push(*touch);
                }
            }
        }
    }
}
