//! Digests that nobody can make two things have in common: BLAKE3, which comes with LLVM.

use llvm_sys::blake3::{
    llvm_blake3_hasher, llvm_blake3_hasher_finalize, llvm_blake3_hasher_init,
    llvm_blake3_hasher_update,
};
use std::mem::MaybeUninit;
use std::os::unix::fs::MetadataExt;
use std::path::Path;

/// A digest.
pub type Digest = [u8; 32];

/// Makes a digest of several things.
pub(super) struct Hasher(Box<MaybeUninit<llvm_blake3_hasher>>);

impl Hasher {
    pub(super) fn new() -> Hasher {
        let mut inner = Box::new(MaybeUninit::uninit());
        // SAFETY: it writes all that is read of the hasher later.
        unsafe { llvm_blake3_hasher_init(inner.as_mut_ptr()) };
        Hasher(inner)
    }

    /// Adds bytes; where they end counts.
    pub(super) fn add(&mut self, bytes: &[u8]) {
        self.update(&(bytes.len() as u64).to_le_bytes());
        self.update(bytes);
    }

    fn update(&mut self, bytes: &[u8]) {
        // SAFETY: the hasher is initialised, and reads that many bytes.
        unsafe {
            llvm_blake3_hasher_update(self.0.as_mut_ptr(), bytes.as_ptr().cast(), bytes.len())
        }
    }

    pub(super) fn end(mut self) -> Digest {
        let mut out = Digest::default();
        // SAFETY: the hasher is initialised, and writes that many bytes.
        unsafe { llvm_blake3_hasher_finalize(self.0.as_mut_ptr(), out.as_mut_ptr(), out.len()) };
        out
    }
}

/// What tells a program file from the one that is there after an update.
pub(super) fn identity(executable: &Path) -> Option<Vec<u8>> {
    let path = executable.canonicalize().ok()?;
    let file = path.metadata().ok()?;
    let numbers =
        [file.dev(), file.ino(), file.size(), file.mtime() as u64, file.mtime_nsec() as u64];
    let mut all = path.into_os_string().into_encoded_bytes();
    all.extend(numbers.iter().flat_map(|number| number.to_le_bytes()));
    Some(all)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn where_one_thing_ends_counts() {
        let of = |parts: &[&str]| {
            let mut hasher = Hasher::new();
            parts.iter().for_each(|part| hasher.add(part.as_bytes()));
            hasher.end()
        };
        assert_eq!(of(&["ab", "c"]), of(&["ab", "c"]));
        assert_ne!(of(&["ab", "c"]), of(&["a", "bc"]));
        assert_ne!(of(&[]), of(&[""]));
    }
}
