//! Races: two threads about to touch the same bytes, one to write them.

use super::done::Done;
use super::filter::Filter;
use super::pending::Pending;
use crate::machine::Touch;

/// Up to this many threads all pairs are compared; above, the touches are sorted first.
const FEW: usize = 12;

/// The first pair of threads that are about to race. Blocked threads count: what they are about to
/// touch is as real.
pub fn find(pending: &[Pending]) -> Option<(&Pending, &Pending)> {
    if pending.len() <= FEW { compare_all(pending) } else { sweep(pending) }
}

fn compare_all(pending: &[Pending]) -> Option<(&Pending, &Pending)> {
    for (number, one) in pending.iter().enumerate() {
        for other in &pending[number + 1..] {
            if conflicting(one, other).is_some() {
                return Some((one, other));
            }
        }
    }
    None
}

/// Two accesses of two threads that race.
pub fn conflicting(one: &Pending, other: &Pending) -> Option<(Touch, Touch)> {
    meeting(one, other, Touch::conflicts)
}

/// Two accesses of two threads that race, which is ignored.
pub fn ignored(one: &Pending, other: &Pending) -> Option<(Touch, Touch)> {
    meeting(one, other, |a, b| a.collides(b) && !a.conflicts(b))
}

/// Two accesses of two threads that meet in some way.
fn meeting(
    one: &Pending,
    other: &Pending,
    how: impl Fn(Touch, Touch) -> bool,
) -> Option<(Touch, Touch)> {
    if one.thread() == other.thread() || one.atomic() && other.atomic() {
        return None;
    }
    if !may_conflict(Bytes::of(&one.done), Bytes::of(&other.done)) {
        return None;
    }
    // What a thread goes on to touch in an atomic section meets what the other is about to touch all the
    // while. What it touches elsewhere because it is believed to be exclusive is not: then the other has
    // broken that guess, and the next round finds them side by side.
    let meet = |a: &Touch, b: &Touch| how(*a, *b).then_some((*a, *b));
    let (mine, theirs) = (one.touches(), other.touches());
    mine.iter()
        .chain(one.in_section())
        .find_map(|a| theirs.iter().find_map(|b| meet(a, b)))
        .or_else(|| mine.iter().find_map(|a| other.in_section().find_map(|b| meet(a, b))))
}

/// What is touched, and what of it otherwise than atomically.
#[derive(Copy, Clone)]
pub(crate) struct Bytes {
    touched: Filter,
    raced: Filter,
}

impl Bytes {
    pub fn of(done: &Done) -> Bytes {
        Bytes { touched: done.bytes_touched, raced: done.bytes_raced }
    }

    pub fn and(self, other: Bytes) -> Bytes {
        Bytes { touched: self.touched | other.touched, raced: self.raced | other.raced }
    }
}

/// Whether two accesses may race: not both are atomic.
pub(crate) fn may_conflict(one: Bytes, other: Bytes) -> bool {
    one.raced & other.touched | one.touched & other.raced != 0
}

/// Compares only touches that overlap, in the order of their addresses.
fn sweep(pending: &[Pending]) -> Option<(&Pending, &Pending)> {
    let mut all: Vec<(u64, u64, usize)> = Vec::new();
    for (who, thread) in pending.iter().enumerate() {
        for touch in thread.touches().iter().chain(thread.merged()) {
            all.push((touch.address, touch.address + touch.size, who));
        }
    }
    all.sort_unstable();
    let mut best: Option<(usize, usize)> = None;
    for (position, &(_, end, who)) in all.iter().enumerate() {
        for &(start, _, other) in &all[position + 1..] {
            if start >= end {
                break;
            }
            let pair = (who.min(other), who.max(other));
            let known = best.is_some_and(|b| b <= pair);
            if who != other && !known && conflicting(&pending[who], &pending[other]).is_some() {
                best = Some(pair);
            }
        }
    }
    best.map(|(a, b)| (&pending[a], &pending[b]))
}
