//! The slice of an execution: which of its steps matter to the fault.
//!
//! Steps say what was accessed and not what was computed from it, so the slice is taken from above: a statement that
//! changes something that matters makes everything that it reads matter. What one thread writes and another one
//! accesses always matters once both are there, and so does every operation on locks that threads share.

use crate::event::Event;
use crate::finding::{Finding, Used};
use crate::name::Name;
use crate::step::Step;
use crate::trace::{Relation, Trace};
use std::collections::{HashMap, HashSet};

/// For each step of an execution whether it matters to the fault.
pub fn matters(trace: &Trace) -> Vec<bool> {
    let mut slice = Slice::new(trace);
    slice.between_threads();
    slice.backwards();
    slice.matters
}

struct Slice<'t> {
    trace: &'t Trace,
    matters: Vec<bool>,
    /// What the fault is about, by address.
    wanted: HashSet<u64>,
    /// Local variables of which the last change is wanted.
    locals: HashSet<&'t str>,
}

/// Who accesses an address.
#[derive(Default)]
struct Users {
    threads: HashSet<u32>,
    is_written: bool,
}

impl<'t> Slice<'t> {
    fn new(trace: &'t Trace) -> Slice<'t> {
        let named = names_of(&trace.finding).into_iter();
        let mut wanted: HashSet<u64> = named.map(|name| name.address).collect();
        for related in &trace.related {
            if let Relation::Waits { wait } = &related.what {
                wanted.extend(wait.clone().name_mut().map(|(name, _)| name.address));
            }
        }
        let matters = trace.steps.iter().map(always).collect();
        Slice { trace, matters, wanted, locals: HashSet::new() }
    }

    /// From where a second thread moves on: what threads do with what they share.
    fn between_threads(&mut self) {
        let steps = &self.trace.steps;
        let first = steps.first().map(|step| step.thread);
        let start = steps.iter().position(|step| Some(step.thread) != first).unwrap_or(steps.len());
        let mut users: HashMap<u64, Users> = HashMap::new();
        for (address, write, thread) in steps[start..].iter().flat_map(accesses) {
            let users = users.entry(address).or_default();
            users.threads.insert(thread);
            users.is_written |= write;
        }
        let is_shared = |&(address, ..): &(u64, bool, u32)| {
            users.get(&address).is_some_and(|users| users.is_written && users.threads.len() > 1)
        };
        for (step, matters) in steps.iter().zip(&mut self.matters).skip(start) {
            *matters |= accesses(step).any(|access| is_shared(&access));
        }
    }

    /// From the fault back to what led to it.
    fn backwards(&mut self) {
        let steps = &self.trace.steps;
        let Some(last) = steps.last().filter(|_| self.trace.cycle_start.is_none()) else { return };
        let end = steps.len() - 1;
        self.want_statement(end);
        // The last changes of the variables in the function of the fault: what it was decided by.
        let (thread, function) = (last.thread, &last.place.function);
        let mine = |step: &&Step| step.thread == thread && step.place.function == *function;
        let changed = steps.iter().filter(mine).flat_map(in_registers);
        self.locals = changed.collect();
        for number in (0..=end).rev() {
            let step = &steps[number];
            let mut writes = false;
            for (address, write, _) in accesses(step) {
                if self.wanted.contains(&address) {
                    self.matters[number] = true;
                    writes |= write;
                }
            }
            if step.thread == thread && step.place.function == *function {
                let locals = &mut self.locals;
                writes |= in_registers(step).filter(|name| locals.remove(name)).count() > 0;
            }
            if writes {
                self.matters[number] = true;
                self.want_statement(number);
            }
        }
    }

    /// What the statement of a step has read up to then is wanted.
    fn want_statement(&mut self, number: usize) {
        let steps = &self.trace.steps;
        let (thread, place) = (steps[number].thread, &steps[number].place);
        let same = |step: &&Step| {
            step.thread == thread && step.place.line == place.line && step.place.file == place.file
        };
        let statement = steps[..=number].iter().rev().take_while(same);
        self.wanted.extend(statement.flat_map(accesses).map(|(address, ..)| address));
    }
}

/// Steps that are told whatever the fault is: threads begin, wait and end each other, and the fault itself.
fn always(step: &Step) -> bool {
    matches!(
        step.event,
        Some(
            Event::Spawn { .. }
                | Event::Join { .. }
                | Event::Cancel { .. }
                | Event::Proposition { .. }
                | Event::AboutTo { .. }
                | Event::Blocked { .. }
                | Event::Fault { .. }
        )
    )
}

/// The variables in registers that a step changes: what lies in memory is accessed.
fn in_registers(step: &Step) -> impl Iterator<Item = &str> {
    let stores = matches!(step.event, Some(Event::Store { .. }));
    step.changed.iter().filter(move |_| !stores).map(|change| change.name.as_str())
}

/// What a step accesses: the address, whether it changes what is there, and who does it.
fn accesses(step: &Step) -> impl Iterator<Item = (u64, bool, u32)> + use<> {
    let access = match &step.event {
        Some(Event::Load { from, .. }) => Some((from.address, false)),
        Some(Event::Store { to, .. }) => Some((to.address, true)),
        Some(Event::ExchangeFails { at }) => Some((at.address, false)),
        Some(Event::Free { object } | Event::Sync { object, .. }) => Some((object.address, true)),
        Some(Event::AboutTo { write, to }) => Some((to.address, *write)),
        _ => None,
    };
    let thread = step.thread;
    access.map(|(address, write)| (address, write, thread)).into_iter()
}

/// What a fault names.
fn names_of(finding: &Finding) -> Option<&Name> {
    match finding {
        Finding::Uninitialised { used: Used::Memory { object } }
        | Finding::Overlap { object, .. }
        | Finding::Gone { object, .. }
        | Finding::NotAllocated { object }
        | Finding::WrongFree { object, .. }
        | Finding::OutOfScope { object, .. }
        | Finding::Overrun { object, .. }
        | Finding::Constant { object }
        | Finding::Race { object, .. } => Some(object),
        Finding::OutOfBounds { object: Some(extent), .. } => Some(&extent.name),
        _ => None,
    }
}
