//! The memory that another process takes.

use std::fs;

/// The most bytes of its own that a process has had until now, without the pages of its program and
/// libraries, which differ from run to run; `None` once it has ended.
pub fn anonymous(process: u32) -> Option<u64> {
    let status = fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let bytes = |name: &str| -> Option<u64> {
        let line = status.lines().find_map(|line| line.strip_prefix(name))?;
        Some(1024 * line.split_whitespace().next()?.parse::<u64>().ok()?)
    };
    let most = bytes("VmHWM:")?.saturating_sub(bytes("RssFile:")?);
    Some(most.max(bytes("RssAnon:")?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memory_that_was_written_counts() {
        let (before, size) = (anonymous(std::process::id()).expect("a process"), 64 << 20);
        let block = std::hint::black_box(vec![1u8; size]);
        let after = anonymous(std::process::id()).expect("a process");
        drop(block);
        assert!(after >= before.max(size as u64), "{before}, then {after}");
        assert_eq!(anonymous(u32::MAX), None);
    }
}
