//! The parts of a state that a step read, in the order in which it read them first.

use super::Part;
use crate::audit::Quick;
use allways_store::Id;
use std::collections::HashSet;

/// Up to so many parts are looked through one after the other.
const FEW: usize = 24;

/// Parts that were read, with what they held when the step began.
#[derive(Debug, Default)]
pub(crate) struct Reads {
    list: Vec<(Part, Id)>,
    /// The first `indexed` of them; empty as long as there are few.
    known: HashSet<Part, Quick>,
    indexed: usize,
}

impl Reads {
    /// The step read a part, perhaps not for the first time.
    #[inline]
    pub fn note(&mut self, part: Part, id: Id) {
        if !self.contains(part) {
            self.list.push((part, id));
        }
    }

    /// The step read a part for the first time.
    #[inline]
    pub fn note_first(&mut self, part: Part, id: Id) {
        self.list.push((part, id));
    }

    fn contains(&mut self, part: Part) -> bool {
        if self.list.len() <= FEW {
            return self.list.iter().any(|&(known, _)| known == part);
        }
        self.known.extend(self.list[self.indexed..].iter().map(|&(part, _)| part));
        self.indexed = self.list.len();
        self.known.contains(&part)
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.list.len()
    }

    /// Forgets all but the first `length`.
    pub fn truncate(&mut self, length: usize) {
        self.list.truncate(length);
        if self.indexed > length {
            self.known.clear();
            self.indexed = 0;
        }
    }

    /// Forgets all.
    pub fn clear(&mut self) {
        self.truncate(0);
    }

    /// All of them.
    pub fn list(&self) -> &[(Part, Id)] {
        &self.list
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_is_there_once_however_many_there_are() {
        let mut reads = Reads::default();
        for round in 0..3 {
            for number in 0..100 {
                reads.note(Part::Global(number), Id::from_index(round));
            }
        }
        let expected: Vec<_> = (0..100).map(|n| (Part::Global(n), Id::EMPTY)).collect();
        assert_eq!(reads.list(), expected);
    }

    #[test]
    fn a_part_that_was_forgotten_is_noted_again() {
        let mut reads = Reads::default();
        let note = |reads: &mut Reads| {
            (0..100).for_each(|number| reads.note(Part::Global(number), Id::EMPTY));
        };
        note(&mut reads);
        reads.note_first(Part::Threads, Id::EMPTY);
        reads.truncate(50);
        assert_eq!(reads.len(), 50);
        reads.note(Part::Threads, Id::EMPTY);
        note(&mut reads);
        assert_eq!(reads.len(), 101);
        reads.clear();
        assert_eq!(reads.len(), 0);
        note(&mut reads);
        assert_eq!(reads.len(), 100);
    }
}
