//! What a verifier asks: which threads are enabled in the state that the buffer holds, and steps.

use super::contents::Contents;
use super::engine::Engine;
use super::expansion::Expansion;
use super::script::Script;
use crate::buffer::{Extra, Form, Layout, Moment, name_in, write_matched};
use crate::notes::{Note, Writer};
use crate::setup::Setup;
use allways_space::{Flow, Rounds, State, Stepper, System};
use allways_vm::Action;
use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::rc::Rc;

/// Expansions that are kept, so that a state need not be expanded again when a search backtracks to it.
const KEPT: usize = 1 << 14;

/// A verifier's machine with its buffer.
pub struct Session {
    setup: Setup,
    script: Script,
    layout: Layout,
    /// Made at the first question, when everything that is asked is known.
    engine: Option<Engine>,
    kept: Vec<Option<Rc<Expansion>>>,
    contents: Contents,
    notes: Writer,
    schedule: Option<File>,
    /// Something cannot go on: the verifier must stop.
    broken: bool,
    /// The root of what is matched in the state that was written last, with an abstraction.
    matched: u32,
    /// The most bytes that the machine has held.
    most_bytes: u64,
    /// How often it has forgotten what it had interned.
    forgotten: u64,
}

impl Session {
    /// Reads a set-up. With a file for the schedule, every step is written down there.
    pub fn open(file: &Path, schedule: Option<PathBuf>) -> Result<Session, String> {
        let setup = Setup::read(file).map_err(|error| error.to_string())?;
        let schedule = match schedule {
            Some(path) => Some(File::create(path).map_err(|error| error.to_string())?),
            None => None,
        };
        Ok(Session {
            layout: setup.layout(),
            script: Script::default(),
            setup,
            engine: None,
            kept: vec![None; KEPT],
            contents: Contents::new(),
            notes: Writer::new(file),
            schedule,
            broken: false,
            matched: 0,
            most_bytes: 0,
            forgotten: 0,
        })
    }

    /// Bytes that the buffer must have at least.
    pub fn smallest_buffer(&self) -> usize {
        self.layout.header()
    }

    /// Allows that many preemptive switches.
    pub fn set_bound(&mut self, switches: u16) {
        self.setup.bound = Some(switches);
        self.layout.bounded = true;
    }

    /// Checks one more invariant.
    pub fn add_invariant(&mut self, function: &str) {
        self.setup.add_invariant(function);
    }

    /// Tells states apart by what a function writes; without a name by the set-up's.
    pub fn set_abstraction(&mut self, function: Option<&str>) -> Result<(), String> {
        if let Some(function) = function {
            self.setup.set_abstraction(function);
        }
        if !self.setup.is_abstract() {
            return Err("the program file names no abstraction".to_string());
        }
        if self.layout.form == Form::Content {
            return Err("an abstraction needs states that are named by their roots".to_string());
        }
        Ok(())
    }

    /// Writes what is matched of the state that was written last.
    pub fn write_matched(&self, buffer: &[u8], matched: &mut [u8]) {
        let (_, extra) = self.layout.read(buffer);
        write_matched(matched, self.matched, extra);
    }

    /// Runs a function before the threads start.
    pub fn run_first(&mut self, function: &str) {
        self.script.run(function);
    }

    /// Starts a thread; false when it is not the next.
    pub fn start_thread(&mut self, thread: u32, function: &str, argument: u64) -> bool {
        self.setup.threads = self.setup.threads.max(thread + 1);
        self.script.start(thread, function, argument)
    }

    /// Why the verifier must stop although the program may be right.
    pub fn why_broken(&self) -> Option<String> {
        let last = self.notes.last().filter(|_| self.broken)?;
        Some(format!("the search cannot go on: {last}"))
    }

    /// The program's function of that name with a body.
    pub fn has_function(&mut self, name: &str) -> bool {
        let program = self.setup.program_mut();
        let found = program.function_named(name);
        found.is_some_and(|f| !program.functions[f as usize].is_external())
    }

    /// Starts the machine, once.
    pub fn start(&mut self) -> Result<(), String> {
        if self.engine.is_some() {
            return Ok(());
        }
        self.script.write_into(&mut self.setup);
        self.engine = Some(Engine::start(&self.setup)?);
        Ok(())
    }

    /// Whether a thread has an outcome of that number; with `bounded` the switch must be allowed too.
    pub fn is_enabled(&mut self, buffer: &[u8], thread: u32, outcome: u32, bounded: bool) -> bool {
        let Some((expansion, extra)) = self.look(buffer) else { return false };
        match extra.moment {
            Moment::Settled => self.can_move(&expansion, extra, thread, outcome, bounded),
            Moment::Pulse { by, .. } if u32::from(by) == thread => outcome == 0,
            Moment::Pulse { .. } => {
                self.setup.is_fair()
                    && outcome == 0
                    && self.can_move(&expansion, extra, thread, outcome, bounded)
            }
            Moment::Strayed => false,
        }
    }

