//! Threads that a step asked for and that are not there: numbers that look like names of objects by chance mostly name
//! objects of such threads, and a step over an array of numbers finds many.

/// Threads that there may be.
const THREADS: usize = 4096;

/// A set of their numbers.
#[derive(Default)]
pub(super) struct Absent {
    /// A bit each; nothing as long as the set is empty.
    bits: Vec<u64>,
}

impl Absent {
    #[inline]
    pub fn contains(&self, thread: u32) -> bool {
        self.bits.get(thread as usize / 64).is_some_and(|word| word >> (thread % 64) & 1 != 0)
    }

    pub fn insert(&mut self, thread: u32) {
        self.bits.resize(THREADS / 64, 0);
        self.bits[thread as usize / 64] |= 1 << (thread % 64);
    }

    #[inline]
    pub fn clear(&mut self) {
        self.bits.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_has_what_was_put_in_since_it_was_cleared() {
        let mut absent = Absent::default();
        for number in [0, 63, 64, 4095] {
            assert!(!absent.contains(number));
            absent.insert(number);
            assert!(absent.contains(number));
        }
        assert!(!absent.contains(1));
        absent.clear();
        assert!([0, 63, 64, 4095].into_iter().all(|number| !absent.contains(number)));
    }
}
