//! The virtual machine as engines see it: states and their edges.

use crate::board::Board;
use crate::conflict;
use crate::fault::{Block, FaultKind, Gap, Halt};
use crate::machine::{Machine, Touch};
use crate::memo::{Done, Key, Memo, NO_CHOICE, Section};
use crate::options::Granularity;
use crate::parts::Shared;
use crate::round::Round;
use crate::spinning::Suspicions;
use crate::state::{shared_parts, thread_at};
use crate::step::Step;
use crate::stuck;
use crate::superstep::Table;
use crate::symmetry::Joins;
use crate::vm::Vm;
use crate::written::Written;
use allways_program::Pc;
use allways_space::{
    Audit, Edge, FIRST_THREAD_MARK, Fault, Flow, Letters, Property, State, Stepper, System, Target,
    ThreadId, Unsupported,
};
use allways_store::row::{Row, Top, Unfolded};
use allways_store::{Id, travel};
use std::ops::ControlFlow;
use std::rc::Rc;
use std::sync::atomic::Ordering;

/// Which edge of a state to take.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub struct Action {
    /// Who moves.
    pub thread: u32,
    /// The outcome of its operation, or one of the marks below.
    pub choice: u32,
}

impl Action {
    /// The only outcome.
    pub const ONLY: u32 = 0;
    /// Not a move: two threads are about to race.
    pub const RACE: u32 = u32::MAX;
    /// Not a move: threads are stuck.
    pub const STUCK: u32 = u32::MAX - 1;
    /// Not a move: the abstract state cannot be computed.
    pub const ABSTRACTION: u32 = u32::MAX - 2;
}

/// A thread at a state: what it is about to do.
#[derive(Clone, Debug)]
pub(crate) struct Pending {
    pub thread: u32,
    pub(crate) done: Rc<Done>,
}

impl Pending {
    /// The instruction it is stopped before.
    pub fn pc(&self) -> Pc {
        self.done.pc
    }

    /// What its next operation touches.
    pub fn touches(&self) -> &[Touch] {
        &self.done.touches
    }

    /// What the operations merged into its step touch.
    pub fn merged(&self) -> &[Touch] {
        &self.done.merged
    }

    /// Those of them that it makes in an atomic section.
    pub fn in_section(&self) -> impl Iterator<Item = &Touch> {
        self.merged().iter().filter(|touch| touch.sheltered)
    }

    /// What it touches it touches in an atomic section; what a step goes on to touch behind one is its
    /// own.
    pub fn atomic(&self) -> bool {
        self.done.section != Section::Outside
    }

    /// What it waits for.
    pub fn block(&self) -> Option<Block> {
        if let Step::Blocked(block) = self.done.step { Some(block) } else { None }
    }

    /// Another thread might end its wait by cancelling it.
    pub fn cancellable(&self) -> bool {
        self.done.cancellable
    }
}

/// Enumerates edges; one per worker.
pub struct VmStepper<'v> {
    pub(crate) machine: Machine<'v>,
    memo: Memo,
    pub(crate) board: Board,
    /// The published superstep reduction is asked for.
    pub(crate) supersteps: bool,
    /// Steps of the state were put together.
    longer: bool,
    /// Some of them may conflict with steps of other threads.
    pub(crate) met: bool,
    /// Those that are put together, for each of `pending`.
    pub(crate) tables: Vec<Table>,
    /// What all threads are about to do, where that was asked for.
    pub(crate) pending: Vec<Pending>,
    pub(crate) edges: Vec<Edge<Action>>,
    /// The edges whose targets are not named yet, and the halves of their roots.
    open: Vec<usize>,
    halves: Vec<[Id; 2]>,
    pub(crate) threads: Vec<(u32, Id)>,
    /// The state that is expanded.
    pub(crate) row: Unfolded<'v>,
    /// A state inside a superstep.
    pub(crate) further: Unfolded<'v>,
    /// What recent steps left to all threads.
    pub(crate) written: Written,
    /// Which threads the first one is about to join.
    pub(crate) joins: Joins,
    /// Who may only spin.
    pub(crate) spins: Suspicions,
    /// Bytes of this stepper that are counted in the machine.
    counted: u64,
    /// After a guess has fallen: how many states are still expanded, to learn more at once.
    grace: Option<u32>,
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

