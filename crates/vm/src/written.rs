//! What recent steps made of what all threads share: globals with one content replaced, and the process
//! together with its globals. Both recur in many states, and looking here is quicker than going through
//! the tries.

use crate::state;
use allways_store::{Full, Id, Interner, trie};

/// Places for results; a new one displaces the one before it.
const BITS: u32 = 12;

/// Results of one worker.
pub(crate) struct Written {
    globals: Box<[Global]>,
    shared: Box<[(Id, Id, Id)]>,
}

/// Globals, a change of them, and what it gave. No globals are [`Id::EMPTY`] after a change that is kept,
/// so an empty place is like no question.
#[derive(Copy, Clone, PartialEq, Eq)]
struct Global {
    before: Id,
    number: u32,
    /// The chunk that is replaced; `None` for all of the content.
    chunk: Option<u64>,
    content: Id,
    after: Id,
}

impl Written {
    pub fn new() -> Written {
        let none = Global {
            before: Id::EMPTY,
            number: 0,
            chunk: None,
            content: Id::EMPTY,
            after: Id::EMPTY,
        };
        Written {
            globals: vec![none; 1 << BITS].into(),
            shared: vec![(Id::EMPTY, Id::EMPTY, Id::EMPTY); 1 << BITS].into(),
        }
    }

    /// The globals with another content of one, or of a chunk of one.
    #[inline]
    pub fn globals(
        &mut self,
        interner: &Interner,
        before: Id,
        number: u32,
        chunk: Option<u64>,
        content: Id,
    ) -> Result<Id, Full> {
        let detail = number.wrapping_add((chunk.unwrap_or(0) as u32).wrapping_mul(0x2c1b_3c6d));
        let known = &mut self.globals[place(before.index(), content.index() ^ detail)];
        let asked = Global { before, number, chunk, content, after: known.after };
        if *known != asked || before == Id::EMPTY {
            let after = changed(interner, before, number, chunk, content)?;
            *known = Global { after, ..asked };
        }
        Ok(known.after)
    }

    /// What all threads share, as one id.
    #[inline]
    pub fn shared(&mut self, interner: &Interner, process: Id, globals: Id) -> Result<Id, Full> {
        let known = &mut self.shared[place(process.index(), globals.index())];
        if (known.0, known.1) != (process, globals) || known.2 == Id::EMPTY {
            *known = (process, globals, state::shared(interner, process, globals)?);
        }
        Ok(known.2)
    }
}

/// Goes through the tries.
fn changed(
    interner: &Interner,
    globals: Id,
    number: u32,
    chunk: Option<u64>,
    content: Id,
) -> Result<Id, Full> {
    let Some(chunk) = chunk else { return trie::set(interner, globals, number.into(), content) };
    let before = trie::get(interner, globals, number.into());
    let content = trie::set(interner, before, chunk, content)?;
    trie::set(interner, globals, number.into(), content)
}

#[inline]
fn place(one: u32, two: u32) -> usize {
    let mixed = one.wrapping_mul(0x9e37_79b1) ^ two.wrapping_mul(0x85eb_ca6b);
    (mixed >> (u32::BITS - BITS)) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_those_of_the_tries() {
        let interner = Interner::new();
        let piece = |n: u64| interner.piece(&n.to_le_bytes()).unwrap();
        let mut written = Written::new();
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
            let after = changed(&interner, globals, number, chunk, content).unwrap();
            assert_eq!(written.globals(&interner, globals, number, chunk, content), Ok(after));
            let process = piece(below(5));
            let shared = interner.node(&[process, after]);
            assert_eq!(written.shared(&interner, process, after), shared);
            globals = after;
        }
    }
}
