//! Races: two threads about to touch the same bytes, one to write them.

use crate::stepper::Pending;

/// The first pair of threads that are about to race. Blocked threads count: what they are about to
/// touch is as real.
pub fn find(pending: &[Pending]) -> Option<(&Pending, &Pending)> {
    let mut all: Vec<(u64, u64, usize, usize)> = Vec::new();
    for (who, thread) in pending.iter().enumerate() {
        for (which, touch) in thread.touches().iter().enumerate() {
            all.push((touch.address, touch.address + touch.size, who, which));
        }
    }
    all.sort_unstable();
    let mut best: Option<(usize, usize)> = None;
    for (position, &(_, end, who, which)) in all.iter().enumerate() {
        for &(start, _, other, other_which) in &all[position + 1..] {
            if start >= end {
                break;
            }
            let (a, b) = (&pending[who], &pending[other]);
            let both_atomic = a.atomic() && b.atomic();
            if who != other
                && !both_atomic
                && a.touches()[which].conflicts(b.touches()[other_which])
            {
                let pair = (who.min(other), who.max(other));
                best = Some(best.map_or(pair, |old| old.min(pair)));
            }
        }
    }
    best.map(|(a, b)| (&pending[a], &pending[b]))
}
