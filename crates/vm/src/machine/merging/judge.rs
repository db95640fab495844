//! Whether a touch can go unnoticed: exclusive access, and why.

use crate::discipline::{Cell, Class, Facts, Guard};
use crate::effects::Merges;
use crate::machine::{Home, Kind, Machine, Mode, Touch};
use crate::options::Granularity;
use crate::rules::Rule;
use allways_program::holder;

/// Why nobody else can notice a touch.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    /// No other thread exists, or none can move, or the object never changes.
    Nobody,
    /// The thread made the object and has not let it out.
    Owner,
    /// Everybody keeps the discipline that is guessed of the cells.
    Cells,
    /// A mutex is released that nobody looks at without waiting for it.
    Release,
}

impl Machine<'_> {
    /// Why the running thread may touch bytes of a loaded object without anybody noticing, judged in the
    /// state before the touch. `None` when somebody might.
    pub(crate) fn exclusive(&mut self, position: usize, touch: Touch) -> Option<Reason> {
        let (address, size) = (touch.address, touch.size);
        if touch.write && self.is_watched(position, touch) {
            return None;
        }
        let (home, base) = (self.object(position).home, self.object(position).base);
        if self.granularity == Granularity::Global {
            return self.is_local_variable(position).then_some(Reason::Nobody);
        }
        if !self.process.shared || self.is_sheltered() || matches!(home, Home::Constant(_)) {
            return Some(Reason::Nobody);
        }
        // Put off behind the joins that follow, it comes too late for those who could get the address again.
        let late = touch.mode == Mode::Free && self.noted.joining && self.vm.options.address_reuse;
        if late && !self.vm.breaks(Rule::LateFrees) {
            return None;
        }
        if self.owns(position) {
            return Some(Reason::Owner);
        }
        match touch.mode {
            Mode::Lock if self.releases_quietly(position, touch) => Some(Reason::Release),
            Mode::Lock | Mode::Look | Mode::Initialise | Mode::Free => None,
            Mode::Scope if self.vm.breaks(Rule::ScopeRange) => {
                self.keeps_discipline(position, address - base, 1, true).then_some(Reason::Cells)
            }
            Mode::Scope => None,
            Mode::Read | Mode::Write | Mode::AtomicRead | Mode::AtomicWrite => {
                let kept = self.keeps_discipline(position, address - base, size, touch.write);
                kept.then_some(Reason::Cells)
            }
        }
    }

    /// Whether a proposition or invariant reads bytes, now or in some other state.
    fn is_watched(&self, position: usize, touch: Touch) -> bool {
        if self.process.propositions.bindings.is_empty() && self.watch.facts.evaluated.is_empty() {
            return false;
        }
        let words = Cell::words(touch.address - self.object(position).base, touch.size);
        self.process.propositions.watch(touch.address, touch.size)
            || Facts::meets(&self.watch.facts.evaluated, self.cell_owner(position), &words)
    }

    /// Whether an object is a local variable of the running thread whose address never leaves its
    /// function.
    fn is_local_variable(&self, position: usize) -> bool {
        let object = self.object(position);
        object.owner == self.thread_id()
            && object.kind == Kind::Stack
            && self.vm.is_private(object.site)
    }

    /// Whether the running thread owns an object: it made it and has not let its address out.
    pub(crate) fn owns(&self, position: usize) -> bool {
        let object = self.object(position);
        object.owner == self.thread_id()
            && matches!(object.home, Home::Thread { .. })
            && !object.escaped
            && !self.watch.facts.nothing
            && !self.watch.facts.unowned.contains(&object.site)
    }

    /// Whether there is a guess about every cell of a range, and the running thread may touch each without
    /// anybody noticing.
    fn keeps_discipline(&mut self, position: usize, offset: u64, size: u64, write: bool) -> bool {
        let (owner, base) = (self.cell_owner(position), self.object(position).base);
        let facts = self.watch.facts.clone();
        let words = Cell::words(offset, size);
        let mut known = 0;
        for (_, fact) in facts.cells.range(Cell::span(owner, &words)) {
            if fact.class == Class::Free || !self.fits(fact.class, base, write) {
                return false;
            }
            known += 1;
        }
        known == words.end - words.start
    }

    /// Whether a touch fits a guess.
    pub(crate) fn fits(&mut self, class: Class, base: u64, write: bool) -> bool {
        match class {
            Class::Of(thread) => thread == self.thread_id(),
            Class::ReadOnly => !write,
            Class::Guarded(guard) => self.holds(guard, base),
            Class::Free => true,
        }
    }

    /// Whether the running thread holds a mutex.
    pub(crate) fn holds(&mut self, guard: Guard, base: u64) -> bool {
        let address = match guard {
            // Another object may lie there now, of which nothing is known.
            Guard::At(address, cell) if !self.is_cell_at(address, cell) => return false,
            Guard::At(address, _) => address,
            Guard::Inside(offset) => base + offset,
        };
        self.owner_of_lock(address) == Some(self.thread_id())
    }

    /// Whether an address is still one in a cell.
    fn is_cell_at(&mut self, address: u64, cell: Cell) -> bool {
        !self.vm.options.address_reuse
            || self.vm.breaks(Rule::ReusedGuards)
            || self.taken(address).is_some_and(|it| it.cell == cell)
    }

    /// The thread that holds the mutex at an address, as its operations note it there.
    pub(crate) fn owner_of_lock(&mut self, address: u64) -> Option<u32> {
        let bytes = self.peek(address.wrapping_add(8), 4)?;
        if bytes.value.len() != 4 {
            return None;
        }
        let (owner, defined) = bytes.bits(0, 4);
        let owner = (defined == u32::MAX.into()).then_some(owner as u32)?;
        holder::unmarked(owner)?.checked_sub(1)
    }

    /// Whether the mutex at an address is being released and nobody can notice when, but by waiting for it.
    /// Whoever waits must be seen to wait: see docs/internals/reductions.md.
    fn releases_quietly(&mut self, position: usize, touch: Touch) -> bool {
        let options = &self.vm.options;
        let kept = self.watch.facts.nothing || self.watch.facts.waits_inside || self.noted.joining;
        if self.merge.calling != Some(Merges::Release) || kept || options.fair || options.bounded {
            return false;
        }
        let (owner, base) = (self.cell_owner(position), self.object(position).base);
        let words = Cell::words(touch.address - base, touch.size);
        !Facts::meets(&self.watch.facts.watched, owner, &words)
    }

    /// Whether nobody can notice when something is named: nobody else exists, or names do not matter. That
    /// is so where no name is given twice, and where nobody looks at addresses as numbers.
    pub(crate) fn names_alone(&self) -> bool {
        self.granularity == Granularity::Full && !self.steps_plainly()
    }

    /// Whether everything that a thread does may matter to others, because names do.
    pub(crate) fn steps_plainly(&self) -> bool {
        self.process.shared && self.watch.facts.names_matter
    }

    /// Whether nobody else can move where the running thread is, because it is in an atomic section.
    /// With fairness it counts that they cannot.
    pub(crate) fn is_sheltered(&mut self) -> bool {
        self.granularity == Granularity::Full && !self.vm.options.fair && self.is_inside()
    }

    /// The number under which the cells of an object are known.
    pub(crate) fn cell_owner(&self, position: usize) -> u32 {
        let object = self.object(position);
        match object.home {
            Home::Global(number) | Home::Constant(number) => number,
            Home::Thread { .. } => Cell::SITES + object.site,
        }
    }
}
