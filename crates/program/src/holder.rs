//! How a lock in memory says which thread has it.
//!
//! The upper half of the number is a mark that programs have no reason to write, so that a number which a
//! program made by hand can be told from one that an operation of the lock left there.

/// The mark. Both of its bytes are below 0x20, so that no pointer with one of them at the top is an object's address,
/// and text has neither.
const MARK: u32 = 0x1d13_0000;
const NUMBER: u32 = 0xffff;

/// A small number, with the mark.
pub fn marked(number: u32) -> u32 {
    MARK | number & NUMBER
}

/// The number under the mark; `None` when there is no mark.
pub fn unmarked(value: u32) -> Option<u32> {
    (value & !NUMBER == MARK).then_some(value & NUMBER)
}

/// The number in a lock, marked or made by hand.
pub fn number(value: u32) -> u32 {
    unmarked(value).unwrap_or(value)
}

/// Whether there is a mark somewhere in the bytes.
pub fn is_marked(bytes: &[u8]) -> bool {
    let mark = (MARK >> 16) as u16;
    bytes.windows(2).any(|pair| pair == mark.to_le_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mark_is_found_again() {
        assert_eq!(unmarked(marked(4)), Some(4));
        assert_eq!((unmarked(4), number(4), number(marked(4))), (None, 4, 4));
        assert!(is_marked(&marked(4).to_le_bytes()) && !is_marked(&4u32.to_le_bytes()));
    }
}
