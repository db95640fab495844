//! Small random C programs with threads.
//!
//! A program ends by calling `report(outcome)` with a number below [`Concurrent::outcomes`] that is
//! made of everything its threads left behind. It is free of deadlocks and of memory faults, and
//! ends in every schedule. Which outcomes are possible is what tests ask.

mod make;
mod print;

pub use make::Style;

/// A program.
#[derive(Clone, Debug)]
pub struct Concurrent {
    threads: Vec<Vec<Statement>>,
    style: Style,
}

/// What can be read and written.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum Place {
    /// A variable of the thread.
    Local(u32),
    /// A global that everybody uses without a lock.
    Shared(u32),
    /// An atomic global.
    Atomic(u32),
    /// A global that is used under the mutex of its number only.
    Guarded(u32),
    /// A field of an object on the heap that everybody knows.
    Heap,
}

/// A number.
#[derive(Copy, Clone, Debug)]
enum Value {
    Number(u32),
    Place(Place),
    Sum(Place, u32),
}

#[derive(Clone, Debug)]
enum Statement {
    /// `to = value`: a read and a write, with room in between.
    Set {
        to: Place,
        value: Value,
    },
    /// An atomic addition; the old value goes to a local.
    FetchAdd {
        atomic: u32,
        add: u32,
        old: u32,
    },
    /// Compare and exchange; whether it worked goes to a local.
    CompareExchange {
        atomic: u32,
        expected: u32,
        new: u32,
        success: u32,
    },
    /// Under a mutex.
    Locked {
        mutex: u32,
        body: Vec<Statement>,
    },
    /// Under a mutex if it is free.
    TryLocked {
        mutex: u32,
        body: Vec<Statement>,
        otherwise: Vec<Statement>,
    },
    Repeat {
        times: u32,
        body: Vec<Statement>,
    },
    If {
        left: Value,
        right: u32,
        body: Vec<Statement>,
    },
    /// A call of a function with the address of a local.
    Call {
        local: u32,
        add: u32,
    },
    /// Makes an object, fills it and lets the others see it.
    Publish {
        value: Value,
    },
    /// Reads the published object, if there is one, into a local.
    Consume {
        to: u32,
    },
    /// Uses an object of its own and frees it.
    Private {
        local: u32,
    },
    /// Says that something is ready.
    Signal {
        everybody: bool,
    },
    /// Waits until it is ready. The first thread never waits, and always signals.
    Wait,
}

impl Concurrent {
    /// The program of a seed.
    pub fn make(seed: u64, style: Style) -> Concurrent {
        make::program(seed, style)
    }

    /// Outcomes are below this number.
    pub fn outcomes(&self) -> u64 {
        print::outcomes(self)
    }

    /// The program as C. `report` is to be defined in front of it, and so is `NOISE()`, which stands
    /// between all operations.
    pub fn text(&self) -> String {
        print::text(self)
    }
}
