//! Whether a mutex is held where it is believed to guard, read from memory.

use crate::discipline::{Cell, Class, Guard};
use crate::machine::Machine;
use allways_program::holder;
use std::ops::Range;

/// Where a mutex names its owner, whose number is one less, under a mark; 0 when nobody has it.
const OWNER: u64 = 8;

impl Machine<'_> {
    /// Whether a word of a loaded object is believed to be guarded by a mutex that the running thread
    /// does not hold.
    pub(crate) fn audited_without_guard(&mut self, position: usize, words: &Range<u32>) -> bool {
        let (owner, base) = (self.cell_owner(position), self.object(position).base);
        let facts = self.watch.facts.clone();
        let span = Cell { owner, word: words.start }..Cell { owner, word: words.end };
        let mut last = None;
        for (_, fact) in facts.cells.range(span) {
            let Class::Guarded(guard) = fact.class else { continue };
            if last == Some(guard) {
                continue;
            }
            last = Some(guard);
            let mutex = match guard {
                Guard::At(address, cell) if self.audited_elsewhere(address, cell) => return true,
                Guard::At(address, _) => address,
                Guard::Inside(offset) => base + offset,
            };
            let me = u128::from(holder::marked(self.thread_id() + 1));
            let bytes = self.peek(mutex + OWNER, 4);
            if !bytes.is_some_and(|b| b.value.len() == 4 && b.bits(0, 4) == (me, 0xffff_ffff)) {
                return true;
            }
        }
        false
    }

    /// Whether an address leads to something else than the mutex that begins in a cell.
    fn audited_elsewhere(&mut self, address: u64, cell: Cell) -> bool {
        if !self.vm.options.address_reuse {
            return false;
        }
        let Ok((position, offset)) = self.object_at(address, false) else { return true };
        (self.cell_owner(position), offset / 8) != (cell.owner, u64::from(cell.word))
    }
}