    /// Whether a thread has an outcome of that number in a state of the machine.
    fn can_move(
        &mut self,
        expansion: &Expansion,
        extra: Extra,
        thread: u32,
        outcome: u32,
        bounded: bool,
    ) -> bool {
        if self.broken || self.failing(expansion, extra).is_some() {
            return false;
        }
        expansion.outcome(thread, outcome).is_some()
            && (!bounded || self.may_move(expansion, extra, thread))
    }

    /// Takes a step and writes the state it leads to. Nothing happens when there is no such outcome.
    pub fn step(&mut self, buffer: &mut [u8], thread: u32, outcome: u32) {
        let Some((expansion, mut extra)) = self.look(buffer) else { return };
        match extra.moment {
            Moment::Settled => {}
            Moment::Pulse { by, .. } if u32::from(by) == thread => {
                extra.moment = Moment::Settled;
                self.write_down("still");
                return self.write(buffer, expansion.state, extra);
            }
            Moment::Pulse { .. } | Moment::Strayed => return self.stray(buffer),
        }
        let Some((action, state, pulse)) = expansion.outcome(thread, outcome) else { return };
        let mine = u16::try_from(thread).unwrap_or(u16::MAX);
        let leaves =
            extra.last.is_some_and(|last| last != mine && expansion.is_enabled(u32::from(last)));
        extra.switches = extra.switches.saturating_add(u16::from(leaves));
        extra.last = Some(mine);
        if pulse != 0 {
            extra.moment = Moment::Pulse { propositions: pulse, by: mine };
        }
        self.write_down(&format!("{} {}", action.thread(), action.choice));
        self.write(buffer, state, extra);
    }

    /// Whether the search is over in this state, because something is wrong with it or with the model.
    pub fn has_failed(&mut self, buffer: &[u8]) -> bool {
        let Some((expansion, extra)) = self.look(buffer) else { return true };
        if extra.moment != Moment::Settled {
            return false;
        }
        match self.failing(&expansion, extra) {
            Some(action) => {
                self.write_down(&format!("fails {} {}", action.thread(), action.choice));
                true
            }
            None => self.broken,
        }
    }

    /// Whether a proposition holds.
    pub fn holds(&mut self, buffer: &[u8], proposition: u32) -> bool {
        let Some((expansion, extra)) = self.look(buffer) else { return false };
        let letter = match extra.moment {
            Moment::Settled => expansion.letter,
            Moment::Pulse { propositions, .. } => expansion.letter | propositions,
            Moment::Strayed => 0,
        };
        letter.checked_shr(proposition).is_some_and(|bits| bits & 1 == 1)
    }

    /// Whether this is no execution of the program.
    pub fn has_strayed(&self, buffer: &[u8]) -> bool {
        self.layout.read(buffer).1.moment == Moment::Strayed
    }

    /// Whether nobody moves any more.
    pub fn has_ended(&mut self, buffer: &[u8]) -> bool {
        let Some((expansion, extra)) = self.look(buffer) else { return true };
        extra.moment == Moment::Settled
            && expansion.most_outcomes() == 0
            && !expansion.has_wrong_move()
    }

    /// The last state of an execution is repeated.
    pub fn rest(&mut self) {
        self.write_down("still");
    }

    fn stray(&mut self, buffer: &mut [u8]) {
        let Some(initial) = self.engine.as_ref().map(|engine| engine.initial) else { return };
        self.write(buffer, initial, Extra { moment: Moment::Strayed, ..Extra::default() });
    }

    /// Says how much memory was used, and how often there was none left.
    pub fn end(&mut self) {
        self.leave_round();
        self.measure();
        self.notes.add(Note::Bytes(self.most_bytes));
        if self.forgotten > 0 {
            self.notes.add(Note::Forgotten(self.forgotten));
        }
    }

    /// Leaves what the round taught, for the audit of all processes together.
    fn leave_round(&mut self) {
        if let Some(engine) = self.engine.as_mut() {
            engine.stepper().settle();
            let round = engine.vm().round();
            self.notes.round(&round);
        }
    }

    fn measure(&mut self) {
        let bytes = self.engine.as_ref().map_or(0, |engine| engine.vm().bytes());
        self.most_bytes = self.most_bytes.max(bytes);
    }

    fn failing(&mut self, expansion: &Expansion, extra: Extra) -> Option<Action> {
        expansion.failure(|thread| self.may_move(expansion, extra, thread))
    }

    /// Whether the bound lets a thread move that could.
    fn may_move(&mut self, expansion: &Expansion, extra: Extra, thread: u32) -> bool {
        let (Some(bound), Some(last)) = (self.setup.bound, extra.last) else { return true };
        let last = u32::from(last);
        let may = last == thread || extra.switches < bound || !expansion.is_enabled(last);
        if !may {
            self.notes.add(Note::Cut);
        }
        may
    }

