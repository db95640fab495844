//! Sets of states that workers merge while they search: the union-find of UFSCC.
//!
//! Each set is a tree of parents whose root stands for it. The root knows which workers have been in
//! the set and the marks of edges inside it; a cyclic list runs through the members that still
//! have edges nobody followed. (Bloemen, Laarman and van de Pol, 2016.)
//!
//! What protects what:
//! - `parent` changes in two ways: a root gets a parent, under the lock of [`Union::uniting`]; and a
//!   member is led past its parent to an ancestor. Both keep every set what it is.
//! - `workers` and `marks` of a root are copied to its new root before and after it gets its parent, with
//!   read-modify-writes. Whoever adds to a root looks afterwards whether it still is one: if it was
//!   added too late to be copied, the addition comes after the copy in the order of that word, so the
//!   new parent is seen, and it is added there as well.
//! - `next` of a member that is listed changes in `unite` only, which locks the two members whose
//!   successors it exchanges; of one that is not listed (a tomb) by whoever passes it, to
//!   something behind it.

use crate::sync::atomic::{AtomicU32, Ordering};
use crate::sync::{Column, Mutex, MutexGuard, PoisonError};
use std::collections::HashMap;

/// A member whose edges were all followed; it is on no list.
const TOMB: u32 = 1;
/// The member must stay on the list for a moment.
const LOCKED: u32 = 2;
/// The set of this root is a complete component.
const DEAD: u32 = 4;
/// The edges of the member were counted.
const COUNTED: u32 = 8;
/// The member is not alone in its set.
const UNITED: u32 = 16;

/// More workers than bits would not be told apart.
pub(crate) const MOST_WORKERS: usize = 32;

/// What a worker gets that comes to a state.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Claim {
    /// The component is complete.
    Dead,
    /// The worker has been in the set before, so it is on the worker's path.
    Found,
    /// The worker is new in the set.
    New,
}

/// Sets of numbers. Every number is a set of its own at first.
#[derive(Default)]
pub(crate) struct Union {
    /// The fields of each member side by side, since they are used together.
    cells: Column,
    uniting: Mutex<()>,
    sets: MarkSets,
}

/// What is kept of a member.
#[derive(Copy, Clone)]
enum Field {
    /// The parent plus one, 0 for a root.
    Parent,
    /// The successor on the list plus one, 0 for the member itself.
    Next,
    Flags,
    Workers,
    /// The number of a set of marks.
    Marks,
}

const FIELDS: u32 = 5;
/// Members whose fields have places in a column.
pub(crate) const MOST_MEMBERS: u64 = (u32::MAX / FIELDS) as u64;

impl Union {
    fn cell(&self, member: u32, field: Field) -> &AtomicU32 {
        self.cells.cell(member * FIELDS + field as u32)
    }

    fn parent(&self, member: u32) -> &AtomicU32 {
        self.cell(member, Field::Parent)
    }

    fn next(&self, member: u32) -> &AtomicU32 {
        self.cell(member, Field::Next)
    }

    fn flags(&self, member: u32) -> &AtomicU32 {
        self.cell(member, Field::Flags)
    }

    fn workers(&self, member: u32) -> &AtomicU32 {
        self.cell(member, Field::Workers)
    }

    fn marks(&self, member: u32) -> &AtomicU32 {
        self.cell(member, Field::Marks)
    }

    /// The root of the set of a member.
    pub(crate) fn find(&self, member: u32) -> u32 {
        let mut at = member;
        loop {
            let parent = self.parent_of(at);
            if parent == at {
                return at;
            }
            let above = self.parent_of(parent);
            if above != parent {
                // Only an ancestor replaces the parent; if somebody was quicker, he did it too.
                let cell = self.parent(at);
                let (old, new) = (parent + 1, above + 1);
                let _quicker = cell.compare_exchange(old, new, Ordering::AcqRel, Ordering::Relaxed);
            }
            at = parent;
        }
    }

    fn parent_of(&self, member: u32) -> u32 {
        self.parent(member).load(Ordering::Acquire).checked_sub(1).unwrap_or(member)
    }

