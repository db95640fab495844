//! Deadlocks: nobody can move, or threads wait for each other in a cycle.

use super::pending::Pending;
use super::pending::waits_for;
use crate::fault::Block;

/// A thread that is stuck, if the state is a deadlock. `no_edges`: no thread can move.
pub fn find(pending: &[Pending], no_edges: bool) -> Option<u32> {
    if let Some(cycle) = cycle(pending) {
        return cycle.into_iter().min();
    }
    // Where an assumption failed, whoever waits for that thread waits for an execution that is not
    // one.
    let assumed = pending.iter().any(|p| p.block() == Some(Block::Assume));
    if no_edges && !assumed { pending.iter().map(|p| p.thread()).min() } else { None }
}

/// Threads that wait for each other in a cycle, beginning with the first pending one that does.
pub fn cycle(pending: &[Pending]) -> Option<Vec<u32>> {
    let waits = Waits::of(pending)?;
    let on_cycles = waits.on_cycles();
    let first = pending.iter().map(|p| p.thread()).find(|&t| on_cycles[t as usize])?;
    let mut cycle = vec![first];
    let mut at = waits.next(first);
    while let Some(thread) = at.filter(|&thread| thread != first) {
        cycle.push(thread);
        at = waits.next(thread);
    }
    Some(cycle)
}

/// Who waits for whom, by the number of the thread.
struct Waits(Vec<u32>);

const NOBODY: u32 = u32::MAX;

impl Waits {
    /// `None` when nobody waits for another thread.
    fn of(pending: &[Pending]) -> Option<Waits> {
        let most = pending.iter().map(|p| p.thread()).max()?;
        let mut waits = Vec::new();
        for one in pending {
            // Who is not pending ends no cycle.
            if let Some(other) = waits_for(one).filter(|&other| other <= most) {
                waits.resize(most as usize + 1, NOBODY);
                waits[one.thread() as usize] = other;
            }
        }
        (!waits.is_empty()).then_some(Waits(waits))
    }

    fn next(&self, thread: u32) -> Option<u32> {
        Some(self.0[thread as usize]).filter(|&next| next != NOBODY)
    }

    /// Whether each thread lies on a cycle. Every thread is passed twice at most.
    fn on_cycles(&self) -> Vec<bool> {
        let mut on_cycles = vec![false; self.0.len()];
        // The walk in which a thread was passed first.
        let mut walks = vec![NOBODY; self.0.len()];
        for start in 0..self.0.len() as u32 {
            let mut at = Some(start);
            while let Some(thread) = at.filter(|&t| walks[t as usize] == NOBODY) {
                walks[thread as usize] = start;
                at = self.next(thread);
            }
            let closed = at.filter(|&thread| walks[thread as usize] == start);
            let mut at = closed;
            while let Some(thread) = at.filter(|&t| !on_cycles[t as usize]) {
                on_cycles[thread as usize] = true;
                at = self.next(thread);
            }
        }
        on_cycles
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cycles_are_told_from_ways_into_them() {
        // 0 -> 1 -> 2 -> 1, 3 -> 3, 4 -> 0, 5 waits for nobody.
        let waits = Waits(vec![1, 2, 1, 3, 0, NOBODY]);
        assert_eq!(waits.on_cycles(), [false, true, true, true, false, false]);
        assert_eq!(Waits(vec![1, 2, NOBODY]).on_cycles(), [false; 3]);
        assert_eq!(Waits(vec![2, 0, 1]).on_cycles(), [true; 3]);
    }
}
