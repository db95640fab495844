//! Sets of obligations: the formulas that must hold from the next position on.

/// How many different obligations one translation may have.
pub(super) const MAX_OBLIGATIONS: usize = 512;

const WORDS: usize = MAX_OBLIGATIONS / 64;

/// A set of numbers below [`MAX_OBLIGATIONS`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Obligations([u64; WORDS]);

impl Obligations {
    pub(super) const NONE: Obligations = Obligations([0; WORDS]);

    pub(super) fn insert(&mut self, member: usize) {
        self.0[member / 64] |= 1 << (member % 64);
    }

    pub(super) fn contains(&self, member: usize) -> bool {
        self.0[member / 64] >> (member % 64) & 1 == 1
    }

    pub(super) fn union(&self, other: &Obligations) -> Obligations {
        Obligations(std::array::from_fn(|at| self.0[at] | other.0[at]))
    }

    pub(super) fn is_subset(&self, other: &Obligations) -> bool {
        (0..WORDS).all(|at| self.0[at] & !other.0[at] == 0)
    }

    pub(super) fn remove(&mut self, member: usize) {
        self.0[member / 64] &= !(1 << (member % 64));
    }

    pub(super) fn members(&self) -> impl Iterator<Item = usize> {
        self.0.into_iter().enumerate().flat_map(|(at, mut word)| {
            std::iter::from_fn(move || {
                let bit = word.checked_ilog2()?;
                word &= !(1 << bit);
                Some(at * 64 + bit as usize)
            })
        })
    }
}
