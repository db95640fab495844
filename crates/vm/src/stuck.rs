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
    pending.iter().find_map(|start| {
        let mut path = vec![start.thread];
        loop {
            let next = waits_for(pending, *path.last()?)?;
            if next == start.thread {
                return Some(path);
            }
            if path.contains(&next) {
                return None;
            }
            path.push(next);
        }
    })
}

/// The thread that a blocked thread waits for.
fn waits_for(pending: &[Pending], thread: u32) -> Option<u32> {
    match pending.iter().find(|p| p.thread == thread)?.block()? {
        Block::Lock { owner, .. } => Some(owner),
        Block::Join { thread } => Some(thread),
        Block::Cond { .. } | Block::Assume => None,
    }
}
