//! The ledger: all touches of a round while several threads exist, summarised by cell, and what merged
//! touches relied on. It is filled at the gate and never decides a step.

use crate::discipline::Cell;
use crate::touch::Mode;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeSet, HashMap, HashSet};
use std::hash::{BuildHasherDefault, Hasher};
use std::ops::Range;

/// A touch of cells, as it is entered.
pub struct Entered {
    /// The number of the global or site.
    pub owner: u32,
    /// The words of it.
    pub words: Range<u32>,
    /// How they are touched.
    pub mode: Mode,
    /// By whom.
    pub thread: u32,
    /// Words at its ends of which a part is left as it was.
    pub ragged: [Option<u32>; 2],
    /// The object is another's and not out.
    pub trespasses: bool,
    /// A word of them is believed to be guarded by a mutex that the thread does not hold.
    pub unguarded: bool,
}

/// Other things that are noted.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Thing {
    /// A merged touch relied on the thread's owning an object of the site.
    OwnerRelied(u32),
    /// The same, and the address of the object was freed before: somebody else may know it.
    ReusedOwned(u32),
    /// A merged release relied on nobody's looking at the mutex.
    ReleaseRelied(Cell),
    /// An object of the site was named, as if nobody could notice when.
    NameRelied(u32),
    /// A merged allocation passed over a name that others mention.
    NameSkipped(u32),
    /// The merged end of a thread, or a join that was put off, relied on nobody's looking.
    EndRelied,
    /// Somebody looked at the end of a thread without joining it.
    EndSeen,
    /// An object of the site was let out by another than its owner.
    LetOutByOther(u32),
    /// A name of the site may be given again: an object of it ended, or one was mentioned before it was made.
    Recycled(u32),
    /// An address was looked at as a number.
    Observed,
}

/// What is known of a cell.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(super) struct Entry {
    /// Who touched it, other than by operations of a mutex: a bit each, the last one for all others.
    pub threads: u64,
    pub flags: u16,
}

pub(super) const READ: u16 = 1;
pub(super) const WRITTEN: u16 = 1 << 1;
/// By an operation of a mutex.
pub(super) const LOCKED: u16 = 1 << 2;
/// By one that does not wait.
pub(super) const LOOKED: u16 = 1 << 3;
pub(super) const INITIALISED: u16 = 1 << 4;
pub(super) const ENDED: u16 = 1 << 5;
/// By another than the owner, before it was out.
pub(super) const TRESPASSED: u16 = 1 << 6;
/// Without the mutex that is believed to guard it.
pub(super) const UNGUARDED: u16 = 1 << 7;
/// A merged touch relied on what is believed of it.
pub(super) const RELIED: u16 = 1 << 8;
/// A part of a word was replaced.
pub(super) const PARTIAL: u16 = 1 << 9;

/// Touches of more words are kept as ranges.
const FEW: u32 = 64;

/// How cells were touched otherwise than by operations of a mutex.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct Otherwise {
    /// Read, as data.
    pub read: bool,
    /// Written or initialised.
    pub written: bool,
    /// Ended with their object.
    pub ended: bool,
}

/// Touches of one worker, or of all.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Ledger {
    pub(super) cells: HashMap<Cell, Entry, Quick>,
    /// Large touches: a global or site, words, and what else.
    pub(super) ranges: HashSet<(u32, Range<u32>, Entry), Quick>,
    /// Cells in mutexes that were worked on.
    pub(super) locks: BTreeSet<Cell>,
    /// Cells in which other locks say who holds them.
    pub(super) numbers: BTreeSet<Cell>,
    pub(super) things: HashSet<Thing, Quick>,
}

/// Every touch asks: the keys are small numbers of our own making.
pub type Quick = BuildHasherDefault<SmallNumbers>;

impl Ledger {
    /// Enters a touch.
    pub fn enter(&mut self, touch: &Entered) {
        let mut entry = Entry { threads: 0, flags: flags_of(touch.mode) };
        if !touch.mode.is_lock_operation() {
            entry.threads = 1 << touch.thread.min(63);
        }
        for (set, flag) in [(touch.trespasses, TRESPASSED), (touch.unguarded, UNGUARDED)] {
            if set {
                entry.flags |= flag;
            }
        }
        for word in touch.ragged.into_iter().flatten() {
            let cell = Cell { owner: touch.owner, word };
            self.add(cell, Entry { threads: 0, flags: PARTIAL });
        }
        if touch.words.end - touch.words.start > FEW {
            self.ranges.insert((touch.owner, touch.words.clone(), entry));
            return;
        }
        for word in touch.words.clone() {
            let cell = Cell { owner: touch.owner, word };
            if entry.flags & LOCKED != 0 {
                self.locks.insert(cell);
            }
            self.add(cell, entry);
        }
    }

