//! States, as engines see them.

/// One state of a system.
///
/// Two states of one process are equal exactly when their roots are.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct State {
    /// Names the content inside this process. Below 2^62: engines keep marks in the last bits.
    pub root: u64,
}