impl System for Vm {
    type Action = Action;
    type Stepper<'a> = VmStepper<'a>;

    fn stepper(&self) -> VmStepper<'_> {
        self.stepper_at(self.options.granularity)
    }

    fn follower(&self) -> VmStepper<'_> {
        self.follower_at(self.options.granularity)
    }

    fn audit(&self) -> Audit {
        let audited = self.audit_round();
        let (broken, fallen) = self.with_round(|round| (round.audited, round.broken));
        Audit { facts: audited.relied, broken, fallen }
    }

    fn next_round(&self) {
        let history = self.history_with_lessons();
        self.believe(history);
    }

    fn repeat_round(&self) {
        self.with_round(|round| *round = Round::default());
    }

    fn hash(&self, state: State) -> u64 {
        self.top(state).hash(&self.interner)
    }

    fn content(&self, state: State, out: &mut Vec<u8>) {
        if self.options.nameless {
            out.extend_from_slice(&state.root.to_le_bytes());
        } else {
            travel::export(&self.interner, self.top(state), out);
        }
    }

    fn is_abstract(&self) -> bool {
        self.abstraction.is_some()
    }

    fn is_symmetric(&self) -> bool {
        self.options.symmetry
    }

    fn bytes(&self) -> u64 {
        self.interner.bytes() + self.worker_bytes.load(Ordering::Relaxed)
    }
}

