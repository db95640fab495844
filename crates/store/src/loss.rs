//! What a lossy store is expected to have left out, from how full it is.
//!
//! Let `p` be the probability that a state which was not reached before is taken for one that was.
//! Until the next state is stored, `p / (1 - p)` states are expected to be left out: each attempt
//! fails with `p`, so their number has a geometric distribution. And none is left out with
//! probability `1 - p`. Both are put together over all states that were stored; docs/internals/stores.md has
//! the derivation.

use crate::visited::{Seen, StateId};
use allways_space::Loss;
use std::sync::atomic::{AtomicU64, Ordering};

/// Intervals of the integration. `p` is smooth and grows, so that is far more than is needed.
const STEPS: u32 = 4096;

/// The loss after so many states were stored. `p` is given the numbers of states that were stored
/// and that were reached before.
pub(crate) fn after(stored: u64, p: impl Fn(f64, f64) -> f64) -> Loss {
    let width = stored as f64 / f64::from(STEPS);
    let (mut states, mut none) = (0.0, 0.0);
    let odds = |p: f64| p / (1.0 - p);
    for step in 0..STEPS {
        let before = f64::from(step) * width;
        let middle = before + width / 2.0;
        let missing = states + odds(p(before, before + states).clamp(0.0, 1.0)) * width / 2.0;
        let p = p(middle, middle + missing).clamp(0.0, 1.0);
        states += width * odds(p);
        none += width * (-p).ln_1p();
    }
    Loss { states, probability: -none.exp_m1() }
}

/// How many states a lossy store took for new. Nothing is found by their numbers, so one that does not
/// fit is no error.
#[derive(Default)]
pub(crate) struct Count(AtomicU64);

impl Count {
    /// One more.
    pub(crate) fn add(&self) -> Seen<()> {
        let number = self.0.fetch_add(1, Ordering::Relaxed);
        Seen::New(StateId(u32::try_from(number).unwrap_or(u32::MAX)))
    }

    pub(crate) fn get(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }
}

/// A bijection that makes every bit depend on every other: the last step of MurmurHash3.
#[inline]
pub(crate) fn mixed(mut hash: u64) -> u64 {
    hash ^= hash >> 33;
    hash = hash.wrapping_mul(0xff51_afd7_ed55_8ccd);
    hash ^= hash >> 33;
    hash = hash.wrapping_mul(0xc4ce_b9fe_1a85_ec53);
    hash ^ hash >> 33
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_and_many_losses() {
        assert_eq!(after(0, |_, _| 0.5), Loss::default());
        let birthday = after(1 << 20, |stored, _| stored / f64::from(1u32 << 31) / 1024.0);
        assert!((birthday.states - 0.25).abs() < 1e-3, "{birthday:?}");
        assert!((birthday.probability - (1.0 - (-0.25f64).exp())).abs() < 1e-3, "{birthday:?}");
        let even = after(100, |_, _| 0.5);
        assert!((even.states - 100.0).abs() < 1e-6 && even.probability > 0.999_999);
        assert!(after(10, |_, _| 1.0).states.is_infinite());
    }
}