    /// The expansion of the state that the buffer holds.
    fn look(&mut self, buffer: &[u8]) -> Option<(Rc<Expansion>, Extra)> {
        let (name, extra) = self.layout.read(buffer);
        let state = self.state_in(buffer, name)?;
        let place = state.root as usize % KEPT;
        if let Some(kept) = self.kept[place].as_ref().filter(|kept| kept.state == state) {
            return Some((Rc::clone(kept), extra));
        }
        let engine = self.engine.as_mut()?;
        let mut expansion = Expansion::of(engine.stepper(), state, self.layout.propositions);
        if engine.stepper().settle() {
            expansion.broken = Some(Flow::Demoted);
        }
        self.remark(&expansion);
        let expansion = Rc::new(expansion);
        self.kept[place] = Some(Rc::clone(&expansion));
        Some((expansion, extra))
    }

    /// Says what the verdict must know about a state.
    fn remark(&mut self, expansion: &Expansion) {
        match expansion.broken {
            None | Some(Flow::Done | Flow::Stopped) => {}
            Some(Flow::Demoted) => {
                let learned = self.engine.as_ref().map(|engine| engine.vm().learned());
                self.notes.learned(&learned.unwrap_or_default());
                self.broken = true;
            }
            Some(Flow::Full) => {
                self.notes.add(Note::Full);
                self.broken = true;
            }
        }
        if expansion.sampled {
            self.notes.add(Note::Sampled);
        }
        if let Some(fault) = expansion.ended() {
            let property = fault.property.name().to_string();
            self.notes.add(Note::Ended(property, fault.what, fault.place));
        }
        if expansion.threads() > self.setup.threads {
            self.notes.add(Note::Threads(expansion.threads()));
            self.broken = true;
        }
        if expansion.most_outcomes() > self.setup.outcomes {
            self.notes.add(Note::Outcomes(expansion.most_outcomes()));
            self.broken = true;
        }
    }

    fn state_in(&mut self, buffer: &[u8], name: u32) -> Option<State> {
        let engine = self.engine.as_mut()?;
        if name == 0 {
            return Some(engine.initial);
        }
        match self.layout.form {
            Form::Root => Some(State { root: u64::from(name - 1) }),
            Form::Content => {
                let header = self.layout.header();
                let content = buffer.get(header..header + name as usize)?;
                if let Some(known) = self.contents.state(content) {
                    return Some(known);
                }
                self.forget_if_full();
                let state = self.engine.as_mut()?.stepper().decode(content);
                match state {
                    Some(state) => {
                        self.contents.keep(state, content);
                    }
                    None => {
                        self.notes.add(Note::Full);
                        self.broken = true;
                    }
                }
                state
            }
        }
    }

    /// Where states are contents, the machine need not keep what it has interned.
    fn forget_if_full(&mut self) {
        let full = self.engine.as_ref().is_some_and(|e| e.vm().bytes() > self.setup.memory);
        if full {
            self.leave_round();
            self.measure();
            self.forgotten += 1;
            self.engine = None;
            self.engine = Engine::start(&self.setup).ok();
            self.kept.iter_mut().for_each(|kept| *kept = None);
            self.contents = Contents::new();
        }
    }

    fn write(&mut self, buffer: &mut [u8], state: State, extra: Extra) {
        let Some(engine) = self.engine.as_mut() else { return };
        let header = self.layout.header();
        if self.setup.is_abstract() {
            let same = state == engine.initial;
            self.matched = if same { 0 } else { engine.stepper().matched(state) as u32 + 1 };
        }
        if state == engine.initial {
            // One name for the initial state, however it is reached.
            buffer[header..].fill(0);
            return self.layout.write(buffer, 0, extra);
        }
        match self.layout.form {
            Form::Root => self.layout.write(buffer, state.root as u32 + 1, extra),
            Form::Content => {
                let content = self.contents.content(state).unwrap_or_else(|| {
                    let mut bytes = Vec::new();
                    engine.stepper().encode(state, &mut bytes);
                    self.contents.keep(state, &bytes)
                });
                let length = content.len();
                if header + length > buffer.len() {
                    self.notes.add(Note::Content(header + length));
                    self.broken = true;
                    return;
                }
                buffer[header..header + length].copy_from_slice(&content);
                buffer[header + length..].fill(0);
                self.layout.write(buffer, length as u32, extra);
            }
        }
        debug_assert!(name_in(buffer) != 0);
    }

    fn write_down(&mut self, line: &str) {
        if let Some(schedule) = &mut self.schedule {
            // A schedule that is cut short does not replay, and that is reported.
            let _ = writeln!(schedule, "{line}");
        }
    }
}
