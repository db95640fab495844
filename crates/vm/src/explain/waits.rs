//! What a blocked thread waits for.

use crate::fault::Block;
use allways_trace::{Name, Wait};

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
        Block::Futex { address } => Wait::Futex { word: name(address) },
        Block::Static { guard } => Wait::Static { guard: name(guard) },
        Block::Barrier { address } => Wait::Barrier { barrier: name(address) },
        Block::Assume => Wait::Nothing,
    }
}
