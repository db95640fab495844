//! The folder with entries: written whole or not at all, read only if they are whole, and bounded.

use super::digest::{Digest, Hasher};
use std::fs::{DirBuilder, File};
use std::io::Write;
use std::os::unix::fs::{DirBuilderExt, MetadataExt};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

/// The most bytes that are kept, and what is left when these are too many.
const MOST: u64 = 256 << 20;
const LEFT: u64 = 192 << 20;

/// Bytes of a digest.
const DIGEST: usize = size_of::<Digest>();

fn place(folder: &Path, key: Digest) -> PathBuf {
    let name: String = key.iter().map(|byte| format!("{byte:02x}")).collect();
    folder.join(name)
}

/// An entry begins with a digest of its key and what follows.
fn seal(key: Digest, body: &[u8]) -> Digest {
    let mut hasher = Hasher::new();
    hasher.add(&key);
    hasher.add(body);
    hasher.end()
}

/// Whether nobody else can write there.
fn is_ours(folder: &Path) -> bool {
    let me = rustix::process::geteuid().as_raw();
    folder.metadata().is_ok_and(|found| found.uid() == me && found.mode() & 0o022 == 0)
}

/// The bytes of a file that may be an entry: no link, no pipe that nobody writes to, nothing endless.
fn bytes_of(path: &Path) -> Option<Vec<u8>> {
    let found = path.symlink_metadata().ok()?;
    let may_be = found.is_file() && found.len() <= LEFT + DIGEST as u64;
    may_be.then(|| std::fs::read(path).ok()).flatten()
}

/// What is kept with a key, if it is there and whole.
pub(super) fn read(folder: &Path, key: Digest) -> Option<Vec<u8>> {
    if !is_ours(folder) {
        return None;
    }
    let path = place(folder, key);
    let mut bytes = bytes_of(&path)?;
    let (sealed, body) = bytes.split_at_checked(DIGEST)?;
    if sealed != seal(key, body) {
        return None;
    }
    // What was used last is kept longest.
    let _ = File::open(&path).and_then(|file| file.set_modified(SystemTime::now()));
    bytes.drain(..DIGEST);
    Some(bytes)
}

/// Keeps something. Whatever goes wrong, it is not kept.
pub(super) fn write(folder: &Path, key: Digest, body: &[u8]) {
    let _ = DirBuilder::new().recursive(true).mode(0o700).create(folder);
    let path = place(folder, key);
    let new = path.with_extension(format!("{}.new", std::process::id()));
    if !is_ours(folder) || body.len() as u64 > LEFT {
        return;
    }
    let written = File::create_new(&new).and_then(|mut file| {
        file.write_all(&seal(key, body))?;
        file.write_all(body)
    });
    if written.and_then(|()| std::fs::rename(&new, &path)).is_err() {
        let _ = std::fs::remove_file(&new);
    }
    tidy(folder, MOST, LEFT);
}

/// Removes what was not used for longest when there is too much.
fn tidy(folder: &Path, most: u64, left: u64) {
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    let known = entries.flatten().filter_map(|entry| {
        let found = entry.metadata().ok().filter(std::fs::Metadata::is_file)?;
        Some((found.modified().ok()?, found.len(), entry.path()))
    });
    let mut files: Vec<(SystemTime, u64, PathBuf)> = known.collect();
    let mut total: u64 = files.iter().map(|(_, size, _)| size).sum();
    if total <= most {
        return;
    }
    files.sort();
    for (_, size, path) in files {
        if total <= left {
            break;
        }
        if std::fs::remove_file(path).is_ok() {
            total -= size;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    const KEY: Digest = [7; 32];

    #[test]
    fn damaged_entries_and_those_of_others_are_not_there() {
        let parent = tempfile::tempdir().unwrap();
        let folder = parent.path().join("programs");
        assert_eq!(read(&folder, KEY), None);
        write(&folder, KEY, b"content");
        assert_eq!(read(&folder, KEY).as_deref(), Some(&b"content"[..]));
        std::fs::copy(place(&folder, KEY), place(&folder, [8; 32])).unwrap();
        assert_eq!(read(&folder, [8; 32]), None);
        let whole = std::fs::read(place(&folder, KEY)).unwrap();
        for at in 0..whole.len() {
            let mut bytes = whole.clone();
            bytes[at] ^= 1;
            std::fs::write(place(&folder, KEY), &bytes).unwrap();
            assert_eq!(read(&folder, KEY), None, "byte {at}");
            std::fs::write(place(&folder, KEY), &whole[..at]).unwrap();
            assert_eq!(read(&folder, KEY), None, "{at} bytes");
        }
    }

    #[test]
    fn what_is_no_file_or_too_large_is_not_read() {
        let parent = tempfile::tempdir().unwrap();
        let folder = parent.path().join("programs");
        write(&folder, KEY, b"content");
        let path = place(&folder, KEY);
        File::options().write(true).open(&path).unwrap().set_len(1 << 40).unwrap();
        assert_eq!(read(&folder, KEY), None);
        std::fs::remove_file(&path).unwrap();
        std::os::unix::fs::symlink("/dev/zero", &path).unwrap();
        assert_eq!(read(&folder, KEY), None);
        std::fs::remove_file(&path).unwrap();
        let made = std::process::Command::new("mkfifo").arg(&path).status().unwrap();
        assert!(made.success());
        assert_eq!(read(&folder, KEY), None);
    }

    #[test]
    fn a_folder_that_others_can_write_to_is_not_used() {
        use std::os::unix::fs::PermissionsExt;
        let parent = tempfile::tempdir().unwrap();
        let folder = parent.path().join("programs");
        write(&folder, KEY, b"content");
        std::fs::set_permissions(&folder, std::fs::Permissions::from_mode(0o777)).unwrap();
        assert_eq!(read(&folder, KEY), None);
    }

    #[test]
    fn the_oldest_go_first() {
        let folder = tempfile::tempdir().unwrap();
        for (age, name) in ["a", "b", "c"].into_iter().enumerate() {
            let path = folder.path().join(name);
            std::fs::write(&path, [0; 10]).unwrap();
            let when = SystemTime::now() - Duration::from_secs(100 - age as u64);
            File::options().write(true).open(&path).unwrap().set_modified(when).unwrap();
        }
        tidy(folder.path(), 30, 10);
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 3);
        tidy(folder.path(), 29, 10);
        assert!(folder.path().join("c").exists() && !folder.path().join("b").exists());
    }
}
