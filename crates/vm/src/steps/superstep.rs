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
//! docs/internals/reductions.md has the argument.

use super::action::Action;
use super::actor::Actor;
use super::conflict::{Bytes, may_conflict};
use super::done::{Done, Section, Step};
use super::memo::{Key, NO_CHOICE};
use super::parts::Shared;
use super::stepper::VmStepper;
use super::table::{Crowd, Meets, Table};
use crate::discipline::{Cell, Facts};
use crate::effects::Order;
use crate::machine::{Machine, Touch, Vm};
use crate::options::Granularity;
use crate::rules::Rule;
use crate::state::{Process, SHARED, is_native, shared_parts, thread_place};
use allways_program::Inst;
use allways_space::{Flow, Property};
use allways_store::Id;
use allways_store::row::Top;
use std::rc::Rc;

/// Steps of a superstep; cutting anywhere is sound.
const LONGEST: usize = 16;
/// With more threads, comparing them all in every state costs more than it saves.
const MOST_THREADS: usize = 8;

/// How far a thread has come since the state in `row`.
struct Way {
    actor: Actor,
    record: Id,
    /// What all threads share in `row`.
    from: Shared,
    /// What they share now.
    shared: Shared,
    /// `row` is not the state that is expanded, but one behind it: that one is in `further`.
    further: bool,
    /// Where it has been since.
    been: [(Id, Shared); LONGEST + 2],
    count: usize,
}

impl Way {
    /// Where a thread stands in the state that is expanded.
    fn from(actor: Actor, record: Id, shared: Shared) -> Way {
        let here = (record, shared);
        let been = [here; LONGEST + 2];
        Way { actor, record, from: shared, shared, further: false, been, count: 1 }
    }

    /// Goes to another state of the same row. True where it has been before: it would only go round.
    fn closes(&mut self, record: Id, shared: Shared) -> bool {
        (self.record, self.shared) = (record, shared);
        let here = (record, shared);
        let again = self.been[..self.count].contains(&here);
        self.been[self.count] = here;
        self.count += 1;
        again
    }
}

/// Whether a step keeps others from moving behind it. They stand still while the section runs, so they must be
/// able to stand anywhere when it begins: between their accesses, and before one that races with it.
fn opens_section(done: &Done) -> bool {
    done.section == Section::Opened && !matches!(done.step, Step::Blocked(_))
}

/// Whether nothing may be put together where a thread is about to make a step: it opens a section, or the
/// name that it gives to an object depends on what others mention, which every step of theirs may change.
fn forbids_others(vm: &Vm, done: &Done) -> bool {
    opens_section(done) && !vm.breaks(Rule::OpeningSections)
        || done.named && !vm.breaks(Rule::NamesInTables)
}

impl Machine<'_> {
    /// Whether a step must not be put together with others: it begins with a library function, or
    /// with what happens before and after the program's own functions, or keeps others from moving.
    /// An atomic section from its beginning to its end is like any other operation.
    fn is_alone(&self, done: &Done) -> bool {
        let vm = self.vm;
        if done.looked || done.named {
            return true;
        }
        match done.section {
            Section::Opened => return true,
            Section::Whole => return false,
            Section::Inside | Section::Outside => {}
        }
        if is_native(done.pc) {
            return true;
        }
        let function = match vm.program.code[done.pc as usize] {
            Inst::Call { function, .. } => function,
            // Which function it was is not known any more.
            Inst::CallIndirect { .. } => return true,
            _ => return false,
        };
        vm.program.functions[function as usize].is_external()
            && vm.model(function).is_none_or(|model| model.effects.order != Order::Memory)
    }
}

