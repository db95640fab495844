//! Deadlocks in which threads spin, in words.

use super::message::Message;
use super::replay::{Taken, Teller};
use super::rows::{LARGEST_SYNC, place};
use crate::machine::Touch;
use crate::spinning::{self, Spin};
use crate::stepper::Pending;
use allways_space::{Property, Related, State, ThreadId};

/// Things that are named.
const MOST_NAMES: usize = 3;

impl Teller<'_> {
    /// Nobody but blocked threads and such that spin is there.
    pub(super) fn tell_spinning(&mut self, state: State, pending: &[Pending]) -> Taken {
        let vm = self.machine.vm;
        let spins = spinning::find(&mut self.machine, state).unwrap_or_default();
        let Some(first) = spinning::first(&spins) else {
            return Taken::Not("no deadlock".to_string());
        };
        self.machine.load(state);
        let mut related = Vec::new();
        let mut waiting = Vec::new();
        for spin in &spins {
            let (what, names) = self.spins(spin);
            if !names.is_empty() {
                waiting.push((spin.thread, names));
            }
            self.last_row(spin.thread, spin.pc, &what);
            related.push(Related {
                what: format!("thread {} {what}", spin.thread),
                thread: ThreadId(spin.thread),
                place: place(vm, spin.pc),
            });
        }
        let spin = |p: &&Pending| spins.iter().any(|spin| spin.thread == p.thread);
        for p in pending.iter().filter(|p| !spin(p)) {
            let what = self.waits(p);
            self.last_row(p.thread, p.pc(), &what);
            related.push(Related {
                what: format!("thread {} {what}", p.thread),
                thread: ThreadId(p.thread),
                place: place(vm, p.pc()),
            });
            related.extend(self.first_lock(p));
        }
        let text = match &waiting[..] {
            [(thread, names)] => format!(
                "deadlock: thread {thread} waits in a loop for {names} to change, which nobody can do"
            ),
            _ => {
                let list: Vec<String> = waiting.iter().map(|(t, _)| t.to_string()).collect();
                let list = list.join(", ");
                format!("deadlock: threads {list} wait in loops for what nobody can change")
            }
        };
        let help = "make sure that somebody changes what the loop waits for, on every path";
        let message = Message { text, help: help.to_string(), related };
        self.told(Some(Property::Deadlock), message, first.pc)
    }

    /// What a thread does, and the names of what it waits for.
    fn spins(&mut self, spin: &Spin) -> (String, String) {
        let mut names: Vec<String> = Vec::new();
        for &Touch { address, size, .. } in &spin.watched {
            let size = if size > 16 { LARGEST_SYNC } else { size };
            let name = self.names.of(&mut self.machine, address, size).text;
            let name = format!("`{name}`");
            if !names.contains(&name) {
                names.push(name);
            }
        }
        if names.len() > MOST_NAMES {
            names.truncate(MOST_NAMES);
            names.push("others".to_string());
        }
        let names = names.join(" or ");
        let what = match names.is_empty() {
            true => "runs in a loop".to_string(),
            false => format!("waits in a loop for {names} to change"),
        };
        (what, names)
    }
}
