//! What an expression reads from.

use super::bits::Bits;
use crate::GlobalId;

/// The memory of a state.
pub trait Memory {
    /// Why something cannot be read.
    type Error;

    /// The `size` bytes (at most 16) at an address, low byte first.
    fn read(&mut self, address: u64, size: u32) -> Result<Bits, Self::Error>;

    /// The address of a global. It is never asked for that of a thread-local one.
    fn global(&self, id: GlobalId) -> u64;
}
