//! How much of the machine a search may use.

/// Share of the memory that is free when the search starts.
const SHARE: f64 = 0.75;

/// Bytes that a search may hold when the user sets no limit.
pub fn default_memory() -> Option<u64> {
    let info = std::fs::read_to_string("/proc/meminfo").ok()?;
    let line = info.lines().find(|l| l.starts_with("MemAvailable:"))?;
    let kib: u64 = line.split_whitespace().nth(1)?.parse().ok()?;
    Some((kib as f64 * 1024.0 * SHARE) as u64)
}