    /// Whether two members are in one set now. `false` may be out of date when it arrives.
    pub(crate) fn same(&self, a: u32, b: u32) -> bool {
        loop {
            let (root_a, root_b) = (self.find(a), self.find(b));
            if root_a == root_b {
                return true;
            }
            // If the first is still a root, both were roots at the time of the second look.
            if self.parent_of(root_a) == root_a {
                return false;
            }
        }
    }

    /// A worker comes to a member.
    pub(crate) fn claim(&self, member: u32, worker: usize) -> Claim {
        let bit = 1u32 << worker;
        let mut root = self.find(member);
        if self.is_dead(root) {
            return Claim::Dead;
        }
        if self.workers(root).load(Ordering::Acquire) & bit != 0 {
            return Claim::Found;
        }
        loop {
            self.workers(root).fetch_or(bit, Ordering::AcqRel);
            let now = self.find(member);
            if now == root {
                return Claim::New;
            }
            root = now;
        }
    }

    fn is_dead(&self, root: u32) -> bool {
        self.flags(root).load(Ordering::Acquire) & DEAD != 0
    }

    /// Whether a complete component has no other member.
    pub(crate) fn is_alone(&self, member: u32) -> bool {
        self.flags(member).load(Ordering::Acquire) & (DEAD | UNITED) == DEAD
    }

    /// Whether nobody counted the edges of a member before.
    pub(crate) fn counts(&self, member: u32) -> bool {
        self.flags(member).fetch_or(COUNTED, Ordering::Relaxed) & COUNTED == 0
    }

    /// The right to make one set of several, and to look at sets while nobody else does: only when
    /// all sets along a cycle were united do they lie on cycles inside of one.
    pub(crate) fn uniting(&self) -> Uniting<'_> {
        let lock = self.uniting.lock().unwrap_or_else(PoisonError::into_inner);
        Uniting { union: self, _lock: lock }
    }

    fn unite(&self, a: u32, b: u32) {
        let (a, b) = (self.find(a), self.find(b));
        if a == b {
            return;
        }
        // The older stays the root: it tends to be the larger one.
        let (root, child) = (a.min(b), a.max(b));
        self.join_lists(root, child);
        for member in [root, child] {
            self.flags(member).fetch_or(UNITED, Ordering::AcqRel);
        }
        self.copy(child, root);
        self.parent(child).store(root + 1, Ordering::Release);
        self.copy(child, root);
    }

    /// Adds what one root knows to another.
    fn copy(&self, from: u32, to: u32) {
        let workers = self.workers(from).fetch_or(0, Ordering::AcqRel);
        self.workers(to).fetch_or(workers, Ordering::AcqRel);
        let marks = self.marks(from).fetch_or(0, Ordering::AcqRel);
        self.put_marks(to, self.sets.get(marks));
    }

    fn join_lists(&self, a: u32, b: u32) {
        // Both sets have a listed member: one of them leads to the other, and it is not
        // taken from its list before the two are one set.
        let (Some(a), Some(b)) = (self.hold(a), self.hold(b)) else {
            unreachable!("a set that is not complete has listed members");
        };
        let (after_a, after_b) = (self.next_of(a), self.next_of(b));
        self.next(a).store(after_b + 1, Ordering::Release);
        self.next(b).store(after_a + 1, Ordering::Release);
        for held in [a, b] {
            self.flags(held).fetch_and(!LOCKED, Ordering::AcqRel);
        }
    }

    /// Locks a listed member of a set.
    fn hold(&self, member: u32) -> Option<u32> {
        loop {
            let listed = self.listed(member)?;
            let flags = self.flags(listed).fetch_or(LOCKED, Ordering::AcqRel);
            if flags & TOMB == 0 {
                return Some(listed);
            }
            self.flags(listed).fetch_and(!LOCKED, Ordering::AcqRel);
        }
    }

    /// A member of the set of `member` that still has edges to follow. `None` when there is none:
    /// then the set is a complete component.
    pub(crate) fn pick(&self, member: u32) -> Option<u32> {
        let picked = self.listed(member);
        if picked.is_none() {
            self.flags(self.find(member)).fetch_or(DEAD, Ordering::AcqRel);
        }
        picked
    }

    fn listed(&self, member: u32) -> Option<u32> {
        let mut at = member;
        loop {
            if !self.is_tomb(at) {
                return Some(at);
            }
            let next = self.next_of(at);
            if next == at {
                return None;
            }
            if !self.is_tomb(next) {
                return Some(next);
            }
            // Both are tombs: leave the second out.
            let behind = self.next_of(next);
            self.next(at).store(behind + 1, Ordering::Release);
            at = behind;
        }
    }

    fn next_of(&self, member: u32) -> u32 {
        self.next(member).load(Ordering::Acquire).checked_sub(1).unwrap_or(member)
    }

    fn is_tomb(&self, member: u32) -> bool {
        self.flags(member).load(Ordering::Acquire) & TOMB != 0
    }

    /// Takes a member off the list: all its edges were followed.
    pub(crate) fn remove(&self, member: u32) {
        let cell: &AtomicU32 = self.flags(member);
        let mut flags = cell.load(Ordering::Acquire);
        while flags & TOMB == 0 {
            if flags & LOCKED != 0 {
                crate::sync::pause();
                flags = cell.load(Ordering::Acquire);
                continue;
            }
            let exchanged =
                cell.compare_exchange(flags, flags | TOMB, Ordering::AcqRel, Ordering::Acquire);
            match exchanged {
                Ok(_) => return,
                Err(now) => flags = now,
            }
        }
    }

    /// Adds the marks of an edge inside the set of a member; gives all that the set has.
    pub(crate) fn add_marks(&self, member: u32, marks: u128) -> u128 {
        let mut root = self.find(member);
        loop {
            let all = self.put_marks(root, marks);
            let now = self.find(member);
            if now == root {
                return all;
            }
            root = now;
        }
    }

    fn put_marks(&self, root: u32, marks: u128) -> u128 {
        let cell = self.marks(root);
        let mut known = cell.load(Ordering::Acquire);
        loop {
            let before = self.sets.get(known);
            let all = before | marks;
            let number = if all == before { known } else { self.sets.number(all) };
            // Also where nothing changes: the order of these writes is what the module relies on.
            match cell.compare_exchange(known, number, Ordering::AcqRel, Ordering::Acquire) {
                Ok(_) => return all,
                Err(now) => known = now,
            }
        }
    }

    /// Bytes of memory in use for that many members.
    pub(crate) fn bytes(&self, members: u64) -> u64 {
        self.cells.bytes(members * u64::from(FIELDS))
    }
}

