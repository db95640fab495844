//! Deadlocks in which threads spin, told.

use super::teller::{Taken, Teller};
use super::told::Told;
use crate::machine::Touch;
use crate::steps::Pending;
use crate::steps::spinning::{self, Spin};
use allways_space::{Property, State};
use allways_trace::{Deadlock, Finding, LARGEST_SYNC, Wait};

/// Things that are named.
const MOST_NAMES: usize = 3;

impl Teller<'_> {
    /// Nobody but blocked threads and such that spin is there.
    pub(super) fn tell_spinning(&mut self, state: State, pending: &[Pending]) -> Taken {
        let spins = spinning::find(&mut self.machine, state).unwrap_or_default();
        let Some(first) = spinning::first(&spins) else {
            return Taken::Not("no deadlock".to_string());
        };
        self.machine.load(state);
        let mut related = Vec::new();
        let mut waiting = Vec::new();
        for spin in &spins {
            let watched = self.watched(spin);
            if !watched.is_empty() {
                waiting.push((spin.thread, watched.clone()));
            }
            self.tell_blocked(spin.thread, spin.pc, Wait::Change { watched }, &mut related);
        }
        let spin = |p: &&Pending| spins.iter().any(|spin| spin.thread == p.thread());
        for p in pending.iter().filter(|p| !spin(p)) {
            self.tell_wait(p, &mut related);
        }
        let finding = Finding::Deadlock { deadlock: Deadlock::Loops { waiting } };
        let told = Told::new(Some(Property::Deadlock), finding, related);
        self.told(told, Some(first.thread), first.pc)
    }

    /// The names of what a thread waits for.
    fn watched(&mut self, spin: &Spin) -> Vec<String> {
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
        names
    }
}