impl Vm {
    /// A stepper whose steps are of that size, to follow executions that are known to be real.
    pub(crate) fn follower_at(&self, granularity: Granularity) -> VmStepper<'_> {
        let mut stepper = self.stepper_at(granularity);
        stepper.machine.watching = false;
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
            counted: 0,
            supersteps: supersteps && !self.is_cancelled_anywhere(),
            board: Board::default(),
            longer: false,
            met: false,
            tables: Vec::new(),
            pending: Vec::new(),
            edges: Vec::new(),
            open: Vec::new(),
            halves: Vec::new(),
            threads: Vec::new(),
            row: Unfolded::new(&self.interner),
            further: Unfolded::new(&self.interner),
            written: Written::new(),
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
        if self.machine.watching {
            vm.with_round(|round| round.take(&mut self.machine, fallen));
        }
        fallen
    }

    fn vm(&self) -> &Vm {
        self.machine.vm
    }

    fn selected(&self, property: Property) -> bool {
        self.vm().options.properties.contains(property)
    }

    /// Fills `board` and `edges` for a state.
    fn expand(&mut self, state: State) -> Result<(), Flow> {
        if let Some(left) = &mut self.grace {
            *left = left.checked_sub(1).ok_or(Flow::Demoted)?;
        }
        self.edges.clear();
        self.open.clear();
        self.halves.clear();
        self.threads.clear();
        self.longer = false;
        let vm = self.machine.vm;
        let top = vm.top(state);
        let (process, globals) = shared_parts(&vm.interner, Row::open(&vm.interner, top).first());
        let shared = Shared { process, globals };
        let process = self.machine.process_of(process);
        let (holder, letter) = (process.holder, process.propositions.letter);
        if process.ended.is_some() {
            return Ok(());
        }
        self.row.load(top);
        self.list_threads(holder);
        let forgets = vm.options.remembered == 0;
        self.board.load(&vm.interner, &vm.program, &self.row, forgets, shared);
        let mut all = true;
        for at in 0..self.threads.len() {
            let (thread, record) = self.threads[at];
            let alone = at > 0 && self.runs_alone(holder);
            if alone && !self.selected(Property::Race) {
                self.threads.truncate(at);
                all = false;
                break;
            }
            let before = (self.edges.len(), self.open.len());
            self.expand_thread(state, shared, thread, record)?;
            if alone {
                self.edges.truncate(before.0);
                self.open.truncate(before.1);
                self.halves.truncate(before.1);
            }
        }
        self.longer = self.makes_supersteps(self.threads.len());
        if self.longer {
            self.list_pending();
            self.longer = self.lengthen(shared, letter)?;
        }
        self.close_edges()?;
        if self.vm().options.fair {
            self.mark_edges();
        }
        if all {
            self.report_faults();
            if holder.is_none() {
                self.report_spinning(state, shared)?;
            }
        }
        if self.selected(Property::Termination) {
            self.stay_stuck(state);
        }
        self.report_abstraction(state);
        Ok(())
    }

    /// Whether the first thread is in an atomic section and can move.
    fn runs_alone(&self, holder: Option<u32>) -> bool {
        let first = self.board.pending(self.threads[0].0);
        first.is_some_and(|p| Some(p.thread) == holder && p.block().is_none())
    }

    /// Marks every edge with the threads that it is fair to: all but those that could have moved
    /// instead of its own. Steps release nothing after their first operation (see `is_quiet`), so a
    /// thread that is disabled inside a step is disabled where the step ends, and the next edge has
    /// its mark.
    fn mark_edges(&mut self) {
        let enabled = self.edges.iter().fold(0, |set, edge| set | mark_of(edge.thread));
        for edge in &mut self.edges {
            edge.marks = !enabled | mark_of(edge.thread);
        }
        if enabled & LAST_MARK != 0 {
            let action = Action { thread: 0, choice: Action::ONLY };
            let to = unsupported(Gap::FAIRNESS, 0);
            self.edges = vec![Edge::plain(action, ThreadId(0), to)];
        }
    }

    /// Lists the threads in the order in which they are tried: the one in an atomic section first
    /// (if it can move, nobody else may), the others from a place that varies with the state, so
    /// that a depth-first search does not run one thread to its end before it tries the next.
    fn list_threads(&mut self, holder: Option<u32>) {
        let threads = &mut self.threads;
        threads.clear();
        let mixed = self.row.hashes().fold(0u64, |mixed, hash| {
            (mixed.rotate_left(5) ^ hash).wrapping_mul(0x9e37_79b9_7f4a_7c15)
        });
        let placed = self.row.iter().filter_map(|(place, id)| Some((thread_at(place)?, id)));
        threads.extend(placed);
        let count = threads.len().max(1);
        threads.rotate_left((mixed >> 32) as usize % count);
        if let Some(place) = threads.iter().position(|t| Some(t.0) == holder) {
            threads[..=place].rotate_right(1);
        }
    }

    fn expand_thread(
        &mut self,
        state: State,
        shared: Shared,
        thread: u32,
        record: Id,
    ) -> Result<(), Flow> {
        if let Some(done) = self.board.known(thread) {
            let to = self.follow(shared, thread, &done)?;
            self.edge(thread, Action::ONLY, &done, to);
            return Ok(());
        }
        let (done, to) = self.attempt(state, shared, thread, record, NO_CHOICE)?;
        let Step::Choices(count) = done.step else {
            self.edge(thread, Action::ONLY, &done, to);
            self.board.put(thread, done);
            return Ok(());
        };
        // What any of the outcomes touches is pending.
        let mut all = Done::clone(&done);
        for choice in 0..count {
            let (done, to) = self.attempt(state, shared, thread, record, choice)?;
            self.edge(thread, choice, &done, to);
            all.add_touches(&done);
        }
        self.board.put(thread, Rc::new(all));
        Ok(())
    }

    /// The top of the state to which a remembered step leads, if it leads to one.
    #[inline]
    pub(crate) fn follow(
        &mut self,
        shared: Shared,
        thread: u32,
        done: &Done,
    ) -> Result<Option<Top>, Flow> {
        if !matches!(done.step, Step::To(_)) {
            return Ok(None);
        }
        let made = (&mut self.row, &mut self.written);
        let top = shared.after(&self.machine.vm.interner, made, thread, done);
        top.map(Some).map_err(|_| Flow::Full)
    }

    /// Finds the roots of the states to which edges lead, all at once.
    fn close_edges(&mut self) -> Result<(), Flow> {
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
            top if self.vm().options.nameless => top.packed(&self.vm().interner),
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
    fn attempt(
        &mut self,
        state: State,
        shared: Shared,
        thread: u32,
        record: Id,
        choice: u32,
    ) -> Result<(Rc<Done>, Option<Top>), Flow> {
        let key = Key { thread, record, process: shared.process, choice };
        let Some(done) = self.remembered(shared, &key) else { return self.run(state, key) };
        let to = self.follow(shared, thread, &done)?;
        Ok((done, to))
    }

    /// A step that was made before on the same parts.
    #[inline]
    pub(crate) fn remembered(&self, shared: Shared, key: &Key) -> Option<Rc<Done>> {
        let interner = &self.machine.vm.interner;
        self.memo.find(key, |part| shared.read(interner, &self.row, part)).map(Rc::clone)
    }

    /// A step that is run, and remembered.
    pub(crate) fn run(&mut self, state: State, key: Key) -> Result<(Rc<Done>, Option<Top>), Flow> {
        self.machine.load(state);
        let chosen = (key.choice != NO_CHOICE).then_some(key.choice);
        let done = Rc::new(self.machine.step_done(key.thread, chosen));
        if self.machine.demoted {
            self.grace.get_or_insert(GRACE);
        }
        let to = match done.step {
            Step::To(state) => Some(self.machine.vm.top(state)),
            Step::Full => return Err(Flow::Full),
            _ => None,
        };
        if !self.machine.whole {
            self.memo.insert(key, &self.machine.reads, Rc::clone(&done));
        }
        self.count(self.memo.bytes() + self.machine.bytes() + self.spins.bytes());
        Ok((done, to))
    }

    /// Keeps the machine's account of what this stepper holds.
    fn count(&mut self, bytes: u64) {
        // Wrapping, so that adding a difference below zero takes away.
        self.vm().worker_bytes.fetch_add(bytes.wrapping_sub(self.counted), Ordering::Relaxed);
        self.counted = bytes;
    }

    fn edge(&mut self, thread: u32, choice: u32, done: &Done, to: Option<Top>) {
        let to = match (done.step, to) {
            (_, Some(top)) => self.target(self.edges.len(), top),
            (Step::Fault(kind, pc), _) => self.fault(kind, pc),
            (Step::Unsupported(gap, pc), _) => unsupported(gap, pc),
            _ => return,
        };
        let (action, thread) = (Action { thread, choice }, ThreadId(thread));
        let (letters, sampled) = (done.letters, done.sampled);
        self.edges.push(Edge { action, thread, to, moves: true, letters, marks: 0, sampled });
    }

    fn fault(&self, kind: FaultKind, pc: Pc) -> Target {
        let fault = Fault { property: kind.property(), what: kind.code(), place: pc };
        if self.selected(fault.property) { Target::Fault(fault) } else { Target::Ended(fault) }
    }

    /// Looks for races and deadlocks, if there may be any.
    fn report_faults(&mut self) {
        let race = self.selected(Property::Race);
        if race && self.longer && self.met {
            self.gather();
            return self.report_pending();
        }
        let suspicious = self.board.may_be_faulty(&self.threads, race);
        if !suspicious && !self.edges.is_empty() {
            return;
        }
        self.list_pending();
        let edges = self.edges.len();
        self.report_pending();
        self.board.settle(self.edges.len() > edges);
    }

    /// Races and deadlocks among what threads are about to do.
    fn report_pending(&mut self) {
        let (race, deadlock) = (self.selected(Property::Race), self.selected(Property::Deadlock));
        if race && let Some((one, _)) = conflict::find(&self.pending) {
            self.report(one.thread, one.pc(), FaultKind::Race, Action::RACE);
        }
        if deadlock && let Some(thread) = stuck::find(&self.pending, self.edges.is_empty()) {
            let pc = self.pending.iter().find(|p| p.thread == thread).map_or(0, Pending::pc);
            self.report(thread, pc, FaultKind::Deadlock, Action::STUCK);
        }
    }

    fn list_pending(&mut self) {
        self.pending.clear();
        let threads = self.threads.iter();
        self.pending.extend(threads.filter_map(|t| self.board.pending(t.0)).cloned());
    }

    /// Where nobody can move and somebody has not finished, the execution does not end: it stays
    /// there.
    fn stay_stuck(&mut self, state: State) {
        if !self.edges.is_empty() {
            return;
        }
        self.list_pending();
        if let Some(thread) = stuck::find(&self.pending, true) {
            let action = Action { thread, choice: Action::STUCK };
            let stay = Edge::plain(action, ThreadId(thread), Target::State(state));
            self.edges.push(Edge { marks: u128::MAX, ..stay });
        }
    }

    /// Puts a fault of the state itself in front of its edges.
    pub(crate) fn report(&mut self, thread: u32, pc: Pc, kind: FaultKind, mark: u32) {
        let to = self.fault(kind, pc);
        let action = Action { thread, choice: mark };
        self.edges.insert(0, Edge { moves: false, ..Edge::plain(action, ThreadId(thread), to) });
    }

    /// Where an action leads from a state.
    pub(crate) fn target_of(&mut self, state: State, action: Action) -> Option<Target> {
        let _ = self.expand(state);
        self.edges.iter().find(|edge| edge.action == action).map(|edge| edge.to)
    }

    /// Where the moves of some threads lead from a state.
    pub(crate) fn moves(&mut self, state: State, threads: [u32; 2]) -> Vec<(Action, State)> {
        let _ = self.expand(state);
        let moves = self.edges.iter().filter(|edge| threads.contains(&edge.thread.0));
        let to = |edge: &Edge<Action>| match edge.to {
            Target::State(to) => Some((edge.action, to)),
            _ => None,
        };
        moves.filter_map(to).collect()
    }

    /// The threads that can move in a state.
    pub(crate) fn threads_that_move(&mut self, state: State) -> Vec<u32> {
        let _ = self.expand(state);
        let moves = self.edges.iter().filter(|edge| edge.action.choice != Action::STUCK);
        moves.map(|edge| edge.thread.0).collect()
    }

    /// What every thread is about to do in a state.
    pub(crate) fn pending_at(&mut self, state: State) -> &[Pending] {
        let _ = self.expand(state);
        if !self.longer {
            self.list_pending();
        }
        &self.pending
    }
}