impl VmStepper<'_> {
    /// Whether the steps of a state are put together: those of `tau` where that is asked for, those of
    /// `full` where nobody counts context switches or looks who could have moved.
    pub(crate) fn makes_supersteps(&self, threads: usize) -> bool {
        let vm = self.machine.vm;
        let full = self.machine.granularity == Granularity::Full && !vm.options.bounded;
        // What a formula reads in other states is known only where that is learned, and so is whether
        // something is lost for a moment that is there again at the end of a step.
        let leaks = vm.options.properties.contains(Property::Leak);
        let watched = self.supersteps && (leaks || !vm.propositions.is_empty());
        (self.supersteps || full)
            && !watched
            && !self.machine.watch.facts.names_matter
            && !vm.options.fair
            && !vm.is_cancelled_anywhere()
            && threads <= MOST_THREADS
    }

    /// Lengthens the steps of a state, each with regard to those of all other threads. `pending` lists
    /// them; edges need no names yet, and states inside a superstep get none. True when there is a
    /// longer one.
    pub(crate) fn lengthen(&mut self, shared: Shared, letter: u64) -> Result<bool, Flow> {
        self.met = false;
        let vm = self.machine.vm;
        let count = self.pending.len();
        if count < 2 {
            return Ok(false); // there is nobody to take turns with
        }
        self.tables.resize_with(count, Table::default);
        self.crowd = Crowd::default();
        for (table, pending) in self.tables.iter_mut().zip(&self.pending) {
            table.begin(pending, !vm.breaks(Rule::BlockedThreads));
            self.crowd.add(table.touched());
        }
        if (0..count).all(|at| self.stops(at)) {
            return Ok(false);
        }
        if self.pending.iter().any(|pending| forbids_others(vm, &pending.done)) {
            return Ok(false);
        }
        let mut longer = false;
        for at in 0..count {
            let action = Action { actor: self.pending[at].actor, choice: Action::ONLY };
            let edge = self.edges.iter().position(|edge| edge.action == action);
            let Some((edge, next)) = edge.and_then(|edge| Some((edge, self.top_of(edge)?))) else {
                continue;
            };
            let first = &self.pending[at].done;
            let ends = first.letters.last != letter
                || first.letters.pulse != 0
                || self.writes_watched(shared.process, first)
                || self.machine.is_alone(first);
            if ends || self.meets_first(at, first) > Meets::Nothing {
                self.met = true;
                continue;
            }
            let end = self.go_on(at, shared, next, letter);
            if let Some(end) = end? {
                longer = true;
                self.lead(edge, end);
            }
        }
        Ok(longer)
    }

    /// What the tables of all threads but one say about the next step of that one, which is in its own.
    fn meets_first(&self, own: usize, done: &Done) -> Meets {
        if self.crowd.twice & done.bytes_touched == 0 {
            Meets::Nothing
        } else {
            self.meets(own, done)
        }
    }

    /// What the tables of all threads but one say about a step of that one.
    fn meets(&self, own: usize, done: &Done) -> Meets {
        if self.crowd.once & done.bytes_touched == 0 {
            return Meets::Nothing;
        }
        let others = self.tables.iter().enumerate().filter(|&(at, _)| at != own);
        others.map(|(_, table)| table.meets(done)).max().unwrap_or(Meets::Nothing)
    }

    /// Whether nothing may follow the next step of a thread: it conflicts with the next one of another,
    /// or is one that is never put together with others.
    fn stops(&self, at: usize) -> bool {
        let done = &self.pending[at].done;
        !matches!(done.step, Step::To(_))
            || self.machine.is_alone(done)
            || self.meets_first(at, done) > Meets::Nothing
    }

    /// Follows a thread behind its next step, which leads to `next`, as far as its steps conflict with
    /// nothing. `None` when that is nowhere.
    fn go_on(
        &mut self,
        at: usize,
        shared: Shared,
        next: Top,
        letter: u64,
    ) -> Result<Option<Top>, Flow> {
        let actor = self.pending[at].actor;
        let record = self.row.get(thread_place(actor.thread()));
        let mut way = Way::from(actor, record, shared);
        let end = self.go_on_along(&mut way, at, next, letter);
        if way.further {
            std::mem::swap(&mut self.row, &mut self.further);
        }
        end
    }

    fn go_on_along(
        &mut self,
        way: &mut Way,
        at: usize,
        next: Top,
        letter: u64,
    ) -> Result<Option<Top>, Flow> {
        let first = Rc::clone(&self.pending[at].done);
        let mut closed = false;
        if matches!(first.step, Step::To(_)) {
            closed = self.advance(way, &first, Some(next))?;
        } else {
            self.load_further(way, next); // one of several outcomes
        }
        for _ in 0..LONGEST {
            if closed {
                break;
            }
            let Way { actor, record, shared, .. } = *way;
            let key = Key { actor, record, process: shared.process, choice: NO_CHOICE };
            let (done, to) = match self.remembered(shared, &key) {
                Some(done) => (done, None),
                None => {
                    let top = self.top_at(way)?;
                    self.run(self.named(top)?, key)?
                }
            };
            let changes = done.letters.last != letter
                || done.letters.pulse != 0
                || self.writes_watched(shared.process, &done);
            let leads = matches!(done.step, Step::To(_));
            if !leads || changes || done.sampled || self.machine.is_alone(&done) {
                break;
            }
            let meets = self.meets(at, &done);
            self.met |= meets > Meets::Nothing;
            if meets == Meets::Earlier && !self.machine.vm.breaks(Rule::Conflicts) {
                break;
            }
            self.tables[at].push(&done);
            self.crowd.add(done.bytes_touched);
            closed = self.advance(way, &done, to)?;
            if meets == Meets::Last {
                break;
            }
        }
        if self.tables[at].steps.len() == 1 { Ok(None) } else { self.top_at(way).map(Some) }
    }

    /// Makes a step. Where it changes other threads, `row` is loaded with the state behind it, which
    /// is `to` if that is known. True when the thread has come round to where it was.
    fn advance(&mut self, way: &mut Way, done: &Done, to: Option<Top>) -> Result<bool, Flow> {
        let interner = &self.machine.vm.interner;
        if let Some(shared) = way.shared.after_own(interner, &mut self.shared_cache, done) {
            return Ok(way.closes(done.record, shared.map_err(|_| Flow::Full)?));
        }
        let to = match to {
            Some(to) => to,
            None => {
                let top = self.top_at(way)?;
                self.load_further(way, top);
                self.follow(way.shared, way.actor, done)?.expect("the step leads to a state")
            }
        };
        self.load_further(way, to);
        Ok(false)
    }

    fn load_further(&mut self, way: &mut Way, top: Top) {
        if !way.further {
            way.further = true;
            std::mem::swap(&mut self.row, &mut self.further);
        }
        self.row.load(top);
        let (process, globals) = shared_parts(&self.machine.vm.interner, self.row.get(SHARED));
        way.shared = Shared { process, globals };
        way.from = way.shared;
        way.record = self.row.get(thread_place(way.actor.thread()));
        way.count = 0;
    }

    /// The top of the state that a thread has come to.
    fn top_at(&mut self, way: &Way) -> Result<Top, Flow> {
        let own = (thread_place(way.actor.thread()), way.record);
        let top = if way.shared == way.from {
            self.row.top_with(&[own])
        } else {
            let Shared { process, globals } = way.shared;
            let all = self.shared_cache.shared(&self.machine.vm.interner, process, globals);
            all.and_then(|all| self.row.top_with(&[(SHARED, all), own]))
        };
        top.map_err(|_| Flow::Full)
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
        written.into_iter().any(|&t| watched.watch(t.address, t.size) || self.is_evaluated(t))
    }

    /// Whether a proposition or invariant reads bytes in some state.
    fn is_evaluated(&self, touch: Touch) -> bool {
        let vm = self.machine.vm;
        let evaluated = &self.machine.watch.facts.evaluated;
        let (owner, base) = match vm.space.object_at(touch.address) {
            // What is there now may be of any site.
            Some((name, _)) if vm.may_be_reused(name) => {
                return evaluated.range(Cell { owner: Cell::SITES, word: 0 }..).next().is_some();
            }
            Some((name, offset)) => (Cell::SITES + name.site, touch.address - offset),
            None => match vm.global_at(touch.address) {
                Some(number) => (number, vm.program.globals[number as usize].address),
                None => return false,
            },
        };
        let words = Cell::words(touch.address - base, touch.size);
        Facts::meets(evaluated, owner, &words)
    }

    /// What the steps after the first touch becomes a part of what threads are about to do.
    /// Where that can make no race it is left out.
    pub(crate) fn gather(&mut self) {
        let touched: Vec<Bytes> = self.tables.iter().map(Table::bytes).collect();
        for (at, (pending, table)) in self.pending.iter_mut().zip(&self.tables).enumerate() {
            let (_, further) = table.steps.split_first().expect("the first step is there");
            let others = touched.iter().enumerate().filter(|&(other, _)| other != at);
            let mut others = others.map(|(_, &other)| other);
            if further.is_empty() || !others.any(|other| may_conflict(touched[at], other)) {
                continue;
            }
            let all = Rc::make_mut(&mut pending.done);
            for done in further {
                all.add_touches(done);
                if done.section == Section::Outside {
                    all.section = Section::Outside;
                }
            }
        }
    }
}
