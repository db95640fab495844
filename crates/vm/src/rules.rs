//! The rules of the reductions, by name, so that a test can switch one off and see what notices.

use serde::{Deserialize, Serialize};

/// A rule that keeps a reduction exact.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[repr(u8)]
pub enum Rule {
    /// The beginning and the end of a scope touch the whole object.
    ScopeRange,
    /// Mutexes are looked for in all of a large object.
    LargeObjects,
    /// Who lets out what another owns breaks the guess that it is owned.
    LettingOut,
    /// Touching the bytes of a mutex otherwise than by its operations is held against the guesses.
    RawMutex,
    /// A mutex whose bytes are written to otherwise guards nothing.
    GuardBytes,
    /// Touches without a guess are recorded, so that a later mutex sees earlier touches.
    Discovery,
    /// Names of objects depend on others where objects of the site ended after they were let out.
    Names,
    /// Looking at the end of a thread breaks the guess that nobody does.
    Ends,
    /// A pointer that is taken apart lets its object out.
    Disguises,
    /// An access to an object that is not out, by another, breaks the guess that it is owned.
    Ownership,
    /// Accesses are held against the guesses about their cells.
    Cells,
    /// Supersteps: what blocked threads wait for is in the tables.
    BlockedThreads,
    /// Supersteps: nothing is put together where a section is about to open.
    OpeningSections,
    /// Supersteps: nothing is put together where a name depends on what others mention.
    NamesInTables,
    /// Supersteps: an earlier step of another table is not passed.
    Conflicts,
    /// Who reads in a lock who holds it sees the number of a thread.
    Numbers,
    /// An exchange in a lock sees the number that was there.
    Exchanges,
    /// A lock that names a thread by a number which its operations did not write shows numbers.
    MadeNumbers,
    /// A write to a part of the number in a lock makes another one, which has the mark all the same.
    PartsOfNumbers,
    /// A join is not put off where it loses what its thread returned.
    LateJoins,
    /// Who ends last keeps what only it points to.
    LastEnd,
    /// A tail call that ends variables begins a step.
    TailCalls,
    /// Freeing is not put off behind a join where others could get the address again.
    LateFrees,
    /// What is done in a section to an object that is born again meets what others are about to do.
    BornAgain,
    /// What has an address that was freed is out from the beginning.
    ReusedIsOut,
    /// A mutex that lies where another was guards nothing that the other one did.
    ReusedGuards,
    /// A thread that calls `pthread_exit` ends where others may see that as an operation of its own.
    Exits,
    /// What can be reached from an object that goes over to a new thread is out.
    HandedOver,
    /// The audit runs.
    Audit,
}

impl Rule {
    /// All rules.
    pub const ALL: [Rule; 29] = [
        Rule::ScopeRange,
        Rule::LargeObjects,
        Rule::LettingOut,
        Rule::RawMutex,
        Rule::GuardBytes,
        Rule::Discovery,
        Rule::Names,
        Rule::Ends,
        Rule::Disguises,
        Rule::Ownership,
        Rule::Cells,
        Rule::BlockedThreads,
        Rule::OpeningSections,
        Rule::NamesInTables,
        Rule::Conflicts,
        Rule::Numbers,
        Rule::Exchanges,
        Rule::MadeNumbers,
        Rule::PartsOfNumbers,
        Rule::LateJoins,
        Rule::LastEnd,
        Rule::TailCalls,
        Rule::LateFrees,
        Rule::BornAgain,
        Rule::ReusedIsOut,
        Rule::ReusedGuards,
        Rule::Exits,
        Rule::HandedOver,
        Rule::Audit,
    ];
}

/// Rules that are switched off. For tests only: without them a verdict may be wrong.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Broken(u32);

impl Broken {
    /// With a rule switched off.
    #[must_use]
    pub fn with(self, rule: Rule) -> Broken {
        Broken(self.0 | 1 << rule as u32)
    }

    /// Whether a rule is switched off.
    #[inline(always)]
    pub fn contains(self, rule: Rule) -> bool {
        self.0 & (1 << rule as u32) != 0
    }
}
