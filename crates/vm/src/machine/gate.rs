//! The gate: whatever an operation touches is recorded here, once, with its full range and kind.
//!
//! The same record decides whether an operation may stand in the middle of a step, whether it races,
//! whether it breaks a guess, and it is what the audit reads. Nothing says in advance what an
//! operation will touch: it is run, and judged at the gate. One that others could notice does not
//! pass ([`Halt::Noticed`]) and is undone.

use super::Machine;
use crate::fault::Halt;
use crate::options::Granularity;
use crate::rules::Rule;

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
        }
    }

    /// Whether whatever conflicts with `other` conflicts with this one too.
    fn covers(self, other: Touch) -> bool {
        self.address <= other.address
            && other.address + other.size <= self.address + self.size
            && (self.write || !other.write)
            && (!self.atomic || other.atomic)
            && (self.mode == Mode::Scope) == (other.mode == Mode::Scope)
    }

    /// Whether the order of two accesses by different threads can matter.
    pub fn depends(self, other: Touch) -> bool {
        self.overlaps(other) && (self.write || other.write)
    }

    /// Whether two accesses by different threads race: they overlap, one writes, not both are atomic.
    /// Who touches a variable whose scope ends does not race with that, but is out of scope.
    pub fn conflicts(self, other: Touch) -> bool {
        self.depends(other)
            && !(self.atomic && other.atomic)
            && self.mode != Mode::Scope
            && other.mode != Mode::Scope
    }

    fn overlaps(self, other: Touch) -> bool {
        self.address < other.address + other.size && other.address < self.address + self.size
    }
}

impl Machine<'_> {
    /// Lets the running operation touch bytes of a loaded object, and records it.
    pub(super) fn pass(
        &mut self,
        position: usize,
        address: u64,
        size: u64,
        mode: Mode,
    ) -> Result<(), Halt> {
        let mut touch = Touch::new(address, size, mode);
        if self.merging && !self.is_evaluating() {
            touch.sheltered = self.is_sheltered();
            let reason = self.exclusive(position, touch).ok_or(Halt::Noticed)?;
            self.rely_on(position, touch, reason);
        }
        self.passed += 1;
        // Who meets an object that is born again breaks a guess, but in a section there is none.
        let sheltered = touch.sheltered && !self.vm.breaks(Rule::BornAgain);
        let recorded = !self.objects[position].reborn || sheltered;
        if recorded && !self.touches.iter().any(|t| t.covers(touch)) {
            self.touches.push(touch);
        }
        self.note_touch(touch);
        self.hold_against_guesses(position, touch);
        Ok(())
    }

    /// The same for an object that is not loaded yet and is known to be there.
    pub(crate) fn pass_at(&mut self, address: u64, size: u64, mode: Mode) -> Result<(), Halt> {
        let (position, _) = self.object_at(address, mode.writes())?;
        self.pass(position, address, size, mode)
    }

    /// Lets the running operation look which freed addresses somebody still knows: every step of another
    /// thread may change that.
    pub(super) fn pass_freed(&mut self) -> Result<(), Halt> {
        let alone = self.granularity == Granularity::Full && !self.process.shared;
        if self.merging && !alone {
            return Err(Halt::Noticed);
        }
        self.passed += 1;
        self.named |= !alone;
        Ok(())
    }

    /// Lets the running operation give a new object of a site the first name that is free. `private`: no
    /// word but those of its own frame ever mentions such an object.
    pub(super) fn pass_name(&mut self, site: u32, private: bool) -> Result<(), Halt> {
        if private {
            return Ok(());
        }
        let alone = self.names_alone();
        if self.merging && !alone {
            return Err(Halt::Noticed);
        }
        self.passed += 1;
        self.named |= !alone;
        self.rely_on_name(site);
        Ok(())
    }
}
