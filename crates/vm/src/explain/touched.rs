//! Accesses to memory as rows of a schedule.
//!
//! Objects of the C++ library are told as a whole: what a function of the library changes in them bit by bit is told
//! once, when the function is through.

use super::heap::Spot;
use super::names::Names;
use super::places::place;
use crate::machine::{Machine, Position, Touch};
use allways_program::debug::TypeId;
use allways_trace::{Bytes, Changed, Event as Done, Name, Place, Step, Value};

/// What was touched and is not told yet.
#[derive(Default)]
pub(super) struct Touched {
    /// The instruction is one of the C++ library.
    pub(super) inside: bool,
    /// Objects of the library that were changed, and where the program called it.
    changed: Vec<(Name, TypeId)>,
    spot: Option<Spot>,
    /// The library was inlined there, in this line.
    inlined: bool,
    line: (String, u32),
}

impl Touched {
    /// An instruction has accessed memory.
    pub(super) fn heed<'v>(
        &mut self,
        names: &mut Names<'v>,
        machine: &mut Machine<'v>,
        spot: Spot,
        (Touch { address, size, write, .. }, bytes): (Touch, Bytes),
        row: &mut Step,
    ) {
        // A scope that begins or ends leaves indeterminate bytes behind: nothing to see.
        if write && bytes.defined.iter().all(|&d| d == 0) {
            return;
        }
        let found = names.of(machine, address, size);
        // At the program's own lines only what lies on the heap may be of interest.
        let hidden = names.look_at_states && !found.text.starts_with("heap#");
        if found.librarys && (self.inside || hidden) {
            return;
        }
        let name = Name { text: found.text, address: found.address };
        let types = names.types();
        if let Some(ty) = found.ty.filter(|&ty| types.is_standard(ty)) {
            let whole = found.address == address && types.size_of(ty) <= bytes.len() as u64;
            if !whole || self.inside && !types.is_atomic(ty) {
                // What is done to a lock is told with what it is done by.
                if write && !types.is_lock(ty) {
                    self.line = (row.place.file.clone(), row.place.line);
                    self.changed(name, ty, spot);
                }
                return;
            }
        }
        let value = names.value(machine, found.ty, bytes);
        if write {
            change(row, name.text.clone(), value.clone());
            act(row, Done::Store { to: name, value });
        } else {
            act(row, Done::Load { from: name, value });
        }
    }

    fn changed(&mut self, name: Name, ty: TypeId, spot: Spot) {
        (self.spot, self.inlined) = (Some(spot), !self.inside);
        if !self.changed.iter().any(|(known, _)| known.address == name.address) {
            self.changed.push((name, ty));
        }
    }

    /// Whether what was touched belongs to a call that is through when its thread comes to `at`. What was inlined
    /// is through at the next line.
    pub(super) fn is_behind(&self, at: Position, place: &Place) -> bool {
        let same_line = || {
            let (file, line) = &self.line;
            place.line == 0 || place.line == *line && place.file == *file
        };
        self.spot.is_some_and(|spot| spot.at != at) && !(self.inlined && same_line())
    }

    /// Whether another thread than this has touched what is not told yet.
    pub(super) fn is_anothers(&self, thread: Option<u32>) -> bool {
        self.spot.is_some_and(|spot| Some(spot.thread) != thread)
    }

    /// Tells what objects of the library are now, as far as they still exist.
    pub(super) fn tell<'v>(
        &mut self,
        names: &mut Names<'v>,
        machine: &mut Machine<'v>,
    ) -> Option<Step> {
        let spot = self.spot.take()?;
        let place = place(machine.vm, spot.at);
        let mut row = Step { thread: spot.thread, place, ..Step::default() };
        for (name, ty) in std::mem::take(&mut self.changed) {
            let size = names.types().size_of(ty);
            let bytes = machine.peek(name.address, size).map(Bytes::from);
            if let Some(bytes) = bytes.filter(|b| b.len() as u64 == size && !b.is_undefined()) {
                let value = names.value(machine, Some(ty), bytes);
                names.learn_elements(machine, &name, ty);
                change(&mut row, name.text, value);
            }
        }
        Some(row).filter(Step::says_something)
    }
}

/// A variable has a new value.
pub(super) fn change(row: &mut Step, name: String, value: Value) {
    match row.changed.iter_mut().find(|c| c.name == name) {
        Some(old) => old.value = value,
        None => row.changed.push(Changed { name, value }),
    }
}

/// The first thing that an instruction does is what is told of it, unless something says more.
pub(super) fn act(row: &mut Step, event: Done) {
    row.event.get_or_insert(event);
}
