//! Answers that were given lately, to spare looks into the interner. A new one displaces the one at its
//! place.

use crate::{Full, Id};

/// Answers are kept at `2^BITS` places.
const BITS: u32 = 14;

/// Ids by questions.
pub struct Recent<K> {
    /// [`Id::EMPTY`] where nothing is kept.
    answers: Box<[(K, Id)]>,
}

impl<K: Copy + Eq> Recent<K> {
    /// Nothing yet; `any` is any question.
    pub fn new(any: K) -> Recent<K> {
        Recent { answers: vec![(any, Id::EMPTY); 1 << BITS].into() }
    }

    /// The answer to a question, which `ask` gives if it is not here. `hash` decides its place and is a
    /// function of the question: see [`mixed`].
    #[inline]
    pub fn find(
        &mut self,
        question: K,
        hash: u32,
        ask: impl FnOnce() -> Result<Id, Full>,
    ) -> Result<Id, Full> {
        let kept = &mut self.answers[(hash >> (u32::BITS - BITS)) as usize];
        if kept.0 != question || kept.1 == Id::EMPTY {
            *kept = (question, ask()?);
        }
        Ok(kept.1)
    }
}

/// A number whose first bits depend on all bits of two others.
#[inline]
pub fn mixed(one: u32, two: u32) -> u32 {
    one.wrapping_mul(0x9e37_79b1) ^ two.wrapping_mul(0x85eb_ca6b)
}
