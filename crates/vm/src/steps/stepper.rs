//! One worker's view of the states: it runs steps, remembers them, and collects edges.

use super::action::Action;
use super::actor::Actor;
use super::board::Board;
use super::done::{Done, Step};
use super::joins::Joins;
use super::memo::{Key, Memo, NO_CHOICE};
use super::parts::Shared;
use super::pending::Pending;
use super::shared_cache::SharedCache;
use super::spinning::Suspicions;
use super::table::{Crowd, Table};
use crate::fault::{FaultKind, Gap};
use crate::machine::{Machine, Part, Vm};
use crate::options::Granularity;
use crate::state::thread_at;
use allways_program::Pc;
use allways_space::{Edge, Fault, Flow, Property, State, Target, ThreadId, Unsupported};
use allways_store::Id;
use allways_store::row::{Top, Unfolded};
use std::rc::Rc;
use std::sync::atomic::Ordering;

/// Enumerates edges; one per worker.
pub struct VmStepper<'v> {
    pub(crate) machine: Machine<'v>,
    pub(super) memo: Memo,
    pub(crate) board: Board,
    /// The published superstep reduction is asked for.
    pub(crate) supersteps: bool,
    /// Steps of the state were put together.
    pub(super) longer: bool,
    /// Some of them may conflict with steps of other threads.
    pub(crate) met: bool,
    /// Those that are put together, for each of `pending`.
    pub(crate) tables: Vec<Table>,
    /// What they touch.
    pub(crate) crowd: Crowd,
    /// What all threads are about to do, where that was asked for.
    pub(crate) pending: Vec<Pending>,
    pub(crate) edges: Vec<Edge<Action>>,
    /// The edges whose targets are not named yet, and the halves of their roots.
    pub(super) open: Vec<usize>,
    pub(super) halves: Vec<[Id; 2]>,
    /// Who exists in the state, with the records of their threads.
    pub(crate) actors: Vec<(Actor, Id)>,
    /// The state that is expanded.
    pub(crate) row: Unfolded<'v>,
    /// A state inside a superstep.
    pub(crate) further: Unfolded<'v>,
    /// What recent steps left to all threads.
    pub(crate) shared_cache: SharedCache,
    /// Which threads the first one is about to join.
    pub(crate) joins: Joins,
    /// Who may only spin.
    pub(crate) spins: Suspicions,
    /// Steps that were run.
    pub(super) ran: u64,
    /// Bytes of this stepper that are counted in the machine.
    pub(super) counted: u64,
    /// After a guess has fallen: how many states are still expanded, to learn more at once.
    pub(super) grace: Option<u32>,
}

/// States that are expanded after a guess has fallen. What is found there is as real as anything, and
/// several guesses that fall together do not need a round each.
const GRACE: u32 = 2000;

impl Drop for VmStepper<'_> {
    fn drop(&mut self) {
        self.count(0);
        self.settle();
    }
}

impl Vm {
    /// A stepper whose steps are of that size, to follow executions that are known to be real.
    pub(crate) fn follower_at(&self, granularity: Granularity) -> VmStepper<'_> {
        let mut stepper = self.stepper_at(granularity);
        stepper.machine.watch.watching = false;
        stepper
    }

    /// A stepper whose steps are of that size.
    pub(crate) fn stepper_at(&self, granularity: Granularity) -> VmStepper<'_> {
        let mut machine = Machine::new(self);
        let supersteps = granularity == Granularity::Superstep;
        machine.granularity = if supersteps { Granularity::Tau } else { granularity };
        VmStepper {
            machine,
            memo: Memo::new(self.options.remembered),
            ran: 0,
            counted: 0,
            supersteps: supersteps && !self.is_cancelled_anywhere(),
            board: Board::default(),
            longer: false,
            met: false,
            tables: Vec::new(),
            crowd: Crowd::default(),
            pending: Vec::new(),
            edges: Vec::new(),
            open: Vec::new(),
            halves: Vec::new(),
            actors: Vec::new(),
            row: Unfolded::new(&self.interner),
            further: Unfolded::new(&self.interner),
            shared_cache: SharedCache::new(),
            joins: Joins::new(),
            grace: None,
            spins: Suspicions::new(self),
        }
    }
}

