//! What a step does, in words: `store flag[0] = 1`, `lock m`, `call worker`.

use crate::finding;
use allways_trace::{Act, Event, Operation, Reused, Step};

/// What a step does, in words; empty where there is nothing but values that changed.
pub fn action(step: &Step) -> String {
    step.event.as_ref().map_or(String::new(), words)
}

fn words(event: &Event) -> String {
    match event {
        Event::Load { from, value } => format!("load {} = {value}", from.text),
        Event::Store { to, value } => format!("store {} = {value}", to.text),
        Event::ExchangeFails { at } => format!("compare-exchange {}: fails", at.text),
        Event::Alloc { size, reused, .. } => {
            format!("allocate {size} bytes{}", reused.as_ref().map_or(String::new(), at_address))
        }
        Event::Free { object } => format!("free {}", object.text),
        Event::Call { function } => format!("call {function}"),
        Event::Return => "return".to_string(),
        Event::End => "thread ends".to_string(),
        Event::Spawn { thread, function } => format!("create thread {thread}: {function}"),
        Event::Join { thread } => format!("join thread {thread}"),
        Event::Cancel { thread } => format!("cancel thread {thread}"),
        Event::Sync { operation, object } => format!("{} {}", verb(*operation), object.text),
        Event::Proposition { verb, name } => format!("{verb} {name}"),
        Event::Act { act } => deed(*act).to_string(),
        Event::AboutTo { write: true, to } => format!("about to write {}", to.text),
        Event::AboutTo { write: false, to } => format!("about to read {}", to.text),
        Event::Blocked { wait } => finding::waiting(wait),
        Event::Fault { finding } => finding::of(finding),
    }
}

fn at_address(reused: &Reused) -> String {
    let name = &reused.name;
    match reused.freed {
        Some((thread, line)) => {
            format!(" at the address of {name}, freed by thread {thread} in line {line}")
        }
        None => format!(" at the freed address of {name}"),
    }
}

fn verb(operation: Operation) -> &'static str {
    match operation {
        Operation::Initialise => "initialise",
        Operation::Initialised => "initialised",
        Operation::Destroy => "destroy",
        Operation::Lock => "lock",
        Operation::LockAgain => "lock again",
        Operation::Unlock => "unlock",
        Operation::UnlockOnce => "unlock once",
        Operation::ReadLock => "read-lock",
        Operation::WriteLock => "write-lock",
        Operation::ReadUnlock => "read-unlock",
        Operation::WriteUnlock => "write-unlock",
        Operation::WaitToWriteLock => "wait to write-lock",
        Operation::TimeOut => "time out on",
        Operation::VLock => "vlock",
        Operation::VUnlock => "vunlock",
        Operation::Wait => "wait for",
        Operation::WakeSpuriously => "will wake up without a signal on",
        Operation::StopWaiting => "stop waiting for",
        Operation::Signal => "signal",
        Operation::Broadcast => "broadcast",
        Operation::Take => "take from",
        Operation::Post => "post",
        Operation::WaitAt => "wait at",
        Operation::Open => "open",
        Operation::SetJump => "setjmp",
    }
}

fn deed(act: Act) -> &'static str {
    match act {
        Act::IsCancelled => "is cancelled",
        Act::BeginCleanup => "begin a cleanup handler",
        Act::PushCleanup => "push a cleanup handler",
        Act::PopCleanup => "pop a cleanup handler",
        Act::JumpBack => "jump back",
    }
}
