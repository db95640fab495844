//! What was learned in all rounds so far, and the facts that follow from it. Only what lies between two
//! rounds reads or changes it.

use super::facts::{Cell, Class, Fact, Facts, Guard};
use super::lesson::Lesson;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// What was seen of a cell.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Seen {
    /// The only thread; `None` when there are several.
    thread: Option<u32>,
    written: bool,
    /// Mutexes held in every access.
    guards: Vec<Guard>,
    /// A guess about it fell.
    fell: bool,
}

/// What was seen so far.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct History {
    cells: BTreeMap<Cell, Seen>,
    watched: BTreeSet<Cell>,
    overwritten: BTreeSet<Cell>,
    ended: BTreeSet<Cell>,
    unowned: BTreeSet<u32>,
    names_matter: bool,
    evaluated: BTreeSet<Cell>,
    nested: bool,
    waits_inside: bool,
    ends_seen: bool,
    named: BTreeSet<u32>,
    owners_seen: bool,
    nothing: bool,
}

/// When so many cells of an object fell, the rest of it is not waited for.
const ENOUGH: usize = 8;

/// Eight-byte words of a mutex, at most.
const MUTEX_WORDS: u32 = 5;

impl History {
    /// Takes in what a round taught.
    pub fn learn(&mut self, lessons: &BTreeSet<Lesson>) {
        lessons.iter().for_each(|lesson| self.take_in(lesson));
        self.generalise();
    }

    /// A guess has fallen. Where what was `believed` follows again from all that was learned, nothing is
    /// believed any more, so that rounds end.
    pub fn give_up_if(&mut self, believed: &Facts) {
        self.nothing |= *believed == self.facts();
    }

    /// Takes in what the first executions showed, before anything is believed.
    pub fn begin(&mut self, lessons: &BTreeSet<Lesson>) {
        lessons.iter().for_each(|lesson| self.take_in(lesson));
        self.cells.values_mut().for_each(|seen| seen.fell = false);
    }

    fn take_in(&mut self, lesson: &Lesson) {
        match lesson {
            Lesson::Access { cell, thread, write, guards } => {
                self.saw(*cell, *thread, *write, guards);
            }
            Lesson::Watched(cell) => drop(self.watched.insert(*cell)),
            Lesson::Overwritten(cell) => drop(self.overwritten.insert(*cell)),
            Lesson::Ended(cell) => drop(self.ended.insert(*cell)),
            Lesson::Unowned(site) => drop(self.unowned.insert(*site)),
            Lesson::NamesMatter => self.names_matter = true,
            Lesson::Evaluated(cell) => drop(self.evaluated.insert(*cell)),
            Lesson::Nested => self.nested = true,
            Lesson::WaitsInside => self.waits_inside = true,
            Lesson::EndSeen => self.ends_seen = true,
            Lesson::Named(function) => drop(self.named.insert(*function)),
            Lesson::OwnerSeen => self.owners_seen = true,
            Lesson::Audit => self.nothing = true,
        }
    }

    fn saw(&mut self, cell: Cell, thread: u32, written: bool, guards: &[Guard]) {
        match self.cells.get_mut(&cell) {
            Some(seen) => seen.join(Some(thread), written, guards),
            None => {
                let guards = guards.to_vec();
                let seen = Seen { thread: Some(thread), written, guards, fell: false };
                self.cells.insert(cell, seen);
            }
        }
    }

    /// A loop over an array breaks the guesses about its cells one after the other: where several of an
    /// object fell, those that are believed to be what these were believed to be fall too.
    fn generalise(&mut self) {
        let mut fallen: BTreeMap<u32, Vec<Seen>> = BTreeMap::new();
        for (cell, seen) in self.cells.iter().filter(|(_, seen)| seen.fell) {
            fallen.entry(cell.owner).or_default().push(seen.clone());
        }
        for (owner, examples) in fallen.into_iter().filter(|(_, seen)| seen.len() >= ENOUGH) {
            let cells =
                self.cells.range_mut(Cell { owner, word: 0 }..=Cell { owner, word: u32::MAX });
            for (_, seen) in cells.filter(|(_, seen)| !seen.fell) {
                for example in &examples {
                    seen.join(example.thread, example.written, &example.guards);
                }
                seen.fell = true;
            }
        }
    }

    /// The guesses for the next round.
    pub fn facts(&self) -> Facts {
        let fact = |(cell, seen): (&Cell, &Seen)| {
            let candidates = seen.guards.iter().copied().filter(|&guard| self.trusts(*cell, guard));
            let candidates: Box<[Guard]> = candidates.collect();
            let class = match (seen.thread, candidates.first()) {
                _ if self.nothing || self.watched.contains(cell) => Class::Free,
                (Some(thread), _) => Class::Of(thread),
                (None, _) if !seen.written => Class::ReadOnly,
                (None, Some(&guard)) => Class::Guarded(guard),
                (None, None) => Class::Free,
            };
            (*cell, Fact { class, candidates })
        };
        let cells: BTreeMap<Cell, Fact> = self.cells.iter().map(fact).collect();
        let owner = |fact: &Fact| match fact.class {
            Class::Of(thread) => Some(thread),
            Class::ReadOnly | Class::Guarded(_) | Class::Free => None,
        };
        Facts {
            owners: cells.values().filter_map(owner).collect(),
            cells,
            watched: self.watched.clone(),
            overwritten: self.overwritten.clone(),
            ended: self.ended.clone(),
            unowned: self.unowned.clone(),
            names_matter: self.names_matter || self.nothing,
            evaluated: self.evaluated.clone(),
            nested: self.nested || self.nothing,
            waits_inside: self.waits_inside || self.nothing,
            ends_seen: self.ends_seen || self.nothing,
            named: self.named.clone(),
            owners_seen: self.owners_seen || self.nothing,
            nothing: self.nothing,
        }
    }

