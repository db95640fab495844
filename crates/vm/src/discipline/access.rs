//! Accesses held against the guesses.

use super::learned::{Cell, Class, Guard};
use crate::machine::{Home, Kind, Machine, Touch};
use crate::options::Granularity;

/// Cells looked at one by one in a large access; more are looked up among those that are known.
const FEW: u64 = 512;

impl Machine<'_> {
    /// Whether the running thread may touch bytes without anybody noticing. What does not exist, or
    /// would break a guess, may not.
    pub(crate) fn is_exclusive(&mut self, address: u64, size: u64, write: bool) -> bool {
        let Some((home, base, length)) = self.object_info(address) else { return false };
        let offset = address - base;
        let size = if size == 0 { length - offset } else { size };
        if offset + size > length || (write && self.process.propositions.watch(address, size)) {
            return false;
        }
        if self.granularity == Granularity::Global {
            return self.is_local_variable(home, base);
        }
        if !self.process.shared
            || self.is_sheltered()
            || matches!(home, Home::Constant(_))
            || self.owns(home, base)
        {
            return true;
        }
        let cells = self.known_cells(home, offset, size);
        let count = (offset + size).div_ceil(8) - offset / 8;
        let kept =
            |machine: &mut Self, class| class != Class::Free && machine.fits(class, base, write);
        cells.len() as u64 == count && cells.into_iter().all(|(_, class)| kept(self, class))
    }

    /// Whether an object is a local variable of the running thread whose address never leaves its
    /// function.
    fn is_local_variable(&mut self, home: Home, base: u64) -> bool {
        let Home::Thread { thread, key } = home else { return false };
        let (site, _) = self.vm.space.site_and_index(key);
        thread == self.thread_id()
            && self.vm.is_private(site)
            && self.kind_at(base) == Some(Kind::Stack)
    }

    /// Whether the object at an address is the running thread's own, of that kind.
    pub(crate) fn is_own(&mut self, address: u64, kind: Kind) -> bool {
        let Some((home, base, size)) = self.object_info(address) else { return false };
        base == address
            && self.kind_at(address) == Some(kind)
            && self.owns(home, base)
            && !self.process.propositions.watch(base, size)
    }

    /// Whether the running thread owns an object: it made it and has not let its address out.
    fn owns(&mut self, home: Home, base: u64) -> bool {
        let mine = matches!(home, Home::Thread { thread, .. } if thread == self.thread_id());
        mine && !self.facts.no_ownership && !self.is_escaped(base)
    }

    /// Notes an access and holds it against the guesses.
    pub(crate) fn check_discipline(&mut self, touch: Touch) {
        if !self.process.held.is_empty() && !self.in_lock_operation {
            self.check_owners(touch.address, touch.size);
        }
        if !self.vm.tracks_discipline() || !self.process.shared || self.is_evaluating() {
            return;
        }
        let Some((home, base, _)) = self.object_info(touch.address) else { return };
        if matches!(home, Home::Constant(_)) || self.owns(home, base) {
            return;
        }
        if let Home::Thread { thread, .. } = home
            && thread != self.thread_id()
            && !self.facts.no_ownership
            && !self.is_escaped(base)
        {
            self.vm.learn(|learned| learned.breaks_ownership());
            self.demoted = true;
            return;
        }
        let offset = touch.address - base;
        if self.in_lock_operation {
            return;
        }
        if let Some(held) = &self.seeding {
            let guards = held.guards(self.thread_id(), base);
            return self.learn_access(home, offset, touch, &guards);
        }
        self.check_cells(home, base, offset, touch);
    }

    /// An access to an object that is gone already. Its owner's last accesses may have been merged
    /// with what let the address out, so that it is gone in every state in which others know it:
    /// the access is held against the guesses as if it were there.
    pub(crate) fn check_missing(&mut self, address: u64, size: u64, write: bool) {
        let relied = self.vm.tracks_discipline() && self.process.shared && self.seeding.is_none();
        let Some((name, offset)) = self.vm.space.object_at(address) else { return };
        if !relied || self.is_evaluating() {
            return;
        }
        let (thread, key) = (name.thread, self.vm.space.key(name));
        let touch = Touch { address, size: size.max(1), write, atomic: false };
        self.check_cells(Home::Thread { thread, key }, address - offset, offset, touch);
        if thread != self.thread_id() && !self.facts.no_ownership {
            self.vm.learn(|learned| learned.breaks_ownership());
            self.demoted = true;
        }
    }

    /// While guesses are being made: every access teaches.
    fn learn_access(&mut self, home: Home, offset: u64, touch: Touch, guards: &[Guard]) {
        let me = self.thread_id();
        for cell in self.cells(home, offset, touch.size.min(FEW * 8)) {
            self.vm.learn(|learned| {
                if !learned.saw_first(cell, me, touch.write, guards.to_vec()) {
                    learned.saw(cell, me, touch.write, |g| guards.contains(&g));
                }
            });
        }
    }

    /// While guesses are relied on: an access that does not fit ends the round.
    fn check_cells(&mut self, home: Home, base: u64, offset: u64, touch: Touch) {
        let me = self.thread_id();
        for (cell, class) in self.known_cells(home, offset, touch.size) {
            if !self.fits(class, base, touch.write) {
                let candidates = self.vm.learn(|learned| learned.guards(cell));
                let held: Vec<Guard> =
                    candidates.into_iter().filter(|&guard| self.holds(guard, base)).collect();
                self.vm.learn(|learned| {
                    learned.saw(cell, me, touch.write, |g| held.contains(&g));
                });
                self.demoted = true;
            }
        }
        let locks = self.cells(home, offset, touch.size.min(FEW * 8));
        let vm = self.vm;
        if !self.facts.polled && vm.learn(|l| locks.iter().any(|&c| l.is_lock(c))) {
            vm.learn(|learned| learned.polls());
            self.demoted = true;
        }
    }

    /// Whether an access fits a guess.
    fn fits(&mut self, class: Class, base: u64, write: bool) -> bool {
        match class {
            Class::Of(thread) => thread == self.thread_id(),
            Class::ReadOnly => !write,
            Class::Guarded(guard) => self.holds(guard, base),
            Class::Free => true,
        }
    }

    /// Whether the running thread holds a mutex.
    fn holds(&mut self, guard: Guard, base: u64) -> bool {
        let address = match guard {
            Guard::At(address) => address,
            Guard::Inside(offset) => base + offset,
        };
        self.owner_of_lock(address) == Some(self.thread_id())
    }

    /// The thread that holds the mutex at an address, as glibc notes it there.
    pub(crate) fn owner_of_lock(&mut self, address: u64) -> Option<u32> {
        let bytes = self.peek(address.wrapping_add(8), 4)?;
        if bytes.value.len() != 4 {
            return None;
        }
        let (owner, defined) = bytes.bits(0, 4);
        (defined == u32::MAX.into()).then_some(owner as u32)?.checked_sub(1)
    }

    /// A mutex is released.
    pub(crate) fn note_release(&mut self, address: u64) {
        if !self.vm.tracks_discipline() || !self.process.shared {
            return;
        }
        if let Some((home, base, _)) = self.object_info(address) {
            let cells = self.cells(home, address - base, 24);
            let vm = self.vm;
            vm.learn(|learned| cells.into_iter().for_each(|c| learned.released(c)));
            self.contradicted();
        }
    }

    /// Somebody looks at a mutex without waiting for it.
    pub(crate) fn note_poll(&mut self) {
        if self.vm.tracks_discipline() && self.process.shared {
            self.vm.learn(|learned| learned.polls());
            self.contradicted();
        }
    }

    /// Somebody locks a mutex or joins a thread, and waits if it must.
    pub(crate) fn note_wait(&mut self) {
        if self.is_inside() && self.vm.tracks_discipline() && self.process.shared {
            self.vm.learn(|learned| learned.waits_inside());
            self.contradicted();
        }
    }

    /// A thread is started.
    pub(crate) fn note_start(&mut self) {
        if self.vm.tracks_discipline() && self.thread_id() != 0 {
            self.vm.learn(|learned| learned.nests());
            self.contradicted();
        }
    }

    /// An object is freed.
    pub(crate) fn note_free(&mut self, base: u64) {
        if !self.vm.tracks_discipline() || !self.process.shared {
            return;
        }
        if let Some((home @ Home::Thread { key, .. }, _, _)) = self.object_info(base)
            && !self.owns(home, base)
        {
            let (site, _) = self.vm.space.site_and_index(key);
            if self.vm.learn(|l| l.recycles(site)) && !self.facts.recycled.contains(&site) {
                self.demoted = self.seeding.is_none();
            }
        }
    }

    fn contradicted(&mut self) {
        if self.seeding.is_none() && self.vm.learn(|l| l.contradicts(&self.facts)) {
            self.demoted = true;
        }
    }

    fn owner_number(&self, home: Home) -> u32 {
        match home {
            Home::Global(number) | Home::Constant(number) => number,
            Home::Thread { key, .. } => Cell::SITES + self.vm.space.site_and_index(key).0,
        }
    }

    fn cells(&self, home: Home, offset: u64, size: u64) -> Vec<Cell> {
        let owner = self.owner_number(home);
        let words = offset / 8..(offset + size.max(1)).div_ceil(8);
        words.map(|word| Cell { owner, word: word as u32 }).collect()
    }

    /// The cells of a range about which there is a guess.
    fn known_cells(&self, home: Home, offset: u64, size: u64) -> Vec<(Cell, Class)> {
        let owner = self.owner_number(home);
        let (first, end) = (offset / 8, (offset + size.max(1)).div_ceil(8));
        let guess = |word: u64| {
            let cell = Cell { owner, word: word as u32 };
            self.facts.cells.get(&cell).map(|&class| (cell, class))
        };
        if end - first <= FEW {
            return (first..end).filter_map(guess).collect();
        }
        let inside = |c: &Cell| c.owner == owner && (first..end).contains(&u64::from(c.word));
        self.facts.cells.iter().filter(|(c, _)| inside(c)).map(|(c, k)| (*c, *k)).collect()
    }
}
