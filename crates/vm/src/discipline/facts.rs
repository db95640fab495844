//! What a round believes: a value that does not change while it is believed.

use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

/// The numbers of threads, among the sites whose names are counted.
pub const THREADS: u32 = u32::MAX;

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

    /// The words that hold some bytes.
    pub fn words(offset: u64, size: u64) -> Range<u32> {
        (offset / 8) as u32..(offset + size.max(1)).div_ceil(8) as u32
    }

    /// The cells of a range of words.
    pub fn span(owner: u32, words: &Range<u32>) -> Range<Cell> {
        Cell { owner, word: words.start }..Cell { owner, word: words.end }
    }
}

/// The mutex that guards a cell.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Guard {
    /// The mutex at that address, and its first cell.
    At(u64, Cell),
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

/// The guess about a cell, and the mutexes that might guard it if it falls.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fact {
    /// The guess.
    pub class: Class,
    /// Mutexes that were held in every access so far.
    pub candidates: Box<[Guard]>,
}

/// The guesses of a round. Cells that are not listed are free.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Facts {
    /// Guesses about cells.
    pub cells: BTreeMap<Cell, Fact>,
    /// Cells in mutexes of which somebody may see whether they are held, without waiting: by trying, or by
    /// touching their bytes.
    pub watched: BTreeSet<Cell>,
    /// Cells in mutexes that are written to, initialised or destroyed while several threads exist.
    pub overwritten: BTreeSet<Cell>,
    /// Cells in mutexes whose objects end while several threads exist.
    pub ended: BTreeSet<Cell>,
    /// Sites whose objects are touched or let out by another thread than the one that made them, before they
    /// are out.
    pub unowned: BTreeSet<u32>,
    /// Which name an object or a thread gets depends on others, and can be noticed: names are free again
    /// that others may mention, and addresses are looked at as numbers. Then whatever a thread does may
    /// matter to others, and a step is one instruction.
    pub names_matter: bool,
    /// Cells that propositions and invariants read in some state.
    pub evaluated: BTreeSet<Cell>,
    /// Threads other than the first start threads: which numbers are free can be noticed.
    pub nested: bool,
    /// A thread waits in an atomic section for a mutex or for the end of a thread: others see the middle of
    /// the section if it must wait, so it can be noticed that these come late.
    pub waits_inside: bool,
    /// Somebody can tell a thread that is about to end from one that has ended, other than by joining it.
    pub ends_seen: bool,
    /// Functions of which a thread that runs them may do something that depends on which thread it
    /// is. Only kept where threads may be interchangeable.
    pub named: BTreeSet<u32>,
    /// Somebody looks who holds a mutex. Kept likewise.
    pub owners_seen: bool,
    /// The threads that cells are guessed to belong to.
    pub owners: BTreeSet<u32>,
    /// Nothing is believed at all: every touch of what others can reach ends a step.
    pub nothing: bool,
}

impl Facts {
    /// Whether some cell of a range is in a set.
    pub fn meets(set: &BTreeSet<Cell>, owner: u32, words: &Range<u32>) -> bool {
        set.range(Cell::span(owner, words)).next().is_some()
    }
}