    /// Whether a mutex keeps others out: nothing but its own operations changes it. One that lies in the
    /// object that it guards may end with it.
    fn trusts(&self, cell: Cell, guard: Guard) -> bool {
        let (owner, first, elsewhere) = match guard {
            Guard::Inside(offset) => (cell.owner, (offset / 8) as u32, false),
            Guard::At(_, mutex) => (mutex.owner, mutex.word, true),
        };
        let words = first..first + MUTEX_WORDS;
        let overwritten = Facts::meets(&self.overwritten, owner, &words);
        let ended = elsewhere && Facts::meets(&self.ended, owner, &words);
        !overwritten && !ended
    }
}

impl Seen {
    fn join(&mut self, thread: Option<u32>, written: bool, guards: &[Guard]) {
        let before = (self.thread, self.written, self.guards.len());
        self.thread = self.thread.filter(|_| self.thread == thread);
        self.written |= written;
        self.guards.retain(|guard| guards.contains(guard));
        self.fell |= before != (self.thread, self.written, self.guards.len());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const CELL: Cell = Cell { owner: 1, word: 0 };
    const MUTEX: Cell = Cell { owner: 2, word: 8 };
    const GUARD: Guard = Guard::At(64, MUTEX);

    fn access(cell: Cell, thread: u32, write: bool, guards: &[Guard]) -> Lesson {
        Lesson::Access { cell, thread, write, guards: guards.to_vec() }
    }

    fn class(history: &History, cell: Cell) -> Option<Class> {
        history.facts().cells.get(&cell).map(|fact| fact.class)
    }

    fn learn(history: &mut History, lesson: Lesson) {
        let believed = history.facts();
        history.learn(&BTreeSet::from([lesson]));
        history.give_up_if(&believed);
    }

    #[test]
    fn classes_only_fall() {
        let mut history = History::default();
        history.begin(&BTreeSet::from([access(CELL, 1, false, &[GUARD])]));
        assert_eq!(class(&history, CELL), Some(Class::Of(1)));
        learn(&mut history, access(CELL, 2, false, &[GUARD]));
        assert_eq!(class(&history, CELL), Some(Class::ReadOnly));
        learn(&mut history, access(CELL, 2, true, &[GUARD]));
        assert_eq!(class(&history, CELL), Some(Class::Guarded(GUARD)));
        learn(&mut history, access(CELL, 1, false, &[]));
        assert_eq!(class(&history, CELL), Some(Class::Free));
        assert!(!history.facts().nothing);
    }

    #[test]
    fn a_mutex_that_is_written_to_guards_nothing() {
        let mut history = History::default();
        let both = [access(CELL, 1, true, &[GUARD]), access(CELL, 2, true, &[GUARD])];
        history.begin(&BTreeSet::from(both));
        assert_eq!(class(&history, CELL), Some(Class::Guarded(GUARD)));
        learn(&mut history, Lesson::Overwritten(Cell { word: MUTEX.word + 2, ..MUTEX }));
        assert_eq!(class(&history, CELL), Some(Class::Free));
    }

    #[test]
    fn a_mutex_may_end_with_what_it_guards() {
        let inside = Guard::Inside(64);
        let mut history = History::default();
        let both = [access(CELL, 1, true, &[inside]), access(CELL, 2, true, &[inside])];
        history.begin(&BTreeSet::from(both));
        learn(&mut history, Lesson::Ended(Cell { word: 8, ..CELL }));
        assert_eq!(class(&history, CELL), Some(Class::Guarded(inside)));
        learn(&mut history, Lesson::Overwritten(Cell { word: 8, ..CELL }));
        assert_eq!(class(&history, CELL), Some(Class::Free));
    }

    #[test]
    fn an_array_falls_as_a_whole_after_a_few_of_its_cells() {
        let cell = |word| Cell { owner: 1, word };
        let mut history = History::default();
        let first: BTreeSet<Lesson> =
            (0..800).map(|word| access(cell(word), 1, true, &[])).collect();
        history.begin(&first);
        for word in 0..ENOUGH as u32 {
            assert_eq!(class(&history, cell(799)), Some(Class::Of(1)));
            learn(&mut history, access(cell(word), 2, true, &[]));
        }
        assert_eq!(class(&history, cell(799)), Some(Class::Free));
    }

    #[test]
    fn a_lesson_that_teaches_nothing_ends_all_belief() {
        let mut history = History::default();
        history.begin(&BTreeSet::from([access(CELL, 1, false, &[])]));
        learn(&mut history, access(CELL, 1, false, &[]));
        assert!(history.facts().nothing);
        assert_eq!(class(&history, CELL), Some(Class::Free));
    }
}
