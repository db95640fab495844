//! Bytes that an operation touches, and how.

/// Bytes that an operation touched.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Touch {
    /// First address.
    pub address: u64,
    /// Number of bytes.
    pub size: u64,
    /// Written (or freed), not only read.
    pub write: bool,
    /// By an atomic operation.
    pub atomic: bool,
    /// In the middle of a step, because the thread is in an atomic section.
    pub sheltered: bool,
    /// What kind of touch it is.
    pub mode: Mode,
    /// Races with it are not reported: the number of the line that says so, 0 for none.
    pub ignored: u16,
}

/// How memory is touched.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Mode {
    /// A plain read.
    Read,
    /// A plain write.
    Write,
    /// An atomic read.
    AtomicRead,
    /// An atomic write or exchange.
    AtomicWrite,
    /// A mutex is worked on by its own operations, which wait where they must.
    Lock,
    /// A mutex is worked on by one of its operations that can tell whether it is held without waiting.
    Look,
    /// A mutex or the like is initialised or destroyed: a plain write.
    Initialise,
    /// A local variable begins or ends: a write, but what meets it is out of scope and no race.
    Scope,
    /// An object is freed: a plain write.
    Free,
}

impl Mode {
    /// Whether bytes are written.
    pub(crate) fn writes(self) -> bool {
        !matches!(self, Mode::Read | Mode::AtomicRead)
    }

    fn is_atomic(self) -> bool {
        matches!(self, Mode::AtomicRead | Mode::AtomicWrite | Mode::Lock | Mode::Look)
    }

    /// Whether it is an operation of a mutex on its own bytes.
    pub(crate) fn is_lock_operation(self) -> bool {
        matches!(self, Mode::Lock | Mode::Look)
    }
}

impl Touch {
    /// A touch of a kind.
    pub fn new(address: u64, size: u64, mode: Mode) -> Touch {
        Touch {
            address,
            size,
            write: mode.writes(),
            atomic: mode.is_atomic(),
            sheltered: false,
            mode,
            ignored: 0,
        }
    }

    /// The first and the last byte, if a word of 32 bits is written of which a part is left before or behind it.
    pub(crate) fn ragged_ends(self) -> [Option<u64>; 2] {
        const WORD: u64 = 4;
        let end = self.address + self.size;
        let ragged = |at: u64| self.mode == Mode::Write && !at.is_multiple_of(WORD);
        [ragged(self.address).then_some(self.address), ragged(end).then_some(end - 1)]
    }

    /// Whether whatever conflicts with `other` conflicts with this one too.
    pub(crate) fn covers(self, other: Touch) -> bool {
        self.address <= other.address
            && other.address + other.size <= self.address + self.size
            && (self.write || !other.write)
            && (!self.atomic || other.atomic)
            && (self.mode == Mode::Scope) == (other.mode == Mode::Scope)
            && (self.ignored == 0 || self.ignored == other.ignored)
    }

    /// Whether the order of two accesses by different threads can matter.
    pub fn depends(self, other: Touch) -> bool {
        self.overlaps(other) && (self.write || other.write)
    }

    /// Whether two accesses by different threads race: they overlap, one writes, not both are atomic.
    /// Who touches a variable whose scope ends does not race with that, but is out of scope. Races that
    /// are ignored are none.
    pub fn conflicts(self, other: Touch) -> bool {
        self.ignored == 0 && other.ignored == 0 && self.collides(other)
    }

    /// The same, ignored or not.
    pub fn collides(self, other: Touch) -> bool {
        self.depends(other)
            && !(self.atomic && other.atomic)
            && self.mode != Mode::Scope
            && other.mode != Mode::Scope
    }

    fn overlaps(self, other: Touch) -> bool {
        self.address < other.address + other.size && other.address < self.address + self.size
    }
}
