//! Deadlocks, told: who waits for what, and who has it.

use super::message::Message;
use super::replay::{Taken, Teller, told_in};
use super::rows::place;
use crate::fault::Block;
use crate::stepper::Pending;
use crate::stuck;
use allways_program::Pc;
use allways_space::{Property, State};
use allways_trace::{Event, Name, Related, Wait};

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
        let members = cycle.clone().unwrap_or_else(|| pending.iter().map(|p| p.thread).collect());
        let stuck: Vec<&Pending> = pending.iter().filter(|p| members.contains(&p.thread)).collect();
        let mut related = Vec::new();
        for p in &stuck {
            self.tell_wait(p, &mut related);
        }
        let text = deadlock_text(cycle.as_deref(), &stuck);
        let pc = pending.iter().find(|p| p.thread == first).map_or(Pc::MAX, Pending::pc);
        let help = "take locks in one order everywhere, or make sure that somebody wakes the waiting thread";
        let message = Message { text, help: help.to_string(), related };
        self.told(Some(Property::Deadlock), message, pc)
    }

    /// Where the lock that a thread waits for was taken.
    fn first_lock(&self, pending: &Pending) -> Option<Related> {
        let Some(Block::Lock { address, owner }) = pending.block() else { return None };
        let spot = self.names.objects.first_lock(address)?;
        let what = "first lock".to_string();
        let place = place(self.machine.vm, spot.pc);
        Some(Related { what, thread: owner, place })
    }

    /// Tells that a thread waits, and for what.
    pub(super) fn tell_wait(&mut self, pending: &Pending, related: &mut Vec<Related>) {
        let mut wait = pending.block().map_or(Wait::Nothing, |b| wait_for(pending.thread, b));
        if let Some((name, size)) = wait.name_mut() {
            *name = self.names.named(&mut self.machine, name.address, size);
        }
        self.tell_blocked(pending.thread, pending.pc(), wait, related);
        related.extend(self.first_lock(pending));
    }

    pub(super) fn tell_blocked(
        &mut self,
        thread: u32,
        pc: Pc,
        wait: Wait,
        related: &mut Vec<Related>,
    ) {
        let what = format!("thread {thread} {wait}");
        self.last_row(thread, pc, Event::Blocked { wait });
        related.push(Related { what, thread, place: place(self.machine.vm, pc) });
    }
}

/// What a thread waits for. The names have no text yet.
pub(super) fn wait_for(thread: u32, block: Block) -> Wait {
    let name = |address: u64| Name { text: String::new(), address };
    match block {
        Block::Lock { address, owner } => {
            Wait::Lock { lock: name(address), holder: owner, own: owner == thread }
        }
        Block::Readers { address } => Wait::Readers { lock: name(address) },
        Block::Writers { address } => Wait::Writers { lock: name(address) },
        Block::Once { address, owner } => {
            Wait::Once { control: name(address), runner: owner, own: owner == thread }
        }
        Block::Join { thread } => Wait::Join { thread },
        Block::Cond { address } => Wait::Condition { condition: name(address) },
        Block::Semaphore { address } => Wait::Semaphore { semaphore: name(address) },
        Block::Barrier { address } => Wait::Barrier { barrier: name(address) },
        Block::Assume => Wait::Nothing,
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
            format!("deadlock: thread {} waits forever", stuck[0].thread)
        }
        None => "deadlock: no thread can move".to_string(),
    }
}
