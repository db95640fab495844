//! POSIX threads.

pub mod cond;
pub mod mutex;
pub mod thread;

/// Error numbers that these functions return.
pub(super) mod errno {
    pub const EPERM: u64 = 1;
    pub const EBUSY: u64 = 16;
    pub const EINVAL: u64 = 22;
    pub const EDEADLK: u64 = 35;
}
