//! Deadlocks: nobody can move, or threads wait for each other in a cycle.

use crate::fault::Block;
use crate::stepper::Pending;

/// A thread that is stuck, if the state is a deadlock. `no_edges`: no thread can move.
pub fn find(pending: &[Pending], no_edges: bool) -> Option<u32> {
    if let Some(cycle) = cycle(pending) {
        return cycle.into_iter().min();
    }
    // Where an assumption failed, whoever waits for that thread waits for an execution that is not
    // one.
    let assumed = pending.iter().any(|p| p.block() == Some(Block::Assume));
    if no_edges && !assumed { pending.iter().map(|p| p.thread).min() } else { None }
}

/// Threads that wait for each other in a cycle.
pub fn cycle(pending: &[Pending]) -> Option<Vec<u32>> {
    let on_cycle = pending.iter().map(|p| p.thread).find(|&start| returns(pending, start))?;
    let mut cycle = vec![on_cycle];
    loop {
        let next = waits_for(pending, *cycle.last()?)?;
        if next == on_cycle {
            return Some(cycle);
        }
        cycle.push(next);
    }
}

/// Whether following who waits for whom leads back to `start`.
fn returns(pending: &[Pending], start: u32) -> bool {
    let mut at = start;
    for _ in 0..pending.len() {
        match waits_for(pending, at) {
            Some(next) if next == start => return true,
            Some(next) => at = next,
            None => return false,
        }
    }
    false
}

/// The thread that a blocked thread waits for, if nothing else ends its wait.
fn waits_for(pending: &[Pending], thread: u32) -> Option<u32> {
    let blocked = pending.iter().find(|p| p.thread == thread && !p.cancellable())?;
    match blocked.block()? {
        Block::Lock { owner, .. } | Block::Once { owner, .. } => Some(owner),
        Block::Join { thread } => Some(thread),
        Block::Readers { .. }
        | Block::Writers { .. }
        | Block::Cond { .. }
        | Block::Semaphore { .. }
        | Block::Barrier { .. }
        | Block::Assume => None,
    }
}