/// The mark of threads that have none of their own.
const LAST_MARK: u128 = 1 << (u128::BITS - 1);

/// The fairness mark of a thread.
fn mark_of(thread: ThreadId) -> u128 {
    1_u128.checked_shl(FIRST_THREAD_MARK.saturating_add(thread.0)).unwrap_or(LAST_MARK)
}

fn unsupported(gap: Gap, pc: Pc) -> Target {
    Target::Unsupported(Unsupported { what: gap.code(), place: pc })
}

impl Stepper for VmStepper<'_> {
    type Action = Action;

    fn initial(&mut self, visit: &mut dyn FnMut(Edge<Action>) -> ControlFlow<()>) -> Flow {
        let to = match self.machine.begin() {
            Ok(state) => Target::State(state),
            Err(Halt::Fault(kind)) => self.fault(kind, self.vm().place_at_start(kind)),
            Err(Halt::Unsupported(gap)) => unsupported(gap, 0),
            Err(_) => return Flow::Full,
        };
        let letters = Letters { last: self.machine.process.propositions.letter, pulse: 0 };
        let action = Action { thread: 0, choice: Action::ONLY };
        match visit(Edge { letters, marks: u128::MAX, ..Edge::plain(action, ThreadId(0), to) }) {
            ControlFlow::Continue(()) => Flow::Done,
            ControlFlow::Break(()) => Flow::Stopped,
        }
    }

    fn successors(
        &mut self,
        state: State,
        visit: &mut dyn FnMut(Edge<Action>) -> ControlFlow<()>,
    ) -> Flow {
        if let Err(flow) = self.expand(state) {
            return flow;
        }
        for &edge in &self.edges {
            if visit(edge).is_break() {
                return Flow::Stopped;
            }
        }
        Flow::Done
    }

    fn matched(&mut self, state: State) -> u64 {
        let root = self.abstract_root(state).or_else(|| self.interchanged_root(state));
        root.unwrap_or(state.root)
    }

    fn letter(&mut self, state: State) -> u64 {
        self.machine.load(state);
        self.machine.process.propositions.letter
    }

    fn encode(&mut self, state: State, out: &mut Vec<u8>) {
        let vm = self.machine.vm;
        travel::export(&vm.interner, vm.top(state), out);
    }

    fn decode(&mut self, bytes: &[u8]) -> Option<State> {
        let vm = self.machine.vm;
        let root = travel::import(&vm.interner, bytes)?;
        vm.state_with(Top::Root(root)).ok()
    }
}
