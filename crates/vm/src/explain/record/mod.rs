//! Records what can be seen in the course of an execution, as the changes from moment to moment.
//!
//! States are trees that share what is the same in both, so two of them are compared at the cost of what
//! changed: the changes are exact whatever an instruction or a library function does. What states do
//! not hold comes from the events: variables in registers keep their values when those are dead, and
//! locks know who took them.

mod objects;
mod stack;

use super::Event;
use super::follow::{machine_at, told_in};
use super::heap::Spot;
use super::names::Names;
use super::places::place_near;
use super::waits::wait_for;
use crate::machine::{Machine, Position, Vm};
use crate::steps::VmStepper;
use allways_program::Pc;
use allways_space::State;
use allways_trace::{Access, Change, Delta, Image, Moment, Name, Recording, Status};
use std::collections::{BTreeSet, HashMap};

/// Makes a recording while an execution is replayed.
pub struct Recorder<'v> {
    vm: &'v Vm,
    machine: Machine<'v>,
    stepper: VmStepper<'v>,
    recording: Recording,
    /// What is to be seen now.
    image: Image,
    state: Option<State>,
    places: HashMap<Position, u32>,
    /// The objects that are there, by their first address.
    alive: HashMap<u64, u32>,
    /// The object that is a global.
    globals: HashMap<u32, u32>,
    /// The thread and frame in which stack objects lie, by their first address.
    frame_of: HashMap<u64, (u32, u32)>,
}

impl<'v> Recorder<'v> {
    /// Begins with the initial state.
    pub fn new(vm: &'v Vm, state: State, names: &Names<'v>) -> Recorder<'v> {
        let mut recorder = Recorder {
            vm,
            machine: machine_at(vm, told_in(vm)),
            stepper: vm.follower_at(told_in(vm)),
            recording: Recording {
                pointer_bits: vm.program.pointer_bits,
                sites: vm.own_sites(),
                types: vm.program.debug.types.clone(),
                functions: vm.program.functions.iter().map(|f| f.display.clone()).collect(),
                ..Recording::default()
            },
            image: Image::default(),
            state: None,
            places: HashMap::new(),
            alive: HashMap::new(),
            globals: HashMap::new(),
            frame_of: HashMap::new(),
        };
        recorder.record_symbols();
        recorder.record_globals();
        recorder.arrive(state, Spot { thread: 0, at: Pc::MAX.into() }, &[], names);
        recorder
    }

    /// A step begins: what changes from now on is its doing.
    pub fn begin_step(&mut self) {
        self.recording.deltas.push(Delta::default());
    }

    /// An instruction was executed and led to a state.
    pub fn arrive(&mut self, state: State, spot: Spot, events: &[Event], names: &Names<'v>) {
        if self.state != Some(state) {
            let difference = self.machine.difference(self.state, state);
            for &(thread, before, after) in &difference.threads {
                self.compare_stacks(thread, before, after, names);
            }
            self.compare_objects(difference, spot, names);
            self.state = Some(state);
            self.look_at_threads(state);
        }
        for event in events {
            self.heed(event, spot.thread, names);
        }
    }

    /// Notes what an event tells and a state does not.
    fn heed(&mut self, event: &Event, thread: u32, names: &Names<'v>) {
        match event {
            Event::Touch { touch, .. } => {
                let access = Access {
                    address: touch.address,
                    size: touch.size,
                    write: touch.write,
                    atomic: touch.atomic,
                };
                if let Some(delta) = self.recording.deltas.last_mut() {
                    delta.accesses.push(access);
                }
            }
            Event::Assigned { variable, words, .. } => {
                let ty = self.vm.program.debug.variables[*variable as usize].ty;
                let frame = self.image.frames(thread).len().saturating_sub(1) as u32;
                self.assign(thread, frame, *variable, names.bytes_of_words(ty, words));
            }
            Event::Did { what, address } if what.takes() => {
                let mut by = self.image.holders(*address).to_vec();
                by.push(thread);
                self.change(Change::Held { lock: *address, by });
            }
            Event::Did { what, address } if what.gives_back() => {
                let mut by = self.image.holders(*address).to_vec();
                if let Some(at) = by.iter().position(|&holder| holder == thread) {
                    by.remove(at);
                    self.change(Change::Held { lock: *address, by });
                }
            }
            _ => {}
        }
    }

    fn change(&mut self, change: Change) {
        self.image.apply(&self.recording.objects, &change);
        match self.recording.deltas.last_mut() {
            Some(delta) => delta.changes.push(change),
            None => self.recording.start.push(change),
        }
    }

    /// The first moment at which a change of now is to be seen.
    fn moment(&self) -> usize {
        self.recording.deltas.len()
    }

    /// The number of the place of an instruction.
    fn place(&mut self, at: impl Into<Position>) -> u32 {
        let at = at.into();
        if let Some(&known) = self.places.get(&at) {
            return known;
        }
        let known = self.vm.is_code(at.pc);
        let place = if known { place_near(self.vm, at) } else { Default::default() };
        self.recording.places.push(place);
        let number = self.recording.places.len() as u32 - 1;
        self.places.insert(at, number);
        number
    }

    /// Notes which threads can move, and what the others wait for.
    fn look_at_threads(&mut self, state: State) {
        let mut waits = HashMap::new();
        for pending in self.stepper.pending_at(state) {
            waits.extend(pending.block().map(|block| (pending.thread(), block)));
        }
        self.machine.load(state);
        let mut threads: BTreeSet<u32> = self.image.threads().map(|(thread, _)| thread).collect();
        threads.extend(self.machine.thread_numbers());
        for thread in threads {
            let status = match waits.get(&thread) {
                _ if self.has_ended(thread) => Status::Ended,
                Some(&block) => Status::Waiting(wait_for(thread, block)),
                None => Status::Ready,
            };
            if self.image.status(thread) != Some(&status) {
                self.change(Change::Status { thread, status: Some(status) });
            }
        }
    }

    /// Whether a thread has ended, by itself or with the process, in the loaded state.
    fn has_ended(&mut self, thread: u32) -> bool {
        let control = self.machine.control_of(thread);
        self.machine.process.ended.is_some() || control.is_none_or(|c| c.ended.is_some())
    }

    /// The recording of an execution of that many steps.
    pub fn finish(mut self, names: &mut Names<'v>, steps: usize) -> Recording {
        self.recording.deltas.resize_with(steps, Delta::default);
        self.name_objects(names);
        name_waits(&mut self.recording);
        self.recording
    }
}

/// Names what threads wait for. Only now all objects have their names.
fn name_waits(recording: &mut Recording) {
    let mut named: Vec<Name> = Vec::new();
    let mut moment = Moment::new(recording);
    for (at, delta) in recording.deltas.iter().enumerate() {
        moment.go(at + 1);
        let waits = delta.changes.iter().filter_map(waited_for);
        named.extend(waits.map(|(address, size)| moment.name_of(address, size)));
    }
    let mut named = named.into_iter();
    for change in recording.deltas.iter_mut().flat_map(|delta| &mut delta.changes) {
        if let Change::Status { status: Some(Status::Waiting(wait)), .. } = change
            && let Some((name, _)) = wait.name_mut()
            && let Some(known) = named.next()
        {
            *name = known;
        }
    }
}

fn waited_for(change: &Change) -> Option<(u64, u64)> {
    let Change::Status { status: Some(Status::Waiting(wait)), .. } = change else { return None };
    let mut wait = wait.clone();
    wait.name_mut().map(|(name, size)| (name.address, size))
}
