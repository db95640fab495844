//! The audit: before `holds` is said, everything that merged touches of the round relied on is held
//! against everything that was touched.
//!
//! It is separate from [`crate::discipline`] on purpose: that decides, touch by touch, what may be
//! merged and which guesses fall; this reads the summary of the whole round and shares none of its
//! code but the facts themselves. A mistake there that lets something pass is found here. It cannot
//! test the theory, nor steps that were never run: the comparison with `none` does.

mod ledger;

pub use ledger::{Entered, Ledger, Quick, Thing};

use crate::discipline::{Cell, Class, Facts, Guard, Lesson};
use ledger::{
    ENDED, Entry, INITIALISED, LOCKED, LOOKED, PARTIAL, READ, RELIED, TRESPASSED, UNGUARDED,
    WRITTEN,
};

/// Words of a mutex, at most.
const MUTEX_WORDS: u32 = 5;

/// What an audit came to.
#[derive(Clone, Debug, Default)]
pub struct Audited {
    /// How many things were relied on.
    pub relied: u64,
    /// What does not hold, as lessons for the next round.
    pub broken: Vec<Lesson>,
}

/// Holds what was relied on against what was touched.
pub fn audit(ledger: &Ledger, facts: &Facts) -> Audited {
    let mut audited = Audited::default();
    for (&cell, entry) in ledger.cells.iter().filter(|(_, entry)| entry.flags & RELIED != 0) {
        audited.relied += 1;
        if !ledger.keeps(cell, *entry, facts) {
            audited.broken.push(Lesson::Watched(cell));
        }
    }
    for &thing in &ledger.things {
        let lesson = match thing {
            Thing::OwnerRelied(site) => (ledger.trespassed(site), Lesson::Unowned(site)),
            Thing::ReusedOwned(site) => (true, Lesson::Unowned(site)),
            Thing::ReleaseRelied(cell) => (ledger.sees_held(cell), Lesson::Watched(cell)),
            Thing::NameRelied(site) => {
                (!facts.names_matter && ledger.names_depend(site), Lesson::NamesMatter)
            }
            Thing::EndRelied => (ledger.things.contains(&Thing::EndSeen), Lesson::EndSeen),
            Thing::NameSkipped(_)
            | Thing::EndSeen
            | Thing::LetOutByOther(_)
            | Thing::Recycled(_)
            | Thing::Observed => continue,
        };
        audited.relied += 1;
        audited.broken.extend(lesson.0.then_some(lesson.1));
    }
    // The order must not depend on how tables lie in memory.
    audited.broken.sort_by_cached_key(|lesson| format!("{lesson:?}"));
    audited
}

impl Ledger {
    /// How a cell was touched in the round.
    fn touched(&self, cell: Cell) -> Entry {
        let mut all = self.cells.get(&cell).copied().unwrap_or_default();
        for (owner, words, entry) in &self.ranges {
            if *owner == cell.owner && words.contains(&cell.word) {
                all.threads |= entry.threads;
                all.flags |= entry.flags;
            }
        }
        all
    }

    /// Whether everybody kept what is believed of a cell that was relied on.
    fn keeps(&self, cell: Cell, _: Entry, facts: &Facts) -> bool {
        let Entry { threads, flags } = self.touched(cell);
        if flags & LOCKED != 0 {
            return false;
        }
        match facts.cells.get(&cell).map(|fact| fact.class) {
            None | Some(Class::Free) => false,
            Some(Class::Of(thread)) => threads & !(1 << thread.min(63)) == 0,
            Some(Class::ReadOnly) => flags & (WRITTEN | INITIALISED | ENDED) == 0,
            Some(Class::Guarded(guard)) => flags & UNGUARDED == 0 && self.is_guard(cell, guard),
        }
    }

    /// Whether a mutex was changed by its own operations alone.
    fn is_guard(&self, cell: Cell, guard: Guard) -> bool {
        let (first, spoilt) = match guard {
            Guard::At(_, mutex) => (mutex, WRITTEN | INITIALISED | ENDED),
            Guard::Inside(offset) => {
                (Cell { word: (offset / 8) as u32, ..cell }, WRITTEN | INITIALISED)
            }
        };
        self.mutex(first) & spoilt == 0
    }

    /// How the bytes of a mutex were touched.
    fn mutex(&self, first: Cell) -> u16 {
        let words = first.word..first.word + MUTEX_WORDS;
        let cells = words.map(|word| self.touched(Cell { word, ..first }));
        // What lies behind a smaller mutex is none of its bytes.
        cells.take_while(|entry| entry.flags & LOCKED != 0).fold(0, |all, e| all | e.flags)
    }

    /// Whether somebody could see that a mutex is held.
    fn sees_held(&self, first: Cell) -> bool {
        self.mutex(first) & (READ | WRITTEN | INITIALISED | ENDED | LOOKED) != 0
    }

    /// Whether an object of a site was touched or let out by another while it belonged to its owner.
    fn trespassed(&self, site: u32) -> bool {
        let owner = Cell::SITES + site;
        let cells = self.cells.iter().filter(|(cell, _)| cell.owner == owner).map(|(_, e)| *e);
        let ranges = self.ranges.iter().filter(|range| range.0 == owner).map(|range| range.2);
        self.things.contains(&Thing::LetOutByOther(site))
            || cells.chain(ranges).any(|entry| entry.flags & TRESPASSED != 0)
    }

    /// Whether names of a site depend on others.
    fn names_depend(&self, site: u32) -> bool {
        let dependent = [Thing::Recycled(site), Thing::NameSkipped(site)];
        dependent.iter().any(|t| self.things.contains(t))
            && (self.things.contains(&Thing::Observed) || self.numbers_seen())
    }

    /// Whether somebody read in a lock who holds it, or replaced a part of that number. It need not be the worker
    /// that saw the lock taken.
    fn numbers_seen(&self) -> bool {
        self.telling_cells().any(|cell| self.touched(cell).flags & (READ | PARTIAL) != 0)
    }
}
