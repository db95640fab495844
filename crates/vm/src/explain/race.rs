//! Races, told: both sides are about to touch the same bytes.

use super::follow::told_in;
use super::message::Message;
use super::places::place;
use super::teller::{Taken, Teller};
use crate::machine::Touch;
use crate::steps::conflict;
use allways_space::{Property, State};
use allways_trace::{Event, Related};

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
        let name = &to.text;
        let text = format!(
            "data race on `{name}`: thread {} {} it while thread {} {} it",
            one.thread(),
            does(mine),
            other.thread(),
            does(theirs)
        );
        let help = "protect both accesses with one mutex, or make them atomic";
        let places = [other, one].map(|p| self.users_position(p.thread(), p.pc()));
        let related = vec![Related {
            what: "the other access".to_string(),
            thread: other.thread(),
            place: place(vm, places[0]),
        }];
        for ((pending, touch), pc) in [(other, theirs), (one, mine)].into_iter().zip(places) {
            let event = Event::AboutTo { write: touch.write, to: to.clone() };
            self.last_row(pending.thread(), pc, event);
        }
        let message = Message { text, help: help.to_string(), related };
        self.told(Some(Property::Race), message, places[1])
    }
}

fn does(touch: Touch) -> &'static str {
    if touch.write { "writes" } else { "reads" }
}
