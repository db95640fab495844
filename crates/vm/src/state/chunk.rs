//! The bytes of an object, or of a part of a large one.

/// Objects up to this size are one piece, larger ones a trie of chunks.
pub const WHOLE: u64 = 64;

/// Size of a chunk. A remembered step depends on the chunks it reads, so a chunk holds little more
/// than what one operation reads: a mutex takes 40 bytes.
pub const CHUNK: u64 = 64;

const DEFINED: u8 = 0;
const UNDEFINED: u8 = 1;
const MIXED: u8 = 2;

/// Bytes with definedness.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chunk {
    /// Values; undefined bits are zero.
    pub value: Vec<u8>,
    /// One where the bit is defined.
    pub defined: Vec<u8>,
}

impl Chunk {
    /// `size` undefined bytes.
    pub fn undefined(size: usize) -> Chunk {
        Chunk { value: vec![0; size], defined: vec![0; size] }
    }

    /// `size` zero bytes.
    pub fn zero(size: usize) -> Chunk {
        Chunk { value: vec![0; size], defined: vec![0xff; size] }
    }

    /// Appends the canonical encoding.
    pub fn encode(&self, out: &mut Vec<u8>) {
        if self.defined.iter().all(|&d| d == 0xff) {
            out.push(DEFINED);
            out.extend_from_slice(&self.value);
        } else if self.defined.iter().all(|&d| d == 0) {
            out.push(UNDEFINED);
        } else {
            out.push(MIXED);
            out.extend_from_slice(&self.value);
            out.extend_from_slice(&self.defined);
        }
    }

    /// Reads `size` bytes from an encoding.
    pub fn decode(bytes: &[u8], size: usize) -> Chunk {
        match bytes.first() {
            Some(&DEFINED) => Chunk { value: bytes[1..].to_vec(), defined: vec![0xff; size] },
            Some(&MIXED) => {
                Chunk { value: bytes[1..1 + size].to_vec(), defined: bytes[1 + size..].to_vec() }
            }
            _ => Chunk::undefined(size),
        }
    }

    /// The values in an encoding; none where all is undefined.
    pub fn values_in(bytes: &[u8]) -> &[u8] {
        match bytes.split_first() {
            Some((&DEFINED, rest)) => rest,
            Some((&MIXED, rest)) => &rest[..rest.len() / 2],
            _ => &[],
        }
    }

    /// Up to 16 bytes as a number and its definedness.
    #[inline]
    pub fn bits(&self, offset: usize, size: usize) -> (u128, u128) {
        if let Some(bits) = self.common_bits(offset, size) {
            return bits;
        }
        let mut value = [0u8; 16];
        let mut defined = [0u8; 16];
        value[..size].copy_from_slice(&self.value[offset..offset + size]);
        defined[..size].copy_from_slice(&self.defined[offset..offset + size]);
        (u128::from_le_bytes(value), u128::from_le_bytes(defined))
    }

    /// The same for the usual sizes, of which the compiler knows how to read them.
    #[inline]
    fn common_bits(&self, offset: usize, size: usize) -> Option<(u128, u128)> {
        let (value, defined) = (&self.value[offset..], &self.defined[offset..]);
        Some(match size {
            4 => (read(value, u32::from_le_bytes).into(), read(defined, u32::from_le_bytes).into()),
            8 => (read(value, u64::from_le_bytes).into(), read(defined, u64::from_le_bytes).into()),
            _ => return None,
        })
    }

    /// Writes up to 16 bytes.
    #[inline]
    pub fn set_bits(&mut self, offset: usize, size: usize, value: u128, defined: u128) {
        let value = (value & defined).to_le_bytes();
        let defined = defined.to_le_bytes();
        if size == 4 {
            self.value[offset..offset + 4].copy_from_slice(&value[..4]);
            self.defined[offset..offset + 4].copy_from_slice(&defined[..4]);
            return;
        }
        self.value[offset..offset + size].copy_from_slice(&value[..size]);
        self.defined[offset..offset + size].copy_from_slice(&defined[..size]);
    }
}

/// The number in the first bytes.
#[inline]
fn read<T, const SIZE: usize>(bytes: &[u8], number: impl Fn([u8; SIZE]) -> T) -> T {
    number(*bytes.first_chunk().expect("the object is as long as what is read of it"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn encodings_are_canonical_and_come_back() {
        let mut mixed = Chunk::undefined(20);
        mixed.set_bits(4, 4, 0xdead_beef, 0xffff_00ff);
        for chunk in [Chunk::undefined(20), Chunk::zero(20), mixed] {
            let mut bytes = Vec::new();
            chunk.encode(&mut bytes);
            assert_eq!(Chunk::decode(&bytes, 20), chunk);
        }
    }

    #[test]
    fn undefined_bits_hold_no_value() {
        let mut chunk = Chunk::zero(8);
        chunk.set_bits(0, 8, !0, 0xf0);
        assert_eq!(chunk.bits(0, 8), (0xf0, 0xf0));
    }
}
