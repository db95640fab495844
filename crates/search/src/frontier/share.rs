//! Which part of a search a frontier has to do, so that what got lost on the way is noticed.
//!
//! Follows the distribution of credits by which Mattern detects the end of a distributed computation (1989): who
//! divides work divides its share too, and only who has put all shares together again has the whole. Here a share
//! says which pieces it has, so that no piece counts twice.

use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// Pieces of a whole. None of them lies in another.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Share(BTreeSet<Vec<Cut>>);

/// Which piece was taken when something was divided.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
struct Cut {
    /// What was divided: pieces of two divisions do not make a whole.
    division: u64,
    pieces: u32,
    number: u32,
}

impl Share {
    pub(crate) fn whole() -> Share {
        Share(BTreeSet::from([Vec::new()]))
    }

    pub(crate) fn is_whole(&self) -> bool {
        *self == Share::whole()
    }

    /// Its pieces after a division into so many.
    pub(super) fn divided(&self, division: u64, pieces: u32) -> impl Iterator<Item = Share> {
        (0..pieces).map(move |number| {
            let cut = Cut { division, pieces, number };
            // A single piece is not a piece.
            let cut = (pieces > 1).then_some(cut);
            Share(self.0.iter().map(|path| path.iter().copied().chain(cut).collect()).collect())
        })
    }

    /// Both together; `None` where something is in both.
    pub(super) fn joined(&self, other: &Share) -> Option<Share> {
        let overlap = |path: &Vec<Cut>| other.0.iter().any(|its| overlaps(path, its));
        if self.0.iter().any(overlap) {
            return None;
        }
        let mut all: BTreeSet<Vec<Cut>> = self.0.union(&other.0).cloned().collect();
        while let Some((whole, pieces)) = all.iter().find_map(|path| complete(&all, path)) {
            all.retain(|piece| !pieces.contains(piece));
            all.insert(whole);
        }
        Some(Share(all))
    }

    /// Whether it can be a share: for what was read.
    pub(super) fn is_sound(&self) -> bool {
        let cuts =
            |path: &Vec<Cut>| path.iter().all(|cut| cut.pieces > 1 && cut.number < cut.pieces);
        let mut pairs = self.0.iter().zip(self.0.iter().skip(1));
        !self.0.is_empty() && self.0.iter().all(cuts) && !pairs.any(|(a, b)| overlaps(a, b))
    }
}

/// Whether two pieces have something in common, or it is not known that they have not.
fn overlaps(one: &[Cut], other: &[Cut]) -> bool {
    match one.iter().zip(other).find(|(a, b)| a != b) {
        None => true,
        Some((a, b)) => (a.division, a.pieces) != (b.division, b.pieces),
    }
}

/// What a piece was taken from, and all its pieces, if all are there.
fn complete(all: &BTreeSet<Vec<Cut>>, path: &[Cut]) -> Option<(Vec<Cut>, Vec<Vec<Cut>>)> {
    let (last, whole) = path.split_last()?;
    let is_piece = |other: &&Vec<Cut>| {
        other.split_last().is_some_and(|(cut, rest)| {
            rest == whole && (cut.division, cut.pieces) == (last.division, last.pieces)
        })
    };
    let pieces: Vec<Vec<Cut>> = all.iter().filter(is_piece).cloned().collect();
    (pieces.len() == last.pieces as usize).then(|| (whole.to_vec(), pieces))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn divided(share: &Share, division: u64, pieces: u32) -> Vec<Share> {
        share.divided(division, pieces).collect()
    }

    #[test]
    fn all_pieces_are_the_whole_in_any_order() {
        let thirds = divided(&Share::whole(), 1, 3);
        let halves = divided(&thirds[1], 2, 2);
        let some = halves[1].joined(&thirds[0]).and_then(|some| some.joined(&thirds[2])).unwrap();
        assert!(some.is_sound() && !some.is_whole());
        assert!(some.joined(&halves[0]).unwrap().is_whole());
        // What was joined can be divided again.
        let again = divided(&some, 3, 2);
        let all = again[0].joined(&halves[0]).and_then(|all| all.joined(&again[1])).unwrap();
        assert!(all.is_whole());
        assert!(divided(&Share::whole(), 1, 1)[0].is_whole());
    }

    #[test]
    fn nothing_counts_twice() {
        let whole = Share::whole();
        let (halves, others) = (divided(&whole, 1, 2), divided(&whole, 2, 2));
        assert!(whole.joined(&whole).is_none());
        assert!(whole.joined(&halves[0]).is_none());
        assert!(halves[0].joined(&halves[0]).is_none());
        assert!(halves[0].joined(&divided(&halves[0], 3, 2)[1]).is_none());
        assert!(halves[0].joined(&others[1]).is_none(), "of another division");
        assert!(halves[0].joined(&divided(&whole, 1, 3)[1]).is_none());
    }
}