/// See [`Union::uniting`].
pub(crate) struct Uniting<'u> {
    union: &'u Union,
    _lock: MutexGuard<'u, ()>,
}

impl Uniting<'_> {
    /// Makes one set of two.
    pub(crate) fn unite(&self, a: u32, b: u32) {
        self.union.unite(a, b);
    }
}

/// Sets of marks by number, of which there are few. Number 0 is the empty set.
#[derive(Default)]
struct MarkSets {
    numbers: Mutex<HashMap<u128, u32>>,
    /// The words of each set. They are there before anybody learns its number.
    words: Column,
}

/// Words of a set of marks.
const MARK_WORDS: u32 = u128::BITS / u32::BITS;

impl MarkSets {
    fn number(&self, set: u128) -> u32 {
        if set == 0 {
            return 0;
        }
        let mut numbers = self.numbers.lock().unwrap_or_else(PoisonError::into_inner);
        let next = numbers.len() as u32 + 1;
        *numbers.entry(set).or_insert_with(|| {
            for word in 0..MARK_WORDS {
                let bits = (set >> (word * u32::BITS)) as u32;
                self.words.cell(next * MARK_WORDS + word).store(bits, Ordering::Relaxed);
            }
            next
        })
    }

    fn get(&self, number: u32) -> u128 {
        if number == 0 {
            return 0;
        }
        (0..MARK_WORDS).fold(0, |set, word| {
            let bits = self.words.cell(number * MARK_WORDS + word).load(Ordering::Relaxed);
            set | u128::from(bits) << (word * u32::BITS)
        })
    }
}
