//! What was seen of accesses, and the guesses made of it.

use serde::{Deserialize, Serialize};
use std::collections::{HashMap, HashSet};

/// Eight bytes of a global or of the objects of an allocation site.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Cell {
    /// The global's number, or the site's behind [`Cell::SITES`].
    pub owner: u32,
    /// Which eight bytes.
    pub word: u32,
}

impl Cell {
    /// Added to the numbers of sites.
    pub const SITES: u32 = 1 << 31;
}

/// The mutex that guards a cell.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Guard {
    /// The mutex at that address.
    At(u64),
    /// The mutex at that offset in the object of the cell.
    Inside(u64),
}

/// A guess about a cell, while several threads exist and for objects whose address is out.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Class {
    /// Touched by one thread only.
    Of(u32),
    /// Only read.
    ReadOnly,
    /// Touched by threads that hold the mutex only.
    Guarded(Guard),
    /// Anything may happen.
    Free,
}

/// The guesses of a round.
#[derive(Clone, Debug, Default)]
pub struct Facts {
    /// Cells that are not listed are free.
    pub cells: HashMap<Cell, Class>,
    /// Somebody tests, destroys or overwrites mutexes: a release can be noticed.
    pub polled: bool,
    /// A thread touched an object of another whose address is not known to be out.
    pub no_ownership: bool,
    /// Sites of which objects were freed after their address was out: which address an allocation
    /// returns depends on other threads.
    pub recycled: HashSet<u32>,
    /// Threads other than the first start threads: which numbers are free can be noticed.
    pub nested: bool,
    /// A thread waits in an atomic section for a mutex or for the end of a thread: others see the middle of
    /// the section if it must wait, so it can be noticed that these come late.
    pub waits_inside: bool,
    /// Functions of which a thread that runs them may do something that depends on which thread it
    /// is. Only kept where threads may be interchangeable.
    pub named: HashSet<u32>,
    /// Somebody looks who holds a mutex. Kept likewise.
    pub owners_seen: bool,
    /// The threads that cells are guessed to belong to.
    pub owners: HashSet<u32>,
}

/// What was seen of a cell.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Seen {
    /// The only thread; `None` when there are several.
    thread: Option<u32>,
    written: bool,
    /// Mutexes held in every access.
    guards: Vec<Guard>,
}

/// What was seen so far, in all rounds.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Learned {
    cells: HashMap<Cell, Seen>,
    /// Cells that lie in mutexes which were released while several threads existed.
    locks: HashSet<Cell>,
    polled: bool,
    no_ownership: bool,
    recycled: HashSet<u32>,
    nested: bool,
    waits_inside: bool,
    named: HashSet<u32>,
    owners_seen: bool,
}

impl Learned {
    /// An access by a thread that holds the mutexes `held`.
    pub fn saw(&mut self, cell: Cell, thread: u32, written: bool, held: impl Fn(Guard) -> bool) {
        match self.cells.get_mut(&cell) {
            Some(seen) => {
                seen.thread = seen.thread.filter(|&t| t == thread);
                seen.written |= written;
                seen.guards.retain(|&g| held(g));
            }
            None => {
                let guards = Vec::new();
                self.cells.insert(cell, Seen { thread: Some(thread), written, guards });
            }
        }
        self.polled |= self.locks.contains(&cell);
    }

    /// The first access to a cell, with every mutex that is held.
    pub fn saw_first(
        &mut self,
        cell: Cell,
        thread: u32,
        written: bool,
        guards: Vec<Guard>,
    ) -> bool {
        if self.cells.contains_key(&cell) {
            return false;
        }
        self.cells.insert(cell, Seen { thread: Some(thread), written, guards });
        self.polled |= self.locks.contains(&cell);
        true
    }

    /// The mutexes that were held in every access to a cell so far.
    pub fn guards(&self, cell: Cell) -> Vec<Guard> {
        self.cells.get(&cell).map_or_else(Vec::new, |seen| seen.guards.clone())
    }

    /// A mutex in these cells is released.
    pub fn released(&mut self, cell: Cell) {
        if self.locks.insert(cell) {
            self.polled |= self.cells.contains_key(&cell);
        }
    }

    /// Whether a cell lies in a mutex.
    pub fn is_lock(&self, cell: Cell) -> bool {
        self.locks.contains(&cell)
    }

    /// Somebody looks at mutexes without waiting for them.
    pub fn polls(&mut self) {
        self.polled = true;
    }

    /// A thread touched what another owns.
    pub fn breaks_ownership(&mut self) {
        self.no_ownership = true;
    }

    /// An object of a site was freed after its address was out.
    pub fn recycles(&mut self, site: u32) -> bool {
        self.recycled.insert(site)
    }

    /// A thread other than the first started one.
    pub fn nests(&mut self) {
        self.nested = true;
    }

    /// A thread waits in an atomic section, or would if it had to.
    pub fn waits_inside(&mut self) {
        self.waits_inside = true;
    }

    /// A thread that runs the function does something that depends on which thread it is.
    pub fn names(&mut self, function: u32) {
        self.named.insert(function);
    }

    /// Somebody looks who holds a mutex.
    pub fn sees_owners(&mut self) {
        self.owners_seen = true;
    }

    /// Whether what was learned contradicts the guesses.
    pub fn contradicts(&self, facts: &Facts) -> bool {
        (self.polled && !facts.polled)
            || (self.no_ownership && !facts.no_ownership)
            || (self.nested && !facts.nested)
            || (self.waits_inside && !facts.waits_inside)
    }

    /// The guesses for the next round.
    pub fn facts(&self) -> Facts {
        let class = |cell: &Cell, seen: &Seen| match (seen.thread, seen.guards.first()) {
            _ if self.locks.contains(cell) => Class::Free,
            (Some(thread), _) => Class::Of(thread),
            (None, _) if !seen.written => Class::ReadOnly,
            (None, Some(&guard)) => Class::Guarded(guard),
            (None, None) => Class::Free,
        };
        let cells: HashMap<Cell, Class> =
            self.cells.iter().map(|(cell, seen)| (*cell, class(cell, seen))).collect();
        let owner =
            |class: &Class| if let Class::Of(thread) = class { Some(*thread) } else { None };
        Facts {
            owners: cells.values().filter_map(owner).collect(),
            cells,
            polled: self.polled,
            no_ownership: self.no_ownership,
            recycled: self.recycled.clone(),
            nested: self.nested,
            waits_inside: self.waits_inside,
            named: self.named.clone(),
            owners_seen: self.owners_seen,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const CELL: Cell = Cell { owner: 1, word: 0 };

    fn class(learned: &Learned) -> Class {
        learned.facts().cells[&CELL]
    }

    #[test]
    fn classes_only_fall() {
        let guard = Guard::At(64);
        let mut learned = Learned::default();
        learned.saw_first(CELL, 1, false, vec![guard]);
        assert_eq!(class(&learned), Class::Of(1));
        learned.saw(CELL, 2, false, |_| true);
        assert_eq!(class(&learned), Class::ReadOnly);
        learned.saw(CELL, 2, true, |_| true);
        assert_eq!(class(&learned), Class::Guarded(guard));
        learned.saw(CELL, 1, false, |_| false);
        assert_eq!(class(&learned), Class::Free);
    }

    #[test]
    fn a_mutex_that_is_also_data_is_polled() {
        let mut learned = Learned::default();
        learned.released(CELL);
        assert!(!learned.facts().polled);
        learned.saw_first(CELL, 1, false, Vec::new());
        assert!(learned.facts().polled);
        assert_eq!(class(&learned), Class::Free);
    }
}
