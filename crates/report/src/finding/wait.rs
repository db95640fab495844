//! What threads wait for, in words.

use allways_trace::Wait;

/// What a thread does while it cannot go on: `waits for lock m, held by thread 2`.
pub fn waiting(wait: &Wait) -> String {
    match wait {
        Wait::Lock { lock, own: true, .. } => {
            format!("waits for lock {}, which it holds itself", lock.text)
        }
        Wait::Lock { lock, holder, .. } => {
            format!("waits for lock {}, held by thread {holder}", lock.text)
        }
        Wait::Readers { lock } => format!("waits for the readers of {}", lock.text),
        Wait::Writers { lock } => {
            format!("waits for {}, which lets writers in first", lock.text)
        }
        Wait::Once { control, own: true, .. } => {
            format!("waits for the initialisation {}, which it runs itself", control.text)
        }
        Wait::Once { control, runner, .. } => {
            format!("waits for the initialisation {}, run by thread {runner}", control.text)
        }
        Wait::Join { thread } => format!("waits for the end of thread {thread}"),
        Wait::Condition { condition } => format!("waits for a signal on {}", condition.text),
        Wait::Semaphore { semaphore } => format!("waits for a post of {}", semaphore.text),
        Wait::Futex { word } => format!("waits to be woken at {}", word.text),
        Wait::Static { .. } => String::from("waits until a static variable is initialised"),
        Wait::Barrier { barrier } => format!("waits for other threads at {}", barrier.text),
        Wait::Change { watched } if watched.is_empty() => String::from("runs in a loop"),
        Wait::Change { watched } => {
            format!("waits in a loop for {} to change", watched.join(" or "))
        }
        Wait::Nothing => String::from("waits"),
    }
}
