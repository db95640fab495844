//! Deadlocks, told: who waits for what, and who has it.

use super::follow::told_in;
use super::teller::{Taken, Teller};
use super::told::Told;
use crate::fault::Block;
use crate::steps::Pending;
use crate::steps::stuck;
use allways_program::Pc;
use allways_space::{Property, State};
use allways_trace::{Deadlock, Finding, Related};

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
        let related = self.tell_waits(&stuck);
        let deadlock = deadlock(cycle, &stuck);
        let pc = pending.iter().find(|p| p.thread() == first).map_or(Pc::MAX, Pending::pc);
        let pc = self.users_position(first, pc);
        let finding = Finding::Deadlock { deadlock };
        self.told(Told::new(Some(Property::Deadlock), finding, related), Some(first), pc)
    }

    /// Tells who waits, first of the thread that moved last, so that telling adds no change of thread; what belongs
    /// to it comes in the order of the threads.
    fn tell_waits(&mut self, stuck: &[&Pending]) -> Vec<Related> {
        let moved_last = self.steps.last().map(|step| step.thread);
        let is_last = |p: &Pending| Some(p.thread()) == moved_last;
        let (last, others): (Vec<_>, Vec<_>) = stuck.iter().partition(|p| is_last(p));
        let mut related: Vec<(u32, Vec<Related>)> = Vec::new();
        for p in last.into_iter().chain(others) {
            let mut own = Vec::new();
            self.tell_wait(p, &mut own);
            related.push((p.thread(), own));
        }
        related.sort_by_key(|one| one.0);
        related.into_iter().flat_map(|one| one.1).collect()
    }
}

fn deadlock(cycle: Option<Vec<u32>>, stuck: &[&Pending]) -> Deadlock {
    match cycle {
        Some(threads) if threads.len() > 1 => Deadlock::Cycle { threads },
        Some(_) if matches!(stuck[0].block(), Some(Block::Once { .. })) => {
            Deadlock::OwnInitialisation
        }
        Some(_) => Deadlock::OwnLock,
        None if stuck.len() == 1 => Deadlock::Alone { thread: stuck[0].thread() },
        None => Deadlock::Nobody,
    }
}
