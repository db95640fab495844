//! Cubes: the sets of letters that labels stand for.

/// A set of letters: those that have all propositions of `pos` and none of `neg`.
///
/// A cube with a proposition in both has no letter; no automaton of this crate has such a label.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cube {
    /// The propositions that must hold.
    pub pos: u64,
    /// The propositions that must not hold.
    pub neg: u64,
}

impl Cube {
    /// Every letter.
    pub const ALL: Cube = Cube { pos: 0, neg: 0 };

    /// The letters that have, or do not have, one proposition.
    pub fn literal(proposition: u32, positive: bool) -> Cube {
        let bit = 1 << proposition;
        if positive { Cube { pos: bit, neg: 0 } } else { Cube { pos: 0, neg: bit } }
    }

    /// Whether a letter is in the set. This is the test the product makes for each edge.
    pub fn matches(self, letter: u64) -> bool {
        letter & self.pos == self.pos && letter & self.neg == 0
    }

    /// The letters in both; `None` when there is none.
    pub fn and(self, other: Cube) -> Option<Cube> {
        let both = Cube { pos: self.pos | other.pos, neg: self.neg | other.neg };
        (both.pos & both.neg == 0).then_some(both)
    }

    /// Whether every letter of `other` is in this set.
    pub fn includes(self, other: Cube) -> bool {
        self.pos & !other.pos == 0 && self.neg & !other.neg == 0
    }

    /// The letters of this set that are not in `other`, as cubes without a common letter.
    pub fn minus(self, other: Cube) -> Vec<Cube> {
        let mut rest = self;
        let mut parts = Vec::new();
        while let Some(both) = rest.and(other) {
            let Some(literal) = rest.missing_literal(both) else {
                return parts;
            };
            parts.push(Cube { pos: rest.pos | literal.neg, neg: rest.neg | literal.pos });
            rest.pos |= literal.pos;
            rest.neg |= literal.neg;
        }
        parts.push(rest);
        parts
    }

    /// Whether every letter of this set is in one of `others`.
    pub fn is_covered_by(self, others: &[Cube]) -> bool {
        let mut split = None;
        for &other in others {
            if other.includes(self) {
                return true;
            }
            if self.and(other).is_some() {
                split = self.missing_literal(other);
            }
        }
        // There is nothing to split by when no other cube has a letter of this one.
        let Some(literal) = split else {
            return false;
        };
        let halves = [(literal.pos, literal.neg), (literal.neg, literal.pos)];
        halves.into_iter().all(|(pos, neg)| {
            let half = Cube { pos: self.pos | pos, neg: self.neg | neg };
            half.is_covered_by(others)
        })
    }

    /// A literal of `other`, as a cube, that is no literal of this conjunction.
    fn missing_literal(self, other: Cube) -> Option<Cube> {
        let lowest = |bits: u64| bits & bits.wrapping_neg();
        let pos = lowest(other.pos & !self.pos);
        if pos != 0 {
            return Some(Cube { pos, neg: 0 });
        }
        let neg = lowest(other.neg & !self.neg);
        (neg != 0).then_some(Cube { pos: 0, neg })
    }
}

/// The same letters as cubes of which no two make one.
pub(crate) fn merge_cubes(mut cubes: Vec<Cube>) -> Vec<Cube> {
    let mut at = 0;
    while at < cubes.len() {
        let joined =
            (at + 1..cubes.len()).find_map(|other| Some((other, join(cubes[at], cubes[other])?)));
        match joined {
            Some((other, cube)) => {
                cubes.swap_remove(other);
                cubes[at] = cube;
                // The new cube may make one with cubes that were passed.
                at = 0;
            }
            None => at += 1,
        }
    }
    cubes
}

/// The union of two cubes if it is a cube: one includes the other, or they differ in one sign only.
fn join(a: Cube, b: Cube) -> Option<Cube> {
    if a.includes(b) {
        return Some(a);
    }
    if b.includes(a) {
        return Some(b);
    }
    let same_propositions = a.pos | a.neg == b.pos | b.neg;
    let differing = a.pos ^ b.pos;
    (same_propositions && differing.count_ones() == 1)
        .then_some(Cube { pos: a.pos & !differing, neg: a.neg & !differing })
}
