//! Numbers as bytes: little-endian base 128, so that small numbers are short.

/// Appends a number.
#[inline]
pub fn write_number(out: &mut Vec<u8>, mut n: u64) {
    while n >= 0x80 {
        out.push(n as u8 | 0x80);
        n >>= 7;
    }
    out.push(n as u8);
}

/// Reads what [`write_number`] wrote. Only the virtual machine's own pieces are read with it, so
/// running over the end is a bug of ours; it yields zeros.
pub struct Reader<'a> {
    bytes: &'a [u8],
}

impl<'a> Reader<'a> {
    /// Reads from the beginning of `bytes`.
    pub fn new(bytes: &'a [u8]) -> Reader<'a> {
        Reader { bytes }
    }

    /// The next number.
    #[inline]
    pub fn number(&mut self) -> u64 {
        let mut n = 0u64;
        let mut shift = 0;
        while let Some((&byte, rest)) = self.bytes.split_first() {
            self.bytes = rest;
            n |= u64::from(byte & 0x7f) << (shift & 63);
            if byte & 0x80 == 0 {
                break;
            }
            shift += 7;
        }
        n
    }

    /// The next byte.
    pub fn byte(&mut self) -> u8 {
        match self.bytes.split_first() {
            Some((&byte, rest)) => {
                self.bytes = rest;
                byte
            }
            None => 0,
        }
    }

    /// What is left.
    pub fn rest(&self) -> &'a [u8] {
        self.bytes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_come_back() {
        let all = [0, 1, 127, 128, 300, u64::from(u32::MAX), 1 << 47, u64::MAX];
        let mut out = Vec::new();
        all.iter().for_each(|&n| write_number(&mut out, n));
        let mut reader = Reader::new(&out);
        assert!(all.iter().all(|&n| reader.number() == n));
        assert!(reader.rest().is_empty());
    }
}