    fn add(&mut self, cell: Cell, entry: Entry) {
        let known = self.cells.entry(cell).or_default();
        known.threads |= entry.threads;
        known.flags |= entry.flags;
    }

    /// A merged touch relies on what is believed of cells.
    pub fn rely_on_cells(&mut self, owner: u32, words: &Range<u32>) {
        for word in words.clone() {
            self.add(Cell { owner, word }, Entry { threads: 0, flags: RELIED });
        }
    }

    /// Notes something.
    pub fn note(&mut self, thing: Thing) {
        self.things.insert(thing);
    }

    /// Whether a merged allocation relied on the names of a site.
    pub fn relies_on_name(&self, site: u32) -> bool {
        self.things.contains(&Thing::NameRelied(site))
    }

    /// Whether an object of a site ended after it was out.
    pub fn is_recycled(&self, site: u32) -> bool {
        self.things.contains(&Thing::Recycled(site))
    }

    /// Whether an address was looked at as a number.
    pub fn is_observed(&self) -> bool {
        self.things.contains(&Thing::Observed)
    }

    /// The sites of which objects were named while several threads existed.
    pub fn named_sites(&self) -> Vec<u32> {
        let site = |thing: &Thing| match thing {
            Thing::NameRelied(site) => Some(*site),
            _ => None,
        };
        let mut sites: Vec<u32> = self.things.iter().filter_map(site).collect();
        sites.sort_unstable();
        sites
    }

    /// The cells of mutexes in a range that were worked on.
    pub fn locks_in(&self, owner: u32, words: &Range<u32>) -> Vec<Cell> {
        self.locks.range(Cell::span(owner, words)).copied().collect()
    }

    /// A lock says in a cell who holds it.
    pub fn note_number(&mut self, cell: Cell) {
        self.numbers.insert(cell);
    }

    /// Whether a lock says in one of the cells who holds it.
    pub fn tells_number(&self, owner: u32, words: &Range<u32>) -> bool {
        if self.locks.is_empty() && self.numbers.is_empty() {
            return false;
        }
        let span = || Cell::span(owner, words);
        self.locks.range(span()).next().is_some() || self.numbers.range(span()).next().is_some()
    }

    /// The cells in which locks say who holds them.
    pub(super) fn telling_cells(&self) -> impl Iterator<Item = Cell> {
        self.locks.iter().chain(&self.numbers).copied()
    }

    /// How cells were touched otherwise than by operations of a mutex.
    pub fn touched_otherwise(&self, owner: u32, words: &Range<u32>) -> Otherwise {
        let cells = words.clone().filter_map(|word| self.cells.get(&Cell { owner, word }));
        let meets = |range: &&(u32, Range<u32>, Entry)| {
            range.0 == owner && range.1.start < words.end && words.start < range.1.end
        };
        let ranges = self.ranges.iter().filter(meets).map(|range| &range.2);
        let flags = cells.chain(ranges).fold(0, |all, entry| all | entry.flags);
        Otherwise {
            read: flags & READ != 0,
            written: flags & (WRITTEN | INITIALISED) != 0,
            ended: flags & ENDED != 0,
        }
    }

    /// Takes in what another worker entered.
    pub fn join(&mut self, other: Ledger) {
        for (cell, entry) in other.cells {
            self.add(cell, entry);
        }
        self.ranges.extend(other.ranges);
        self.locks.extend(other.locks);
        self.numbers.extend(other.numbers);
        self.things.extend(other.things);
    }
}

fn flags_of(mode: Mode) -> u16 {
    match mode {
        Mode::Read | Mode::AtomicRead => READ,
        Mode::Write | Mode::AtomicWrite => WRITTEN,
        Mode::Lock => LOCKED,
        Mode::Look => LOCKED | LOOKED,
        Mode::Initialise => INITIALISED,
        Mode::Scope | Mode::Free => ENDED,
    }
}

/// Mixes the few small numbers of a key.
#[derive(Default)]
pub struct SmallNumbers(u64);

impl Hasher for SmallNumbers {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|&b| self.write_u32(b.into()));
    }

    fn write_u32(&mut self, n: u32) {
        self.write_u64(n.into());
    }

    fn write_u16(&mut self, n: u16) {
        self.write_u64(n.into());
    }

    fn write_u64(&mut self, n: u64) {
        self.0 = (self.0.rotate_left(32) ^ n).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }

    fn write_isize(&mut self, n: isize) {
        self.write_u64(n as u64);
    }
}
