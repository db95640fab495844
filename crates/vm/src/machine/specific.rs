//! Thread-specific values: a small object for each key whose value is not null. Nobody else sees
//! it, so that accesses to it are not recorded.

use super::{ExtraSite, Machine};
use crate::fault::Halt;
use crate::value::word::{Word, mask};
use allways_program::Bytes;
use allways_program::address::ObjectName;

impl Machine<'_> {
    /// The running thread's value of a key.
    pub fn specific(&mut self, key: u64) -> Word {
        let unit = self.vm.pointer_bytes();
        let Some(object) = self.specific_object(self.thread_id(), key) else { return Word::ZERO };
        let (value, defined) = self.bits_of(object, 0, unit as usize);
        let bits = mask(unit as u32 * 8);
        Word { value: value as u64 & bits, defined: defined as u64 | !bits }
    }

    /// Sets the running thread's value of a key.
    pub fn set_specific(&mut self, key: u64, value: Word) -> Result<(), Halt> {
        let thread = self.thread_id();
        if value == Word::ZERO {
            self.forget_specific(thread, key);
            return Ok(());
        }
        let unit = self.vm.pointer_bytes();
        let site = self.vm.extra_site(ExtraSite::Specific);
        self.thread_object((site, key), unit, unit, |machine| {
            machine.initial_content(&Bytes::default(), unit)
        })?;
        if let Some(object) = self.specific_object(thread, key) {
            let value = (value.value.into(), value.defined.into());
            self.set_bits_of(object, 0, unit as usize, value);
        }
        Ok(())
    }

    /// Forgets every thread's value of a key.
    pub fn clear_specific(&mut self, key: u64) {
        self.noted.whole = true;
        for thread in self.thread_numbers() {
            self.forget_specific(thread, key);
        }
    }

    fn forget_specific(&mut self, thread: u32, key: u64) {
        if let Some(object) = self.specific_object(thread, key) {
            self.objects[object].gone = true;
            self.objects[object].dirty = true;
        }
    }

    /// The object that holds a thread's value of a key, if it is not null.
    fn specific_object(&mut self, thread: u32, key: u64) -> Option<usize> {
        let unit = self.vm.pointer_bytes();
        let class = self.vm.space.class_for(unit, unit)?;
        let site = self.vm.space.site_for(self.vm.extra_site(ExtraSite::Specific), class);
        let base = self.vm.space.base(ObjectName { thread, site, index: key, class })?;
        self.object_at(base, false).ok().map(|(object, _)| object)
    }
}
