//! Random formulas and words from a seed.

#![allow(dead_code, reason = "each test file uses its part")]

use allways_ltl::Formula;
use allways_ltl::formula::{Binary, Unary};
use allways_ltl::word::Lasso;

/// The names of the propositions of random formulas.
pub const NAMES: [&str; 3] = ["a", "b", "c"];

/// Random numbers by splitmix64.
pub struct Random(pub u64);

impl Random {
    /// Random numbers of one test, which has a number: others with each `ALLWAYS_SEED`.
    pub fn of(test: u64) -> Random {
        Random(test + 1000 * allways_testkit::first_seed())
    }

    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    pub fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound as u64) as usize
    }

    pub fn choose<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len())]
    }
}

const UNARY: &[Unary] = &[Unary::Not, Unary::Next, Unary::Finally, Unary::Globally];
const BINARY: &[Binary] = &[
    Binary::And,
    Binary::Or,
    Binary::Xor,
    Binary::Implies,
    Binary::Iff,
    Binary::Until,
    Binary::WeakUntil,
    Binary::Release,
    Binary::StrongRelease,
];

/// A formula with `size` operators and operands.
pub fn formula(random: &mut Random, size: usize) -> Formula {
    formula_with(random, size, UNARY, BINARY)
}

/// A formula with the given operators only.
pub fn formula_with(
    random: &mut Random,
    size: usize,
    unary: &[Unary],
    binary: &[Binary],
) -> Formula {
    match size {
        0 | 1 => match random.below(20) {
            0 => Formula::True,
            1 => Formula::False,
            _ => Formula::proposition(random.choose(&NAMES)),
        },
        2 => Formula::unary(random.choose(unary), formula_with(random, 1, unary, binary)),
        _ if random.below(5) < 2 => {
            let operator = random.choose(unary);
            Formula::unary(operator, formula_with(random, size - 1, unary, binary))
        }
        _ => {
            let left = 1 + random.below(size - 2);
            let operator = random.choose(binary);
            let left_formula = formula_with(random, left, unary, binary);
            let right_formula = formula_with(random, size - 1 - left, unary, binary);
            Formula::binary(operator, left_formula, right_formula)
        }
    }
}

/// A word over `propositions` propositions with a prefix below 4 and a cycle up to 4 letters.
pub fn lasso(random: &mut Random, propositions: usize) -> Lasso {
    let letters = 1_u64 << propositions;
    let prefix = random.below(4);
    let cycle = 1 + random.below(4);
    Lasso {
        prefix: (0..prefix).map(|_| random.next() % letters).collect(),
        cycle: (0..cycle).map(|_| random.next() % letters).collect(),
    }
}