impl VmStepper<'_> {
    /// Hands what was learned so far to the machine, and says whether a guess has fallen.
    pub fn settle(&mut self) -> bool {
        let (vm, fallen) = (self.machine.vm, self.grace.is_some());
        if self.machine.watch.watching {
            let machine = &mut self.machine;
            vm.with_round(|round| {
                round.take(&mut machine.watch.lessons, &mut machine.watch.ledger, fallen)
            });
        }
        fallen
    }

    pub(super) fn vm(&self) -> &Vm {
        self.machine.vm
    }

    pub(super) fn selected(&self, property: Property) -> bool {
        self.vm().options.properties.contains(property)
    }

    /// The top of the state to which a remembered step leads, if it leads to one.
    #[inline]
    pub(crate) fn follow(
        &mut self,
        shared: Shared,
        actor: Actor,
        done: &Done,
    ) -> Result<Option<Top>, Flow> {
        if !matches!(done.step, Step::To(_)) {
            return Ok(None);
        }
        let made = (&mut self.row, &mut self.shared_cache);
        let top = shared.after(&self.machine.vm.interner, made, actor.thread(), done);
        top.map(Some).map_err(|_| Flow::Full)
    }

    /// Finds the roots of the states to which edges lead, all at once.
    pub(super) fn close_edges(&mut self) -> Result<(), Flow> {
        let (edges, mut open) = (&mut self.edges, self.open.iter());
        let named = |root: Id| {
            if let Some(&edge) = open.next() {
                edges[edge].to = Target::State(State { root: root.index().into() });
            }
        };
        self.machine.vm.interner.pairs(&self.halves, named).map_err(|_| Flow::Full)
    }

    /// The state that a step leads to.
    pub(crate) fn named(&self, top: Top) -> Result<State, Flow> {
        self.machine.vm.state_with(top).map_err(|_| Flow::Full)
    }

    /// The top of the state that an edge leads to.
    pub(crate) fn top_of(&self, edge: usize) -> Option<Top> {
        let Target::State(next) = self.edges[edge].to else { return None };
        let open = self.open.iter().position(|&open| open == edge);
        Some(open.map_or_else(|| self.vm().top(next), |open| Top::Halves(self.halves[open])))
    }

    /// Lets an edge lead elsewhere.
    pub(crate) fn lead(&mut self, edge: usize, end: Top) {
        if let Some(open) = self.open.iter().position(|&open| open == edge) {
            self.open.swap_remove(open);
            self.halves.swap_remove(open);
        }
        self.edges[edge].to = self.target(edge, end);
    }

    /// The target with a top. The root of several is looked up at once, when all edges are there.
    fn target(&mut self, edge: usize, top: Top) -> Target {
        let root = match top {
            top if self.vm().options.packed_roots => top.packed(&self.vm().interner),
            Top::Root(root) => root.index().into(),
            Top::Halves(halves) => {
                self.open.push(edge);
                self.halves.push(halves);
                0
            }
        };
        Target::State(State { root })
    }

    /// One step of a thread: remembered, or run.
    pub(super) fn attempt(
        &mut self,
        state: State,
        shared: Shared,
        actor: Actor,
        record: Id,
        choice: u32,
    ) -> Result<(Rc<Done>, Option<Top>), Flow> {
        let key = Key { actor, record, process: shared.process, choice };
        let Some(done) = self.remembered(shared, &key) else { return self.run(state, key) };
        let to = self.follow_from(state, shared, (actor, record), &done)?;
        Ok((done, to))
    }

    /// The same as [`VmStepper::follow`] from the state that is expanded. Whoever polls in vain changes nothing,
    /// and the state has a name already.
    #[inline]
    pub(super) fn follow_from(
        &mut self,
        state: State,
        shared: Shared,
        (actor, record): (Actor, Id),
        done: &Done,
    ) -> Result<Option<Top>, Flow> {
        if done.stays(shared.process, record) {
            return Ok(Some(self.vm().top(state)));
        }
        self.follow(shared, actor, done)
    }

    /// A step that was made before on the same parts.
    #[inline]
    pub(crate) fn remembered(&mut self, shared: Shared, key: &Key) -> Option<Rc<Done>> {
        let (machine, row) = (&mut self.machine, &self.row);
        let read = |part| match part {
            Part::Mentions(thread, site) => {
                let records = row.iter().filter_map(|(place, id)| Some((thread_at(place)?, id)));
                machine.mentioned_elsewhere(shared.globals, records, (thread, site))
            }
            part => Some(shared.read(&machine.vm.interner, row, part)),
        };
        self.memo.find(key, read).map(Rc::clone)
    }

    /// A step that is run, and remembered.
    pub(crate) fn run(&mut self, state: State, key: Key) -> Result<(Rc<Done>, Option<Top>), Flow> {
        self.machine.load(state);
        let chosen = (key.choice != NO_CHOICE).then_some(key.choice);
        let done = Rc::new(self.machine.step_done(key.actor, chosen));
        self.ran += 1;
        if self.machine.watch.demoted {
            self.grace.get_or_insert(GRACE);
        }
        let to = match done.step {
            Step::To(state) => Some(self.machine.vm.top(state)),
            Step::Full => return Err(Flow::Full),
            _ => None,
        };
        if !self.machine.noted.whole {
            self.memo.insert(key, self.machine.noted.reads.list(), Rc::clone(&done));
        }
        // What a worker forgets stays with its allocator: it is never counted as free again.
        let bytes = self.memo.bytes() + self.machine.bytes() + self.spins.bytes();
        self.count(bytes.max(self.counted));
        Ok((done, to))
    }

    /// Keeps the machine's account of what this stepper holds.
    fn count(&mut self, bytes: u64) {
        // Wrapping, so that adding a difference below zero takes away.
        self.vm().worker_bytes.fetch_add(bytes.wrapping_sub(self.counted), Ordering::Relaxed);
        self.counted = bytes;
    }

    pub(super) fn edge(&mut self, actor: Actor, choice: u32, done: &Done, to: Option<Top>) {
        let to = match (done.step, to) {
            (_, Some(top)) => self.target(self.edges.len(), top),
            (Step::Fault(kind, pc), _) => self.fault(kind, pc),
            (Step::Unsupported(gap, pc), _) => unsupported(gap, pc),
            _ => return,
        };
        let (action, thread) = (Action { actor, choice }, ThreadId(actor.thread()));
        let (letters, sampled) = (done.letters, done.sampled);
        self.edges.push(Edge { action, thread, to, moves: true, letters, marks: 0, sampled });
    }

    pub(super) fn fault(&self, kind: FaultKind, pc: Pc) -> Target {
        let fault = Fault { property: kind.property(), what: kind.code(), place: pc };
        if self.selected(fault.property) && !self.vm().ignored.takes(pc, fault.property) {
            Target::Fault(fault)
        } else {
            Target::Ended(fault)
        }
    }

    pub(super) fn list_pending(&mut self) {
        self.pending.clear();
        let actors = self.actors.iter();
        self.pending.extend(actors.filter_map(|one| self.board.pending(one.0)).cloned());
    }

    /// Puts a fault of the state itself in front of its edges.
    pub(crate) fn report(&mut self, actor: Actor, pc: Pc, kind: FaultKind, mark: u32) {
        let to = self.fault(kind, pc);
        let (action, thread) = (Action { actor, choice: mark }, ThreadId(actor.thread()));
        self.edges.insert(0, Edge { moves: false, ..Edge::plain(action, thread, to) });
    }
}

pub(super) fn unsupported(gap: Gap, pc: Pc) -> Target {
    Target::Unsupported(Unsupported { what: gap.code(), place: pc })
}
