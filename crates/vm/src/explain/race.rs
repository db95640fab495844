//! Races, told: both sides are about to touch the same bytes.

use super::follow::told_in;
use super::places::place;
use super::teller::{Taken, Teller};
use super::told::Told;
use crate::machine::{Touch, Vm};
use crate::steps::{Pending, conflict};
use allways_program::Inst;
use allways_space::{Property, State};
use allways_trace::{Event, Finding, Related, Relation, Side};

impl Teller<'_> {
    pub(super) fn tell_race(&mut self, state: State) -> Taken {
        let vm = self.machine.vm;
        let mut stepper = vm.follower_at(told_in(vm));
        let Some((one, other)) = conflict::find(stepper.pending_at(state)) else {
            return Taken::Not("no race".to_string());
        };
        self.machine.load(state);
        let Some((mine, theirs)) = conflict::conflicting(one, other) else {
            return Taken::Not("no race".to_string());
        };
        let at = mine.address.max(theirs.address);
        let end = (mine.address + mine.size).min(theirs.address + theirs.size);
        let to = self.names.named(&mut self.machine, at, end - at);
        let places = [other, one].map(|p| self.users_position(p.thread(), p.pc()));
        let related = vec![Related {
            what: Relation::OtherAccess,
            thread: other.thread(),
            place: place(vm, places[0]),
            stack: self.callers(other.thread(), places[0]),
        }];
        let mut sides = [(other, theirs, places[0]), (one, mine, places[1])];
        // Whoever moved last is shown first: that is one context switch less.
        if self.steps.last().is_some_and(|step| step.thread == one.thread()) {
            sides.reverse();
        }
        for (pending, touch, pc) in sides {
            let event = Event::AboutTo { write: touch.write, to: to.clone() };
            self.last_row(pending.thread(), pc, event);
        }
        let racing = one.thread();
        let finding =
            Finding::Race { object: to, one: side(vm, one, mine), other: side(vm, other, theirs) };
        let told = Told::new(Some(Property::Race), finding, related);
        self.told(told, Some(racing), places[1])
    }
}

fn side(vm: &Vm, pending: &Pending, touch: Touch) -> Side {
    let access = match vm.program.code.get(pending.pc() as usize) {
        Some(Inst::Load { access, .. } | Inst::Store { access, .. }) => Some(*access),
        _ => None,
    };
    let volatile =
        access.is_some_and(|access| vm.counts_as_atomic(vm.program.accesses[access as usize]));
    Side { thread: pending.thread(), write: touch.write, volatile }
}
