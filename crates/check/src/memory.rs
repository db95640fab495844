//! How much of the machine's memory a search may use.

use crate::request::Request;

/// Share of the memory that is free when the search starts.
const SHARE: f64 = 0.75;

/// Bytes that a search may hold when the user sets no limit.
fn default_limit() -> Option<u64> {
    let info = std::fs::read_to_string("/proc/meminfo").ok()?;
    let line = info.lines().find(|l| l.starts_with("MemAvailable:"))?;
    let kib: u64 = line.split_whitespace().nth(1)?.parse().ok()?;
    Some((kib as f64 * 1024.0 * SHARE) as u64)
}

impl Request {
    /// Bytes that a search may hold.
    pub fn memory_limit(&self) -> Option<u64> {
        self.memory.or_else(default_limit)
    }

    /// The most that a worker remembers of steps: a share of the memory limit, so that there is room
    /// for states, and no more than pays.
    pub(crate) fn remembered(&self) -> u64 {
        const MOST: u64 = 256 << 20;
        let most = self.memory_limit().map_or(MOST, |bytes| (bytes / 8).min(MOST));
        most / self.threads.max(1) as u64
    }

    /// The most that a worker holds of what one step touches.
    pub(crate) fn working(&self) -> u64 {
        self.memory_limit().unwrap_or(u64::MAX)
    }
}

/// Bytes of memory that this process has at present, its code not counted.
pub(crate) fn resident() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find(|line| line.starts_with("RssAnon:"));
    let kib = line.and_then(|line| line.split_whitespace().nth(1)?.parse().ok());
    1024 * kib.unwrap_or(0u64)
}

/// To be called before anything large is allocated: large blocks of memory go back to the system as
/// soon as they are freed. The allocator would otherwise keep those of the compiler and of one search, in
/// sizes that the next one has no use for.
#[cfg(target_env = "gnu")]
pub fn return_large_blocks() {
    const LARGE: libc::c_int = 1 << 20;
    // SAFETY: the option only changes where later allocations come from.
    unsafe { libc::mallopt(libc::M_MMAP_THRESHOLD, LARGE) };
}

/// To be called before each search: gives free memory back to the system.
#[cfg(target_env = "gnu")]
pub fn return_free_memory() {
    // SAFETY: memory that is in use stays as it is.
    unsafe { libc::malloc_trim(0) };
}

/// Other allocators have nothing to be told.
#[cfg(not(target_env = "gnu"))]
pub fn return_large_blocks() {}

/// Other allocators have nothing to be told.
#[cfg(not(target_env = "gnu"))]
pub fn return_free_memory() {}
