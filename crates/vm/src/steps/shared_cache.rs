//! What recent steps made of what all threads share: globals with one content replaced, and the process
//! together with its globals. Both recur in many states, and looking here is quicker than going through
//! the tries.

use crate::state;
use allways_store::recent::{Recent, mixed};
use allways_store::{Full, Id, Interner, trie};

/// Results of one worker.
pub(crate) struct SharedCache {
    globals: Recent<Change>,
    /// By process and globals.
    shared: Recent<[Id; 2]>,
}

/// A change of globals.
#[derive(Copy, Clone, PartialEq, Eq)]
struct Change {
    globals: Id,
    number: u32,
    /// The chunk that is replaced; `None` for all of the content.
    chunk: Option<u64>,
    content: Id,
}

impl SharedCache {
    pub fn new() -> SharedCache {
        let any = Change { globals: Id::EMPTY, number: 0, chunk: None, content: Id::EMPTY };
        SharedCache { globals: Recent::new(any), shared: Recent::new([Id::EMPTY; 2]) }
    }

    /// The globals with another content of one, or of a chunk of one.
    #[inline]
    pub fn globals(
        &mut self,
        interner: &Interner,
        globals: Id,
        number: u32,
        chunk: Option<u64>,
        content: Id,
    ) -> Result<Id, Full> {
        let change = Change { globals, number, chunk, content };
        let place = mixed(number, chunk.unwrap_or(0) as u32) ^ content.index();
        let hash = mixed(globals.index(), place);
        self.globals.find(change, hash, || changed(interner, change))
    }

    /// What all threads share, as one id.
    #[inline]
    pub fn shared(&mut self, interner: &Interner, process: Id, globals: Id) -> Result<Id, Full> {
        let hash = mixed(process.index(), globals.index());
        self.shared.find([process, globals], hash, || state::shared(interner, process, globals))
    }
}

/// Goes through the tries.
fn changed(interner: &Interner, change: Change) -> Result<Id, Full> {
    let Change { globals, number, chunk, content } = change;
    let Some(chunk) = chunk else { return trie::set(interner, globals, number.into(), content) };
    let before = trie::get(interner, globals, number.into());
    let content = trie::set(interner, before, chunk, content)?;
    trie::set(interner, globals, number.into(), content)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_those_of_the_tries() {
        let interner = Interner::new();
        let piece = |n: u64| interner.piece(&n.to_le_bytes()).unwrap();
        let mut cache = SharedCache::new();
        let mut random = 1u64;
        let mut below = |n: u64| {
            random = random.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(1);
            (random >> 33) % n
        };
        let mut globals = Id::EMPTY;
        for _ in 0..200_000 {
            // Global 0 has chunks, and the others have none. Contents go away too.
            let number = below(4) as u32;
            let chunk = (number == 0).then(|| below(20));
            let content = if below(4) == 0 { Id::EMPTY } else { piece(below(3)) };
            let change = Change { globals, number, chunk, content };
            let after = changed(&interner, change).unwrap();
            assert_eq!(cache.globals(&interner, globals, number, chunk, content), Ok(after));
            let process = piece(below(5));
            let shared = interner.node(&[process, after]);
            assert_eq!(cache.shared(&interner, process, after), shared);
            globals = after;
        }
    }
}
