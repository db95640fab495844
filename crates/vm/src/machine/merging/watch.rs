//! Everything that is touched, held against what the round believes. What does not fit is a lesson.

use super::judge::Reason;
use crate::audit::{Entered, Thing};
use crate::discipline::{Cell, Class, Guard, Lesson, THREADS, Taken};
use crate::machine::{Home, Machine, Mode, Touch};
use crate::rules::Rule;
use allways_program::address::ObjectName;
use allways_program::holder;
use allways_space::Property;
use std::ops::Range;

/// Cells of one access that are learned from while first guesses are made.
const FEW: u32 = 512;

impl Machine<'_> {
    /// Whether touches are held against guesses, and lessons are kept: not where an execution is only
    /// followed that is known to be real.
    fn is_watching(&self) -> bool {
        self.watch.watching && !self.is_evaluating()
    }

    /// Keeps a lesson: the round ends.
    pub(crate) fn teach(&mut self, lesson: Lesson) {
        if !self.is_evaluating() {
            self.teach_anywhere(lesson);
        }
    }

    /// The same for what an invariant does, too.
    pub(crate) fn teach_anywhere(&mut self, lesson: Lesson) {
        // The smaller reductions rely on nothing but names.
        let matters = self.vm.tracks_discipline() || lesson == Lesson::NamesMatter;
        if self.watch.watching && matters {
            self.watch.demoted |= self.watch.seeding.is_none();
            self.keep(lesson);
        }
    }

    /// Keeps a lesson for the next round, if there will be one.
    fn keep(&mut self, lesson: Lesson) {
        self.watch.lessons.insert(lesson);
    }

    /// Notes a touch and holds it against the guesses.
    pub(crate) fn hold_against_guesses(&mut self, position: usize, touch: Touch) {
        if !self.process.held.is_empty() && !touch.mode.is_lock_operation() {
            self.check_owners(touch.address, touch.size);
        }
        if !self.watch.watching || matches!(self.object(position).home, Home::Constant(_)) {
            return;
        }
        let owner = self.cell_owner(position);
        let words = Cell::words(touch.address - self.object(position).base, touch.size);
        self.check_numbers_in(owner, &words, touch);
        self.check_parts_of_numbers(position, touch);
        if !self.is_watching() || !self.process.shared {
            return;
        }
        if self.vm.tracks_discipline() && self.owns(position) {
            if touch.mode.is_lock_operation() {
                words.for_each(|word| self.watch.ledger.note_number(Cell { owner, word }));
            }
            return;
        }
        self.check_owner(position);
        self.enter_touch(position, &words, touch);
        if touch.mode.is_lock_operation() {
            self.check_lock(owner, &words, touch.mode);
            return;
        }
        self.check_cells(position, &words, touch);
        self.check_locks_in(owner, &words, touch);
    }

    /// Who reads bytes in which a lock says who holds it sees a thread's number, whosever the lock is and
    /// whoever else exists. Locks that are no mutexes are only written to by their own operations.
    fn check_numbers_in(&mut self, owner: u32, words: &Range<u32>, touch: Touch) {
        let reads = match touch.mode {
            Mode::Read | Mode::AtomicRead => true,
            // Plain writes, the ends of scopes and of objects look at no byte; an exchange does.
            Mode::Write | Mode::Initialise | Mode::Scope | Mode::Free => false,
            Mode::AtomicWrite if self.vm.breaks(Rule::Exchanges) => false,
            Mode::AtomicWrite | Mode::Lock | Mode::Look => self.merge.calling.is_none(),
        };
        if reads && !self.vm.breaks(Rule::Numbers) && self.watch.ledger.tells_number(owner, words) {
            self.observe_address();
        }
    }

    /// A part of a number that is replaced leaves the mark beside it, under which another number stands then.
    fn check_parts_of_numbers(&mut self, position: usize, touch: Touch) {
        let owner = self.cell_owner(position);
        let mut parts = self.ragged_words(position, touch).into_iter().flatten();
        let tells = parts.any(|word| self.watch.ledger.tells_number(owner, &(word..word + 1)));
        if tells && !self.vm.breaks(Rule::PartsOfNumbers) {
            self.observe_address();
        }
    }

    /// The words at the ends of a write of which a part is left.
    fn ragged_words(&self, position: usize, touch: Touch) -> [Option<u32>; 2] {
        let base = self.object(position).base;
        touch.ragged_ends().map(|end| end.map(|at| Cell::words(at - base, 1).start))
    }

    /// The number that an operation of a lock finds in it, without its mark. A number without one was made by
    /// hand: which thread has it depends on the names that threads got.
    pub(crate) fn number_in_lock(&mut self, value: u32) -> u32 {
        if holder::unmarked(value).is_none() && !self.vm.breaks(Rule::MadeNumbers) {
            self.observe_address();
        }
        holder::number(value)
    }

    /// A lock that is no mutex says at an address who holds it.
    pub(crate) fn show_number(&mut self, address: u64) {
        if !self.is_watching() || !self.process.shared {
            return;
        }
        let Ok((position, offset)) = self.object_at(address, false) else { return };
        let (owner, words) = (self.cell_owner(position), Cell::words(offset, 4));
        self.watch.ledger.note_number(Cell { owner, word: words.start });
        self.check_number_seen(self.watch.ledger.touched_otherwise(owner, &words).read);
    }

    /// The number of a thread is written where somebody may have `read` it.
    fn check_number_seen(&mut self, read: bool) {
        if read && !self.vm.breaks(Rule::Numbers) {
            self.observe_address();
        }
    }

    /// Notes a touch in the ledger, for the audit.
    fn enter_touch(&mut self, position: usize, words: &Range<u32>, touch: Touch) {
        let unguarded = self.audited_without_guard(position, words);
        let object = self.object(position);
        let home = matches!(object.home, Home::Thread { .. });
        let entered = Entered {
            owner: self.cell_owner(position),
            words: words.clone(),
            mode: touch.mode,
            thread: self.thread_id(),
            ragged: self.ragged_words(position, touch),
            trespasses: home && object.owner != self.thread_id() && !object.escaped,
            unguarded,
        };
        self.watch.ledger.enter(&entered);
    }

    /// An access by another to an object that is not out.
    fn check_owner(&mut self, position: usize) {
        let object = self.object(position);
        let foreign =
            object.owner != self.thread_id() && matches!(object.home, Home::Thread { .. });
        let site = object.site;
        if foreign
            && !object.escaped
            && !self.vm.breaks(Rule::Ownership)
            && !self.watch.facts.unowned.contains(&site)
        {
            self.teach(Lesson::Unowned(site));
        }
    }

    /// Somebody lets an object out that another made and has not let out.
    pub(crate) fn check_let_out(&mut self, position: usize) {
        if self.is_watching() && self.process.shared {
            let object = self.object(position);
            let site = object.site;
            if object.owner != self.thread_id() {
                self.watch.ledger.note(Thing::LetOutByOther(site));
                if !self.vm.breaks(Rule::LettingOut) && !self.watch.facts.unowned.contains(&site) {
                    self.teach(Lesson::Unowned(site));
                }
            }
        }
    }

    /// A touch of cells about which there are guesses; without guesses, the first are made of it.
    fn check_cells(&mut self, position: usize, words: &Range<u32>, touch: Touch) {
        let (owner, base) = (self.cell_owner(position), self.object(position).base);
        if let Some(held) = &self.watch.seeding {
            let guards = held.guards(self.thread_id(), base);
            let thread = self.thread_id();
            for word in words.start..words.end.min(words.start + FEW) {
                let (cell, write, guards) = (Cell { owner, word }, touch.write, guards.clone());
                self.keep(Lesson::Access { cell, thread, write, guards });
            }
            return;
        }
        if self.vm.breaks(Rule::Cells) {
            return;
        }
        let facts = self.watch.facts.clone();
        for (&cell, fact) in facts.cells.range(Cell::span(owner, words)) {
            if !self.fits(fact.class, base, touch.write) {
                let candidates = fact.candidates.iter().copied();
                let guards: Vec<Guard> = candidates.filter(|&g| self.holds(g, base)).collect();
                let (thread, write) = (self.thread_id(), touch.write);
                self.teach(Lesson::Access { cell, thread, write, guards });
            }
        }
    }

    /// A mutex is worked on by its operations: nobody may touch its bytes otherwise, as far as that is known.
    fn check_lock(&mut self, owner: u32, words: &Range<u32>, mode: Mode) {
        let first = Cell { owner, word: words.start };
        if mode == Mode::Look {
            self.watch_lock(first);
        }
        if self.vm.breaks(Rule::RawMutex) {
            return;
        }
        let seen = self.watch.ledger.touched_otherwise(owner, words);
        let touched = if self.vm.breaks(Rule::Discovery) { Default::default() } else { seen };
        if touched.read || touched.written || self.is_guessed(owner, words) {
            self.watch_lock(first);
        }
        self.check_number_seen(touched.read);
        let trusts = self.vm.breaks(Rule::GuardBytes);
        if touched.written && !trusts && !self.watch.facts.overwritten.contains(&first) {
            self.teach(Lesson::Overwritten(first));
        }
        if touched.ended && !self.watch.facts.ended.contains(&first) {
            self.teach(Lesson::Ended(first));
        }
    }

    /// Whether something is guessed about cells.
    fn is_guessed(&self, owner: u32, words: &Range<u32>) -> bool {
        let mut guessed = self.watch.facts.cells.range(Cell::span(owner, words));
        self.watch.seeding.is_none() && guessed.any(|(_, fact)| fact.class != Class::Free)
    }

    fn watch_lock(&mut self, cell: Cell) {
        if !self.watch.facts.watched.contains(&cell) {
            self.teach(Lesson::Watched(cell));
        }
    }

    /// Bytes are touched otherwise than by a mutex's operations: those that are mutexes may be watched.
    fn check_locks_in(&mut self, owner: u32, words: &Range<u32>, touch: Touch) {
        if self.vm.breaks(Rule::RawMutex) || self.vm.breaks(Rule::Discovery) {
            return;
        }
        let mut locks = self.watch.ledger.locks_in(owner, words);
        if self.vm.breaks(Rule::LargeObjects) {
            locks.retain(|cell| cell.word < words.start + FEW);
        }
        for cell in locks {
            self.watch_lock(cell);
            let (known, lesson) = match touch.mode {
                Mode::Free | Mode::Scope => (&self.watch.facts.ended, Lesson::Ended(cell)),
                _ => (&self.watch.facts.overwritten, Lesson::Overwritten(cell)),
            };
            if touch.write && !self.vm.breaks(Rule::GuardBytes) && !known.contains(&cell) {
                self.teach(lesson);
            }
        }
    }

    /// An object ends and its name is free again. Which name the next one gets depends on others, if they
    /// mention the address in whatever form; that counts also where nobody else exists yet.
    pub(crate) fn check_end_of_name(&mut self, position: usize) {
        let site = self.object(position).site;
        self.check_name_again(site);
    }

    /// A name of a site may be given again, or is mentioned before it is given.
    pub(crate) fn check_name_again(&mut self, site: u32) {
        if self.is_watching() {
            self.watch.ledger.note(Thing::Recycled(site));
            self.check_names(&[site]);
        }
    }

    /// A thread is gone, and its number is free again for others that may still mention it.
    pub(crate) fn check_end_of_number(&mut self) {
        self.check_name_again(THREADS);
    }

    /// A new object of a site and class, or a thread, is named.
    pub(crate) fn rely_on_name(&mut self, site: u32, class: u32) {
        if self.is_watching() && self.process.shared {
            self.watch.ledger.note(Thing::NameRelied(site));
            if self.vm.is_spelt_out(self.thread_id(), site, class) {
                self.observe_address();
            }
            self.check_names(&[site]);
        }
    }

    /// An object gets a name.
    pub(crate) fn check_given(&mut self, name: ObjectName) {
        if self.is_watching() && self.process.shared && self.vm.spelt_out.comes_near(name) {
            self.observe_address();
        }
    }

    /// An address is looked at as a number.
    pub(crate) fn observe_address(&mut self) {
        if self.watch.watching && !self.watch.ledger.is_observed() {
            self.watch.ledger.note(Thing::Observed);
            let sites = self.watch.ledger.named_sites();
            self.check_names(&sites);
        }
    }

    /// Names of sites depend on others where objects ended after they were out, and it matters where
    /// addresses are looked at as numbers. What nothing points to may point to something as a number.
    fn check_names(&mut self, sites: &[u32]) {
        let leaks = self.vm.options.properties.contains(Property::Leak);
        let dependent = |site: &u32| {
            self.watch.ledger.is_recycled(*site) && self.watch.ledger.relies_on_name(*site)
        };
        let matter = self.watch.ledger.is_observed() && (leaks || sites.iter().any(dependent));
        if matter && !self.watch.facts.names_matter && !self.vm.breaks(Rule::Names) {
            self.teach_anywhere(Lesson::NamesMatter);
        }
    }

    /// A proposition or invariant was evaluated and read bytes.
    pub(crate) fn check_evaluation(&mut self, reads: &[(u64, u64)]) {
        for &(address, size) in reads {
            let Ok((position, offset)) = self.object_at(address, false) else { continue };
            let owner = self.cell_owner(position);
            for word in Cell::words(offset, size) {
                let cell = Cell { owner, word };
                if !self.watch.facts.evaluated.contains(&cell) {
                    self.teach_anywhere(Lesson::Evaluated(cell));
                }
            }
        }
    }

    /// A touch stands in the middle of a step, for a reason.
    pub(crate) fn rely_on(&mut self, position: usize, touch: Touch, reason: Reason) {
        if !self.is_watching() || reason == Reason::Nobody {
            return;
        }
        let offset = touch.address - self.object(position).base;
        match reason {
            Reason::Nobody => {}
            Reason::Owner => {
                let object = self.object(position);
                let (site, reused) = (object.site, self.is_reused(object));
                self.watch.ledger.note(Thing::OwnerRelied(site));
                if reused {
                    self.watch.ledger.note(Thing::ReusedOwned(site));
                }
            }
            Reason::Cells => {
                let words = Cell::words(offset, touch.size);
                self.watch.ledger.rely_on_cells(self.cell_owner(position), &words);
            }
            Reason::Release => {
                let word = Cell::words(offset, 1).start;
                let cell = Cell { owner: self.cell_owner(position), word };
                self.watch.ledger.note(Thing::ReleaseRelied(cell));
            }
        }
    }

    /// An access to an object that is gone already. Its owner's last accesses may have been merged
    /// with what let the address out, so that it is gone in every state in which others know it:
    /// the access is held against the guesses as if it were there.
    pub(crate) fn check_missing(&mut self, address: u64, size: u64, mode: Mode) {
        // Where others could bring it back, as a scope that begins again does, the order matters.
        self.noted.touches.push(Touch::new(address, size.max(1), mode));
        if !self.is_watching() || !self.process.shared || self.watch.seeding.is_some() {
            return;
        }
        let Some((name, offset)) = self.vm.space.object_at(address) else { return };
        let owner = Cell::SITES + name.site;
        let words = Cell::words(offset, size);
        let facts = self.watch.facts.clone();
        for (&cell, fact) in facts.cells.range(Cell::span(owner, &words)) {
            if !self.fits(fact.class, address - offset, mode.writes()) {
                let (thread, write, guards) = (self.thread_id(), mode.writes(), Vec::new());
                self.teach(Lesson::Access { cell, thread, write, guards });
            }
        }
        // It may have belonged to another than its name says.
        if !facts.unowned.contains(&name.site) {
            self.teach(Lesson::Unowned(name.site));
        }
    }

    /// Somebody locks a mutex or joins a thread, and waits if it must.
    pub(crate) fn note_wait(&mut self) {
        if self.is_inside() && self.process.shared && !self.watch.facts.waits_inside {
            self.teach(Lesson::WaitsInside);
        }
    }

    /// A thread is started.
    pub(crate) fn note_start(&mut self) {
        if self.thread_id() != 0 && self.vm.tracks_discipline() && !self.watch.facts.nested {
            self.teach(Lesson::Nested);
        }
    }

    /// Somebody tells whether a thread has ended, other than by waiting for its end.
    pub(crate) fn note_look_at_end(&mut self) {
        if !self.is_watching() || !self.process.shared {
            return;
        }
        self.watch.ledger.note(Thing::EndSeen);
        if !self.vm.breaks(Rule::Ends) && !self.watch.facts.ends_seen {
            self.teach(Lesson::EndSeen);
        }
    }

    /// The end of a thread, or a join, stands in the middle of a step.
    pub(crate) fn rely_on_end(&mut self) {
        if self.is_watching() {
            self.watch.ledger.note(Thing::EndRelied);
        }
    }

    /// A mutex that is taken, while first guesses are made.
    pub(crate) fn taken(&mut self, address: u64) -> Option<Taken> {
        let (position, offset) = self.object_at(address, false).ok()?;
        let word = Cell::words(offset, 1).start;
        let cell = Cell { owner: self.cell_owner(position), word };
        Some(Taken { address, cell, base: self.object(position).base })
    }
}
