//! Initial bytes of global variables.

use crate::ir::Value;
use crate::lower::constant::shorten;
use crate::lower::{Gap, Lowering};
use allways_program::{Bytes, Constant};

/// A piece of memory under construction.
#[derive(Default)]
struct Image {
    value: Vec<u8>,
    /// One where a bit is undefined: as long as needed, so that defined memory costs nothing.
    undefined: Vec<u8>,
}

impl Image {
    fn bytes(&mut self, offset: usize, bytes: &[u8]) {
        let used = bytes.iter().rposition(|&b| b != 0).map_or(0, |last| last + 1);
        grow(&mut self.value, offset + used);
        self.value[offset..offset + used].copy_from_slice(&bytes[..used]);
    }

    fn word(&mut self, bit: u64, bits: u32, word: Constant) {
        for i in 0..u64::from(bits) {
            let at = bit + i;
            let (byte, mask) = ((at / 8) as usize, 1u8 << (at % 8));
            if word.value >> i & 1 == 1 {
                grow(&mut self.value, byte + 1);
                self.value[byte] |= mask;
            }
            if word.defined >> i & 1 == 0 {
                grow(&mut self.undefined, byte + 1);
                self.undefined[byte] |= mask;
            }
        }
    }

    /// Undefined bytes at the end must be written out: what is left out is zero.
    fn finish(mut self) -> Bytes {
        let length = self.value.len().max(self.undefined.len());
        let value_used = self.value.iter().rposition(|&b| b != 0).map_or(0, |last| last + 1);
        if self.undefined.is_empty() {
            self.value.truncate(value_used);
            return Bytes { value: self.value, defined: Vec::new() };
        }
        self.value.resize(length, 0);
        self.undefined.resize(length, 0);
        let defined = self.undefined.iter().map(|b| !b).collect();
        Bytes { value: self.value, defined }
    }
}

fn grow(bytes: &mut Vec<u8>, length: usize) {
    if bytes.len() < length {
        bytes.resize(length, 0);
    }
}

impl Lowering<'_> {
    /// The bytes a global starts with.
    pub(crate) fn image(&mut self, initializer: Value) -> Result<Bytes, Gap> {
        let mut image = Image::default();
        self.draw(initializer, 0, &mut image)?;
        Ok(image.finish())
    }

    fn draw(&mut self, value: Value, bit: u64, image: &mut Image) -> Result<(), Gap> {
        let ty = value.ty();
        if value.is_zero_aggregate() || value.is_null_pointer() {
            return Ok(());
        }
        if value.is_constant_data() && bit.is_multiple_of(8) && !ty.is_vector() {
            image.bytes((bit / 8) as usize, &value.data());
            return Ok(());
        }
        if value.is_undefined() {
            return self.draw_undefined(value, bit, image);
        }
        if ty.is_struct() || ty.is_array() {
            for index in 0..ty.count() {
                let element = value
                    .element(index)
                    .ok_or_else(|| Gap(format!("the initializer {}", shorten(&value.text()))))?;
                let offset = if ty.is_struct() {
                    self.target.field_offset(ty, index)
                } else {
                    self.target.alloc_size(ty.element(0)) * index
                };
                self.draw(element, bit + offset * 8, image)?;
            }
            return Ok(());
        }
        let shape = self.shapes.of(ty)?;
        let words = self.words(value)?;
        for leaf in &shape.leaves {
            for (i, start) in (0..leaf.scalar.bits()).step_by(64).enumerate() {
                let bits = (leaf.scalar.bits() - start).min(64);
                let word = words[leaf.word as usize + i];
                image.word(bit + leaf.bit + u64::from(start), bits, word);
            }
        }
        Ok(())
    }

    /// Undefined memory of any size; padding counts as undefined too.
    fn draw_undefined(&mut self, value: Value, bit: u64, image: &mut Image) -> Result<(), Gap> {
        let bits = self.target.bits(value.ty());
        if bit.is_multiple_of(8) && bits.is_multiple_of(8) {
            let (start, end) = ((bit / 8) as usize, ((bit + bits) / 8) as usize);
            grow(&mut image.undefined, end);
            image.undefined[start..end].fill(!0);
            return Ok(());
        }
        for at in bit..bit + bits {
            image.word(at, 1, Constant { value: 0, defined: !1 });
        }
        Ok(())
    }
}
