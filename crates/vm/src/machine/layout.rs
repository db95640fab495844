//! Values in memory: scalars, and aggregates leaf by leaf.

use super::{Home, Machine, Mode};
use crate::fault::Halt;
use crate::state::Chunk;
use crate::value::word::{Wide, wide_mask};
use allways_program::{Access, Layout, Operand, Part, Slot};

impl Machine<'_> {
    /// Reads a value into slots.
    pub(super) fn load_value(
        &mut self,
        dst: Slot,
        address: u64,
        access: Access,
    ) -> Result<(), Halt> {
        let mode = if self.vm.touches_atomically(access) { Mode::AtomicRead } else { Mode::Read };
        if access.scalar > 0 {
            let (value, defined) = self.read_bits(address, access.size.into(), mode)?;
            self.see_wide(address, access.size.into());
            let word = Wide { value, defined }.canonical(access.scalar.into()).low();
            self.set(dst, word);
            return Ok(());
        }
        let bytes = self.read_bytes(address, access.size.into(), mode)?;
        let vm = self.vm;
        let layout = &vm.program.layouts[access.layout as usize];
        self.see_split(&bytes, layout);
        self.unpack(dst, &bytes, layout);
        Ok(())
    }

    /// Writes a value from slots.
    pub(super) fn store_value(
        &mut self,
        src: Operand,
        address: u64,
        access: Access,
    ) -> Result<(), Halt> {
        let mode = if self.vm.touches_atomically(access) { Mode::AtomicWrite } else { Mode::Write };
        if access.scalar > 0 {
            let word = Wide::from_word(self.word(src));
            if access.repeats && self.has_value(address, access.size, word)? {
                return Ok(());
            }
            return self.write_bits(address, access.size.into(), (word.value, word.defined), mode);
        }
        let vm = self.vm;
        let layout = &vm.program.layouts[access.layout as usize];
        let (object, offset) = self.locate(address, access.size.into(), mode)?;
        let mut bytes = self.bytes_at(object, offset, access.size.into());
        pack(&mut bytes, layout, |part| self.part(src, part));
        self.write_bytes(address, &bytes, mode)
    }

    /// Whether this value is at an address already; looking is a read. Constants cannot be written, not
    /// even so.
    fn has_value(&mut self, address: u64, size: u32, word: Wide) -> Result<bool, Halt> {
        let (object, _) = self.locate(address, size.into(), Mode::Read)?;
        let constant = matches!(self.objects[object].home, Home::Constant(_));
        let held = self.read_bits(address, size.into(), Mode::Read)?;
        self.see_wide(address, size.into());
        let mask = wide_mask(8 * size);
        Ok(!constant && held == (word.value & mask, word.defined & mask))
    }

    /// Reinterprets the bits of a value.
    pub(super) fn bitcast(&mut self, dst: Slot, src: Operand, from: u32, to: u32) {
        let vm = self.vm;
        let (from, to) = (&vm.program.layouts[from as usize], &vm.program.layouts[to as usize]);
        let mut bytes = Chunk::zero(from.size.max(to.size) as usize);
        pack(&mut bytes, from, |part| self.part(src, part));
        for part in words_of(from) {
            // It may go on in lanes.
            self.spell_value(self.part(src, part).value as u64);
        }
        self.unpack(dst, &bytes, to);
    }

    fn unpack(&mut self, dst: Slot, bytes: &Chunk, layout: &Layout) {
        for part in words_of(layout) {
            self.set(dst + u32::from(part.word), extract(bytes, part).low());
        }
    }

    /// A value is read of which slots get parts: an address that is not the whole of one goes on in pieces.
    fn see_split(&mut self, bytes: &Chunk, layout: &Layout) {
        let bits = u32::from(self.vm.program.pointer_bits);
        let whole = |at: usize| {
            let first = 8 * at as u32;
            words_of(layout).any(|part| {
                first >= part.bit
                    && (first - part.bit).is_multiple_of(bits)
                    && first + bits <= part.bit + u32::from(part.bits)
            })
        };
        for (at, address) in self.names_in(&bytes.value) {
            if !whole(at) {
                self.spell_value(address);
            }
        }
    }

    fn part(&self, src: Operand, part: Part) -> Wide {
        Wide::from_word(self.word(src.word(part.word.into())))
    }
}

/// Writes each leaf's bits; bytes of padding stay as they are.
fn pack(bytes: &mut Chunk, layout: &Layout, part_value: impl Fn(Part) -> Wide) {
    for part in words_of(layout) {
        let value = part_value(part);
        let (first, size) = (part.bit as usize / 8, (part.bits as usize).div_ceil(8));
        if part.bit.is_multiple_of(8) && (part.bits.is_multiple_of(8) || !shares_byte(layout, part))
        {
            bytes.set_bits(first, size, value.value, value.defined);
        } else {
            set_bit_by_bit(bytes, part, value);
        }
    }
}

/// The leaves of a layout, those of more than 64 bits word by word.
fn words_of(layout: &Layout) -> impl Iterator<Item = Part> + '_ {
    layout.parts.iter().flat_map(|part| {
        (0..part.bits.div_ceil(64)).map(|word| Part {
            bit: part.bit + 64 * u32::from(word),
            bits: (part.bits - 64 * word).min(64),
            word: part.word + word,
        })
    })
}

fn shares_byte(layout: &Layout, part: Part) -> bool {
    let end = part.bit + u32::from(part.bits);
    layout.parts.iter().any(|p| p.bit >= end && p.bit / 8 == end / 8)
}

fn set_bit_by_bit(bytes: &mut Chunk, part: Part, value: Wide) {
    for i in 0..u32::from(part.bits) {
        let (byte, bit) = ((part.bit + i) as usize / 8, 1u8 << ((part.bit + i) % 8));
        let put = |target: &mut u8, on: bool| if on { *target |= bit } else { *target &= !bit };
        put(&mut bytes.value[byte], value.value >> i & 1 != 0);
        put(&mut bytes.defined[byte], value.defined >> i & 1 != 0);
    }
}

fn extract(bytes: &Chunk, part: Part) -> Wide {
    let bits = u32::from(part.bits);
    if part.bit.is_multiple_of(8) {
        let (value, defined) = bytes.bits(part.bit as usize / 8, (bits as usize).div_ceil(8));
        return Wide { value, defined }.canonical(bits);
    }
    let mut wide = Wide { value: 0, defined: !wide_mask(bits) };
    for i in 0..bits {
        let (byte, shift) = ((part.bit + i) as usize / 8, (part.bit + i) % 8);
        wide.value |= u128::from(bytes.value[byte] >> shift & 1) << i;
        wide.defined |= u128::from(bytes.defined[byte] >> shift & 1) << i;
    }
    wide
}
