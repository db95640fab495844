//! All edges of a state, with the faults of the state itself.

use super::action::Action;
use super::actor::Actor;
use super::done::{Done, Step};
use super::memo::NO_CHOICE;
use super::parts::Shared;
use super::pending::Pending;
use super::stepper::{VmStepper, unsupported};
use super::{conflict, stuck};
use crate::fault::{FaultKind, Gap};
use crate::state::{shared_parts, thread_at};
use allways_space::{Edge, FIRST_THREAD_MARK, Flow, Property, State, Target, ThreadId};
use allways_store::Id;
use allways_store::row::Row;
use std::rc::Rc;

impl VmStepper<'_> {
    /// Fills `board` and `edges` for a state.
    pub(super) fn expand(&mut self, state: State) -> Result<(), Flow> {
        if let Some(left) = &mut self.grace {
            *left = left.checked_sub(1).ok_or(Flow::Demoted)?;
        }
        self.edges.clear();
        self.open.clear();
        self.halves.clear();
        self.actors.clear();
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
        self.list_actors(holder);
        let forgets = vm.options.remembered == 0;
        self.board.load(&vm.interner, &vm.program, &self.row, forgets, shared);
        let mut all = true;
        for at in 0..self.actors.len() {
            let (actor, record) = self.actors[at];
            let alone = at > 0 && self.runs_alone(holder);
            if alone && !self.selected(Property::Race) {
                self.actors.truncate(at);
                all = false;
                break;
            }
            let before = (self.edges.len(), self.open.len());
            self.expand_actor(state, shared, actor, record)?;
            if alone {
                self.edges.truncate(before.0);
                self.open.truncate(before.1);
                self.halves.truncate(before.1);
            }
        }
        self.longer = self.makes_supersteps(self.actors.len());
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
        let first = self.board.pending(self.actors[0].0);
        first.is_some_and(|p| Some(p.thread()) == holder && p.block().is_none())
    }

    /// Marks every edge with the threads that it is fair to: all but those that could have moved
    /// instead of its own. Steps release nothing after their first operation (see `machine/merging/judge.rs`), so a
    /// thread that is disabled inside a step is disabled where the step ends, and the next edge has
    /// its mark.
    fn mark_edges(&mut self) {
        let enabled = self.edges.iter().fold(0, |set, edge| set | mark_of(edge.action.actor));
        for edge in &mut self.edges {
            edge.marks = !enabled | mark_of(edge.action.actor);
        }
        if enabled & LAST_MARK != 0 {
            let action = Action::of_thread(0, Action::ONLY);
            let to = unsupported(Gap::FAIRNESS, 0);
            self.edges = vec![Edge::plain(action, ThreadId(0), to)];
        }
    }

    /// Lists all actors in the order in which they are tried: the thread in an atomic section first
    /// (if it can move, nobody else may), the others from a place that varies with the state, so
    /// that a depth-first search does not run one to its end before it tries the next.
    fn list_actors(&mut self, holder: Option<u32>) {
        let actors = &mut self.actors;
        actors.clear();
        let mixed = self.row.hashes().fold(0u64, |mixed, hash| {
            (mixed.rotate_left(5) ^ hash).wrapping_mul(0x9e37_79b9_7f4a_7c15)
        });
        let placed = self.row.iter().filter_map(|(place, id)| Some((thread_at(place)?, id)));
        actors.extend(placed.flat_map(|(t, id)| Actor::all_of(t).map(|actor| (actor, id))));
        let count = actors.len().max(1);
        actors.rotate_left((mixed >> 32) as usize % count);
        let holder = holder.map(Actor::Thread);
        if let Some(place) = actors.iter().position(|one| Some(one.0) == holder) {
            actors[..=place].rotate_right(1);
        }
    }

    fn expand_actor(
        &mut self,
        state: State,
        shared: Shared,
        actor: Actor,
        record: Id,
    ) -> Result<(), Flow> {
        if let Some(done) = self.board.known(actor) {
            let to = self.follow_from(state, shared, (actor, record), &done)?;
            self.edge(actor, Action::ONLY, &done, to);
            return Ok(());
        }
        let (done, to) = self.attempt(state, shared, actor, record, NO_CHOICE)?;
        let Step::Choices(count) = done.step else {
            self.edge(actor, Action::ONLY, &done, to);
            self.board.put(actor, done);
            return Ok(());
        };
        // What any of the outcomes touches is pending.
        let mut all = Done::clone(&done);
        for choice in 0..count {
            let (done, to) = self.attempt(state, shared, actor, record, choice)?;
            self.edge(actor, choice, &done, to);
            all.add_touches(&done);
        }
        self.board.put(actor, Rc::new(all));
        Ok(())
    }

    /// Looks for races and deadlocks, if there may be any.
    fn report_faults(&mut self) {
        let race = self.selected(Property::Race);
        if race && self.longer && self.met {
            self.gather();
            return self.report_pending();
        }
        let suspicious = self.board.may_be_faulty(&self.actors, race);
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
        if race && !self.vm().ignored.is_empty() {
            self.note_ignored();
        }
        if race && let Some((one, _)) = conflict::find(&self.pending) {
            self.report(one.actor, one.pc(), FaultKind::Race, Action::RACE);
        }
        if deadlock && let Some(thread) = stuck::find(&self.pending, self.edges.is_empty()) {
            let pc = self.pending.iter().find(|p| p.thread() == thread).map_or(0, Pending::pc);
            self.report(Actor::Thread(thread), pc, FaultKind::Deadlock, Action::STUCK);
        }
    }

    /// Notes the races that are not reported.
    fn note_ignored(&self) {
        for (number, one) in self.pending.iter().enumerate() {
            for other in &self.pending[number + 1..] {
                if let Some((a, b)) = conflict::ignored(one, other) {
                    let line = if a.ignored == 0 { b.ignored } else { a.ignored };
                    self.vm().ignored.note(line, Property::Race);
                }
            }
        }
    }

    /// Where nobody can move and somebody has not finished, the execution does not end: it stays
    /// there.
    fn stay_stuck(&mut self, state: State) {
        if !self.edges.is_empty() {
            return;
        }
        self.list_pending();
        if let Some(thread) = stuck::find(&self.pending, true) {
            let action = Action::of_thread(thread, Action::STUCK);
            let stay = Edge::plain(action, ThreadId(thread), Target::State(state));
            self.edges.push(Edge { marks: u128::MAX, ..stay });
        }
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

/// The mark of actors that have none of their own.
const LAST_MARK: u128 = 1 << (u128::BITS - 1);

/// The fairness mark of an actor.
fn mark_of(actor: Actor) -> u128 {
    let mark = FIRST_THREAD_MARK.saturating_add(actor.index() as u32);
    1_u128.checked_shl(mark).unwrap_or(LAST_MARK)
}
