//! Deadlocks, told: who waits for what, and who has it.

use super::follow::told_in;
use super::message::Message;
use super::teller::{Taken, Teller};
use crate::fault::Block;
use crate::steps::Pending;
use crate::steps::stuck;
use allways_program::Pc;
use allways_space::{Property, State};

impl Teller<'_> {
    pub(super) fn tell_stuck(&mut self, state: State) -> Taken {
        let vm = self.machine.vm;
        let mut stepper = vm.follower_at(told_in(vm));
        let pending = stepper.pending_at(state).to_vec();
        let nobody = pending.iter().all(|p| p.block().is_some());
        let Some(first) = stuck::find(&pending, nobody) else {
            return self.tell_spinning(state, &pending);
        };
        self.machine.load(state);
        let cycle = stuck::cycle(&pending);
        let members = cycle.clone().unwrap_or_else(|| pending.iter().map(|p| p.thread()).collect());
        let stuck: Vec<&Pending> =
            pending.iter().filter(|p| members.contains(&p.thread())).collect();
        let mut related = Vec::new();
        for p in &stuck {
            self.tell_wait(p, &mut related);
        }
        let text = deadlock_text(cycle.as_deref(), &stuck);
        let pc = pending.iter().find(|p| p.thread() == first).map_or(Pc::MAX, Pending::pc);
        let pc = self.users_position(first, pc);
        let help = "take locks in one order everywhere, or make sure that somebody wakes the waiting thread";
        let message = Message { text, help: help.to_string(), related };
        self.told(Some(Property::Deadlock), message, pc)
    }
}

fn deadlock_text(cycle: Option<&[u32]>, stuck: &[&Pending]) -> String {
    match cycle {
        Some([_]) if matches!(stuck[0].block(), Some(Block::Once { .. })) => {
            "deadlock: a thread waits for an initialisation that it runs itself".to_string()
        }
        Some([_]) => "deadlock: a thread waits for a lock that it holds itself".to_string(),
        Some(threads) => {
            let list: Vec<String> = threads.iter().map(u32::to_string).collect();
            format!("deadlock: threads {} wait for each other in a cycle", list.join(", "))
        }
        None if stuck.len() == 1 => {
            format!("deadlock: thread {} waits forever", stuck[0].thread())
        }
        None => "deadlock: no thread can move".to_string(),
    }
}
