//! The gate: whatever an operation touches is recorded here, once, with its full range and kind.
//!
//! The same record decides whether an operation may stand in the middle of a step, whether it races,
//! whether it breaks a guess, and it is what the audit reads. Nothing says in advance what an
//! operation will touch: it is run, and judged at the gate. One that others could notice does not
//! pass ([`Halt::Noticed`]) and is undone.

use super::{Machine, Mode, Touch};
use crate::fault::Halt;
use crate::options::Granularity;
use crate::rules::Rule;
use allways_space::Property;

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
        // Also when merged operations are made again: races look at this record, not at the first.
        touch.sheltered =
            (self.merge.on || self.merge.behind) && !self.is_evaluating() && self.is_sheltered();
        if !self.vm.ignored.is_empty() {
            touch.ignored = self.vm.ignored.line(self.position(), Property::Race);
        }
        if self.merge.on && !self.is_evaluating() {
            let reason = self.exclusive(position, touch).ok_or(Halt::Noticed)?;
            self.rely_on(position, touch, reason);
        }
        self.merge.passed += 1;
        // Who meets an object that is born again breaks a guess, but in a section there is none.
        let sheltered = touch.sheltered && !self.vm.breaks(Rule::BornAgain);
        let recorded = !self.objects[position].reborn || sheltered;
        // What a thread goes on to do meets nobody where nobody else exists.
        let meets = self.process.shared || !self.merge.behind || self.is_evaluating();
        if meets && recorded && !self.noted.touches.iter().any(|t| t.covers(touch)) {
            self.noted.touches.push(touch);
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
        if self.merge.on && !alone {
            return Err(Halt::Noticed);
        }
        self.merge.passed += 1;
        self.noted.named |= !alone;
        Ok(())
    }

    /// Lets the running operation give a new object of a site and class the first name that is free. `private`: no
    /// word but those of its own frame ever mentions such an object.
    pub(super) fn pass_name(&mut self, site: u32, class: u32, private: bool) -> Result<(), Halt> {
        if private {
            return Ok(());
        }
        let alone = self.names_alone();
        if self.merge.on && !alone {
            return Err(Halt::Noticed);
        }
        self.merge.passed += 1;
        self.noted.named |= !alone;
        self.rely_on_name(site, class);
        Ok(())
    }
}
