//! Accesses to memory: checked, recorded, then done.

use super::noted::change;
use super::object::{Content, Home};
use super::{Machine, Mode};
use crate::fault::{FaultKind, Gap, Halt};
use crate::state::{CHUNK, Chunk};
use std::sync::atomic::Ordering;

/// Bytes that a step holds for each byte of a large object that it touches: the byte, which bits of it are defined,
/// and its part of the list of chunks.
const HELD_FOR_A_BYTE: u64 = 4;

impl Machine<'_> {
    /// Checks that `size` bytes at `address` may be accessed and records the access: the object's
    /// position and the offset in it.
    pub(super) fn locate(
        &mut self,
        address: u64,
        size: u64,
        mode: Mode,
    ) -> Result<(usize, u64), Halt> {
        let write = mode.writes();
        let located = self.object_at(address, write);
        let (position, offset) =
            located.inspect_err(|_| self.check_missing(address, size, mode))?;
        let object = &self.objects[position];
        if object.dead {
            self.check_missing(address, size, mode);
            return Err(FaultKind::OutOfScope { address, write }.into());
        }
        if offset.checked_add(size).is_none_or(|end| end > object.size) {
            return Err(FaultKind::OutOfBounds { address, size, write }.into());
        }
        if write && matches!(object.home, Home::Constant(_)) {
            return Err(FaultKind::WriteToConstant { address }.into());
        }
        if write && !self.may_write(position) {
            return Err(Halt::Unsupported(Gap::IMPURE));
        }
        self.pass(position, address, size, mode)?;
        Ok((position, offset))
    }

    /// Reads up to 16 bytes: value and definedness.
    pub fn read_bits(&mut self, address: u64, size: u64, mode: Mode) -> Result<(u128, u128), Halt> {
        let (object, offset) = self.locate(address, size, mode)?;
        self.let_out_parts(object, offset, size);
        Ok(self.bits_of(object, offset, size as usize))
    }

    pub(super) fn bits_of(&mut self, object: usize, offset: u64, size: usize) -> (u128, u128) {
        match &self.objects[object].content {
            Content::Whole(chunk) => chunk.bits(offset as usize, size),
            Content::Split { .. } if offset % CHUNK + size as u64 <= CHUNK => {
                let chunk = self.chunk_of(object, offset / CHUNK, false);
                chunk.bits((offset % CHUNK) as usize, size)
            }
            _ => {
                let bytes = self.bytes_at(object, offset, size as u64);
                bytes.bits(0, size)
            }
        }
    }

    /// Writes up to 16 bytes.
    pub fn write_bits(
        &mut self,
        address: u64,
        size: u64,
        value: (u128, u128),
        mode: Mode,
    ) -> Result<(), Halt> {
        let (object, offset) = self.locate(address, size, mode)?;
        self.set_bits_of(object, offset, size as usize, value);
        Ok(())
    }

    pub(super) fn set_bits_of(
        &mut self,
        object: usize,
        offset: u64,
        size: usize,
        (value, defined): (u128, u128),
    ) {
        let address = self.objects[object].base + offset;
        if let Content::Whole(chunk) = &mut self.objects[object].content {
            let old = chunk.bits(offset as usize, size);
            chunk.set_bits(offset as usize, size, value, defined);
            let change = change(address, old, chunk.bits(offset as usize, size));
            self.add_written(object, change);
            self.objects[object].dirty = true;
            self.let_out_written(object, offset, size as u64);
            return;
        }
        if offset % CHUNK + size as u64 <= CHUNK && self.is_split(object) {
            let chunk = self.chunk_of(object, offset / CHUNK, true);
            let at = (offset % CHUNK) as usize;
            let old = chunk.bits(at, size);
            chunk.set_bits(at, size, value, defined);
            let new = chunk.bits(at, size);
            self.add_written(object, change(address, old, new));
            self.objects[object].dirty = true;
            self.let_out_written(object, offset, size as u64);
            return;
        }
        let mut bytes = Chunk::undefined(size);
        bytes.set_bits(0, size, value, defined);
        self.set_bytes_at(object, offset, &bytes);
    }

    fn is_split(&self, object: usize) -> bool {
        matches!(self.objects[object].content, Content::Split { .. })
    }

    /// Copies the values of bytes that are loaded or of one chunk. False where they are of several chunks, or
    /// never change.
    pub(super) fn copy_values(&mut self, object: usize, offset: u64, to: &mut [u8]) -> bool {
        let at = (offset % CHUNK) as usize;
        let chunk = match &self.objects[object].content {
            Content::Constant => return false,
            Content::Whole(chunk) => {
                to.copy_from_slice(&chunk.value[offset as usize..][..to.len()]);
                return true;
            }
            Content::Split { .. } if at + to.len() <= CHUNK as usize => {
                self.chunk_of(object, offset / CHUNK, false)
            }
            Content::Split { .. } => return self.copy_over_border(object, offset, to),
        };
        to.copy_from_slice(&chunk.value[at..][..to.len()]);
        true
    }

    /// The same where the bytes begin in one chunk and end in the next.
    fn copy_over_border(&mut self, object: usize, offset: u64, to: &mut [u8]) -> bool {
        let at = (offset % CHUNK) as usize;
        let (first, second) = to.split_at_mut(CHUNK as usize - at);
        first.copy_from_slice(&self.chunk_of(object, offset / CHUNK, false).value[at..]);
        let next = &self.chunk_of(object, offset / CHUNK + 1, false).value;
        second.copy_from_slice(&next[..second.len()]);
        true
    }

    /// Reads, then writes what `update` makes of it, as one access. `update` may decline to write.
    pub fn exchange_bits(
        &mut self,
        address: u64,
        size: u64,
        update: impl FnOnce((u128, u128)) -> Option<(u128, u128)>,
    ) -> Result<(u128, u128), Halt> {
        let (object, offset) = self.locate(address, size, Mode::AtomicWrite)?;
        self.let_out_parts(object, offset, size);
        let old = self.bits_of(object, offset, size as usize);
        if let Some(new) = update(old) {
            self.set_bits_of(object, offset, size as usize, new);
        }
        Ok(old)
    }

    /// Reads any number of bytes.
    pub fn read_bytes(&mut self, address: u64, size: u64, mode: Mode) -> Result<Chunk, Halt> {
        if size == 0 {
            return Ok(Chunk::zero(0));
        }
        let (object, offset) = self.locate(address, size, mode)?;
        self.make_room(size)?;
        self.let_out_parts(object, offset, size);
        Ok(self.bytes_at(object, offset, size))
    }

    /// Gives up where a library function is about to touch more bytes than there is memory for: they count as
    /// held, so that the memory limit is the reason.
    pub fn make_room(&self, size: u64) -> Result<(), Halt> {
        let touched = (u64::from(self.noted.chunks) * CHUNK).saturating_add(size);
        let needed = touched.saturating_mul(HELD_FOR_A_BYTE);
        if needed <= self.vm.options.working {
            return Ok(());
        }
        self.vm.worker_bytes.fetch_max(self.vm.options.working, Ordering::Relaxed);
        Err(Halt::Full)
    }

    /// Writes any number of bytes.
    pub fn write_bytes(&mut self, address: u64, bytes: &Chunk, mode: Mode) -> Result<(), Halt> {
        if bytes.value.is_empty() {
            return Ok(());
        }
        let (object, offset) = self.locate(address, bytes.value.len() as u64, mode)?;
        self.make_room(bytes.value.len() as u64)?;
        self.set_bytes_at(object, offset, bytes);
        Ok(())
    }

    pub(super) fn bytes_at(&mut self, object: usize, offset: u64, size: u64) -> Chunk {
        let mut out = Chunk::zero(size as usize);
        if let Home::Constant(number) = self.objects[object].home {
            self.constant_bytes(number, offset as usize, &mut out);
            return out;
        }
        self.visit_chunks(object, offset, size, false, |chunk, from, to, count| {
            out.value[to..to + count].copy_from_slice(&chunk.value[from..from + count]);
            out.defined[to..to + count].copy_from_slice(&chunk.defined[from..from + count]);
        });
        out
    }

    fn constant_bytes(&self, number: u32, offset: usize, out: &mut Chunk) {
        let init = &self.vm.program.globals[number as usize].init;
        let end = init.value.len().min(offset + out.value.len());
        if offset < end {
            out.value[..end - offset].copy_from_slice(&init.value[offset..end]);
            if !init.defined.is_empty() {
                out.defined[..end - offset].copy_from_slice(&init.defined[offset..end]);
            }
        }
    }

    fn set_bytes_at(&mut self, object: usize, offset: u64, bytes: &Chunk) {
        let size = bytes.value.len() as u64;
        self.visit_chunks(object, offset, size, true, |chunk, to, from, count| {
            chunk.value[to..to + count].copy_from_slice(&bytes.value[from..from + count]);
            chunk.defined[to..to + count].copy_from_slice(&bytes.defined[from..from + count]);
        });
        self.let_out_written(object, offset, size);
    }

    /// Checks that bytes may be written, without writing or recording.
    pub fn check_writable(&mut self, address: u64, size: u64) -> Result<(), Halt> {
        let (touches, events) = (self.noted.touches.len(), self.events.take());
        let located = self.locate(address, size, Mode::Write);
        self.noted.touches.truncate(touches);
        self.events = events;
        located.map(|_| ())
    }
}
