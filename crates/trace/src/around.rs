//! What a value needs to know of the program around it.

use crate::bytes::Bytes;
use crate::value::Value;
use allways_program::debug::TypeId;

/// What the bytes of a value alone do not tell.
pub trait Around {
    /// The thread that a handle stands for.
    fn thread_of(&self, handle: u64) -> Option<u32>;
    /// What a pointer to a type means that is neither null nor the handle of a thread.
    fn pointer(&mut self, address: u64, to: TypeId) -> Value;
    /// Bytes at an address, as many as there are in its object; nothing if there is none now.
    fn read(&mut self, address: u64, size: u64) -> Option<Bytes>;
    /// How many bytes there are from an address to the end of its object.
    fn room(&mut self, address: u64) -> u64;
}
