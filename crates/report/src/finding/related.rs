//! Places that belong to a fault, in words.

use super::waiting;
use allways_trace::{Idle, Related, Relation};

/// How a place belongs to the fault.
pub(crate) fn relation(related: &Related) -> String {
    let thread = related.thread;
    match &related.what {
        Relation::OtherAccess => "the other access".to_string(),
        Relation::Allocated => "allocated".to_string(),
        Relation::Freed => "freed".to_string(),
        Relation::Destroyed => "destroyed".to_string(),
        Relation::FirstLock => "first lock".to_string(),
        Relation::Evaluated => "the evaluation fails".to_string(),
        Relation::Waits { wait: what } => format!("thread {thread} {}", waiting(what)),
        Relation::Stands { idle } => format!("thread {thread} {}", stands(*idle)),
    }
}

fn stands(idle: Idle) -> &'static str {
    match idle {
        Idle::Assumes => "has failed an assumption",
        Idle::Blocked => "waits here forever",
        Idle::CouldMove => "could move here but never does",
        Idle::CouldSometimes => "could move here now and then but never does",
    }
}

/// What helps a thread that makes no step in a cycle, if anything does.
pub(super) fn advice(related: &Related) -> Option<String> {
    let thread = related.thread;
    match &related.what {
        Relation::Stands { idle: Idle::CouldMove } => Some(format!(
            "thread {thread} could always move: --fair weak leaves such executions out"
        )),
        Relation::Stands { idle: Idle::CouldSometimes } => Some(format!(
            "thread {thread} could move now and then, so weak fairness does not help it: only a \
             stronger scheduler or a fair lock would"
        )),
        _ => None,
    }
}
